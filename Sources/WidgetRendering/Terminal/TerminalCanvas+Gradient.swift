import WidgetModel

extension TerminalCanvas {
  /// Colours the background of cells.
  ///
  /// - Parameter whole: The space of the gradient, which may be larger than the cells.
  mutating func fill(_ cells: CellFrame, _ gradient: Gradient, of whole: CellFrame) {
    func fraction(_ position: Int, _ range: Range<Int>) -> Double {
      (Double(position - range.lowerBound) + 0.5) / Double(max(1, range.count))
    }
    switch gradient.direction {
    case .down:
      for row in cells.rows {
        fill(columns: cells.columns, rows: row..<(row + 1), background: gradient.color(at: fraction(row, whole.rows)))
      }
    case .right:
      for column in cells.columns {
        fill(columns: column..<(column + 1), rows: cells.rows, background: gradient.color(at: fraction(column, whole.columns)))
      }
    case .diagonal, .radial:
      for row in cells.rows {
        for column in cells.columns {
          let (x, y) = (fraction(column, whole.columns), fraction(row, whole.rows))
          let place =
            gradient.direction == .diagonal ? (x + y) / 2 : 2 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)).squareRoot()
          fill(columns: column..<(column + 1), rows: row..<(row + 1), background: gradient.color(at: place))
        }
      }
    }
  }
}
