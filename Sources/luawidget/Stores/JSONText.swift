import WidgetFormats
import WidgetModel
import WidgetRendering

/// Values on the command line.
enum JSONText {
  /// nil for text that is not JSON. A number with a point or an exponent is a float, any other an integer.
  static func read(_ text: String) -> LuaValue? { try? JSONReader.read(Array(text.utf8)) }

  /// Keys in the order of their bytes. A float has a point or an exponent, so that what is read back is one again; what JSON has no
  /// number for is text: `"inf"`, `"-inf"`, `"nan"`.
  static func write(_ value: LuaValue, indented: Bool) -> String {
    var text = ""
    write(value, to: &text, indentation: indented ? 0 : nil)
    return terminalSafe(text, multiline: true)
  }

  /// Values are at most as deep as stores let them be.
  private static func write(_ value: LuaValue, to text: inout String, indentation: Int?) {
    switch value {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .number(let number):
      text += number.isFinite ? "\(number)" : number.isNaN ? "\"nan\"" : number < 0 ? "\"-inf\"" : "\"inf\""
    case .string(let string): quote(string, to: &text)
    case .bytes(let bytes): quote(String(decoding: bytes, as: UTF8.self), to: &text)
    case .array(let values):
      list(values, "[", "]", to: &text, indentation) { value, text, inner in write(value, to: &text, indentation: inner) }
    case .table(let fields):
      let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      list(sorted, "{", "}", to: &text, indentation) { field, text, inner in
        quote(field.key, to: &text)
        text += indentation == nil ? ":" : ": "
        write(field.value, to: &text, indentation: inner)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indentation: Int?,
    _ write: (Element, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indentation.map { $0 + 1 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      write(element, &text, inner)
    }
    if let indentation, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indentation) }
    text += close
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
