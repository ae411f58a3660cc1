import WidgetModel

/// Leaves out the paragraphs of a text that are beyond its line limit.
///
/// A browser would show every line of a text that may not wrap. After the last line of a clamped one it cuts letters to have space
/// for its ellipsis, because the element is only as wide as its text.
struct ParagraphLimit {
  /// How many more paragraphs may begin; nil without a limit.
  private var remaining: Int?
  /// Whether to write the further paragraphs behind the first one, for a text whose end is shown.
  private let joinsLines: Bool
  private var isCut = false

  /// - Parameter most: The limit of a text without a limit of its own.
  init(_ node: ViewNode, clampedTo most: Int?) {
    remaining = (node.style.lineLimit ?? most).map { max(1, $0) - 1 }
    joinsLines = remaining == 0 && (node.style.truncation ?? .tail) != .tail
  }

  /// The limit of a text that's always a single line.
  init(lines: Int) {
    remaining = lines - 1
    joinsLines = false
  }

  /// The part to show of the next part of the text.
  mutating func take(_ text: String) -> String {
    guard let remaining, text.contains(where: \.isLineFeed) || isCut else { return text }
    if joinsLines { return String(text.map { $0.isLineFeed ? " " : $0 }) }
    if isCut { return "" }
    var left = remaining
    for index in text.indices where text[index].isLineFeed {
      if left == 0 {
        isCut = true
        return String(text[..<index]).droppingTrailingSpaces + "…"
      }
      left -= 1
    }
    self.remaining = left
    return text
  }
}
