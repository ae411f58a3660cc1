public import Foundation
import WidgetFormats
public import WidgetModel

extension Snapshot {
  /// Reads a snapshot from a file that `--format json` wrote.
  public init(recordedAt file: URL) throws {
    let json = try JSONReader.read([UInt8](try Data(contentsOf: file)))
    self = JSONFieldReader.read(json) ?? Snapshot()
    failure = JSONFieldReader.read(json["failure"], as: Failure?.self) ?? nil
  }
}

/// Reads fields by the names that `--format json` gives them.
public struct JSONFieldReader: FieldCoder {
  private let fields: [String: LuaValue]
  /// How many of the fields were given.
  private var found = 0

  /// Reads a value of the model from JSON, as luawidget writes it.
  public static func read<Value: FieldValue>(_ json: LuaValue, as type: Value.Type = Value.self) -> Value? {
    if let type = type as? any Named.Type { return named(type, json) }
    guard let type = type as? any FieldCoded.Type else { return Value(stored: json) }
    var reader = JSONFieldReader(fields: json.table ?? [:])
    return reader.nested(type) as? Value
  }

  private static func named<Found: Named, Value>(_ type: Found.Type, _ json: LuaValue) -> Value? {
    Found(named: json).flatMap { $0 as? Value }
  }

  public mutating func code<Value: FieldValue>(_ name: String, _ value: inout Value) {
    guard let given = fields[name], !given.isNull else { return }
    found += 1
    if let given = Self.read(given, as: Value.self) { value = given }
  }

  public mutating func code<Value: FieldValue>(storedOnly value: inout Value) {}
  public mutating func code<Value: FieldValue>(beside value: inout Value) {
    let before = found
    let type = ((Value.self as? any Named.Type)?.wrapped ?? Value.self) as? any FieldCoded.Type
    if let type, let own = nested(type) as? Value, found > before { value = own }
  }

  public mutating func code<Value: FieldCoded>(_ name: String, spread value: inout Value) { code(name, &value) }

  private mutating func nested<Value: FieldCoded>(_ type: Value.Type) -> Value {
    var value = Value()
    value.code(&self)
    return value
  }
}

/// A value whose JSON isn't its stored form.
private protocol Named {
  init?(named json: LuaValue)
  /// The type of the value that may be nil.
  static var wrapped: Any.Type? { get }
}

extension Named {
  static var wrapped: Any.Type? { nil }
}

extension Optional: Named where Wrapped: FieldValue {
  init?(named json: LuaValue) { self = json.isNull ? nil : JSONFieldReader.read(json, as: Wrapped.self) }
  static var wrapped: Any.Type? { Wrapped.self }
}

extension Array: Named where Element: FieldValue {
  init?(named json: LuaValue) { self = (json.array ?? []).compactMap { JSONFieldReader.read($0) } }
}

extension Color: Named {
  init?(named json: LuaValue) { self.init(stored: json.string == nil ? [json["light"], json["dark"]] : json) }
}

extension ImageSource: Named {
  init?(named json: LuaValue) { self.init(stored: json["light"].isNull ? json : [json["light"], json["dark"]]) }
}

extension Font: Named {
  init?(named json: LuaValue) {
    let names = ["size", "weight", "design"] + (json["relative_to"].isNull ? [] : ["relative_to"])
    self.init(stored: json.string == nil ? .array(names.map { json[$0] }) : json)
  }
}
