/// A board's visible rows.
struct BoardScroll: Sendable, Equatable {
  /// The first visible row.
  private(set) var offset = 0
  private(set) var contentRows = 0
  private(set) var visibleRows = 0

  var rows: Range<Int> { offset..<offset + visibleRows }
  var hiddenAbove: Int { offset }
  var hiddenBelow: Int { max(0, contentRows - offset - visibleRows) }
  var isScrollable: Bool { contentRows > visibleRows }

  /// Sets the sizes and keeps the offset within them.
  mutating func update(contentRows: Int, visibleRows: Int) {
    self.contentRows = max(0, contentRows)
    self.visibleRows = max(0, visibleRows)
    scroll(to: offset)
  }

  mutating func scroll(to row: Int) { offset = max(0, min(row, contentRows - visibleRows)) }

  mutating func scroll(by rows: Int) { scroll(to: offset + rows) }

  /// Scrolls by pages. One row of the previous page stays visible.
  mutating func scroll(pages: Int) { scroll(by: pages * max(1, visibleRows - 1)) }

  /// Scrolls as little as possible to make rows visible, the first ones if there are too many.
  mutating func reveal(_ target: Range<Int>) {
    if target.upperBound > rows.upperBound { scroll(to: target.upperBound - visibleRows) }
    if target.lowerBound < rows.lowerBound { scroll(to: target.lowerBound) }
  }

  /// Whether some of the rows are visible.
  func shows(_ target: Range<Int>) -> Bool { target.overlaps(rows) }
}

/// A page of text over the board: the help, or the widgets' console output.
struct TextPage: Sendable, Equatable {
  enum Content: Sendable, Equatable { case help, console }

  let content: Content
  /// The first visible line; nil shows the end, including lines added later.
  private var offset: Int?
  /// The offset when last drawn.
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
