import WidgetRendering

/// Reads a plugin's lines like xbar (pkg/plugins/parse.go), SwiftBar and Argos.
struct MenuReader {
  struct Problem: Error, Equatable { var text: String }
  struct Line: Equatable {
    var level: Int
    var text: String
    var parameters: [String: String]
  }

  private(set) var bar: [Line] = []
  private(set) var menu: [Line] = []
  private(set) var separators = 0

  init(_ output: String, _ format: OutputFormat) throws(Problem) {
    var isMenu = false
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty {
      if line == "~~~" { throw Problem(text: "SwiftBar starts again") }
      if line == "---" {
        if isMenu { separators += 1 }
        isMenu = true
        continue
      }
      if line.allSatisfy({ $0 == "-" }) { throw Problem(text: "a separator of \(line.count) dashes") }
      let read = try Self.line(line, format)
      if isMenu { menu.append(read) } else { bar.append(read) }
    }
  }

  private static func line(_ line: Substring, _ format: OutputFormat) throws(Problem) -> Line {
    var level = 0
    var line = line
    while line.utf8.starts(with: "--".utf8) {
      level += 1
      line = Substring(line.unicodeScalars.dropFirst(2))
    }
    // By bytes, like the programs.
    let parts = line.unicodeScalars.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map { Substring($0) }
    var text = String(parts[0])
    if text.hasSuffix(" ") { text.removeLast() }
    return Line(level: level, text: text, parameters: parts.count > 1 ? try parameters(parts[1], format) : [:])
  }

  private static func parameters(_ text: Substring, _ format: OutputFormat) throws(Problem) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = text
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty else { return parameters }
      guard let equals = rest.firstIndex(of: "=") else { throw Problem(text: "no value: \(rest)") }
      let key = String(rest[..<equals])
      rest = rest[rest.index(after: equals)...]
      var value: Substring
      if rest.first == "\"" {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "\"") else { throw Problem(text: "an open quote: \(text)") }
        value = rest[..<end]
        rest = rest[rest.index(after: end)...]
        guard rest.isEmpty || rest.first == " " else { throw Problem(text: "text after a quote: \(text)") }
        // The shell rules of Argos.
        guard !value.contains("\\") else { throw Problem(text: "a backslash in quotes") }
      } else if format == .argos, rest.first == "'" {
        // A word in single quotes, with others as \'.
        var word = ""
        while rest.first == "'" {
          rest = rest.dropFirst()
          guard let end = rest.firstIndex(of: "'") else { throw Problem(text: "an open quote: \(text)") }
          word += rest[..<end]
          rest = rest[rest.index(after: end)...]
          if rest.hasPrefix("\\'") {
            word += "'"
            rest = rest.dropFirst(2)
          }
        }
        guard rest.isEmpty || rest.first == " " else { throw Problem(text: "text after a quote: \(text)") }
        value = Substring(word)
      } else {
        value = rest.prefix { $0 != " " }
        rest = rest.dropFirst(value.count)
      }
      guard known(format).contains(key) || key.wholeMatch(of: #/param[1-9][0-9]?/#) != nil else {
        throw Problem(text: "\(format) does not know \(key)")
      }
      if key == "color", value.wholeMatch(of: #/#[0-9a-f]{6}/#) == nil { throw Problem(text: "the colour \(value)") }
      parameters[key] = String(value)
    }
  }

  private static func known(_ format: OutputFormat) -> Set<String> {
    switch format {
    case .xbar:
      [
        "href", "bash", "shell", "terminal", "refresh", "color", "font", "size", "length", "trim", "dropdown", "alternate",
        "image", "templateImage", "emojize", "ansi", "disabled", "key",
      ]
    case .swiftbar:
      ["href", "bash", "terminal", "refresh", "color", "emojize", "symbolize", "ansi", "md", "tooltip", "checked"]
    default: ["href", "bash", "terminal", "refresh", "color", "emojize", "ansi", "unescape", "useMarkup", "iconName", "eval"]
    }
  }
}
