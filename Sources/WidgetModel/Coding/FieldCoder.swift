/// Writes or reads the fields of a value, in the order the value names them.
///
/// `Codable` would do the same, but its containers took two million instructions each way for a snapshot of one text: most of the
/// cost of the store.
public protocol FieldCoder {
  /// - Parameters:
  ///   - write: Makes the stored form.
  ///   - read: Returns nil for anything but a stored form.
  mutating func code<Value>(_ value: inout Value, write: (Value) -> LuaValue, read: (LuaValue) -> Value?)
}

/// A value with fields, stored as a list of them.
public protocol FieldCoded {
  /// Creates a value to read into.
  init()
  mutating func code(_ coder: inout some FieldCoder)

  // Requirements, so the module declaring a type also compiles the code of its fields for both coders.

  /// The stored form. Trailing fields that aren't set are left out.
  var fieldList: LuaValue { get }
  /// Reads a stored form. Missing trailing fields are null; nil for anything ``fieldList`` didn't write.
  init?(fieldList: LuaValue)
}

extension FieldCoded {
  public var fieldList: LuaValue {
    var writer = FieldWriter()
    var value = self
    value.code(&writer)
    // Most views leave most fields unset.
    while writer.values.last?.isNull == true { writer.values.removeLast() }
    return .array(writer.values)
  }

  public init?(fieldList: LuaValue) {
    guard case .array(let values) = fieldList else { return nil }
    var reader = FieldReader(rest: values[...])
    self.init()
    code(&reader)
    guard reader.rest.isEmpty, !reader.isInvalid else { return nil }
  }
}

/// Writes fields, each as one element of a list.
private struct FieldWriter: FieldCoder {
  var values: [LuaValue] = []

  mutating func code<Value>(_ value: inout Value, write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    values.append(write(value))
  }
}

private struct FieldReader: FieldCoder {
  var rest: ArraySlice<LuaValue>
  var isInvalid = false

  mutating func code<Value>(_ value: inout Value, write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    if let found = read(rest.popFirst() ?? .null) { value = found } else { isInvalid = true }
  }
}

extension FieldCoder {
  /// Codes an optional field.
  public mutating func code<Value>(_ value: inout Value?, write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    code(&value, write: { $0.map(write) ?? .null }, read: { $0.isNull ? .some(nil) : read($0).map { .some($0) } })
  }

  public mutating func code(_ value: inout String) { code(&value, write: { .string($0) }, read: { $0.string }) }
  public mutating func code(_ value: inout String?) { code(&value, write: { .string($0) }, read: { $0.string }) }
  public mutating func code(_ value: inout Double) { code(&value, write: { .number($0) }, read: { $0.double }) }
  public mutating func code(_ value: inout Double?) { code(&value, write: { .number($0) }, read: { $0.double }) }
  public mutating func code(_ value: inout Bool) { code(&value, write: { .boolean($0) }, read: { $0.boolean }) }
  public mutating func code(_ value: inout Bool?) { code(&value, write: { .boolean($0) }, read: { $0.boolean }) }
  public mutating func code(_ value: inout Int) { code(&value, write: { .integer(Int64($0)) }, read: Self.integer) }
  public mutating func code(_ value: inout Int?) { code(&value, write: { .integer(Int64($0)) }, read: Self.integer) }

  public mutating func code<Value: RawRepresentable<String>>(_ value: inout Value) {
    code(&value, write: { .string($0.rawValue) }, read: { $0.string.flatMap(Value.init) })
  }

  public mutating func code<Value: RawRepresentable<String>>(_ value: inout Value?) {
    code(&value, write: { .string($0.rawValue) }, read: { $0.string.flatMap(Value.init) })
  }

  public mutating func code<Value: FieldCoded>(_ value: inout Value) {
    code(&value, write: { $0.fieldList }, read: { Value(fieldList: $0) })
  }

  public mutating func code<Value: FieldCoded>(_ value: inout Value?) {
    code(&value, write: { $0.fieldList }, read: { Value(fieldList: $0) })
  }

  /// Codes a list without leaving out elements. An empty list is null.
  public mutating func code<Value>(_ values: inout [Value], write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    code(
      &values, write: { $0.isEmpty ? .null : .array($0.map(write)) },
      read: { stored in
        if stored.isNull { return [] }
        guard case .array(let elements) = stored else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
      })
  }

  public mutating func code<Value: FieldCoded>(_ values: inout [Value]) {
    code(&values, write: { $0.fieldList }, read: { Value(fieldList: $0) })
  }

  private static func integer(_ stored: LuaValue) -> Int? { stored.integer.flatMap { Int(exactly: $0) } }
}
