import WidgetSystem

/// A TOML string without its closing quotes, which the parser reports as a control character or as the end of the file.
struct UnclosedText {
  /// The line to name, from 1.
  let line: Int
  let message: String

  /// nil if the mistake is another one.
  ///
  /// - Parameters:
  ///   - message: The parser's message.
  ///   - line: The line it names.
  init?(_ message: String, line: Int, of bytes: [UInt8]) {
    guard message.contains("string") else { return nil }
    if message.contains("end-of-file") {
      guard let open = Self.open(in: bytes) else { return nil }
      self.line = open.line
      self.message =
        open.quotes.count == 1
        ? Self.short : "a text begins with \(open.quotes) and isn't closed; write \(open.quotes) at its end"
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard message.contains("control characters other than TAB"), lines.indices.contains(line - 1),
      // Otherwise the message is about another character of the line.
      lines[line - 1].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0D })
    else { return nil }
    self.line = line
    self.message = Self.short
  }

  private static let short = "a text isn't closed; write a quote at its end"

  /// The quotes of the text that's open at the end, with the line they're in.
  private static func open(in bytes: [UInt8]) -> (quotes: String, line: Int)? {
    var (offset, line) = (0, 1)
    func count(_ byte: UInt8) -> Int { bytes[offset...].prefix(3).prefix { $0 == byte }.count }
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "#"): offset = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
        let length = count(quote) == 3 ? 3 : 1
        let start = line
        offset += length
        while offset < bytes.count, count(quote) < length {
          let isEscape = bytes[offset] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
          let end = min(bytes.count, offset + (isEscape ? 2 : 1))
          line += bytes[offset..<end].count { $0 == UInt8(ascii: "\n") }
          offset = end
        }
        guard offset < bytes.count else {
          return (String(repeating: Character(UnicodeScalar(quote)), count: length), start)
        }
        offset += length
        // The last quotes of a text may stand right before the closing ones.
        if length == 3 { offset += min(2, count(quote)) }
      case UInt8(ascii: "\n"):
        line += 1
        offset += 1
      default: offset += 1
      }
    }
    return nil
  }
}
