extension VectorPath {
  /// The part of the path between two fractions of its length. If `from` is larger than `to`, the part runs over the end: the last
  /// piece, then the first.
  public func trimmed(from: Double, to: Double) -> VectorPath { MeasuredPath(self).part(from: from, to: to) }

  /// The length of all its lines and curves.
  public var length: Double { MeasuredPath(self).length }

  fileprivate var segments: [Segment] {
    var segments: [Segment] = []
    var (start, current) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    for element in elements {
      switch element {
      case .move(let x, let y):
        current = Point(x: x, y: y)
        start = current
      case .line(let x, let y):
        let end = Point(x: x, y: y)
        segments.append(Segment(current, end))
        current = end
      case .curve(let one, let two, let end):
        segments.append(Segment(current, end, one, two))
        current = end
      case .close:
        segments.append(Segment(current, start))
        current = start
      }
    }
    return segments
  }
}

/// A path whose lengths are known, for taking several parts of it.
public struct MeasuredPath: Sendable {
  private let segments: [Segment]
  /// The length of all its lines and curves.
  public let length: Double

  public init(_ path: VectorPath) {
    segments = path.segments
    length = segments.reduce(0) { $0 + $1.length }
  }

  /// The part between two fractions of the length. If `from` is larger than `to`, the part runs over the end: the last piece, then
  /// the first.
  public func part(from: Double, to: Double) -> VectorPath {
    let (from, to) = (Self.fraction(from), Self.fraction(to))
    guard from > to else { return piece(from: from, to: to) }
    var path = piece(from: from, to: 1)
    path.elements += piece(from: 0, to: to).elements
    return path
  }

  private static func fraction(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(0, value)) }

  private func piece(from: Double, to: Double) -> VectorPath {
    var path = VectorPath(svg: "")
    guard length > 0, from < to else { return path }
    var position = 0.0
    var end: VectorPath.Point?
    for segment in segments where segment.length > 0 {
      defer { position += segment.length }
      let first = max(0, (from * length - position) / segment.length)
      let last = min(1, (to * length - position) / segment.length)
      guard first < last else { continue }
      let piece = segment.part(from: segment.parameter(first), to: segment.parameter(last))
      if end != piece.start { path.elements.append(.move(piece.start.x, piece.start.y)) }
      path.elements.append(piece.element)
      end = piece.end
    }
    return path
  }
}

/// A line or a cubic curve.
private struct Segment: Sendable {
  let start: VectorPath.Point
  let end: VectorPath.Point
  private let controls: (VectorPath.Point, VectorPath.Point)?
  /// The length up to each of several equal steps of the curve's parameter.
  private let lengths: [Double]

  private static let steps = 16

  init(
    _ start: VectorPath.Point, _ end: VectorPath.Point, _ one: VectorPath.Point? = nil, _ two: VectorPath.Point? = nil
  ) {
    (self.start, self.end) = (start, end)
    func distance(_ a: VectorPath.Point, _ b: VectorPath.Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    guard let one, let two else {
      controls = nil
      lengths = [distance(start, end)]
      return
    }
    controls = (one, two)
    var (lengths, previous): ([Double], VectorPath.Point) = ([], start)
    for step in 1...Self.steps {
      let point = Self.split(start, one, two, end, at: Double(step) / Double(Self.steps)).middle
      lengths.append((lengths.last ?? 0) + distance(previous, point))
      previous = point
    }
    self.lengths = lengths
  }

  var length: Double { lengths.last ?? 0 }

  var element: VectorPath.Element {
    guard let (one, two) = controls else { return .line(end.x, end.y) }
    return .curve(one, two, end)
  }

  /// The curve's parameter at a fraction of its length.
  func parameter(_ fraction: Double) -> Double {
    guard controls != nil, length > 0 else { return fraction }
    let wanted = fraction * length
    guard let step = lengths.firstIndex(where: { $0 >= wanted }) else { return 1 }
    let before = step == 0 ? 0 : lengths[step - 1]
    let rest = lengths[step] > before ? (wanted - before) / (lengths[step] - before) : 0
    return (Double(step) + rest) / Double(Self.steps)
  }

  func part(from: Double, to: Double) -> Segment {
    guard let (one, two) = controls else {
      return Segment(Self.mix(start, end, from), Self.mix(start, end, to))
    }
    guard from < 1 else { return Segment(end, end) }
    let rest = Self.split(start, one, two, end, at: from)
    let tail = (rest.middle, rest.after.0, rest.after.1, end)
    let first = Self.split(tail.0, tail.1, tail.2, tail.3, at: (to - from) / (1 - from))
    return Segment(tail.0, first.middle, first.before.0, first.before.1)
  }

  private static func mix(_ a: VectorPath.Point, _ b: VectorPath.Point, _ t: Double) -> VectorPath.Point {
    VectorPath.Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }

  /// De Casteljau: the controls of both parts and the point between them.
  private static func split(
    _ a: VectorPath.Point, _ b: VectorPath.Point, _ c: VectorPath.Point, _ d: VectorPath.Point, at t: Double
  ) -> (before: (VectorPath.Point, VectorPath.Point), middle: VectorPath.Point, after: (VectorPath.Point, VectorPath.Point)) {
    let (ab, bc, cd) = (mix(a, b, t), mix(b, c, t), mix(c, d, t))
    let (abc, bcd) = (mix(ab, bc, t), mix(bc, cd, t))
    return ((ab, abc), mix(abc, bcd, t), (bcd, cd))
  }
}
