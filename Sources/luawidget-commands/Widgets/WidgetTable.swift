import WidgetModel
import WidgetRendering

/// The lines of `luawidget list`.
struct WidgetTable {
  private static let headings = ["Board", "Name", "Title", "Updated", "Description"]
  /// Cells of a title beside names that don't fit.
  private static let shortTitle = 20
  /// Cells of the narrowest name.
  private static let shortName = 12

  /// Cells of the shortest beginning of a description.
  private static let shortDescription = 8

  private let breaker: LineBreaker

  init(ellipsis: String) {
    breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedFont(), ellipsis: ellipsis)
  }

  /// - Parameter columns: The terminal's width, for lines that fit and a heading; nil cuts nothing.
  func lines(_ rows: [[String]], columns: Int?) -> [String] {
    guard let columns else { return layout(rows).map { "\($0.line)  \($0.rest)" } }
    guard !rows.isEmpty else { return [] }
    return layout(shortened([Self.headings] + rows, columns)).map { line, rest in
      let isRoom = GraphemeWidth.cells(line) + 2 + min(Self.shortDescription, GraphemeWidth.cells(rest)) <= columns
      let whole = withoutSpacesAtEnd(rest.isEmpty || !isRoom ? line : "\(line)  \(rest)")
      let shown = cut(whole, columns, .tail)
      // A column that's left out doesn't make the one before it look cut.
      let kept = shown == whole ? whole : withoutSpacesAtEnd(String(shown.dropLast(breaker.ellipsis.count)))
      return whole.dropFirst(kept.count).hasPrefix("  ") ? kept : shown
    }
  }

  private func withoutSpacesAtEnd(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

  /// Padded columns, and the last one.
  private func layout(_ rows: [[String]]) -> [(line: String, rest: String)] {
    let widths = (0..<4).map { column in TableColumn(rows.map { $0[column] }) }
    return rows.map { row in
      (widths.enumerated().map { $0.element.padded(row[$0.offset]) }.joined(separator: "  "), terminalSafe(row[4]))
    }
  }

  /// Makes room for the updates: long paths lose their beginning, and long titles their end.
  private func shortened(_ rows: [[String]], _ columns: Int) -> [[String]] {
    func width(_ column: Int) -> Int { rows.map { GraphemeWidth.cells(terminalSafe($0[column])) }.max() ?? 0 }
    let available = columns - width(0) - width(3) - 6
    let names = width(1)
    guard names + width(2) > available else { return rows }
    let titles = min(width(2), max(Self.shortTitle, available - names))
    let most = max(Self.shortName, available - titles)
    return rows.map { row in
      var row = row
      row[1] = cut(row[1], most, row[1].contains("/") ? .head : .tail)
      row[2] = cut(row[2], titles, .tail)
      return row
    }
  }

  private func cut(_ text: String, _ columns: Int, _ truncation: Truncation) -> String {
    breaker.truncated(text, width: Double(columns) * CellMeasurer.cell.width, truncation).text
  }
}
