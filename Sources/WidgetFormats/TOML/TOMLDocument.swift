/// A TOML document's table, and where its values are in the text.
public struct TOMLDocument: Sendable, Equatable {
  public internal(set) var table: [String: TOMLValue] = [:]
  /// The places of all values, by their path from the document.
  public internal(set) var regions: [[TOMLPathPart]: TOMLRegion] = [:]

  /// The line of a key or an array element, from 1; nil if there's no such value.
  public func line(of path: [TOMLPathPart]) -> Int? { regions[path]?.line }
}

/// A step from a table or an array to a value in it.
public enum TOMLPathPart: Sendable, Hashable {
  case key(String)
  case index(Int)
}

/// The place of a value, or of a table's header or dotted key.
public struct TOMLRegion: Sendable, Equatable {
  /// The line of its key, from 1.
  public var line: Int
  public var start: TOMLPosition
  /// After its last character.
  public var end: TOMLPosition
}

/// A character of a document.
public struct TOMLPosition: Sendable, Equatable {
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars, not counting a byte order mark.
  public var column: Int
}

/// A value of a TOML document.
public enum TOMLValue: Sendable, Equatable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// A date, a time, or both; no setting has this type.
  case date
  case array([TOMLValue])
  case table([String: TOMLValue])
}

extension TOMLValue {
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var array: [TOMLValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var table: [String: TOMLValue]? { if case .table(let fields) = self { fields } else { nil } }
}
