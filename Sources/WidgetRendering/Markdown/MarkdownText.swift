/// Escapes a script's text in Markdown, so that it can never be markup. Source: CommonMark 0.31, 2.4, and GitHub's extensions.
enum MarkdownText {
  /// - Parameter lineBreak: Separates the lines of the text.
  static func escaped(_ text: String, lineBreak: String = " ") -> String {
    terminalSafe(text, multiline: true).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(trimmed($0)) }.filter { !$0.isEmpty }.joined(separator: lineBreak)
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
        // Headings, lists, underlines of headings: at the start of a line only.
        case "#", "+", "-", "=": index == 0
        // Numbered lists.
        case ".", ")": index > 0 && digits == index || scalar == "." && endsInWWW(scalars[..<index])
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
