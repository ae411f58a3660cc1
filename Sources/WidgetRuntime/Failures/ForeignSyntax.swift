/// Signs and words from other languages that are errors in Lua, with Lua's equivalent.
enum ForeignSyntax {
  /// - Parameters:
  ///   - code: A line without comments, with every text replaced by `""`.
  ///   - line: The same line, unchanged.
  static func remedy(for code: String, _ line: Substring) -> String? {
    for (pattern, remedy) in patterns where code.contains(pattern) { return remedy }
    if line.contains(#/[\u{201C}\u{201D}\u{2018}\u{2019}]/#) { return "write straight quotes: \" or '" }
    if code.contains("\u{A0}") { return "the line contains a no-break space; write a plain space" }
    if code.contains("`") { return "join text with ..: \"hello \" .. name" }
    return nil
  }

  /// The first match counts. Made on request, because expressions aren't `Sendable`.
  private static var patterns: [(pattern: Regex<Substring>, remedy: String)] {
    [
      (#/^\s*\/\/|\/\*|\*\//#, "a comment begins with --"),
      (#/^\s*#(?!!)/#, "a comment begins with --"),
      (#/\bfor\s*\([^;]*;/#, "write a counting loop as for i = 1, 10 do ... end"),
      (#/\bfor\s*\(\s*(?:const|let|var)\b/#, "write a loop over a list as for _, value in ipairs(list) do ... end"),
      (#/\bin\s+range\s*\(/#, "write a counting loop as for i = 1, 10 do ... end"),
      (#/\bfor\b[^=]*\bin\s+\d+\s*\.\./#, "write a counting loop as for i = 1, 10 do ... end"),
      (#/\bfor\b.*:\s*$/#, "a loop begins with do and closes with end"),
      (#/===/#, "compare with =="),
      (#/!==?/#, "Lua writes \"not equal\" as ~="),
      (#/<>/#, "Lua writes \"not equal\" as ~="),
      (#/&&/#, "Lua writes && as and"),
      (#/\|\|/#, "Lua writes || as or"),
      (#/\?\?/#, "write a or b"),
      (#/\?\./#, "Lua has no ?.; write user and user.name"),
      (#/=>/#, "write a function as function(x) return x * 2 end"),
      (#/\blambda\b/#, "write a function as function(x) return x * 2 end"),
      (#/\?/#, "Lua has no ? : operator; write condition and a or b"),
      (#/\+\+/#, "Lua has no ++; write i = i + 1"),
      (#/(?:[+\-*\/%]|\.\.)=(?!=)/#, "Lua has no such operator; write x = x + y in full"),
      (
        #/^\s*(?:export\s+(?:default\s+)?)?(?:async\s+)?function\b.*\)\s*\{\s*$/#,
        "a function has no braces: function name() ... end"
      ),
      (#/^\s*async\b/#, "leave out async: host functions such as fetch wait for their result"),
      (#/\bawait\b/#, "leave out await: host functions such as fetch wait for their result"),
      (#/^\s*export\b/#, "leave out export: the host calls global functions"),
      (#/^\s*(?:if|while|elif|else\s+if)\b.*\)\s*\{\s*$/#, "a block has no braces: if x then ... end, while x do ... end"),
      (#/^\s*(?:const|let|var)\b/#, "declare a variable with local"),
      (#/^\s*def\b/#, "write a function as function name() ... end"),
      (#/\belse\s*\{/#, "a block has no braces: if x then ... else ... end"),
      (#/\b(?:elif|elsif|elseIf)\b/#, "Lua writes elseif, as one word"),
      (#/^\s*(?:try|except|finally)\b|\bcatch\b/#, "handle errors with local ok, err = pcall(function() ... end)"),
      (#/^\s*(?:if|while)\b.*:\s*$/#, "a block begins with then or do and closes with end"),
      (#/^\s*(?:import|from)\s+[\w{*]/#, "load a module of the widget's folder with local name = require \"name\""),
      (#/^\s*(?:throw|raise)\b/#, "raise an error with error(\"reason\")"),
      (#/\bcontinue\b/#, "Lua has no continue; write goto continue with ::continue:: before the loop's end, or an if"),
      (#/\bswitch\b|^\s*case\b.*:/#, "Lua has no switch; write if and elseif"),
      (#/\bnew\s+[A-Z]/#, "Lua has no new"),
      (#/^\s*\$\w|^\s*@\w/#, "a name has no $ or @; declare a variable with local"),
      (#/(?:^|[^\w~=<>])!\s*[\w(]/#, "Lua writes ! as not"),
      (#/[{,]\s*(?:""|\w+)\s*:\s*(?![:\s]|\w+\s*[("{])/#, "Lua writes key = value in a table, or [\"key\"] = value"),
      (#/[{,]\s*""\s*=/#, "write a text as a key in brackets: [\"key\"] = value"),
      (#/[{,]\s*\w+(?:-\w+)+\s*=/#, "put a key that isn't a name in brackets: [\"Content-Type\"] = value"),
      (#/[{,]\s*local\b/#, "leave out local in a table"),
      (#/=\s*\[\s*(?:""|[\w\]{])/#, "a list has braces: { \"a\", \"b\" }"),
      (#/^\s*local\s+\w+\s*\./#, "leave out local: a field belongs to its table"),
    ]
  }
}

/// Lua's words.
enum LuaWords {
  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
  ]
}
