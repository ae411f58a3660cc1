/// Writes JSON (RFC 8259): UTF-8, keys in byte order.
///
/// Control characters, invisible ones and those changing the direction of a line are escaped as `\uXXXX`, so the text is also
/// safe on a terminal and still means the same.
public struct JSONWriter: Sendable {
  /// Whether every character beyond ASCII is escaped.
  public var isASCII = false
  /// Whether each element is on a separate line, indented by two spaces per level.
  public var isIndented = false
  /// Whether floats without decimals keep their point (`1.0`), so they're still floats when read back.
  public var keepsFloats = false

  public init(isASCII: Bool = false, isIndented: Bool = false, keepsFloats: Bool = false) {
    self.isASCII = isASCII
    self.isIndented = isIndented
    self.keepsFloats = keepsFloats
  }

  /// The JSON text in UTF-8.
  public func bytes(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, to: &bytes, level: 0)
    return bytes
  }

  /// The JSON text.
  public func text(_ value: JSONValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

  private func write(_ value: JSONValue, to bytes: inout [UInt8], level: Int) {
    switch value {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .unsigned(let value): bytes += String(value).utf8
    case .number(let value): bytes += number(value).utf8
    case .string(let value): write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        separate(index, &bytes, level + 1)
        write(value, to: &bytes, level: level + 1)
      }
      if !values.isEmpty { newLine(&bytes, level) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, field) in sorted.enumerated() {
        separate(index, &bytes, level + 1)
        write(field.key, to: &bytes)
        bytes += isIndented ? ": ".utf8 : ":".utf8
        write(field.value, to: &bytes, level: level + 1)
      }
      if !fields.isEmpty { newLine(&bytes, level) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func separate(_ index: Int, _ bytes: inout [UInt8], _ level: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    newLine(&bytes, level)
  }

  private func newLine(_ bytes: inout [UInt8], _ level: Int) {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += [UInt8](repeating: UInt8(ascii: " "), count: level * 2)
  }

  /// JSON has no NaN and no infinity.
  private func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if !keepsFloats, abs(value) < 1e15, let whole = Int64(exactly: value) { return String(whole) }
    return value.description
  }

  private func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Most strings contain nothing to escape and no scalar to look up.
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      bytes += string.utf8
    } else {
      for scalar in string.unicodeScalars { write(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
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

  private func escape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes += "\\u\(String(unit, radix: 16).padded(to: 4, with: "0"))".utf8
  }
}
