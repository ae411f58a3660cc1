/// A value of a TOML document.
public enum TOMLValue: Sendable, Equatable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// A date, a time, or both; no setting is one.
  case date
  case array([TOMLValue])
  case table([String: TOMLValue])
}

extension TOMLValue {
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var array: [TOMLValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var table: [String: TOMLValue]? { if case .table(let fields) = self { fields } else { nil } }
}
