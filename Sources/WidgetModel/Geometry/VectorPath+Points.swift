import WidgetSystem

extension VectorPath {
  /// Lines along the path, and whether each is closed. Curves become several lines.
  public var outlines: [(points: [Point], isClosed: Bool)] {
    var outlines: [(points: [Point], isClosed: Bool)] = []
    for element in elements {
      switch element {
      case .move(let x, let y): outlines.append(([Point(x: x, y: y)], false))
      case .line(let x, let y):
        if outlines.last?.isClosed == true { outlines.append(([outlines[outlines.count - 1].points[0]], false)) }
        if !outlines.isEmpty { outlines[outlines.count - 1].points.append(Point(x: x, y: y)) }
      case .curve(let one, let two, let end):
        if outlines.last?.isClosed == true { outlines.append(([outlines[outlines.count - 1].points[0]], false)) }
        guard let begin = outlines.last?.points.last else { continue }
        for part in 1...8 {
          let t = Double(part) / 8
          let u = 1 - t
          let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          outlines[outlines.count - 1].points.append(
            Point(
              x: a * begin.x + b * one.x + c * two.x + d * end.x, y: a * begin.y + b * one.y + c * two.y + d * end.y))
        }
      case .close: if !outlines.isEmpty { outlines[outlines.count - 1].isClosed = true }
      }
    }
    return outlines
  }

  /// The path with every point moved and scaled.
  public func mapped(_ change: (Point) -> Point) -> VectorPath {
    var path = self
    path.elements = elements.map { element in
      switch element {
      case .move(let x, let y):
        let point = change(Point(x: x, y: y))
        return .move(point.x, point.y)
      case .line(let x, let y):
        let point = change(Point(x: x, y: y))
        return .line(point.x, point.y)
      case .curve(let one, let two, let end): return .curve(change(one), change(two), change(end))
      case .close: return .close
      }
    }
    return path
  }

  /// A point turned clockwise around another one.
  public static func rotated(_ point: Point, by degrees: Double, around center: Point) -> Point {
    guard degrees != 0, degrees.isFinite else { return point }
    let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (cosine, sine) = (cos(angle), sin(angle))
    let (x, y) = (point.x - center.x, point.y - center.y)
    return Point(x: center.x + cosine * x - sine * y, y: center.y + sine * x + cosine * y)
  }
}
