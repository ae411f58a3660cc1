import WidgetModel

/// The visible part of a card higher than the terminal.
struct Viewport: Sendable, Equatable {
  /// The card's first visible row.
  private(set) var offset = 0
  /// The rows of the card.
  private(set) var contentRows = 0
  /// The rows available for the card and the line counting the hidden rows.
  private(set) var availableRows = 1

  /// Whether some rows are hidden.
  var isScrollable: Bool { contentRows > availableRows }

  /// The visible rows of the card.
  var rows: Range<Int> { isScrollable ? offset..<min(contentRows, offset + pageRows) : 0..<contentRows }

  /// How many rows are visible while others are hidden: one row shows how many.
  private var pageRows: Int { max(1, availableRows - 1) }

  /// Sets the sizes and keeps the offset within them.
  mutating func update(contentRows: Int, availableRows: Int) {
    self.contentRows = max(0, contentRows)
    self.availableRows = max(1, availableRows)
    scroll(to: offset)
  }

  /// - Returns: Whether the visible part changed.
  @discardableResult
  mutating func scroll(by rows: Int) -> Bool { scroll(to: offset + rows) }

  /// Scrolls by pages. One row of the previous page stays visible.
  @discardableResult
  mutating func scroll(pages: Int) -> Bool { scroll(by: pages * max(1, pageRows - 1)) }

  @discardableResult
  mutating func scroll(to row: Int) -> Bool {
    let before = offset
    offset = isScrollable ? min(max(row, 0), contentRows - pageRows) : 0
    return offset != before
  }

  /// Scrolls as little as possible to make rows visible.
  mutating func reveal(_ target: Range<Int>) {
    if target.lowerBound < rows.lowerBound { scroll(to: target.lowerBound) }
    if target.upperBound > rows.upperBound { scroll(to: min(target.lowerBound, target.upperBound - pageRows)) }
  }

  /// The line counting the hidden rows, shorter if it would be too wide; nil if all rows are visible.
  func note(columns: Int = .max, _ words: HostWords = .english) -> String? {
    guard isScrollable else { return nil }
    let above = rows.lowerBound
    let below = contentRows - rows.upperBound
    let long =
      above == 0
      ? words("({n} more lines)", n: below)
      : below == 0
        ? words("({n} more lines above)", n: above)
        : words("({n} more lines above, {below} below)", ["n": .integer(Int64(above)), "below": .integer(Int64(below))])
    let notes = [long, words("({n} more)", n: above + below), "(\(above + below))"]
    return notes.first { $0.count <= columns } ?? ""
  }
}
