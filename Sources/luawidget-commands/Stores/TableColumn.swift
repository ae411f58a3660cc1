import WidgetFormats
import WidgetModel
import WidgetRendering

/// Texts in a column, each padded with spaces to the width of the widest. Gaps in a text are closed, so that none looks like the next column.
struct TableColumn {
  private let width: Int

  init(_ texts: some Sequence<String>) { width = texts.map { GraphemeWidth.cells(Self.shown($0)) }.max() ?? 0 }

  /// A text of the column, safe for a terminal.
  func padded(_ text: String) -> String {
    let text = Self.shown(text)
    return text + String(repeating: " ", count: max(0, width - GraphemeWidth.cells(text)))
  }

  private static func shown(_ text: String) -> String { terminalSafe(text).singleSpaced }
}

/// JSON for values on the command line.
enum JSONText {
  /// nil for text that isn't JSON. Numbers with a point or an exponent are floats, all others integers.
  static func read(_ text: String) -> LuaValue? { try? JSONReader.read(Array(text.utf8)) }

  /// A value as JSON that reads back the same; see ``JSONValue/init(_:)``.
  static func write(_ value: LuaValue, indented: Bool) -> String {
    terminalSafe(JSONWriter(isIndented: indented, keepsFloats: true).text(JSONValue(value)), multiline: true)
  }
}
