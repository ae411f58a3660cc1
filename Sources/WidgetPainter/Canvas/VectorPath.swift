/// A shape made of lines and cubic curves, all absolute: what SVG's path data comes to.
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

  /// Reads path data (SVG 1.1, chapter 8): every command, absolute and relative, arcs included.
  ///
  /// As the specification has it, data with an error counts up to the error. Numbers beyond a million, and more than 10 000
  /// elements, are errors too.
  init(svg data: String) {
    var reader = PathReader(data)
    while elements.count < 10_000, let more = reader.next() { elements += more }
  }
}

/// Walks through path data, one command at a time.
private struct PathReader {
  private var text: ArraySlice<UInt8>
  private var command: UInt8 = 0
  private var current = VectorPath.Point(x: 0, y: 0)
  private var start = VectorPath.Point(x: 0, y: 0)
  /// The newest control point, for the smooth commands; nil when the newest command was not of their kind.
  private var cubicControl: VectorPath.Point?
  private var quadraticControl: VectorPath.Point?

  init(_ data: String) { text = Array(data.utf8)[...] }

  /// The elements of the next command; nil at the end and at an error.
  mutating func next() -> [VectorPath.Element]? {
    skipSeparators()
    guard let byte = text.first else { return nil }
    if (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z") {
      // A path begins with a move.
      if command == 0, byte | 0x20 != UInt8(ascii: "m") { return nil }
      command = byte
      text = text.dropFirst()
    } else if command == 0 || command | 0x20 == UInt8(ascii: "z") {
      return nil
    }
    let isRelative = command & 0x20 != 0
    let origin = isRelative ? current : VectorPath.Point(x: 0, y: 0)
    let (lastCubic, lastQuadratic) = (cubicControl, quadraticControl)
    (cubicControl, quadraticControl) = (nil, nil)
    switch command | 0x20 {
    case UInt8(ascii: "m"):
      guard let point = point(from: origin) else { return nil }
      (current, start) = (point, point)
      // More pairs after a move are lines.
      command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
      return [.move(point.x, point.y)]
    case UInt8(ascii: "l"):
      guard let point = point(from: origin) else { return nil }
      return line(to: point)
    case UInt8(ascii: "h"):
      guard let x = number() else { return nil }
      return line(to: VectorPath.Point(x: origin.x + x, y: current.y))
    case UInt8(ascii: "v"):
      guard let y = number() else { return nil }
      return line(to: VectorPath.Point(x: current.x, y: origin.y + y))
    case UInt8(ascii: "c"):
      guard let one = point(from: origin), let two = point(from: origin), let end = point(from: origin) else { return nil }
      return curve(one, two, end)
    case UInt8(ascii: "s"):
      guard let two = point(from: origin), let end = point(from: origin) else { return nil }
      return curve(mirrored(lastCubic), two, end)
    case UInt8(ascii: "q"):
      guard let control = point(from: origin), let end = point(from: origin) else { return nil }
      return quadratic(control, end)
    case UInt8(ascii: "t"):
      guard let end = point(from: origin) else { return nil }
      return quadratic(mirrored(lastQuadratic), end)
    case UInt8(ascii: "a"):
      guard let radiusX = number(), let radiusY = number(), let angle = number(), let isLarge = flag(), let sweeps = flag(),
        let end = point(from: origin)
      else { return nil }
      let arc = EllipticalArc(
        from: current, to: end, radiusX: abs(radiusX), radiusY: abs(radiusY), rotation: angle * .pi / 180, isLarge: isLarge,
        sweeps: sweeps)
      current = end
      return arc.elements
    case UInt8(ascii: "z"):
      current = start
      return [.close]
    default: return nil
    }
  }

  private mutating func line(to point: VectorPath.Point) -> [VectorPath.Element] {
    current = point
    return [.line(point.x, point.y)]
  }

  private mutating func curve(
    _ one: VectorPath.Point, _ two: VectorPath.Point, _ end: VectorPath.Point
  ) -> [VectorPath.Element] {
    (current, cubicControl) = (end, two)
    return [.curve(one, two, end)]
  }

  private mutating func quadratic(_ control: VectorPath.Point, _ end: VectorPath.Point) -> [VectorPath.Element] {
    func toward(_ from: VectorPath.Point) -> VectorPath.Point {
      VectorPath.Point(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
    }
    let element = VectorPath.Element.curve(toward(current), toward(end), end)
    (current, quadraticControl) = (end, control)
    return [element]
  }

  private func mirrored(_ control: VectorPath.Point?) -> VectorPath.Point {
    guard let control else { return current }
    return VectorPath.Point(x: 2 * current.x - control.x, y: 2 * current.y - control.y)
  }

  private mutating func point(from origin: VectorPath.Point) -> VectorPath.Point? {
    guard let x = number(), let y = number() else { return nil }
    return VectorPath.Point(x: origin.x + x, y: origin.y + y)
  }

  private mutating func skipSeparators() {
    text = text.drop { $0 == 0x20 || $0 == 0x2C || (0x09...0x0D).contains($0) }
  }

  /// `0` or `1`; it may stand right before the next number.
  private mutating func flag() -> Bool? {
    skipSeparators()
    guard let byte = text.first, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
    text = text.dropFirst()
    return byte == UInt8(ascii: "1")
  }

  /// `-1.5e3`, `.5`, `1.`: as long as it goes on being a number.
  private mutating func number() -> Double? {
    skipSeparators()
    var end = text.startIndex
    func byte() -> UInt8? { end < text.endIndex ? text[end] : nil }
    func skipDigits() -> Int {
      let first = end
      while let digit = byte(), (0x30...0x39).contains(digit) { end += 1 }
      return end - first
    }
    if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") { end += 1 }
    var digits = skipDigits()
    if byte() == UInt8(ascii: ".") {
      end += 1
      digits += skipDigits()
    }
    guard digits > 0 else { return nil }
    if let letter = byte(), letter | 0x20 == UInt8(ascii: "e") {
      let mark = end
      end += 1
      if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") { end += 1 }
      if skipDigits() == 0 { end = mark }
    }
    guard end - text.startIndex <= 64, let value = Double(String(decoding: text[..<end], as: UTF8.self)), abs(value) <= 1e6
    else { return nil }
    text = text[end...]
    return value
  }
}
