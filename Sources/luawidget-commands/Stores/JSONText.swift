import WidgetFormats
import WidgetModel
import WidgetRendering

/// JSON for values on the command line.
enum JSONText {
  /// nil for text that is not JSON. A number with a point or an exponent is a float, any other an integer.
  static func read(_ text: String) -> LuaValue? { try? JSONReader.read(Array(text.utf8)) }

  /// A value as JSON that can be read back; see ``JSONValue/init(_:)``.
  static func write(_ value: LuaValue, indented: Bool) -> String {
    terminalSafe(JSONWriter(isIndented: indented, keepsFloats: true).text(JSONValue(value)), multiline: true)
  }
}
