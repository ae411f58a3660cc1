/// A page of text over the board: the help, or what the widgets printed.
struct TextPage: Sendable, Equatable {
  enum Content: Sendable, Equatable { case help, console }

  let content: Content
  /// The first visible line; nil shows the end, also of lines that are added later.
  private var offset: Int?
  /// Of the last drawing.
  private var lastOffset = 0
  private var rows = 1

  init(_ content: Content) {
    self.content = content
    offset = content == .help ? 0 : nil
  }

  /// The visible lines.
  mutating func lines(_ all: [String], rows: Int) -> [String] {
    self.rows = max(1, rows)
    lastOffset = max(0, all.count - max(0, rows))
    return Array(all.dropFirst(min(offset ?? lastOffset, lastOffset)).prefix(max(0, rows)))
  }

  mutating func scroll(by lines: Int) {
    let target = max(0, min((offset ?? lastOffset) + lines, lastOffset))
    offset = content == .console && target == lastOffset ? nil : target
  }

  mutating func scroll(pages: Int) { scroll(by: pages * max(1, rows - 1)) }
}
