import WidgetModel

/// The fields of one view after each has passed the check of its type, read through their declarations.
struct ViewFields {
  let kind: ViewKind
  /// By the fields' names; aliases are resolved.
  private var values: [String: ViewFieldValue] = [:]

  init(_ kind: ViewKind) { self.kind = kind }

  /// Of the fields that the script gave, in no order.
  var names: Dictionary<String, ViewFieldValue>.Keys { values.keys }

  /// Whether the script gave the field.
  func has(_ name: String) -> Bool { values[name] != nil }

  mutating func set(_ field: ViewField, to value: ViewFieldValue?) { values[field.name] = value }

  subscript<Value>(field: TypedField<Value>) -> Value? { values[field.declaration.name].flatMap(field.read) }

  subscript<Value>(field: DefaultedField<Value>) -> Value { self[field.field] ?? field.fallback }

  func value<Value>(of field: RequiredField<Value>) throws(FieldProblem) -> Value {
    guard let value = self[field.field] else {
      let declaration = field.declaration
      throw FieldProblem("ui.\(kind.rawValue) needs \(declaration.name): \(declaration.type.expectation)")
    }
    return value
  }

  /// Empty text counts as not given.
  func nonEmpty(_ field: TypedField<String>) -> String? { self[field].flatMap { $0.isEmpty ? nil : $0 } }
}
