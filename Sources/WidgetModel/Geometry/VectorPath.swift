import WidgetSystem

/// A shape made of lines and cubic curves.
public struct VectorPath: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public enum Element: Sendable, Equatable {
    case move(Double, Double)
    case line(Double, Double)
    case curve(Point, Point, Point)
    case close
  }

  public var elements: [Element] = []
  /// Where reading stopped because of an error, in bytes; nil if there is none.
  public private(set) var errorOffset: Int?

  /// The longest path, in elements.
  public static let maximumElements = 10_000

  /// Reads SVG path data: all commands of SVG 1.1, chapter 8, absolute and relative.
  ///
  /// Reading stops at the first error, as the specification demands. Numbers beyond a million and more than ``maximumElements``
  /// are errors.
  public init(svg data: String) {
    var reader = PathReader(data)
    while elements.count < Self.maximumElements {
      let next = reader.next()
      if next.isEmpty { break }
      elements += next
    }
    if reader.hasFailed || !reader.isAtEnd { errorOffset = reader.offset }
  }
}

/// Reads path data one command at a time.
private struct PathReader {
  private typealias Point = VectorPath.Point

  private enum Command: UInt8 {
    case move = 0x6D, line = 0x6C, horizontal = 0x68, vertical = 0x76, curve = 0x63, smoothCurve = 0x73, quadratic = 0x71,
      smoothQuadratic = 0x74, arc = 0x61, close = 0x7A
  }

  private let length: Int
  private var text: Substring.UTF8View
  private var command: Command?
  private var isRelative = false
  private var current = Point(x: 0, y: 0)
  private var start = Point(x: 0, y: 0)
  /// The last control point of a curve, mirrored by a smooth one.
  private var cubicControl: Point?
  private var quadraticControl: Point?

  init(_ data: String) {
    text = Substring(data).utf8
    length = text.count
  }

  private(set) var hasFailed = false
  var isAtEnd: Bool { text.allSatisfy(Self.isSeparator) }
  /// The offset of the next unread byte.
  var offset: Int { length - text.count }

  /// The next elements; none at the end or after an error.
  mutating func next() -> [VectorPath.Element] {
    skipSeparators()
    guard let byte = text.first else { return [] }
    let elements = elements(at: byte)
    hasFailed = elements.isEmpty
    return elements
  }

  private mutating func elements(at byte: UInt8) -> [VectorPath.Element] {
    if let named = Command(rawValue: byte | 0x20), byte & 0x40 != 0 {
      // A path begins with a move.
      if command == nil, named != .move { return [] }
      command = named
      isRelative = byte & 0x20 != 0
      text = text.dropFirst()
    } else if command == .move {
      // Further pairs after a move are lines.
      command = .line
    } else if command == .close {
      // Only a command may follow.
      return []
    }
    let (cubic, quadratic) = (cubicControl, quadraticControl)
    (cubicControl, quadraticControl) = (nil, nil)
    switch command {
    case .move:
      guard let point = point() else { return [] }
      (current, start) = (point, point)
      return [.move(point.x, point.y)]
    case .line: return point().map { line(to: $0) } ?? []
    case .horizontal: return number().map { line(to: Point(x: $0 + (isRelative ? current.x : 0), y: current.y)) } ?? []
    case .vertical: return number().map { line(to: Point(x: current.x, y: $0 + (isRelative ? current.y : 0))) } ?? []
    case .curve:
      guard let one = point(), let two = point(), let end = point() else { return [] }
      return curve(one, two, end)
    case .smoothCurve:
      guard let two = point(), let end = point() else { return [] }
      return curve(mirrored(cubic), two, end)
    case .quadratic:
      guard let control = point(), let end = point() else { return [] }
      return self.quadratic(control, end)
    case .smoothQuadratic:
      guard let end = point() else { return [] }
      return self.quadratic(mirrored(quadratic), end)
    case .arc: return arc()
    case .close:
      current = start
      return [.close]
    case nil: return []
    }
  }

  private mutating func line(to point: Point) -> [VectorPath.Element] {
    current = point
    return [.line(point.x, point.y)]
  }

  private mutating func curve(_ one: Point, _ two: Point, _ end: Point) -> [VectorPath.Element] {
    (current, cubicControl) = (end, two)
    return [.curve(one, two, end)]
  }

  private mutating func quadratic(_ control: Point, _ end: Point) -> [VectorPath.Element] {
    func toward(_ point: Point) -> Point {
      Point(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    let element = VectorPath.Element.curve(toward(current), toward(end), end)
    (current, quadraticControl) = (end, control)
    return [element]
  }

  private func mirrored(_ control: Point?) -> Point {
    control.map { Point(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
  }

  /// An elliptical arc as curves of at most a quarter each (SVG 1.1, appendix F.6).
  private mutating func arc() -> [VectorPath.Element] {
    guard let givenX = number(), let givenY = number(), let turn = number(), let isLarge = flag(), let isSweep = flag(),
      let end = point()
    else { return [] }
    let begin = current
    current = end
    var (rx, ry) = (abs(givenX), abs(givenY))
    guard rx > 0, ry > 0, begin != end else { return [.line(end.x, end.y)] }
    let (cosine, sine) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
    let (dx, dy) = ((begin.x - end.x) / 2, (begin.y - end.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, -sine * dx + cosine * dy)
    let excess = x * x / (rx * rx) + y * y / (ry * ry)
    if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
    let square = rx * rx * y * y + ry * ry * x * x
    let factor = max(0, (rx * rx * ry * ry - square) / square).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let (ux, uy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let (cx, cy) = (cosine * ux - sine * uy + (begin.x + end.x) / 2, sine * ux + cosine * uy + (begin.y + end.y) / 2)
    let from = atan2((y - uy) / ry, (x - ux) / rx)
    var sweep = atan2((-y - uy) / ry, (-x - ux) / rx) - from
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    // Radii whose squares round to zero make no ellipse.
    guard sweep.isFinite, cx.isFinite, cy.isFinite else { return [.line(end.x, end.y)] }
    let parts = max(1, min(4, Int(saturating: (abs(sweep) / (.pi / 2)).rounded(.up))))
    let step = sweep / Double(parts)
    let handle = 4 / 3 * tan(step / 4)
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: cosine * rx * x - sine * ry * y + cx, y: sine * rx * x + cosine * ry * y + cy)
    }
    return (0..<parts).map { part in
      let (one, two) = (from + step * Double(part), from + step * Double(part + 1))
      return .curve(
        place(cos(one) - handle * sin(one), sin(one) + handle * cos(one)),
        place(cos(two) + handle * sin(two), sin(two) - handle * cos(two)),
        part == parts - 1 ? end : place(cos(two), sin(two)))
    }
  }

  private mutating func point() -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return isRelative ? Point(x: current.x + x, y: current.y + y) : Point(x: x, y: y)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x2C || (0x09...0x0D).contains(byte) }

  private mutating func skipSeparators() { text = text.drop(while: Self.isSeparator) }

  /// `0` or `1`, even without a separator after it.
  private mutating func flag() -> Bool? {
    skipSeparators()
    guard let byte = text.first, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
    text = text.dropFirst()
    return byte == UInt8(ascii: "1")
  }

  /// `-1.5`, `.5`, `12`, `1e-3`
  private mutating func number() -> Double? {
    skipSeparators()
    let isNegative = text.first == UInt8(ascii: "-")
    let unsigned = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    let digits = unsigned.prefix { (0x30...0x39).contains($0) }
    var rest = unsigned.dropFirst(digits.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(fraction.count)
    }
    guard digits.count + fraction.count > 0, digits.count + fraction.count <= 20 else { return nil }
    var exponent = ""
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      var tail = rest.dropFirst()
      let isSmall = tail.first == UInt8(ascii: "-")
      if isSmall || tail.first == UInt8(ascii: "+") { tail = tail.dropFirst() }
      let power = tail.prefix { (0x30...0x39).contains($0) }
      guard (1...2).contains(power.count) else { return nil }
      exponent = "e" + (isSmall ? "-" : "") + String(Substring(power))
      rest = tail.dropFirst(power.count)
    }
    guard let value = Double("0\(Substring(digits)).\(Substring(fraction))0" + exponent), value <= 1e6 else { return nil }
    text = rest
    return isNegative ? -value : value
  }
}
