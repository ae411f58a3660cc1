import WidgetModel

/// Writes or reads the fields of a stored value, in the order in which the value names them.
///
/// `Codable` would do the same, but its containers took two million instructions for a snapshot of one text, in each direction: most of
/// what the store cost.
protocol FieldCoder {
  /// - Parameters:
  ///   - write: The stored form.
  ///   - read: nil for anything that is not a stored form.
  mutating func code<Value>(_ value: inout Value, write: (Value) -> LuaValue, read: (LuaValue) -> Value?)
}

/// A value with fields.
protocol FieldCoded {
  /// A value to read into.
  init()
  mutating func code(_ coder: inout some FieldCoder)
}

/// Writes fields, each as one element of a list.
struct FieldWriter: FieldCoder {
  private var values: [LuaValue] = []

  mutating func code<Value>(_ value: inout Value, write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    values.append(write(value))
  }

  static func list(of value: some FieldCoded) -> LuaValue {
    var writer = FieldWriter()
    var value = value
    value.code(&writer)
    // Most fields of most views are not set.
    while writer.values.last?.isNull == true { writer.values.removeLast() }
    return .array(writer.values)
  }
}

/// Reads fields. Those after the end of the list are null.
struct FieldReader: FieldCoder {
  private var rest: ArraySlice<LuaValue>
  private var isInvalid = false

  mutating func code<Value>(_ value: inout Value, write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    if let found = read(rest.popFirst() ?? .null) { value = found } else { isInvalid = true }
  }

  /// nil for anything that ``FieldWriter`` did not write.
  static func value<Value: FieldCoded>(_ type: Value.Type, in list: LuaValue) -> Value? {
    guard case .array(let values) = list else { return nil }
    var reader = FieldReader(rest: values[...])
    var value = Value()
    value.code(&reader)
    return reader.rest.isEmpty && !reader.isInvalid ? value : nil
  }
}

extension FieldCoder {
  /// A field that may be nil.
  mutating func code<Value>(_ value: inout Value?, write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    code(&value, write: { $0.map(write) ?? .null }, read: { $0.isNull ? .some(nil) : read($0).map { .some($0) } })
  }

  mutating func code(_ value: inout String) { code(&value, write: { .string($0) }, read: { $0.string }) }
  mutating func code(_ value: inout String?) { code(&value, write: { .string($0) }, read: { $0.string }) }
  mutating func code(_ value: inout Double) { code(&value, write: { .number($0) }, read: { $0.double }) }
  mutating func code(_ value: inout Double?) { code(&value, write: { .number($0) }, read: { $0.double }) }
  mutating func code(_ value: inout Bool) { code(&value, write: { .boolean($0) }, read: { $0.boolean }) }
  mutating func code(_ value: inout Bool?) { code(&value, write: { .boolean($0) }, read: { $0.boolean }) }
  mutating func code(_ value: inout Int) { code(&value, write: { .integer(Int64($0)) }, read: Self.integer) }
  mutating func code(_ value: inout Int?) { code(&value, write: { .integer(Int64($0)) }, read: Self.integer) }

  mutating func code<Value: RawRepresentable<String>>(_ value: inout Value) {
    code(&value, write: { .string($0.rawValue) }, read: { $0.string.flatMap(Value.init) })
  }

  mutating func code<Value: RawRepresentable<String>>(_ value: inout Value?) {
    code(&value, write: { .string($0.rawValue) }, read: { $0.string.flatMap(Value.init) })
  }

  mutating func code<Value: FieldCoded>(_ value: inout Value) {
    code(&value, write: { FieldWriter.list(of: $0) }, read: { FieldReader.value(Value.self, in: $0) })
  }

  mutating func code<Value: FieldCoded>(_ value: inout Value?) {
    code(&value, write: { FieldWriter.list(of: $0) }, read: { FieldReader.value(Value.self, in: $0) })
  }

  /// A list of which no element is left out. An empty one is null.
  mutating func code<Value>(_ values: inout [Value], write: (Value) -> LuaValue, read: (LuaValue) -> Value?) {
    code(
      &values, write: { $0.isEmpty ? .null : .array($0.map(write)) },
      read: { stored in
        if stored.isNull { return [] }
        guard case .array(let elements) = stored else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
      })
  }

  mutating func code<Value: FieldCoded>(_ values: inout [Value]) {
    code(&values, write: { FieldWriter.list(of: $0) }, read: { FieldReader.value(Value.self, in: $0) })
  }

  private static func integer(_ stored: LuaValue) -> Int? { stored.integer.flatMap { Int(exactly: $0) } }
}
