public import WidgetModel

/// A grid of cells. Every row has exactly ``columns`` cells, whatever is drawn: text is clipped, and half a wide character is a
/// space.
public struct TerminalCanvas: Sendable, Equatable {
  public struct Cell: Sendable, Equatable {
    /// One grapheme cluster; empty in a cell that a wide one to the left reaches into.
    public var text: String
    public var style: TerminalStyle

    public static let blank = Cell(text: " ", style: .plain)
  }

  public let columns: Int
  public private(set) var rows: [[Cell]]
  private let rule: WidthRule
  /// Cells that the lines for a terminal step over: something else draws there.
  private(set) var holes: [CellFrame] = []

  /// - Parameter columns: At most 1000, at least 0; so are the rows, up to 5000.
  public init(columns: Int, rows: Int, rule: WidthRule = .graphemes) {
    self.columns = min(1000, max(0, columns))
    self.rows = Array(repeating: Array(repeating: .blank, count: self.columns), count: min(5000, max(0, rows)))
    self.rule = rule
  }

  /// Draws one line of text from a cell on, inside `clip` (columns). Clusters that show nothing are not drawn. A style without a
  /// background keeps what is there.
  public mutating func draw(_ text: String, column: Int, row: Int, style: TerminalStyle, clip: Range<Int>? = nil) {
    guard rows.indices.contains(row) else { return }
    let clip = (clip ?? 0..<columns).clamped(to: 0..<columns)
    var column = column
    if PlainText(text).isOneLine {
      // Letters as wide as they look, each a cluster of its own.
      for byte in text.utf8 {
        if column >= clip.upperBound { return }
        if column >= clip.lowerBound { put(Self.ascii[Int(byte)], column, row, style) }
        column += 1
      }
      return
    }
    for character in text {
      let width = GraphemeWidth.cells(character, rule: rule)
      guard width > 0 else { continue }
      guard column < clip.upperBound else { return }
      if column >= clip.lowerBound, column + width <= clip.upperBound {
        put(String(character), width: width, column: column, row: row, style: style)
      } else {
        // A wide character that is cut in half leaves spaces.
        for part in column..<(column + width) where clip.contains(part) {
          put(" ", width: 1, column: part, row: row, style: style)
        }
      }
      column += width
    }
  }

  /// Colours the background of cells.
  public mutating func fill(columns: Range<Int>, rows: Range<Int>, background: Color) {
    for row in rows.clamped(to: 0..<self.rows.count) {
      for column in columns.clamped(to: 0..<self.columns) { self.rows[row][column].style.background = background }
    }
  }

  /// Changes the style of what is drawn.
  public mutating func restyle(columns: Range<Int>, rows: Range<Int>, _ change: (inout TerminalStyle) -> Void) {
    for row in rows.clamped(to: 0..<self.rows.count) {
      for column in columns.clamped(to: 0..<self.columns) { change(&self.rows[row][column].style) }
    }
  }

  /// Copies another canvas, its top left corner at a cell; what lies outside is cut.
  public mutating func draw(_ other: TerminalCanvas, column: Int, row: Int) {
    for (index, cells) in other.rows.enumerated() {
      for (position, cell) in cells.enumerated() where !cell.text.isEmpty {
        var width = 1
        while position + width < cells.count, cells[position + width].text.isEmpty { width += 1 }
        let target = column + position
        guard rows.indices.contains(row + index), target >= 0, target + width <= columns else { continue }
        put(cell.text, width: width, column: target, row: row + index, style: cell.style)
      }
    }
  }

  /// Leaves cells to something else.
  public mutating func stepOver(_ frame: CellFrame) {
    holes.append(frame.clamped(to: CellFrame(columns: 0..<columns, rows: 0..<rows.count)))
  }

  /// Puts one cluster into one cell, whatever its width is said to be: for characters that only a terminal can read.
  mutating func place(_ text: String, column: Int, row: Int, style: TerminalStyle) {
    guard rows.indices.contains(row), (0..<columns).contains(column) else { return }
    put(text, width: 1, column: column, row: row, style: style)
  }

  /// Cuts rows off at the bottom.
  mutating func keep(rows count: Int) { rows.removeLast(max(0, rows.count - max(0, count))) }

  /// One narrow character: what is drawn nearly always.
  private mutating func put(_ text: String, _ column: Int, _ row: Int, _ style: TerminalStyle) {
    // Half of a wide character, or what the other half reaches into.
    if rows[row][column].text.isEmpty || (column + 1 < columns && rows[row][column + 1].text.isEmpty) { erase(column, row) }
    var style = style
    if style.background == nil { style.background = rows[row][column].style.background }
    rows[row][column] = Cell(text: text, style: style)
  }

  private static let ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))) }

  private mutating func put(_ text: String, width: Int, column: Int, row: Int, style: TerminalStyle) {
    erase(column, row)
    if width > 1 { erase(column + width - 1, row) }
    for part in 0..<width {
      var style = style
      style.background = style.background ?? rows[row][column + part].style.background
      rows[row][column + part] = Cell(text: part == 0 ? text : "", style: style)
    }
  }

  /// Blanks the whole of the wide character that this cell is a part of.
  private mutating func erase(_ column: Int, _ row: Int) {
    guard rows[row].indices.contains(column) else { return }
    var start = column
    while start > 0, rows[row][start].text.isEmpty { start -= 1 }
    var end = start + 1
    while end < columns, rows[row][end].text.isEmpty { end += 1 }
    guard end - start > 1 else { return }
    for part in start..<end { rows[row][part].text = " " }
  }
}

extension TerminalCanvas {
  /// The rows without any style.
  public var lines: [String] {
    rows.map { row in
      var line = ""
      var previous = ""
      line.reserveCapacity(row.count + 16)
      for cell in row {
        let joint = Self.joint(previous, cell.text)
        if !joint.isEmpty { line += joint }
        line += cell.text
        if !cell.text.isEmpty { previous = cell.text }
      }
      return line
    }
  }

  /// What keeps the texts of two cells from becoming one cluster (half a flag beside half a flag, a letter that joins what follows
  /// it): the non-joiner, which every rule of UAX 29 breaks after. Empty nearly always.
  static func joint(_ previous: String, _ next: String) -> String {
    // Nothing below these, and no line, block or spinner, joins what follows.
    guard previous.utf8.count > 1, let last = previous.unicodeScalars.last, last.value >= 0x300,
      !(0x2500..<0x2900).contains(last.value),
      !next.isEmpty, (previous + next).count == 1
    else { return "" }
    return "\u{200C}"
  }
}
