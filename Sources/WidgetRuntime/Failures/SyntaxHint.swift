import WidgetSystem

/// A guess at the meaning of a syntax error: a habit from another language, or a missing sign.
struct SyntaxHint: Equatable {
  /// Replaces Lua's message; nil if that's clear.
  var message: String?
  /// Replaces the line named by Lua.
  var line: Int?
  var remedy: String?

  /// - Parameters:
  ///   - message: Without the position: `'then' expected near '='`.
  ///   - line: Where Lua gave up, from 1.
  init(_ message: String, line: Int, in source: LuaSource) {
    if Self.isAboutMissingEnd(message), let elseIf = Self.separatedElseIf(in: source) {
      self.line = elseIf
      self.message = "'else if' begins a second if, which needs its own 'end'"
      remedy = "write elseif as one word"
      return
    }
    let previous = source.previousLine(line)
    for number in [line, previous].compactMap({ $0 }) {
      // The line above matters only if the error is at the beginning of its line.
      if number != line, !Self.isAtStart(message, source.code(line)) { continue }
      if let remedy = ForeignSyntax.remedy(for: source.code(number), source.line(number)) {
        self.remedy = remedy
        if number != line { self.line = number }
        return
      }
    }
    if Self.isAboutMissingEnd(message), let block = LuaBlocks.unclosed(in: source) {
      self.line = block.line
      self.message = "this '\(block.keyword)' has no '\(block.keyword == "repeat" ? "until" : "end")'"
      remedy = "close it where its block ends"
      return
    }
    if message.hasSuffix("<eof>"), !Self.isAboutMissingEnd(message) {
      for number in source.lines.indices.map({ $0 + 1 }) {
        guard let remedy = ForeignSyntax.remedy(for: source.code(number), source.line(number)) else { continue }
        self.remedy = remedy
        self.line = number
        self.message = "this is not Lua"
        return
      }
    }
    if Self.isAboutMissingEnd(message), let previous, source.code(previous).contains(TextPattern(#"^\s*return\b"#)) {
      remedy = "return must be the last statement of its block"
      return
    }
    remedy = Self.remedy(for: message, source.code(line), previous: previous.map { ($0, source.code($0)) })
  }

  private static func isAboutMissingEnd(_ message: String) -> Bool {
    message.hasPrefix("'end' expected") || message.hasPrefix("'until' expected")
  }

  private static func separatedElseIf(in source: LuaSource) -> Int? {
    zip(source.tokens, source.tokens.dropFirst()).first { $0.text == "else" && $1.text == "if" && $0.line == $1.line }?.0.line
  }

  /// Whether the sign named by Lua is the first in its line, or the file ends.
  private static func isAtStart(_ message: String, _ code: String) -> Bool {
    guard let sign = near(message) else { return message.hasSuffix("<eof>") }
    return code.drop(while: \.isWhitespace).hasPrefix(sign)
  }

  /// The sign in `... near 'x'`.
  private static func near(_ message: String) -> Substring? {
    guard message.hasSuffix("'"), let start = message.range(ofLast: "near '") else { return nil }
    return message[start...].dropLast()
  }

  /// Whether a line can only begin a statement: `local x`, or a function with a name.
  private static func beginsStatement(_ code: String) -> Bool {
    code.contains(TextPattern(#"^\s*(local|return|if|for|while|repeat|goto|break|function\s+[A-Za-z_]\w*)\b"#))
  }

  /// The line in `'}' expected (to close '{' at line 1)`; nil if it's the line of the error.
  private static func openingLine(_ message: String) -> Int? {
    TextPattern(#"at line ([0-9]+)\)"#).firstMatch(in: message).flatMap { Int($0[1]) }
  }

  private static func remedy(for message: String, _ code: String, previous: (line: Int, code: String)?) -> String? {
    let sign = near(message) ?? ""
    if message.hasPrefix("unfinished string") { return "close the text with the quote that opened it; \\n is a line break" }
    if message.hasPrefix("unfinished long") { return "close it with ]]" }
    if message.hasPrefix("invalid escape sequence") { return "write \\\\ for a backslash" }
    if message.hasPrefix("malformed number") { return "a name cannot begin with a digit" }
    if message.hasPrefix("'}' expected") {
      if sign == "=" { return "put a key that isn't a name in brackets: [\"key\"] = value" }
      if let previous, isAtStart(message, code) {
        // A statement, not the next field: the table ends above it.
        if beginsStatement(code) { return "close the { of line \(openingLine(message) ?? previous.line) with }" }
        return "write a comma at the end of line \(previous.line)"
      }
      return "a comma or a } is missing before \(sign)"
    }
    if message.hasPrefix("')' expected") {
      if let previous, isAtStart(message, code) { return "close the ( in line \(previous.line)" }
      if sign == "=", let call = TextPattern(#"([A-Za-z_][[:alnum:]_.]*)\s*\(\s*(\w+)\s*="#).firstMatch(in: code) {
        return "fields are in braces: write \(call[1]) { \(call[2]) = ... }"
      }
      return "a comma, .. or ) is missing before \(sign)"
    }
    if message.hasPrefix("'then' expected") {
      return sign == "=" ? "compare with ==" : "write then after the condition"
    }
    if message.hasPrefix("'do' expected") { return "write do at the end of the loop's first line" }
    if message == "syntax error near ','" { return "write the parentheses of a call with several arguments: print(\"a\", \"b\")" }
    if message.hasPrefix("'=' expected") || message.hasPrefix("syntax error near") {
      return sign == "=="
        ? "assign with =, or use the comparison in a condition"
        : "a statement is an assignment or a call with ( ), a text or a table"
    }
    if message.hasPrefix("<eof> expected") || message.hasPrefix("'<eof>' expected") {
      if sign == "end" { return "there is one end too many above, or a then or do is missing" }
      return LuaWords.keywords.contains(String(sign))
        ? "\(sign) has no if, for or repeat above it; it's a word of Lua and cannot be a name"
        : "return must be the last statement"
    }
    if message.hasPrefix("<name> expected"), LuaWords.keywords.contains(String(sign)) {
      return "\(sign) is a word of Lua and cannot be a name"
    }
    if message.hasPrefix("unexpected symbol"), LuaWords.keywords.contains(String(sign)) {
      if ["end", "local", "return", "function", "then", "do"].contains(sign) {
        return "something is missing before \(sign): a value, a ) or a }"
      }
      return "\(sign) is a word of Lua; as a key write [\"\(sign)\"]"
    }
    if message.hasPrefix("unexpected symbol"), sign == ")" || sign == "}" || sign == "]" {
      return "there is one \(sign) too many, or a value is missing before it"
    }
    if message.hasPrefix("no visible label") { return "write ::NAME:: where goto shall continue" }
    if message.hasPrefix("break outside") { return "leave a function with return" }
    return nil
  }
}

extension String {
  /// The index after the last occurrence of a text.
  fileprivate func range(ofLast text: String) -> Index? { ranges(of: text).last?.upperBound }
}
