public import WidgetModel

/// The shape of an argument or a result, as the documentation, the editor types and the argument check share it.
public indirect enum HostType: Sendable, Equatable {
  case any, boolean, number, integer, string, function
  /// A number of seconds, or text such as "5m".
  case duration
  /// Seconds since 1970.
  case time
  case list(HostType)
  /// Named fields, in the order in which they are documented.
  case record([HostField])
  /// Any table with string keys.
  case table
  /// A named type of the API that is described elsewhere, such as `Response`.
  case named(String)
  case optional(HostType)

  /// Whether a value that a script passed is of this type. `any`, `function` and named types accept everything: the
  /// function itself looks closer.
  public func accepts(_ value: LuaValue) -> Bool {
    switch self {
    case .any, .function, .named: true
    case .boolean: value.boolean != nil
    case .number: value.double != nil
    case .time: value.double.map(\.isFinite) ?? false
    case .integer: value.integer != nil
    case .string: value.stringBytes != nil
    case .duration: value.double != nil || value.string != nil
    case .list: value.array != nil
    case .record, .table: value.table != nil
    case .optional(let type): value.isNull || type.accepts(value)
    }
  }

  /// The type in words, for an error: `a string`, `an integer` ...
  public var words: String {
    switch self {
    case .any: "a value"
    case .boolean: "a boolean"
    case .number: "a number"
    case .integer: "an integer"
    case .string: "a string"
    case .function: "a function"
    case .duration: "a duration (seconds, or text such as \"5m\")"
    case .time: "a time in seconds since 1970"
    case .list: "a list"
    case .record, .table: "a table"
    case .named(let name): name
    case .optional(let type): type.words
    }
  }
}

/// A documented field of a record.
public struct HostField: Sendable, Equatable {
  public var name: String
  public var type: HostType
  public var documentation: String

  public init(_ name: String, _ type: HostType, _ documentation: String = "") {
    self.name = name
    self.type = type
    self.documentation = documentation
  }
}
