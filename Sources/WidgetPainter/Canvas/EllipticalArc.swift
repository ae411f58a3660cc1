import WidgetSystem

/// An arc as SVG describes it (SVG 1.1, F.6): by its ends, the radii, and which of the four possible arcs is meant.
struct EllipticalArc {
  var from: VectorPath.Point
  var to: VectorPath.Point
  var radiusX: Double
  var radiusY: Double
  /// Radians.
  var rotation: Double
  var isLarge: Bool
  var sweeps: Bool

  /// Cubic curves of at most a quarter each. Nothing for an arc without length, a line for one without a radius.
  var elements: [VectorPath.Element] {
    if from == to { return [] }
    guard radiusX > 1e-9, radiusY > 1e-9 else { return [.line(to.x, to.y)] }
    let (cosine, sine) = (cos(rotation), sin(rotation))
    // The half way between the ends, in the ellipse's own directions.
    let halfX = (from.x - to.x) / 2
    let halfY = (from.y - to.y) / 2
    let x = cosine * halfX + sine * halfY
    let y = -sine * halfX + cosine * halfY
    // Radii that do not reach are enlarged.
    let reach = x * x / (radiusX * radiusX) + y * y / (radiusY * radiusY)
    let growth = max(1, reach.squareRoot())
    let (a, b) = (radiusX * growth, radiusY * growth)
    let denominator = a * a * y * y + b * b * x * x
    let factor = (max(0, a * a * b * b - denominator) / denominator).squareRoot() * (isLarge == sweeps ? -1 : 1)
    let (offsetX, offsetY) = (factor * a * y / b, -factor * b * x / a)
    let centerX = cosine * offsetX - sine * offsetY + (from.x + to.x) / 2
    let centerY = sine * offsetX + cosine * offsetY + (from.y + to.y) / 2
    let start = atan2((y - offsetY) / b, (x - offsetX) / a)
    var turn = atan2((-y - offsetY) / b, (-x - offsetX) / a) - start
    if sweeps, turn < 0 { turn += 2 * .pi }
    if !sweeps, turn > 0 { turn -= 2 * .pi }

    let count = max(1, Int((abs(turn) / (.pi / 2)).rounded(.up)))
    let step = turn / Double(count)
    let handle = 4 / 3 * tan(step / 4)
    func place(_ unitX: Double, _ unitY: Double) -> VectorPath.Point {
      VectorPath.Point(
        x: centerX + cosine * a * unitX - sine * b * unitY, y: centerY + sine * a * unitX + cosine * b * unitY)
    }
    return (0..<count).map { index in
      let one = start + Double(index) * step
      let two = one + step
      let end = index == count - 1 ? to : place(cos(two), sin(two))
      return .curve(
        place(cos(one) - handle * sin(one), sin(one) + handle * cos(one)),
        place(cos(two) + handle * sin(two), sin(two) - handle * cos(two)), end)
    }
  }
}
