public import WidgetModel

/// A grid of cells. Every row has exactly ``columns`` cells, whatever is drawn: text is clipped, and half of a wide character is
/// a space.
public struct TerminalCanvas: Sendable {
  /// One place in the grid.
  public struct Cell: Sendable, Equatable {
    /// One grapheme cluster; empty in a cell covered by a wide one to its left.
    public var text: String
    public var style: TerminalStyle
  }

  /// A cell in memory, without references to count when it's copied.
  struct PackedCell: Sendable, Equatable {
    var text = PackedCluster.space
    /// The number of its style in ``TerminalCanvas/styles``.
    var style: Int32 = 0
  }

  public let columns: Int
  public private(set) var rowCount: Int
  /// Row by row.
  private(set) var cells: [PackedCell]
  private(set) var styles = StyleTable()
  private(set) var longClusters = LongClusters()
  let rule: WidthRule
  /// Cells the terminal output skips, because something else draws there.
  private(set) var holes: [CellFrame] = []

  /// - Parameter columns: From 0 to 1000; rows go up to 5000.
  public init(columns: Int, rows: Int, rule: WidthRule = .graphemeClusters) {
    self.columns = min(1000, max(0, columns))
    rowCount = min(5000, max(0, rows))
    cells = Array(repeating: PackedCell(), count: self.columns * rowCount)
    self.rule = rule
  }

  public var rows: [[Cell]] {
    (0..<rowCount).map { row in
      cells[range(ofRow: row)].map { Cell(text: longClusters.string($0.text), style: styles[$0.style]) }
    }
  }

  func range(ofRow row: Int) -> Range<Int> { row * columns..<(row + 1) * columns }

  /// Draws a line of text, starting at a cell, inside `clip` (columns). Clusters without width aren't drawn. A style without a
  /// background keeps the cells' own.
  public mutating func draw(_ text: String, column: Int, row: Int, style: TerminalStyle, clip: Range<Int>? = nil) {
    guard (0..<rowCount).contains(row) else { return }
    let clip = (clip ?? 0..<columns).clamped(to: 0..<columns)
    var ink = Ink(style, &styles)
    var column = column
    if text.isPrintableASCII {
      text.utf8.withContiguousStorageIfAvailable { bytes in
        let columns = (column..<column + bytes.count).clamped(to: clip)
        for position in columns { put(PackedCluster(ascii: bytes[position - column]), position, row, &ink) }
      }
      return
    }
    if NarrowScalar.cells(text) != nil {
      for scalar in text.unicodeScalars {
        if column >= clip.upperBound { return }
        if column >= clip.lowerBound { put(PackedCluster(scalar), column, row, &ink) }
        column += 1
      }
      return
    }
    for character in text {
      let width = GraphemeWidth.cells(character, rule: rule)
      guard width > 0 else { continue }
      guard column < clip.upperBound else { return }
      if column >= clip.lowerBound, column + width <= clip.upperBound {
        put(longClusters.packed(String(character)), width: width, column: column, row: row, &ink)
      } else {
        // A clipped wide character becomes spaces.
        for part in column..<(column + width) where clip.contains(part) { put(.space, part, row, &ink) }
      }
      column += width
    }
  }

  /// Draws one cluster in each of these cells.
  ///
  /// - Parameter cluster: One cell wide.
  public mutating func `repeat`(_ cluster: String, columns: Range<Int>, rows: Range<Int>, style: TerminalStyle) {
    let text = longClusters.packed(cluster)
    var ink = Ink(style, &styles)
    for row in rows.clamped(to: 0..<rowCount) {
      for column in columns.clamped(to: 0..<self.columns) { put(text, column, row, &ink) }
    }
  }

  /// Adds braille dots to those already in the cell.
  mutating func drawDots(_ text: String, column: Int, row: Int, style: TerminalStyle, clip: Range<Int>) {
    guard (0..<rowCount).contains(row), (0..<columns).contains(column) else { return }
    func dots(_ text: String) -> UInt32? {
      guard let value = text.unicodeScalars.first?.value, (0x2800...0x28FF).contains(value) else { return nil }
      return value
    }
    let index = row * columns + column
    let old = cells[index].text.isLineOrBlock ? dots(longClusters.string(cells[index].text)) : nil
    let both = old.flatMap { old in dots(text).flatMap { Unicode.Scalar(old | $0) } }
    draw(both.map { String(Character($0)) } ?? text, column: column, row: row, style: style, clip: clip)
  }

  /// Turns the colour of full blocks into the cells' background, so you can draw text on it.
  ///
  /// - Parameter leastDots: The dots of a braille character to treat as a block; nil leaves those characters alone.
  mutating func turnBlocksIntoBackground(columns: Range<Int>, row: Int, leastDots: Int? = nil) {
    guard (0..<rowCount).contains(row) else { return }
    let block = longClusters.packed("█")
    func isBlock(_ text: PackedCluster) -> Bool {
      if text == block { return true }
      guard let leastDots, text.isLineOrBlock, let dots = longClusters.string(text).unicodeScalars.first?.value,
        (0x2800...0x28FF).contains(dots)
      else { return false }
      return (dots & 0xFF).nonzeroBitCount >= leastDots
    }
    for column in columns.clamped(to: 0..<self.columns) where isBlock(cells[row * self.columns + column].text) {
      let index = row * self.columns + column
      var style = styles[cells[index].style]
      guard let color = style.foreground else { continue }
      style.background = color
      cells[index].style = styles.number(of: style)
    }
  }

  /// The largest block of rows in a frame with nothing drawn in them.
  func clearRows(in frame: CellFrame) -> Range<Int> {
    let columns = frame.columns.clamped(to: 0..<self.columns)
    var best = frame.rows.lowerBound..<frame.rows.lowerBound
    var start: Int?
    for row in frame.rows.clamped(to: 0..<rowCount) {
      let isClear = columns.allSatisfy { cells[row * self.columns + $0].text == .space }
      if !isClear {
        start = nil
        continue
      }
      let first = start ?? row
      start = first
      if row + 1 - first > best.count { best = first..<(row + 1) }
    }
    return best
  }

  /// Colours the background of cells.
  public mutating func fill(columns: Range<Int>, rows: Range<Int>, background: Color) {
    restyle(columns: columns, rows: rows) { $0.background = background }
  }

  /// Changes the style of cells.
  ///
  /// - Parameter change: A pure function: it isn't called for every cell.
  public mutating func restyle(columns: Range<Int>, rows: Range<Int>, _ change: (inout TerminalStyle) -> Void) {
    var last: (old: Int32, new: Int32)?
    for row in rows.clamped(to: 0..<rowCount) {
      for column in columns.clamped(to: 0..<self.columns) {
        let index = row * self.columns + column
        let old = cells[index].style
        if let last, last.old == old {
          cells[index].style = last.new
          continue
        }
        var style = styles[old]
        change(&style)
        let new = styles.number(of: style)
        cells[index].style = new
        last = (old, new)
      }
    }
  }

  /// Copies another canvas with its top left corner at a cell, clipped.
  public mutating func draw(_ other: TerminalCanvas, column: Int, row: Int) {
    for index in 0..<other.rowCount where (0..<rowCount).contains(row + index) {
      let cells = other.cells[other.range(ofRow: index)]
      var last: (number: Int32, ink: Ink)?
      for position in cells.indices where !cells[position].text.isEmpty {
        var width = 1
        while position + width < cells.endIndex, cells[position + width].text.isEmpty { width += 1 }
        let target = column + position - cells.startIndex
        guard target >= 0, target + width <= columns else { continue }
        let cell = cells[position]
        var ink = last.flatMap { $0.number == cell.style ? $0.ink : nil } ?? Ink(other.styles[cell.style], &styles)
        put(longClusters.packed(other.longClusters.string(cell.text)), width: width, column: target, row: row + index, &ink)
        last = (cell.style, ink)
      }
    }
  }

  /// Leaves cells to something else.
  public mutating func stepOver(_ frame: CellFrame) {
    holes.append(frame.clamped(to: CellFrame(columns: 0..<columns, rows: 0..<rowCount)))
  }

  /// Puts one cluster into one cell, whatever its width: for image placeholders.
  mutating func place(_ text: String, column: Int, row: Int, style: TerminalStyle) {
    guard (0..<rowCount).contains(row), (0..<columns).contains(column) else { return }
    var ink = Ink(style, &styles)
    put(longClusters.packed(text), column, row, &ink)
  }

  /// Removes rows at the bottom.
  mutating func keep(rows count: Int) {
    rowCount = min(rowCount, max(0, count))
    cells.removeLast(max(0, cells.count - rowCount * columns))
  }

  /// One narrow cluster: the common case.
  private mutating func put(_ text: PackedCluster, _ column: Int, _ row: Int, _ ink: inout Ink) {
    let index = row * columns + column
    // Either half of a wide character.
    if cells[index].text.isEmpty || (column + 1 < columns && cells[index + 1].text.isEmpty) { erase(column, row) }
    cells[index] = PackedCell(text: text, style: ink.number(over: cells[index].style, &styles))
  }

  private mutating func put(_ text: PackedCluster, width: Int, column: Int, row: Int, _ ink: inout Ink) {
    erase(column, row)
    if width > 1 { erase(column + width - 1, row) }
    for part in 0..<width {
      let index = row * columns + column + part
      cells[index] = PackedCell(text: part == 0 ? text : .none, style: ink.number(over: cells[index].style, &styles))
    }
  }

  /// Erases the wide character this cell is part of.
  private mutating func erase(_ column: Int, _ row: Int) {
    guard (0..<columns).contains(column) else { return }
    let cells = range(ofRow: row)
    var start = cells.lowerBound + column
    while start > cells.lowerBound, self.cells[start].text.isEmpty { start -= 1 }
    var end = start + 1
    while end < cells.upperBound, self.cells[end].text.isEmpty { end += 1 }
    guard end - start > 1 else { return }
    for part in start..<end { self.cells[part].text = .space }
  }
}

extension TerminalCanvas: Equatable {
  /// Compares what's visible: equal styles can have different numbers.
  public static func == (one: TerminalCanvas, other: TerminalCanvas) -> Bool {
    guard one.columns == other.columns, one.rowCount == other.rowCount, one.rule == other.rule, one.holes == other.holes else {
      return false
    }
    if one.cells == other.cells, one.styles == other.styles, one.longClusters == other.longClusters { return true }
    return one.rows == other.rows
  }
}

extension TerminalCanvas {
  /// The rows without any style.
  public var lines: [String] {
    (0..<rowCount).map { row in
      var line: [UInt8] = []
      append(row: row, to: &line)
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// The same rows, each with a line feed.
  func text() -> String {
    var text: [UInt8] = []
    text.reserveCapacity(cells.count * 2)
    for row in 0..<rowCount {
      append(row: row, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A row without any style, in UTF-8.
  private func append(row: Int, to bytes: inout [UInt8]) {
    var previous = PackedCluster.none
    let row = cells[range(ofRow: row)]
    for (index, cell) in zip(row.indices, row) where !cell.text.isEmpty {
      if needsJoint(previous, cell.text) { bytes.append(contentsOf: Self.joint.utf8) }
      longClusters.append(cell.text, to: &bytes)
      if endsRightToLeftText(at: index, in: row) { bytes.append(contentsOf: Self.leftToRightMark.utf8) }
      previous = cell.text
    }
  }

  /// Keeps the texts of two cells from forming one cluster (two halves of a flag, a letter that joins the next one): the
  /// zero-width non-joiner, which all UAX 29 rules break after.
  static let joint = "\u{200C}"

  /// Keeps what follows a right-to-left text where it is: a terminal that reorders text would otherwise draw the digits of
  /// `5 s ago` on the other side of a Hebrew title.
  static let leftToRightMark = "\u{200E}"

  /// Whether a text from right to left ends here, and another one follows after a border or two free cells.
  ///
  /// - Parameter row: The cells of the row.
  func endsRightToLeftText(at index: Int, in row: ArraySlice<PackedCell>) -> Bool {
    let text = row[index].text
    if text.isASCII || text.isLineOrBlock || text.isEmpty { return false }
    func isBetween(_ text: PackedCluster) -> Bool { text == .space || text.isLineOrBlock }
    let rest = row[(index + 1)...].lazy.map(\.text).filter { !$0.isEmpty }
    guard let next = rest.first, next.isLineOrBlock || rest.prefix(2).allSatisfy(isBetween),
      rest.contains(where: { !isBetween($0) })
    else { return false }
    return TextDirection.isRightToLeft(longClusters.string(text)[...])
  }

  /// Whether two clusters need the joint, which is rare.
  func needsJoint(_ previous: PackedCluster, _ next: PackedCluster) -> Bool {
    // No scalar below these, and no line, block or spinner, joins the next one.
    if previous.isEmpty || previous.isASCII || previous.isLineOrBlock || next.isEmpty { return false }
    let previous = longClusters.string(previous)
    guard let last = previous.unicodeScalars.last, last.value >= 0x300, !(0x2500..<0x2900).contains(last.value) else {
      return false
    }
    return (previous + longClusters.string(next)).count == 1
  }
}
