import WidgetModel

/// A rectangle of cells.
public struct CellFrame: Sendable, Hashable {
  public var columns: Range<Int>
  public var rows: Range<Int>

  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// Whether a cell is inside.
  public func contains(column: Int, row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
}

extension CellFrame {
  init(_ frame: Frame) {
    func cells(_ start: Double, _ end: Double, _ cell: Double) -> Range<Int> {
      func index(_ length: Double) -> Int {
        length.isNaN ? 0 : Int(saturating: min(1e6, max(-1e6, length / cell)).rounded())
      }
      return index(start)..<max(index(start), index(end))
    }
    self.init(
      columns: cells(frame.x, frame.maxX, CellMeasurer.cell.width), rows: cells(frame.y, frame.maxY, CellMeasurer.cell.height))
  }

  func clamped(to other: CellFrame) -> CellFrame {
    CellFrame(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}
