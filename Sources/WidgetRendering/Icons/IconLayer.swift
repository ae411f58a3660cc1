public import WidgetModel
import WidgetSystem

/// A part of an icon with its own colour or strength, for an icon with a palette or a value.
public struct IconLayer: Sendable, Equatable {
  /// SVG path data in the square of ``IconShapes``.
  public var path: String
  /// The number of its colour in the palette.
  public var color: Int
  /// Whether it's drawn in full strength.
  public var isLit = true
  /// How much of it is drawn, from below; 1 is all of it.
  public var part = 1.0
  /// The smallest frame around the path.
  public var bounds = Frame(x: 0, y: 0, width: IconShapes.side, height: IconShapes.side)

  /// The strength of a part beyond the value.
  public static let dimmed = 0.3

  /// The layers from back to front; nil for an unknown icon and an emoji.
  ///
  /// - Parameters:
  ///   - colors: How many colours the palette has.
  ///   - value: How much of the icon is lit; nil lights all of it.
  public static func layers(of name: String, colors: Int, value: Double?) -> [IconLayer]? {
    guard let shape = IconShapes.path(for: name) else { return nil }
    guard let value, value.isFinite else { return colored(Self.parts(of: shape), colors) }
    let level = min(1, max(0, value))
    if let meter = Meter(name) { return meter.layers(shape, level, colors) }
    var (dim, lit) = (IconLayer(path: shape, color: 0), IconLayer(path: shape, color: 0))
    lit.bounds = Self.bounds(of: VectorPath(svg: shape).outlines.map(\.points))
    (dim.isLit, lit.part) = (false, level)
    return [dim, lit]
  }

  private static func colored(_ parts: [String], _ colors: Int) -> [IconLayer] {
    let last = max(0, colors - 1)
    // The first colour is that of the part in front.
    return parts.indices.map { IconLayer(path: parts[$0], color: min(last, parts.count - 1 - $0)) }
  }

  static func bounds(of outlines: [[VectorPath.Point]]) -> Frame {
    let points = outlines.joined()
    guard let first = points.first else { return Frame(x: 0, y: 0, width: 0, height: 0) }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    return Frame(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension ViewNode {
  /// The layers of an icon with a palette or a value; nil for any other.
  public func iconLayers(of name: String) -> [IconLayer]? {
    guard let effects = style.effects, !effects.palette.isEmpty || effects.iconValue != nil else { return nil }
    return IconLayer.layers(of: name, colors: effects.palette.count, value: effects.iconValue)
  }
}

// MARK: Parts

extension IconLayer {
  /// A closed line of an icon's path.
  private struct Outline {
    var path: Substring
    var points: [VectorPath.Point]
    /// How many others it's inside.
    var depth = 0

    var area: Double {
      var sum = 0.0
      for index in points.indices {
        let (one, next) = (points[index], points[(index + 1) % points.count])
        sum += one.x * next.y - next.x * one.y
      }
      return abs(sum) / 2
    }

    func contains(_ point: VectorPath.Point) -> Bool {
      var isInside = false
      for index in points.indices {
        let (one, next) = (points[index], points[(index + 1) % points.count])
        guard (one.y > point.y) != (next.y > point.y) else { continue }
        if point.x < (next.x - one.x) * (point.y - one.y) / (next.y - one.y) + one.x { isInside.toggle() }
      }
      return isInside
    }
  }

  /// The paths of an icon's separate bodies with their holes, in the order of the path.
  static func bodies(of shape: String) -> [String] {
    let outlines = outlines(of: shape)
    return outlines.filter { $0.depth % 2 == 0 }.map { body in
      let holes = outlines.filter { $0.depth == body.depth + 1 && $0.points.first.map(body.contains) == true }
      return ([body] + holes).map(\.path).joined()
    }
  }

  /// The parts to colour, from back to front: what's behind a mark and the mark, or the smaller bodies and the largest one.
  static func parts(of shape: String) -> [String] {
    let outlines = outlines(of: shape)
    let outer = outlines.filter { $0.depth == 0 }.sorted { $0.area > $1.area }
    guard let largest = outer.first else { return [shape] }
    if outer.count == 1 {
      let mark = outlines.filter { $0.depth > 0 }
      // A ring isn't a mark on a disc.
      guard !mark.isEmpty, mark.map(\.area).reduce(0, +) < largest.area * 0.5 else { return [shape] }
      return [String(largest.path), mark.map(\.path).joined()]
    }
    let bodies = bodies(of: shape)
    guard let main = bodies.first(where: { $0.hasPrefix(largest.path) }) else { return [shape] }
    return [bodies.filter { $0 != main }.joined(), main]
  }

  private static func outlines(of shape: String) -> [Outline] {
    // The paths of icons have absolute commands only, so each outline can be drawn alone.
    var outlines: [Outline] = []
    for piece in shape.split(separator: "M") {
      let path = "M" + piece
      guard let points = VectorPath(svg: path).outlines.first?.points, points.count > 2 else { continue }
      outlines.append(Outline(path: path[...], points: points))
    }
    for index in outlines.indices {
      guard let point = outlines[index].points.first else { continue }
      outlines[index].depth = outlines.indices.count { $0 != index && outlines[$0].contains(point) }
    }
    return outlines
  }
}

// MARK: Meters

/// An icon whose parts light up one after the other.
private enum Meter {
  /// Parts from the bottom to the top, or from the left to the right; the first ones are always lit.
  case rising, across(lit: Int)
  /// The bars of a chart, after its axes, which are one body in the icon.
  case bars
  /// A battery.
  case charge

  init?(_ name: String) {
    let families: [(String, Meter)] = [
      ("wifi", .rising), ("speaker.wave", .across(lit: 1)), ("cellularbars", .across(lit: 0)), ("chart.bar", .bars),
      ("battery", .charge),
    ]
    guard let found = families.first(where: { name == $0.0 || name.hasPrefix($0.0 + ".") }),
      !["slash", "exclamationmark", "bolt", "xaxis"].contains(where: { name.contains($0) })
    else { return nil }
    self = found.1
  }

  func layers(_ shape: String, _ level: Double, _ colors: Int) -> [IconLayer] {
    switch self {
    case .charge:
      let outline = IconShapes.path(for: "battery.0") ?? shape
      let bar = 12 * level
      let charge = "M9.5 \(Self.number(19 - bar))H14.5V19H9.5Z"
      return [IconLayer(path: outline, color: min(1, max(0, colors - 1)))]
        + (bar > 0 ? [IconLayer(path: charge, color: 0)] : [])
    case .bars:
      let bars = ["M6 10H10V19H6Z", "M12 6H16V19H12Z", "M18 14H22V19H18Z"]
      let count = Int(saturating: (level * Double(bars.count) - 1e-9).rounded(.up))
      let axes = IconLayer(path: "M2 3H4V19H22V21H2Z", color: max(0, colors - 1))
      return [axes] + bars.indices.map { IconLayer(path: bars[$0], color: min($0, max(0, colors - 1)), isLit: $0 < count) }
    case .rising, .across:
      let bodies = IconLayer.bodies(of: shape).map { path in
        (path: path, bounds: IconLayer.bounds(of: VectorPath(svg: path).outlines.map(\.points)))
      }
      var always = 0
      let ordered: [(path: String, bounds: Frame)]
      if case .across(let lit) = self {
        always = lit
        // Waves begin at the same place.
        ordered = bodies.sorted { $0.bounds.maxX < $1.bounds.maxX }
      } else {
        ordered = bodies.sorted { $0.bounds.maxY > $1.bounds.maxY }
      }
      let steps = Double(max(1, ordered.count - always))
      let count = always + Int(saturating: (level * steps - 1e-9).rounded(.up))
      return ordered.indices.map { index in
        var layer = IconLayer(path: ordered[index].path, color: min(index, max(0, colors - 1)))
        layer.isLit = index < count
        return layer
      }
    }
  }

  private static func number(_ value: Double) -> String { CSSNumber.text((value * 100).rounded() / 100) }
}
