import WidgetModel

extension LuaValue {
  /// The type and, if it's short, the value: `string "big"`, `number 3`, `boolean true`, `table`, `nil`.
  var shown: String {
    switch self {
    case .null, .array, .table: typeName
    case .boolean(let value): "boolean \(value)"
    case .integer(let value): "number \(value)"
    case .number(let value): "number \(value.shown)"
    case .string(let text): "string \(text.quoted)"
    case .bytes(let bytes): "string \(String(decoding: bytes.prefix(200), as: UTF8.self).quoted)"
    }
  }

  /// Text if the value is a string or a number, as from `tostring`. Bytes that aren't UTF-8 are repaired.
  var displayText: String? {
    switch self {
    case .string(let text): text
    // Ill-formed UTF-8 is repaired, and marks beyond the limit are left out: the text could be stored, but not be read again.
    case .bytes(let bytes): StackedMarks.thinned(String(decoding: bytes, as: UTF8.self))
    case .integer(let value): String(value)
    case .number(let value): String(value)
    default: nil
    }
  }
}

extension Double {
  /// The number without the sign NaN has on some processors.
  var shown: String { isNaN ? "nan" : "\(self)" }
}

extension String {
  /// The text in quotes, up to 40 characters, without anything that could move a cursor or reverse a line.
  var quoted: String {
    var result = "\""
    for (position, scalar) in unicodeScalars.enumerated() {
      if position == 40 {
        result += "..."
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default:
        if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether the text has a character of the general category Cc (U+0000 to U+001F and U+007F to U+009F), or a line or paragraph
  /// separator.
  var hasControlCharacters: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
      default: false
      }
    }
  }
}

/// `"a", "b" or "c"`.
func alternatives(_ names: some Sequence<String>) -> String {
  let quoted = names.map { "\"\($0)\"" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
