import WidgetModel

/// Escapes a script's text in Markdown, so it can never be markup. Source: CommonMark 0.31, 2.4, and GitHub's extensions.
enum MarkdownText {
  /// - Parameter lineBreak: Separates the lines of the text.
  static func escaped(_ text: String, lineBreak: String = " ") -> String {
    terminalSafe(text, multiline: true).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(trimmed($0)) }.filter { !$0.isEmpty }.joined(separator: lineBreak)
  }

  /// Spans as Markdown: `**bold**`, `*italic*`, `~~struck~~`, `` `code` `` and links.
  static func styled(_ spans: [TextSpan], isStrong: Bool) -> String {
    var markdown = ""
    for span in spans {
      let text = escaped(span.text)
      let isBold = span.weight?.isBold ?? isStrong
      // Delimiters next to white space would be text.
      let hasSpaceBefore = span.text.first?.isWhitespace == true
      let hasSpaceAfter = span.text.last?.isWhitespace == true
      if hasSpaceBefore, !markdown.isEmpty, markdown.last != " " { markdown += " " }
      guard !text.isEmpty else { continue }
      let isCode = span.monospaced == true && !span.text.contains("`") && !span.text.contains(where: \.isNewline)
      var part = isCode ? "`\(terminalSafe(span.text).trimmingSpaces)`" : text
      let marks = (isBold ? "**" : "") + (span.italic == true ? "*" : "") + (span.strikethrough == true ? "~~" : "")
      part = marks + part + String(marks.reversed())
      if let target = span.link.flatMap({ LinkTarget($0) }) { part = "[\(part)](<\(target.url)>)" }
      markdown += part
      if hasSpaceAfter { markdown += " " }
    }
    return markdown.trimmingSpaces
  }

  /// Removes white space at the ends, which would start a code block or break emphasis.
  private static func trimmed(_ line: Substring) -> Substring {
    var line = line
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    return line
  }

  private static func line(_ line: Substring) -> String {
    var escaped = ""
    var digits = 0
    let scalars = Array(line.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isEscaped =
        switch scalar {
        // Emphasis, code, links, tags, references, tables, strikethrough, mathematics, addresses.
        case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "$", "@": true
        // Headings, lists, heading underlines: only at the start of a line.
        case "#", "+", "-", "=": index == 0
        // Numbered lists.
        case ".", ")":
          index > 0 && digits == index && (index + 1 == scalars.count || scalars[index + 1].properties.isWhitespace)
            || scalar == "." && endsInWWW(scalars[..<index])
        // `https://` alone would become a link.
        case ":": index + 1 < scalars.count && scalars[index + 1] == "/"
        default: false
        }
      if isEscaped { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
      if digits == index, ("0"..."9").contains(scalar) { digits += 1 }
    }
    return escaped
  }

  private static func endsInWWW(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.suffix(3).count == 3 && scalars.suffix(3).allSatisfy { $0 == "w" || $0 == "W" }
  }
}

extension String {
  /// Without spaces at the ends.
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
