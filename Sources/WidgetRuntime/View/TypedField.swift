import WidgetModel

/// Anything declaring a field: one with a Swift type, a required one, or one with a default.
protocol ViewFieldDeclaration: Sendable {
  var declaration: ViewField { get }
}

/// A field with the Swift type of its value, so no field is read under a wrong name or type.
struct TypedField<Value: Sendable>: ViewFieldDeclaration, LeveledDeclaration {
  var declaration: ViewField
  /// The value, out of what the field's type decoded; nil only for another type's value.
  let read: @Sendable (ViewFieldValue) -> Value?

  var availability: Availability {
    get { declaration.availability }
    set { declaration.availability = newValue }
  }

  init(_ declaration: ViewField, _ read: @escaping @Sendable (ViewFieldValue) -> Value?) {
    self.declaration = declaration
    self.read = read
  }

  /// The same field, now required in its view.
  var required: RequiredField<Value> {
    var field = self
    field.declaration.isRequired = true
    return RequiredField(field: field)
  }

  /// The same field with a default, which the documentation names.
  func defaulting(to fallback: Value) -> DefaultedField<Value> {
    var field = self
    field.declaration.defaultText = { ViewField.written(fallback) }
    return DefaultedField(field: field, fallback: fallback)
  }
}

/// A field that must be given.
struct RequiredField<Value: Sendable>: ViewFieldDeclaration {
  let field: TypedField<Value>
  var declaration: ViewField { field.declaration }
}

/// A field with a default value.
struct DefaultedField<Value: Sendable>: ViewFieldDeclaration {
  let field: TypedField<Value>
  let fallback: Value
  var declaration: ViewField { field.declaration }
}

extension TypedField where Value: RawRepresentable<String> & CaseIterable {
  static func choice(_ name: String, _ documentation: String, wireName: String? = nil) -> TypedField {
    TypedField(ViewField(name, .choice(Value.self), documentation, wireName: wireName)) { $0.choice() }
  }
}

extension TypedField where Value == String {
  static func text(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .text, documentation)) { $0.text }
  }

  static func icon(_ name: String, _ documentation: String, alias: String? = nil) -> TypedField {
    TypedField(ViewField(name, .icon, documentation, alias: alias)) { $0.text }
  }

  static func url(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .url, documentation)) { $0.text }
  }
}

extension TypedField where Value == Bool {
  static func boolean(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .boolean, documentation)) { $0.flag }
  }
}

extension TypedField where Value == Double {
  private static func number(_ name: String, _ type: ViewFieldType, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, type, documentation)) { $0.number }
  }

  static func length(_ name: String, _ documentation: String) -> TypedField { number(name, .length, documentation) }
  static func finite(_ name: String, _ documentation: String) -> TypedField { number(name, .finite, documentation) }
  static func time(_ name: String, _ documentation: String) -> TypedField { number(name, .time, documentation) }
}

extension TypedField where Value == Int {
  static func count(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .count, documentation)) { $0.count }
  }

  /// A function in the script. A worker sends its number.
  static func function(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .action, documentation)) { $0.count }
  }

  static func action(_ name: String, _ documentation: String, alias: String) -> TypedField {
    TypedField(ViewField(name, .action, documentation, alias: alias)) { $0.count }
  }
}

extension TypedField where Value == Color {
  static func color(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .color, documentation)) { $0.color }
  }
}

extension TypedField where Value == Font {
  static func font(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .font, documentation)) { $0.font }
  }
}

extension TypedField where Value == ImageSource {
  static func image(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .image, documentation)) { $0.image }
  }
}

extension TypedField where Value == [GridColumn] {
  static func columns(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .columns, documentation)) { $0.columns }
  }
}

extension TypedField where Value == [ChartSeries] {
  static func values(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .values, documentation)) { $0.series }
  }

  static func series(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .series, documentation)) { $0.series }
  }
}

extension TypedField where Value == [Double] {
  static func ticks(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .ticks, documentation)) { $0.ticks }
  }
}

extension TypedField where Value == [ChartRule] {
  static func rules(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .rules, documentation)) { $0.rules }
  }
}

extension TypedField where Value == [TextSpan] {
  static func spans(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .spans, documentation)) { $0.spans }
  }
}

extension TypedField where Value == [String] {
  static func texts(_ name: String, _ documentation: String) -> TypedField {
    TypedField(ViewField(name, .texts, documentation)) { $0.texts }
  }
}
