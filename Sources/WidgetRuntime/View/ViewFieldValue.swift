import WidgetModel

/// A field's value once it has been checked against its type.
enum ViewFieldValue: Equatable {
  case text(String)
  case flag(Bool)
  case number(Double)
  case count(Int)
  case color(Color)
  case palette([Color])
  case background(Background)
  case font(Font)
  case insets(EdgeInsets)
  case image(ImageSource)
  case columns([GridColumn])
  case series([ChartSeries])
  case ticks([Double])
  case rules([ChartRule])
  case texts([String])
  case spans([TextSpan])
  case extent(EffectReader.Extent)
  case offset(Size)
  case shadow(Shadow)
  case numbers([Double])
  case radii(all: Double?, each: CornerRadii?)

  var text: String? { if case .text(let value) = self { value } else { nil } }
  var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var count: Int? { if case .count(let value) = self { value } else { nil } }
  var color: Color? { if case .color(let value) = self { value } else { nil } }
  var palette: [Color]? { if case .palette(let value) = self { value } else { nil } }
  var background: Background? { if case .background(let value) = self { value } else { nil } }
  var font: Font? { if case .font(let value) = self { value } else { nil } }
  var insets: EdgeInsets? { if case .insets(let value) = self { value } else { nil } }
  var image: ImageSource? { if case .image(let value) = self { value } else { nil } }
  var columns: [GridColumn]? { if case .columns(let value) = self { value } else { nil } }
  var series: [ChartSeries]? { if case .series(let value) = self { value } else { nil } }
  var ticks: [Double]? { if case .ticks(let value) = self { value } else { nil } }
  var rules: [ChartRule]? { if case .rules(let value) = self { value } else { nil } }
  var spans: [TextSpan]? { if case .spans(let value) = self { value } else { nil } }
  var extent: EffectReader.Extent? { if case .extent(let value) = self { value } else { nil } }
  var offset: Size? { if case .offset(let value) = self { value } else { nil } }
  var numbers: [Double]? { if case .numbers(let value) = self { value } else { nil } }
  var shadow: Shadow? { if case .shadow(let value) = self { value } else { nil } }
  var radii: (all: Double?, each: CornerRadii?)? { if case .radii(let all, let each) = self { (all, each) } else { nil } }
  var texts: [String]? { if case .texts(let value) = self { value } else { nil } }

  func choice<Value: RawRepresentable<String>>() -> Value? { text.flatMap(Value.init(rawValue:)) }
}

/// A mistake in one field. The path continues the field's own (`.light`, `.top`) and is empty for the field itself.
struct FieldProblem: Error {
  var path = ""
  var message: String

  init(_ message: String, at path: String = "") {
    self.path = path
    self.message = message
  }

  /// `must be a number, got string "big"`.
  init(expected expectation: String, got value: LuaValue, at path: String = "") {
    self.init("must be \(expectation), got \(value.shown)", at: path)
  }
}

/// A view's fields after their types have been checked, read through their declarations.
struct ViewFields {
  let kind: ViewKind
  /// Values by field name, with aliases resolved.
  private var values: [String: ViewFieldValue] = [:]

  init(_ kind: ViewKind) { self.kind = kind }

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
