/// A JSON value (RFC 8259) for writing.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Fields in insertion order; they're written sorted.
  case object([Field])

  /// A member of an object.
  public struct Field: Sendable, Equatable {
    public let key: String
    public let value: JSONValue

    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue {
  /// Converts a Lua value exactly: a float keeps its point, and one JSON can't write becomes text (`"inf"`, `"-inf"`, `"nan"`).
  /// Bytes that aren't UTF-8 become U+FFFD.
  public init(_ value: LuaValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let number): .integer(number)
      case .number(let number) where !number.isFinite: .string(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .bytes(let bytes): .string(String(decoding: bytes, as: UTF8.self))
      case .array(let values): .array(values.map { JSONValue($0) })
      case .table(let fields): .object(fields.map { Field(key: $0.key, value: JSONValue($0.value)) })
      }
  }
}
