import WidgetSystem

/// Signs and words from other languages that are errors in Lua, with Lua's equivalent.
enum ForeignSyntax {
  /// - Parameters:
  ///   - code: A line without comments, with every text replaced by `""`.
  ///   - line: The same line, unchanged.
  static func remedy(for code: String, _ line: Substring) -> String? {
    if let sign = signs.first(where: { $0.isIn(code) }) { return sign.remedy }
    if line.contains(where: { "\u{201C}\u{201D}\u{2018}\u{2019}".contains($0) }) { return "write straight quotes: \" or '" }
    if code.contains("\u{A0}") { return "the line contains a no-break space; write a plain space" }
    if code.contains("`") { return "join text with ..: \"hello \" .. name" }
    return nil
  }

  /// Something that isn't Lua.
  private struct Sign {
    var pattern: TextPattern
    /// A pattern that mustn't follow the match.
    var unless: TextPattern?
    var remedy: String

    init(_ pattern: StaticString, unless: StaticString? = nil, _ remedy: String) {
      self.pattern = TextPattern(pattern)
      self.unless = unless.map { TextPattern($0) }
      self.remedy = remedy
    }

    func isIn(_ code: String) -> Bool {
      guard let unless else { return code.contains(pattern) }
      return pattern.matches(in: code).contains { !code[$0.range().upperBound...].contains(unless) }
    }
  }

  /// The first match counts.
  private static let signs: [Sign] = [
    Sign(#"^\s*//|/\*|\*/"#, "a comment begins with --"),
    Sign(#"^\s*#"#, unless: "^!", "a comment begins with --"),
    Sign(#"\bfor\s*\([^;]*;"#, "write a counting loop as for i = 1, 10 do ... end"),
    Sign(#"\bfor\s*\(\s*(const|let|var)\b"#, "write a loop over a list as for _, value in ipairs(list) do ... end"),
    Sign(#"\bin\s+range\s*\("#, "write a counting loop as for i = 1, 10 do ... end"),
    Sign(#"\bfor\b[^=]*\bin\s+[0-9]+\s*\.\."#, "write a counting loop as for i = 1, 10 do ... end"),
    Sign(#"\bfor\b.*:\s*$"#, "a loop begins with do and closes with end"),
    Sign(#"==="#, "compare with =="),
    Sign(#"!==?"#, "Lua writes \"not equal\" as ~="),
    Sign(#"<>"#, "Lua writes \"not equal\" as ~="),
    Sign(#"&&"#, "Lua writes && as and"),
    Sign(#"\|\|"#, "Lua writes || as or"),
    Sign(#"\?\?"#, "write a or b"),
    Sign(#"\?\."#, "Lua has no ?.; write user and user.name"),
    Sign(#"=>"#, "write a function as function(x) return x * 2 end"),
    Sign(#"\blambda\b"#, "write a function as function(x) return x * 2 end"),
    Sign(#"\?"#, "Lua has no ? : operator; write condition and a or b"),
    Sign(#"\+\+"#, "Lua has no ++; write i = i + 1"),
    Sign(#"([-+*/%]|\.\.)="#, unless: "^=", "Lua has no such operator; write x = x + y in full"),
    Sign(
      #"^\s*(export\s+(default\s+)?)?(async\s+)?function\b.*\)\s*\{\s*$"#,
      "a function has no braces: function name() ... end"
    ),
    Sign(#"^\s*async\b"#, "leave out async: host functions such as fetch wait for their result"),
    Sign(#"\bawait\b"#, "leave out await: host functions such as fetch wait for their result"),
    Sign(#"^\s*export\b"#, "leave out export: the host calls global functions"),
    Sign(#"^\s*(if|while|elif|else\s+if)\b.*\)\s*\{\s*$"#, "a block has no braces: if x then ... end, while x do ... end"),
    Sign(#"^\s*(const|let|var)\b"#, "declare a variable with local"),
    Sign(#"^\s*def\b"#, "write a function as function name() ... end"),
    Sign(#"\belse\s*\{"#, "a block has no braces: if x then ... else ... end"),
    Sign(#"\b(elif|elsif|elseIf)\b"#, "Lua writes elseif, as one word"),
    Sign(#"^\s*(try|except|finally)\b|\bcatch\b"#, "handle errors with local ok, err = pcall(function() ... end)"),
    Sign(#"^\s*(if|while)\b.*:\s*$"#, "a block begins with then or do and closes with end"),
    Sign(#"^\s*(import|from)\s+[[:alnum:]_{*]"#, "load a module of the widget's folder with local name = require \"name\""),
    Sign(#"^\s*(throw|raise)\b"#, "raise an error with error(\"reason\")"),
    Sign(#"\bcontinue\b"#, "Lua has no continue; write goto continue with ::continue:: before the loop's end, or an if"),
    Sign(#"\bswitch\b|^\s*case\b.*:"#, "Lua has no switch; write if and elseif"),
    Sign(#"\bnew\s+[A-Z]"#, "Lua has no new"),
    Sign(#"^\s*\$\w|^\s*@\w"#, "a name has no $ or @; declare a variable with local"),
    Sign(#"(^|[^[:alnum:]_~=<>])!\s*[[:alnum:]_(]"#, "Lua writes ! as not"),
    Sign(#"[{,]\s*(""|\w+)\s*:\s*"#, unless: #"^(:|\w+\s*[("{])"#, "Lua writes key = value in a table, or [\"key\"] = value"),
    Sign(#"[{,]\s*""\s*="#, "write a text as a key in brackets: [\"key\"] = value"),
    Sign(#"[{,]\s*\w+(-\w+)+\s*="#, "put a key that isn't a name in brackets: [\"Content-Type\"] = value"),
    Sign(#"[{,]\s*local\b"#, "leave out local in a table"),
    Sign(#"=\s*\[\s*(""|[]{[:alnum:]_])"#, "a list has braces: { \"a\", \"b\" }"),
    Sign(#"^\s*local\s+\w+\s*\."#, "leave out local: a field belongs to its table"),
  ]
}

/// Lua's words.
enum LuaWords {
  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
  ]
}
