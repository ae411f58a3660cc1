/// A shape made of lines and cubic curves.
struct VectorPath: Equatable {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  enum Element: Equatable {
    case move(Double, Double)
    case line(Double, Double)
    case curve(Point, Point, Point)
    case close
  }

  var elements: [Element] = []

  /// Reads SVG path data as our icons have it: the absolute commands `M L H V C Z` (SVG 1.1, chapter 8).
  ///
  /// Reading stops at the first error, as the specification demands. A number beyond a million and more than 10 000 elements are
  /// errors.
  init(svg data: String) {
    var reader = PathReader(data)
    while elements.count < 10_000, let element = reader.next() { elements.append(element) }
  }
}

/// Reads path data one element at a time.
private struct PathReader {
  private enum Command: Character { case move = "M", line = "L", horizontal = "H", vertical = "V", curve = "C", close = "Z" }

  private var text: Substring.UTF8View
  private var command: Command?
  private var current = VectorPath.Point(x: 0, y: 0)
  private var start = VectorPath.Point(x: 0, y: 0)

  init(_ data: String) { text = Substring(data).utf8 }

  /// nil at the end and at an error.
  mutating func next() -> VectorPath.Element? {
    skipSeparators()
    guard let byte = text.first else { return nil }
    if let named = Command(rawValue: Character(Unicode.Scalar(byte))) {
      // A path begins with a move.
      if command == nil, named != .move { return nil }
      command = named
      text = text.dropFirst()
    } else if command == .move {
      // Further pairs after a move are lines.
      command = .line
    }
    switch command {
    case .move:
      guard let point = point() else { return nil }
      (current, start) = (point, point)
      return .move(point.x, point.y)
    case .line: return point().map { line(to: $0) }
    case .horizontal: return number().map { line(to: VectorPath.Point(x: $0, y: current.y)) }
    case .vertical: return number().map { line(to: VectorPath.Point(x: current.x, y: $0)) }
    case .curve:
      guard let one = point(), let two = point(), let end = point() else { return nil }
      current = end
      return .curve(one, two, end)
    case .close:
      // Only a command may follow.
      guard byte == UInt8(ascii: "Z") else { return nil }
      current = start
      return .close
    case nil: return nil
    }
  }

  private mutating func line(to point: VectorPath.Point) -> VectorPath.Element {
    current = point
    return .line(point.x, point.y)
  }

  private mutating func point() -> VectorPath.Point? {
    guard let x = number(), let y = number() else { return nil }
    return VectorPath.Point(x: x, y: y)
  }

  private mutating func skipSeparators() {
    text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
  }

  /// `-1.5`, `.5`, `12`
  private mutating func number() -> Double? {
    skipSeparators()
    let isNegative = text.first == UInt8(ascii: "-")
    let unsigned = isNegative ? text.dropFirst() : text
    let digits = unsigned.prefix { (0x30...0x39).contains($0) }
    var rest = unsigned.dropFirst(digits.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(fraction.count)
    }
    guard digits.count + fraction.count > 0, digits.count + fraction.count <= 20,
      let value = Double("0\(Substring(digits)).\(Substring(fraction))0"), value <= 1e6
    else { return nil }
    text = rest
    return isNegative ? -value : value
  }
}
