public import WidgetModel

/// Markdown as the spans of a single text: inline markup becomes styles, and blocks become lines.
///
/// A heading is a bold line, a list item a line with a bullet or its number, a code block monospaced lines. Tables, HTML and
/// unmatched delimiters stay text. Source: CommonMark 0.31; strikethrough, bare URLs and task lists as on GitHub.
public struct MarkdownSpans {
  private var lines: [Substring]
  private var definitions: [String: String] = [:]
  private var spans: [TextSpan] = []
  /// Lines of the paragraph, heading or item being read.
  private var pending: [Substring] = []
  private var prefix = ""
  private var isBlankBefore = false

  /// The spans of a document. Any text has a result, in time proportional to its length.
  public static func spans(of markdown: String) -> [TextSpan] {
    var reader = MarkdownSpans(lines: markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))
    reader.read()
    return reader.spans
  }

  private init(lines: [Substring]) {
    self.lines = lines
    readDefinitions()
  }

  /// Takes the lines `[label]: https://example.com` out of the text.
  private mutating func readDefinitions() {
    var isFenced = false
    lines = lines.filter { line in
      let text = line.drop(while: { $0 == " " })
      if text.hasPrefix("```") || text.hasPrefix("~~~") { isFenced.toggle() }
      guard !isFenced, text.first == "[", let end = text.firstIndex(of: "]"), text[text.index(after: end)...].hasPrefix(":"),
        definitions.count < 1000
      else { return true }
      let parts = text[end...].dropFirst(2).split(whereSeparator: \.isWhitespace)
      let label = MarkdownLink.normalized(text[text.index(after: text.startIndex)..<end].unicodeScalars)
      guard let target = parts.first, !label.isEmpty else { return true }
      let isBracketed = target.hasPrefix("<") && target.hasSuffix(">")
      if definitions[label] == nil { definitions[label] = String(isBracketed ? target.dropFirst().dropLast() : target) }
      return false
    }
  }

  private mutating func read() {
    var fence: (mark: Character, count: Int)?
    for line in lines {
      var text = line.drop(while: { $0 == " " || $0 == "\t" })
      let indentation = line.count - text.count
      if let open = fence {
        if text.allSatisfy({ $0 == open.mark }), text.count >= open.count { fence = nil } else { addCode(line) }
        continue
      }
      if text.isEmpty {
        endBlock()
        isBlankBefore = !spans.isEmpty
        continue
      }
      while text.first == ">" { text = text.dropFirst().drop(while: { $0 == " " }) }
      if let mark = text.first, mark == "`" || mark == "~", let count = Optional(text.prefix { $0 == mark }.count), count >= 3,
        !text.dropFirst(count).contains("`")
      {
        endBlock()
        fence = (mark, count)
      } else if indentation >= 4, pending.isEmpty, Self.item(text) == nil {
        addCode(line.dropFirst(4))
      } else {
        readLine(text, indentation: indentation)
      }
    }
    endBlock()
  }

  private mutating func readLine(_ text: Substring, indentation: Int) {
    if let heading = Self.heading(text) {
      endBlock()
      pending = [heading]
      endBlock(isHeading: true)
    } else if !pending.isEmpty, prefix.isEmpty, Self.isUnderline(text) {
      endBlock(isHeading: true)
    } else if Self.isRule(text) {
      endBlock()
      isBlankBefore = !spans.isEmpty
    } else if let (mark, rest) = Self.item(text) {
      endBlock()
      prefix = String(repeating: "  ", count: min(8, indentation / 2)) + mark
      pending = [rest]
    } else {
      pending.append(text)
    }
  }

  // MARK: Lines

  private static func heading(_ text: Substring) -> Substring? {
    let level = text.prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
    var title = Self.trimmed(rest)
    // Closing number signs after a space.
    let open = title.reversed().prefix { $0 == "#" }.count
    if open > 0, open == title.count || title.dropLast(open).last == " " { title = Self.trimmed(title.dropLast(open)) }
    return title
  }

  private static func isUnderline(_ text: Substring) -> Bool {
    let text = trimmed(text)
    return !text.isEmpty && (text.allSatisfy { $0 == "=" } || text.allSatisfy { $0 == "-" })
  }

  private static func isRule(_ text: Substring) -> Bool {
    let marks = text.filter { $0 != " " && $0 != "\t" }
    guard marks.count >= 3, let first = marks.first, "-*_".contains(first) else { return false }
    return marks.allSatisfy { $0 == first }
  }

  /// `- item`, `* item`, `1. item`, `- [x] task`: the mark to show, and the text.
  private static func item(_ text: Substring) -> (mark: String, rest: Substring)? {
    guard let first = text.first else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    var rest = text.dropFirst(max(1, digits.count))
    var mark = "• "
    if !digits.isEmpty {
      guard digits.count <= 9, let dot = rest.first, dot == "." || dot == ")" else { return nil }
      mark = "\(digits)\(dot) "
      rest = rest.dropFirst()
    } else if !"-*+".contains(first) {
      return nil
    }
    guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
    rest = rest.drop(while: { $0 == " " || $0 == "\t" })
    for (box, sign) in [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")] where rest.hasPrefix(box) {
      return ((digits.isEmpty ? "" : mark) + sign, rest.dropFirst(4))
    }
    return (mark, rest)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: { $0 == " " || $0 == "\t" })
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  // MARK: Blocks

  private mutating func startBlock() {
    if !spans.isEmpty { spans.append(TextSpan(isBlankBefore ? "\n\n" : "\n"), joined: true) }
    isBlankBefore = false
  }

  private mutating func addCode(_ line: Substring) {
    endBlock()
    startBlock()
    var span = TextSpan(String(line))
    span.monospaced = true
    if !line.isEmpty { spans.append(span, joined: true) }
  }

  private mutating func endBlock(isHeading: Bool = false) {
    defer {
      pending = []
      prefix = ""
    }
    guard !pending.isEmpty || !prefix.isEmpty else { return }
    startBlock()
    if !prefix.isEmpty { spans.append(TextSpan(prefix), joined: true) }
    for var span in MarkdownInline.spans(Self.joined(pending), definitions: definitions) {
      if isHeading, span.weight == nil { span.weight = .bold }
      spans.append(span, joined: true)
    }
  }

  /// The lines of a paragraph: line breaks become spaces, unless two spaces or a backslash make them hard.
  private static func joined(_ lines: [Substring]) -> String {
    var text = ""
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      let isHard = !isLast && (line.hasSuffix("  ") || line.hasSuffix("\\"))
      text += trimmed(line.hasSuffix("\\") && isHard ? line.dropLast() : line)
      if !isLast { text += isHard ? "\n" : " " }
    }
    return text
  }
}
