/// Writes or reads the fields of a value, in the order the value names them.
///
/// The stored form is a list in that order; JSON has the names. `Codable` would do the same, but its containers took two million
/// instructions for a snapshot of one text, in each direction: most of what the store cost.
public protocol FieldCoder {
  mutating func code<Value: FieldValue>(_ name: String, _ value: inout Value)
  /// A value whose own fields are beside the others in JSON. The stored form has it as one field.
  mutating func code<Value: FieldValue>(beside value: inout Value)
  /// A value that JSON doesn't have.
  mutating func code<Value: FieldValue>(storedOnly value: inout Value)
  /// A value whose own fields are among the others in the stored form. JSON has it as one field.
  mutating func code<Value: FieldCoded>(_ name: String, spread value: inout Value)
}

/// A value that can be a field.
public protocol FieldValue {
  /// The form in stores and in messages to helpers.
  var stored: LuaValue { get }
  /// Returns nil for anything that ``stored`` didn't write.
  init?(stored: LuaValue)
  /// The form in the output of `--format json`. A field that is null there is left out.
  var json: JSONValue { get }
}

/// A value with fields. Its stored form is the list of them.
public protocol FieldCoded: FieldValue {
  /// A value to read into.
  init()
  mutating func code(_ coder: inout some FieldCoder)

  // Requirements again, so that the module that declares a type also compiles the code of its fields for every coder.

  /// The list of the fields. Those at the end that aren't set are left out.
  var stored: LuaValue { get }
  /// Reads a list of fields. Fields after its end are null.
  init?(stored: LuaValue)
  var json: JSONValue { get }
}

extension FieldCoded {
  public var stored: LuaValue {
    var writer = FieldWriter()
    var value = self
    value.code(&writer)
    // Most views leave most fields unset.
    while writer.values.last?.isNull == true { writer.values.removeLast() }
    return .array(writer.values)
  }

  public init?(stored: LuaValue) {
    guard case .array(let values) = stored else { return nil }
    var reader = FieldReader(rest: values[...])
    self.init()
    code(&reader)
    guard reader.rest.isEmpty, !reader.isInvalid else { return nil }
  }

  public var json: JSONValue {
    var writer = JSONFieldWriter()
    var value = self
    value.code(&writer)
    return .object(writer.fields)
  }
}

/// Writes fields, each as one element of a list.
private struct FieldWriter: FieldCoder {
  var values: [LuaValue] = []

  mutating func code<Value: FieldValue>(_ name: String, _ value: inout Value) { values.append(value.stored) }
  mutating func code<Value: FieldValue>(beside value: inout Value) { values.append(value.stored) }
  mutating func code<Value: FieldValue>(storedOnly value: inout Value) { values.append(value.stored) }
  mutating func code<Value: FieldCoded>(_ name: String, spread value: inout Value) { value.code(&self) }
}

private struct FieldReader: FieldCoder {
  var rest: ArraySlice<LuaValue>
  var isInvalid = false

  mutating func code<Value: FieldValue>(_ name: String, _ value: inout Value) { code(beside: &value) }

  mutating func code<Value: FieldValue>(beside value: inout Value) {
    if let found = Value(stored: rest.popFirst() ?? .null) { value = found } else { isInvalid = true }
  }

  mutating func code<Value: FieldValue>(storedOnly value: inout Value) { code(beside: &value) }

  mutating func code<Value: FieldCoded>(_ name: String, spread value: inout Value) { value.code(&self) }
}

/// Writes fields with their names. No type of the model writes a name twice.
private struct JSONFieldWriter: FieldCoder {
  var fields: [JSONValue.Field] = []

  mutating func code<Value: FieldValue>(_ name: String, _ value: inout Value) {
    let json = value.json
    if case .null = json { return }
    fields.append(JSONValue.Field(key: name, value: json))
  }

  mutating func code<Value: FieldValue>(beside value: inout Value) {
    if case .object(let own) = value.json { fields += own }
  }

  mutating func code<Value: FieldValue>(storedOnly value: inout Value) {}

  mutating func code<Value: FieldCoded>(_ name: String, spread value: inout Value) { code(name, &value) }
}

// MARK: Values that are one field

extension FieldValue {
  public var json: JSONValue { JSONValue(stored) }
}

extension FieldValue where Self: RawRepresentable<String> {
  public var stored: LuaValue { .string(rawValue) }
  public init?(stored: LuaValue) {
    guard let name = stored.string else { return nil }
    self.init(rawValue: name)
  }
}

extension String: FieldValue {
  public var stored: LuaValue { .string(self) }
  public init?(stored: LuaValue) {
    guard let value = stored.string else { return nil }
    self = value
  }
}

extension Double: FieldValue {
  public var stored: LuaValue { .number(self) }
  public init?(stored: LuaValue) {
    guard let value = stored.double else { return nil }
    self = value
  }
  public var json: JSONValue { .number(self) }
}

extension Bool: FieldValue {
  public var stored: LuaValue { .boolean(self) }
  public init?(stored: LuaValue) {
    guard let value = stored.boolean else { return nil }
    self = value
  }
}

extension Int: FieldValue {
  public var stored: LuaValue { .integer(Int64(self)) }
  public init?(stored: LuaValue) {
    guard let value = stored.integer.flatMap({ Int(exactly: $0) }) else { return nil }
    self = value
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  public var stored: LuaValue {
    guard let self else { return .null }
    let stored = self.stored
    // Only nil is null: an empty list isn't nil.
    return stored.isNull ? .array([]) : stored
  }

  public init?(stored: LuaValue) {
    self = nil
    guard !stored.isNull else { return }
    guard let value = Wrapped(stored: stored) else { return nil }
    self = value
  }

  public var json: JSONValue { self?.json ?? .null }
}

/// An empty list is null, and so are most lists of most views.
extension Array: FieldValue where Element: FieldValue {
  public var stored: LuaValue { isEmpty ? .null : .array(map(\.stored)) }

  public init?(stored: LuaValue) {
    self = []
    guard !stored.isNull else { return }
    guard case .array(let elements) = stored else { return nil }
    reserveCapacity(elements.count)
    for element in elements {
      guard let value = Element(stored: element) else { return nil }
      append(value)
    }
  }

  public var json: JSONValue { .array(map(\.json)) }
}

extension Array where Element: FieldValue {
  /// The list as a field that JSON has only if there's something in it.
  var ifAny: Self? {
    get { isEmpty ? nil : self }
    set { self = newValue ?? [] }
  }
}

extension Indirect: FieldValue where Value: FieldCoded {}
extension Indirect: FieldCoded where Value: FieldCoded {
  public init() { self = .value(Value()) }

  public mutating func code(_ coder: inout some FieldCoder) {
    var own = value
    own.code(&coder)
    self = .value(own)
  }
}
