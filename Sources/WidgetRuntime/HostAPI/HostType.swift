public import WidgetModel

/// The type of an argument, a result or a field. The argument check, the reference and the editor types share it.
public indirect enum HostType: Sendable, Equatable {
  case any, boolean, number, integer, string, function
  case integers(ClosedRange<Int>)
  case numbers(ClosedRange<Double>)
  /// One of these strings. `ignoresCase`: in any case.
  case choice([String], ignoresCase: Bool = false)
  /// A number of seconds, or text such as "5m"; possibly limited to a range of seconds.
  case duration(ClosedRange<Double>? = nil)
  /// Seconds since 1970.
  case time
  case list(HostType)
  /// Named fields, in documentation order. No other names are accepted.
  case record([HostField])
  /// Any table with string keys.
  case table
  /// Anything one of these types accepts.
  case either([HostType])
  /// A class of the API, such as `Response`. The function itself checks it.
  case named(String)
  case optional(HostType)

  var isOptional: Bool { if case .optional = self { true } else { false } }
  var unwrapped: HostType { if case .optional(let type) = self { type } else { self } }

  /// The type in an error message or in the reference: `a string`, `an integer` ...
  public var words: String {
    switch self {
    case .any: "a value"
    case .boolean: "true or false"
    case .number: "a number"
    case .numbers(let range): "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .integer: "an integer"
    case .integers(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .string: "a string"
    case .choice(let names, _): alternatives(names)
    case .function: "a function"
    case .duration(nil): "a duration (seconds, or text such as \"5m\")"
    case .duration(let range?): "from \(range.lowerBound.plain) to \(range.upperBound.plain) seconds"
    case .time: "a time in seconds since 1970"
    case .list: "a list"
    case .record, .table: "a table"
    case .either(let types): types.map(\.words).joined(separator: " or ")
    case .named(let name): name
    case .optional(let type): type.words
    }
  }
}

/// A documented argument, result or field.
public struct HostField: Sendable, Equatable, LeveledDeclaration {
  public var name: String
  public var type: HostType
  public var documentation: String
  /// The value used if it's missing, as a script would write it; nil if the documentation gives it, or there's nothing to say.
  public var defaultValue: String?
  public var availability = Availability()

  public init(_ name: String, _ type: HostType, _ documentation: String = "", default defaultValue: String? = nil) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.defaultValue = defaultValue
  }

  /// A field that may be left out.
  static func optional(
    _ name: String, _ type: HostType, _ documentation: String = "", default defaultValue: String? = nil
  ) -> HostField {
    HostField(name, .optional(type), documentation, default: defaultValue)
  }

  /// The second result of a function that doesn't raise errors: see ``HostFunction/returnsError``.
  static let error = HostField("err", .optional(.named("Error")))

  /// An options table at the end of the arguments.
  static func options(_ fields: HostField...) -> HostField {
    HostField(
      "options",
      .optional(
        .record(fields.map { HostField.optional($0.name, $0.type.unwrapped, $0.documentation, default: $0.defaultValue) })))
  }
}

extension Double {
  /// `1` for 1.0.
  var plain: String { Int(exactly: self).map(String.init) ?? String(self) }
}
