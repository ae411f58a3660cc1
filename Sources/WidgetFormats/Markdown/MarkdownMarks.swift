import WidgetModel

/// The styles of a line's tokens. Each is a range of tokens, recorded at its ends, so nested ranges cost nothing.
struct MarkdownMarks {
  enum Style: Int, CaseIterable { case bold, italic, strikethrough }

  struct Link {
    var tokens: Range<Int>
    var url: String
  }

  /// How many ranges of each style begin at a token, minus those ending there.
  private var changes: [Int: [Int]] = [:]
  /// Links, none inside another.
  var links: [Link] = []

  mutating func add(_ style: Style, from start: Int, to end: Int) {
    changes[start, default: [0, 0, 0]][style.rawValue] += 1
    changes[end, default: [0, 0, 0]][style.rawValue] -= 1
  }

  /// Tokens in the same style form one span.
  func spans(of tokens: [MarkdownInlineToken]) -> [TextSpan] {
    var spans: [TextSpan] = []
    var depth = [0, 0, 0]
    let links = links.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    var link = 0
    for (index, token) in tokens.enumerated() {
      if let change = changes[index] { for style in Style.allCases { depth[style.rawValue] += change[style.rawValue] } }
      while link < links.count, links[link].tokens.upperBound <= index { link += 1 }
      guard !token.text.isEmpty else { continue }
      var span = TextSpan(token.text)
      if depth[Style.bold.rawValue] > 0 { span.weight = .bold }
      if depth[Style.italic.rawValue] > 0 { span.italic = true }
      if depth[Style.strikethrough.rawValue] > 0 { span.strikethrough = true }
      if case .code = token.kind { span.monospaced = true }
      if link < links.count, links[link].tokens.contains(index) { span.link = links[link].url }
      spans.append(span, joined: true)
    }
    return spans
  }
}

extension [TextSpan] {
  /// Appends a span, merging it into the last one if they look alike.
  mutating func append(_ span: TextSpan, joined: Bool) {
    // The last span isn't held meanwhile: appending to a text with two owners would copy all of it each time.
    guard joined, !isEmpty, self[count - 1].with("") == span.with("") else { return append(span) }
    self[count - 1].text += span.text
  }
}
