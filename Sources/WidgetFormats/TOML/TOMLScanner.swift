/// Moves through the text of a TOML document that ``TOMLReader`` accepts. In any other text the positions mean nothing, but none is
/// out of bounds.
struct TOMLScanner {
  let bytes: [UInt8]
  var index: Int

  /// The next byte; 0, which no document contains, at the end.
  var next: UInt8 { index < bytes.count ? bytes[index] : 0 }
  var isAtEnd: Bool { index >= bytes.count }

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// Spaces and tabs.
  mutating func skipBlanks() { while next == 0x20 || next == 0x09 { index += 1 } }

  /// Moves to the end of the line, before its newline.
  mutating func skipToNewline() { while !isAtEnd, next != UInt8(ascii: "\n") { index += 1 } }

  /// Moves to the start of the next line.
  mutating func skipLine() {
    skipToNewline()
    if !isAtEnd { index += 1 }
  }

  /// Blanks, newlines and comments.
  mutating func skipSpace() {
    while !isAtEnd {
      switch next {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "#"): skipToNewline()
      default: return
      }
    }
  }

  /// Moves past a key and the blanks around it.
  ///
  /// - Returns: Its parts.
  mutating func key() -> [String] {
    var parts: [String] = []
    while true {
      skipBlanks()
      let start = index
      if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
        skipString()
        parts.append(Self.unquoted(bytes[start..<index]))
      } else {
        while Self.isBare(next) { index += 1 }
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
      }
      skipBlanks()
      guard next == UInt8(ascii: ".") else { return parts }
      index += 1
    }
  }

  /// Moves past a value.
  mutating func skipValue() {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
    case UInt8(ascii: "["), UInt8(ascii: "{"): skipBrackets()
    default:
      let start = index
      while !isAtEnd, !Self.endsScalar(next) { index += 1 }
      // A date and a time may have a space between them, so a blank doesn't end the value.
      while index > start, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { index -= 1 }
    }
  }

  private mutating func skipBrackets() {
    var depth = 0
    while !isAtEnd {
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString()
        continue
      case UInt8(ascii: "#"):
        skipToNewline()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { return }
    }
  }

  /// Moves past a string of any of the four kinds.
  private mutating func skipString() {
    let quote = next
    let isLong = starts(with: quote, 3)
    index += isLong ? 3 : 1
    while !isAtEnd {
      if next == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index = min(index + 2, bytes.count)
      } else if next != quote || (isLong && !starts(with: quote, 3)) {
        if !isLong, next == UInt8(ascii: "\n") { return }
        index += 1
      } else {
        index += isLong ? 3 : 1
        // Up to two quotes may precede the closing ones.
        for _ in 0..<2 where isLong && next == quote { index += 1 }
        return
      }
    }
  }

  private func starts(with byte: UInt8, _ count: Int) -> Bool {
    index + count <= bytes.count && bytes[index..<index + count].allSatisfy { $0 == byte }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"), 0x0A, 0x0D].contains(byte)
  }

  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The value of a string on one line.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> String {
    let table = try? TOMLReader.read(Array("key = ".utf8) + text)
    return table?["key"]?.string ?? String(decoding: text, as: UTF8.self)
  }
}
