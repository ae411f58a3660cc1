import WidgetSystem

/// Text without quotes in place of a TOML value: the likeliest mistake in a file that isn't TOML.
enum UnquotedText {
  /// `flight.lua needs quotes: write file = "flight.lua"`; nil if the line's mistake is another one.
  static func hint(line: Int, of bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: 10, maxSplits: line, omittingEmptySubsequences: false)
    guard line > 0, lines.indices.contains(line - 1), let text = String(validating: lines[line - 1], as: UTF8.self) else {
      return nil
    }
    if let name = withoutValue(text) { return "\(name) has no value: write one after the equals sign, or remove the line" }
    var scanner = Scanner(rest: text[...])
    guard let (key, value) = scanner.firstUnquoted() else { return nil }
    let lower = value.lowercased()
    if lower == "true" || lower == "false" { return "write \(key)\(lower), in lower case" }
    return "\(value) needs quotes, as all text does: write \(key)\(TOMLText.string(value))"
  }

  /// The name in a line that ends after its equals sign.
  private static func withoutValue(_ line: String) -> String? {
    let parts = line.prefix { $0 != "#" }.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].allSatisfy(\.isWhitespace) else { return nil }
    let name = parts[0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return name.isEmpty || name.contains(where: { "\"'[{".contains($0) }) ? nil : name
  }

  /// Reads a line's values.
  private struct Scanner {
    var rest: Substring
    /// The name before the last equals sign, with it.
    private var key = ""
    /// The open brackets after the first equals sign.
    private var open: [Character] = []

    init(rest: Substring) { self.rest = rest }

    mutating func firstUnquoted() -> (key: String, value: String)? {
      guard rest.first(where: { !$0.isWhitespace }) != "[", readKey() else { return nil }
      while let character = nextValue() {
        switch character {
        case "#": return nil
        case "\"", "'": skipString(character)
        case "[", "{":
          open.append(character)
          rest.removeFirst()
          if character == "{", !readKey() { return nil }
        case "]", "}":
          _ = open.popLast()
          rest.removeFirst()
        case ",":
          rest.removeFirst()
          if open.last == "{", !readKey() { return nil }
        default:
          let value = bareValue()
          if !Self.isValue(value) { return (open.last == "[" ? "" : key, value) }
        }
      }
      return nil
    }

    /// Skips a name up to its equals sign.
    private mutating func readKey() -> Bool {
      guard let equals = rest.firstIndex(of: "=") else { return false }
      let name = rest[..<equals].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !name.isEmpty, !name.contains("#") else { return false }
      key = name + " = "
      rest = rest[rest.index(after: equals)...]
      return true
    }

    private mutating func nextValue() -> Character? {
      rest = rest.drop(while: \.isWhitespace)
      return rest.first
    }

    private mutating func skipString(_ quote: Character) {
      rest.removeFirst()
      while let character = rest.popFirst(), character != quote {
        if character == "\\", quote == "\"" { _ = rest.popFirst() }
      }
    }

    /// Up to a comma or a closing bracket of the list or table it's in, or a comment.
    private mutating func bareValue() -> String {
      let ends: Set<Character> = open.isEmpty ? ["#"] : open.last == "[" ? ["#", ",", "]"] : ["#", ",", "}"]
      let value = rest.prefix { !ends.contains($0) }
      rest = rest[value.endIndex...]
      return String(value.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static let value = TextPattern(
      #"^([0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9:.]+|[-+]?(0x[0-9a-fA-F_]*|0o[0-9_]*|0b[0-9_]*|[0-9_.]+([eE][-+]?[0-9_]*)?))$"#)

    /// Whether a bare word is meant as a number, a date or a truth value. One with a mistake, such as `1__0`, is too.
    private static func isValue(_ text: String) -> Bool {
      if ["true", "false", "inf", "nan", "+inf", "-inf", "+nan", "-nan"].contains(text) { return true }
      if text.contains("\"") || text.contains("'") { return true }
      return text.contains(value)
    }
  }
}
