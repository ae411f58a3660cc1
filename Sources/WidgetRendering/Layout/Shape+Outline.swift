package import WidgetModel

extension Shape {
  /// The shape's outline in a frame.
  ///
  /// - Parameters:
  ///   - corners: The radii of a rectangle.
  ///   - inset: How far a line along the outline extends outwards. Paths aren't inset.
  package func outline(in frame: Frame, corners: CornerRadii?, inset: Double = 0) -> VectorPath {
    let inner = Frame(
      x: frame.x + inset, y: frame.y + inset, width: max(0, frame.width - 2 * inset), height: max(0, frame.height - 2 * inset))
    switch self {
    case .circle:
      let side = min(inner.width, inner.height)
      let square = Frame(
        x: inner.x + (inner.width - side) / 2, y: inner.y + (inner.height - side) / 2, width: side, height: side)
      return .roundedRectangle(square, CornerRadii(side / 2))
    case .rectangle: return .roundedRectangle(inner, corners ?? CornerRadii())
    case .capsule: return .roundedRectangle(inner, CornerRadii(min(inner.width, inner.height) / 2))
    case .path(let data):
      return VectorPath(svg: data).mapped { VectorPath.Point(x: frame.x + $0.x * frame.width, y: frame.y + $0.y * frame.height) }
    }
  }
}

extension CornerRadii {
  package init(_ radius: Double) { self.init(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius) }

  /// Radii that fit into a frame, without NaN.
  package func sane(in frame: Frame) -> CornerRadii {
    func radius(_ value: Double) -> Double { min(SurfaceMetrics.sane(value), frame.width / 2, frame.height / 2) }
    return CornerRadii(
      topLeft: radius(topLeft), topRight: radius(topRight), bottomLeft: radius(bottomLeft), bottomRight: radius(bottomRight))
  }
}

extension ViewStyle {
  /// The radii of all corners; nil if none is round.
  package func corners(in frame: Frame) -> CornerRadii? {
    let radii = effects?.corners ?? self.cornerRadius.map { CornerRadii($0) }
    guard let radii = radii?.sane(in: frame), radii != CornerRadii() else { return nil }
    return radii
  }
}

extension VectorPath {
  package static func roundedRectangle(_ frame: Frame, _ corners: CornerRadii) -> VectorPath {
    let radii = corners.sane(in: frame)
    // The distance of a quarter circle's control points.
    let rest = 1 - 0.5522847498
    let (left, top, right, bottom) = (frame.x, frame.y, frame.maxX, frame.maxY)
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    var path = VectorPath(svg: "")
    path.elements = [.move(left + radii.topLeft, top), .line(right - radii.topRight, top)]
    if radii.topRight > 0 {
      let radius = radii.topRight
      path.elements.append(
        .curve(point(right - radius * rest, top), point(right, top + radius * rest), point(right, top + radius)))
    }
    path.elements.append(.line(right, bottom - radii.bottomRight))
    if radii.bottomRight > 0 {
      let radius = radii.bottomRight
      path.elements.append(
        .curve(point(right, bottom - radius * rest), point(right - radius * rest, bottom), point(right - radius, bottom)))
    }
    path.elements.append(.line(left + radii.bottomLeft, bottom))
    if radii.bottomLeft > 0 {
      let radius = radii.bottomLeft
      path.elements.append(
        .curve(point(left + radius * rest, bottom), point(left, bottom - radius * rest), point(left, bottom - radius)))
    }
    path.elements.append(.line(left, top + radii.topLeft))
    if radii.topLeft > 0 {
      let radius = radii.topLeft
      path.elements.append(.curve(point(left, top + radius * rest), point(left + radius * rest, top), point(left + radius, top)))
    }
    path.elements.append(.close)
    return path
  }
}
