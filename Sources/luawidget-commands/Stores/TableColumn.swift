import WidgetRendering

/// Texts below each other, each followed by spaces up to the width of the widest.
struct TableColumn {
  private let width: Int

  init(_ texts: some Sequence<String>) { width = texts.map { GraphemeWidth.cells(terminalSafe($0)) }.max() ?? 0 }

  /// A text of the column, safe for a terminal.
  func padded(_ text: String) -> String {
    let text = terminalSafe(text)
    return text + String(repeating: " ", count: max(0, width - GraphemeWidth.cells(text)))
  }
}
