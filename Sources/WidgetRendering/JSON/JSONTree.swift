/// A JSON value.
enum JSONTree: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  /// In the order of insertion.
  case object([Field])

  struct Field: Equatable {
    let key: String
    let value: JSONTree
  }
}

extension JSONTree {
  /// UTF-8 on one line, without spaces, with sorted keys.
  func bytes(isASCII: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, isASCII)
    return bytes
  }

  private func write(to bytes: inout [UInt8], _ isASCII: Bool) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .unsigned(let value): bytes += String(value).utf8
    case .number(let value): bytes += Self.number(value).utf8
    case .string(let value): Self.write(value, to: &bytes, isASCII)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes, isASCII)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, field) in sorted.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(field.key, to: &bytes, isASCII)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes, isASCII)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// JSON has no NaN and no infinity.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if abs(value) < 1e15, let whole = Int64(exactly: value) { return String(whole) }
    return value.description
  }

  private static func write(_ string: String, to bytes: inout [UInt8], _ isASCII: Bool) {
    bytes.append(UInt8(ascii: "\""))
    // The common case: nothing to escape.
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      bytes += string.utf8
    } else {
      for scalar in string.unicodeScalars { write(scalar, to: &bytes, isASCII) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8], _ isASCII: Bool) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    default:
      let safety = ScalarSafety(scalar)
      if safety == .control || safety == .invisible || isASCII && !scalar.isASCII {
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] { escape(unit, to: &bytes) }
      } else {
        bytes += scalar.utf8
      }
    }
  }

  private static func escape(_ unit: UInt16, to bytes: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
  }
}
