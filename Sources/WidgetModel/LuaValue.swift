/// A value passed between a script and the broker: nil, boolean, integer, float, string or table in Lua.
///
/// Lua strings are bytes. Valid UTF-8 becomes ``string(_:)``, anything else ``bytes(_:)``, so round trips through a store are
/// exact. A table is either a list (``array(_:)``, keys 1...n) or a record (``table(_:)``, string keys); an empty Lua table
/// arrives as an empty array.
public enum LuaValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case bytes([UInt8])
  case array([LuaValue])
  case table([String: LuaValue])
}

extension LuaValue {
  /// Lua's name of the type, for error messages: `nil`, `boolean`, `number`, `string` or `table`.
  public var typeName: String {
    switch self {
    case .null: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string, .bytes: "string"
    case .array, .table: "table"
    }
  }

  public var isNull: Bool { self == .null }

  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The text; nil for other types and for strings that aren't UTF-8.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// A string's bytes, UTF-8 or not.
  public var stringBytes: [UInt8]? {
    switch self {
    case .string(let value): Array(value.utf8)
    case .bytes(let value): value
    default: nil
    }
  }

  /// A number as a double; integers beyond 2^53 are rounded.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// An integral number: `3` and `3.0`, but not `3.5` and nothing out of range.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A list's elements. An empty record counts as an empty list, because Lua can't tell them apart.
  public var array: [LuaValue]? {
    switch self {
    case .array(let value): value
    case .table(let value) where value.isEmpty: []
    default: nil
    }
  }

  /// A record's fields. An empty list counts as an empty record, because Lua can't tell them apart.
  public var table: [String: LuaValue]? {
    switch self {
    case .table(let value): value
    case .array(let value) where value.isEmpty: [:]
    default: nil
    }
  }

  /// A field of a record; `.null` if it's missing or this isn't a record.
  public subscript(key: String) -> LuaValue {
    if case .table(let fields) = self { fields[key] ?? .null } else { .null }
  }
}

extension LuaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: LuaValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, LuaValue)...) {
    self = .table(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension LuaValue {
  /// A string value from any bytes: `.string` when they are UTF-8 that can be compared (``StackedMarks``), `.bytes` otherwise.
  public init(stringBytes: [UInt8]) {
    if let text = String(validating: stringBytes, as: UTF8.self),
      stringBytes.count <= StackedMarks.most || !StackedMarks.areIn(stringBytes)
    {
      self = .string(text)
    } else {
      self = .bytes(stringBytes)
    }
  }

  public init(_ value: String?) { self = value.map { .string($0) } ?? .null }
  public init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
}
