import WidgetModel
import WidgetRendering

/// The rest of what drawing a card may cost, its shadows included. A card with thousands of wide lines, gradients or blurs would hold up all
/// others: beyond the budget, layers are left out, and the rest is drawn without effects.
final class DrawingBudget {
  /// The rest, in about a hundredth of a millisecond. The client of a painter waits for 10 seconds.
  private(set) var left = DrawingBudget.total
  static let total = 125_000.0

  /// All pixels of the drawing; nil where there are none.
  private let pixels: Double?
  /// How many more pixels views may cover. A card that's covered hundreds of times shows nothing of it.
  private var coverage: Double
  private static let mostLayers = 150.0

  init(pixels: Double?) {
    self.pixels = pixels
    coverage = max(1_000_000, Self.mostLayers * (pixels ?? 0))
  }

  /// Takes the cost of something.
  ///
  /// - Returns: false if there isn't enough left.
  func spend(_ cost: Double) -> Bool {
    guard cost <= left else { return false }
    left -= cost
    return true
  }

  /// Takes the pixels that a view covers.
  ///
  /// - Parameters:
  ///   - cost: That of a pixel.
  ///   - countsLayers: Whether it's a layer of the card, rather than a part of a shadow.
  /// - Returns: false if there aren't enough left.
  func cover(_ covered: Double, cost: Double, countsLayers: Bool) -> Bool {
    let most = pixels ?? 1e9
    let share = min(covered.isFinite ? max(0, covered) : most, most)
    guard !countsLayers || share <= coverage, spend(share * cost) else { return false }
    if countsLayers { coverage -= share }
    return true
  }
}

/// Costs in a ``DrawingBudget``, as measured with Cairo.
enum DrawingCost {
  static let solidPixel = 0.0001
  /// Scaled, or seen through a mask.
  static let imagePixel = 0.001
  /// One for each channel.
  static let blurredPixel = 0.0015

  static func pixel(of gradient: Gradient) -> Double { gradient.direction == .radial ? 0.0012 : 0.0003 }

  /// A line along a path.
  ///
  /// - Parameters:
  ///   - width: Points, like the path.
  ///   - scale: Pixels per point.
  static func line(_ path: VectorPath, width: Double, scale: Double) -> Double {
    // Each join is a part of a circle, as wide as the line.
    sane((path.span + 3 * width * Double(path.elements.count)) * scale / 10)
  }

  /// The dashes of a line, in addition to the line.
  static func dashes(_ count: Double, width: Double, scale: Double) -> Double { sane(count * (2 + width * scale / 4)) }

  /// The inside of a path, without its pixels.
  static func fill(_ path: VectorPath, scale: Double) -> Double {
    sane(path.span * scale / 30 + Double(path.elements.count))
  }

  private static func sane(_ cost: Double) -> Double { cost.isFinite ? max(0, cost) : 1e12 }
}

extension VectorPath {
  /// A frame around all points, those that bend curves included; nil without any.
  var box: Frame? {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let x, let y), .line(let x, let y): points.append(Point(x: x, y: y))
      case .curve(let one, let two, let end): points += [one, two, end]
      case .close: break
      }
    }
    guard let first = points.first else { return nil }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    return Frame(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The length of straight lines between all points, those that bend curves included: at least as long as the path.
  var span: Double {
    var (span, start, last) = (0.0, Point(x: 0, y: 0), Point(x: 0, y: 0))
    func line(to point: Point) {
      span += ((point.x - last.x) * (point.x - last.x) + (point.y - last.y) * (point.y - last.y)).squareRoot()
      last = point
    }
    for element in elements {
      switch element {
      case .move(let x, let y): (start, last) = (Point(x: x, y: y), Point(x: x, y: y))
      case .line(let x, let y): line(to: Point(x: x, y: y))
      case .curve(let one, let two, let end): [one, two, end].forEach(line)
      case .close: line(to: start)
      }
    }
    return span
  }
}
