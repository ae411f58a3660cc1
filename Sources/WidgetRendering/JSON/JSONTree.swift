/// A JSON value.
enum JSONTree: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])
}

extension JSONTree {
  /// On one line, without spaces, keys in the order of their UTF-8.
  func text(isASCII: Bool = false) -> String {
    var text = ""
    write(to: &text, isASCII)
    return text
  }

  private func write(to text: inout String, _ isASCII: Bool) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .number(let value): text += Self.number(value)
    case .string(let value): Self.write(value, to: &text, isASCII)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text, isASCII)
      }
      text += "]"
    case .object(let fields):
      text += "{"
      let keys = fields.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      for (index, key) in keys.enumerated() {
        if index > 0 { text += "," }
        Self.write(key, to: &text, isASCII)
        text += ":"
        fields[key]?.write(to: &text, isASCII)
      }
      text += "}"
    }
  }

  /// JSON has no NaN and no infinity.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if abs(value) < 1e15, let whole = Int64(exactly: value) { return String(whole) }
    return value.description
  }

  private static func write(_ string: String, to text: inout String, _ isASCII: Bool) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        let safety = ScalarSafety(scalar)
        if safety == .control || safety == .invisible || isASCII && !scalar.isASCII {
          for unit in UTF16.encode(scalar).map(Array.init) ?? [] { escape(unit, to: &text) }
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private static func escape(_ unit: UInt16, to text: inout String) {
    let digits = String(unit, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
