/// Finds the calls of `widget` in a script without running it.
///
/// A manifest must be a single call in the first statement. If it isn't, reading only the manifest finds nothing wrong.
enum ManifestCalls {
  /// The lines of all `widget { ... }` and `widget(...)`, outside comments and strings.
  static func lines(in source: [UInt8]) -> [Int] {
    var lines: [Int] = []
    var scanner = Scanner(bytes: source[...])
    while let byte = scanner.bytes.first {
      if scanner.skipLong() || scanner.skipString() { continue }
      guard isName(byte) else {
        if byte != space, byte != 0x0A, byte != 0x09 { scanner.previous = byte }
        scanner.advance(1)
        continue
      }
      let word = Array(scanner.bytes.prefix(while: isName))
      let line = scanner.line
      scanner.advance(word.count)
      let next = scanner.bytes.first { $0 != space && $0 != 0x0A && $0 != 0x09 }
      let isMember = scanner.previous == UInt8(ascii: ".") || scanner.previous == UInt8(ascii: ":")
      let isDefinition = scanner.word == Array("function".utf8)
      if word == Array("widget".utf8), next == UInt8(ascii: "{") || next == UInt8(ascii: "("), !isMember, !isDefinition {
        lines.append(line)
      }
      scanner.word = word
      scanner.previous = word.last ?? 0
    }
    return lines
  }

  private static let space = UInt8(ascii: " ")

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The rest of the source, and what came before it.
  private struct Scanner {
    var bytes: ArraySlice<UInt8>
    var line = 1
    /// The last byte that isn't a space.
    var previous: UInt8 = 0
    /// The last name or keyword.
    var word: [UInt8] = []

    mutating func advance(_ count: Int) {
      for byte in bytes.prefix(count) where byte == 0x0A { line += 1 }
      bytes = bytes.dropFirst(count)
    }

    /// Skips a comment or a string in long brackets.
    mutating func skipLong() -> Bool {
      let isComment = bytes.starts(with: "--".utf8)
      let text = isComment ? bytes.dropFirst(2) : bytes
      if text.first == UInt8(ascii: "[") {
        let level = text.dropFirst().prefix { $0 == UInt8(ascii: "=") }
        if text.dropFirst(1 + level.count).first == UInt8(ascii: "[") {
          let end = Array("]".utf8) + level + Array("]".utf8)
          var rest = text.dropFirst(2 + level.count)
          while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
          advance(bytes.count - rest.count + end.count)
          return true
        }
      }
      guard isComment else { return false }
      advance(bytes.prefix { $0 != 0x0A }.count)
      return true
    }

    /// Skips a quoted string.
    mutating func skipString() -> Bool {
      guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
      var count = 1
      var rest = bytes.dropFirst()
      while let byte = rest.first {
        let length = byte == UInt8(ascii: "\\") ? 2 : 1
        count += length
        rest = rest.dropFirst(length)
        if byte == quote { break }
      }
      previous = quote
      advance(count)
      return true
    }
  }
}
