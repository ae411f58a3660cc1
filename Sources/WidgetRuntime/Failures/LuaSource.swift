import WidgetSystem

/// A word, a text or a sign in a Lua source, which may be damaged.
struct LuaToken: Equatable {
  enum Kind { case name, number, string, sign }

  var kind: Kind
  var text: Substring
  /// From 1.
  var line: Int
}

/// A Lua source, as far as hints need it.
struct LuaSource {
  /// The lines as they are.
  let lines: [Substring]
  /// The tokens; comments are left out.
  private(set) var tokens: [LuaToken] = []
  /// The lines without comments, with every text replaced by `""`.
  private(set) var code: [String]

  init(_ source: String) {
    let text = Self.withPlainLineBreaks(source)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    code = Array(repeating: "", count: lines.count)
    var scanner = LuaScanner(text)
    while let piece = scanner.next() {
      switch piece.kind {
      case .space: code[piece.line - 1] += piece.text
      case .comment: break
      case .string:
        code[piece.line - 1] += "\"\""
        tokens.append(LuaToken(kind: .string, text: piece.text, line: piece.line))
      case .name: add(.name, piece)
      case .number: add(.number, piece)
      case .sign: add(.sign, piece)
      }
    }
  }

  /// The source with each of Lua's line breaks as one line feed. CR LF, LF CR and a lone CR count as one too (manual, section
  /// 3.1); other characters Unicode calls line breaks don't begin a new line.
  private static func withPlainLineBreaks(_ source: String) -> String {
    guard source.utf8.contains(0x0D) else { return source }
    var bytes: [UInt8] = []
    var previous: UInt8?
    for byte in source.utf8 {
      switch (previous, byte) {
      case (0x0D, 0x0A), (0x0A, 0x0D): previous = nil
      case (_, 0x0D), (_, 0x0A):
        bytes.append(0x0A)
        previous = byte
      default:
        bytes.append(byte)
        previous = nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func add(_ kind: LuaToken.Kind, _ piece: LuaScanner.Piece) {
    code[piece.line - 1] += piece.text
    tokens.append(LuaToken(kind: kind, text: piece.text, line: piece.line))
  }

  /// A line's code, from 1; empty beyond the end.
  func code(_ line: Int) -> String { code.indices.contains(line - 1) ? code[line - 1] : "" }

  /// A line's text, from 1; empty beyond the end.
  func line(_ line: Int) -> Substring { lines.indices.contains(line - 1) ? lines[line - 1] : "" }

  /// The width of the white space a line begins with.
  func indentation(_ line: Int) -> Int { self.line(line).prefix { $0 == " " || $0 == "\t" }.count }

  /// The nearest line above with code in it.
  func previousLine(_ line: Int) -> Int? {
    stride(from: line - 1, through: 1, by: -1).first { code($0).contains { !$0.isWhitespace } }
  }
}

/// Splits a Lua source into pieces. Never fails: anything that isn't Lua is a sign.
private struct LuaScanner {
  enum Kind { case space, comment, string, name, number, sign }

  struct Piece {
    var kind: Kind
    var text: Substring
    var line: Int
  }

  private var rest: Substring
  private var line = 1

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Piece? {
    guard let first = rest.first else { return nil }
    let start = line
    let (kind, length) = piece(first)
    let text = rest.prefix(length)
    rest = rest.dropFirst(length)
    line += text.utf8.count { $0 == 0x0A }
    // A line break ends a run of white space: the run after it is on the next line.
    return Piece(kind: kind, text: kind == .space && first == "\n" ? "" : text, line: start)
  }

  private func piece(_ first: Character) -> (Kind, Int) {
    if first == "\n" { return (.space, 1) }
    if first.isWhitespace { return (.space, rest.prefix { $0.isWhitespace && $0 != "\n" }.count) }
    if rest.hasPrefix("--") {
      if let long = longBracket(rest.dropFirst(2)) { return (.comment, 2 + long) }
      return (.comment, rest.prefix { $0 != "\n" }.count)
    }
    if first == "[", let long = longBracket(rest) { return (.string, long) }
    if first == "\"" || first == "'" { return (.string, quoted(first)) }
    if first.isLetter || first == "_" { return (.name, rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count) }
    if first.isNumber { return (.number, rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }.count) }
    for sign in ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"] where rest.hasPrefix(sign) {
      return (.sign, sign.count)
    }
    return (.sign, 1)
  }

  /// The length of `[[...]]` or `[==[...]==]`.
  private func longBracket(_ text: Substring) -> Int? {
    guard text.first == "[" else { return nil }
    let level = text.dropFirst().prefix { $0 == "=" }.count
    guard text.dropFirst(1 + level).first == "[" else { return nil }
    let close = "]" + String(repeating: "=", count: level) + "]"
    guard let end = text.dropFirst(2 + level).firstRange(of: close) else { return text.count }
    return text.distance(from: text.startIndex, to: end.upperBound)
  }

  /// The length of a quoted text, which ends with its line if it isn't closed.
  private func quoted(_ quote: Character) -> Int {
    var length = 1
    var isEscaped = false
    for character in rest.dropFirst() {
      if character == "\n", !isEscaped { return length }
      length += 1
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quote {
        return length
      }
    }
    return length
  }
}
