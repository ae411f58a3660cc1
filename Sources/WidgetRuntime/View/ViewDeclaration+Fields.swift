import WidgetModel

/// Views that let the user change a value.
extension ViewDeclaration {
  private static let fieldLabel = TypedField<String>.text("label", "Shown in front of the field, and read aloud.").defaulting(
    to: "")
  private static let onChange = TypedField<Int>.function(
    "on_change", "Gets the new value; `content` is called again afterwards.")

  /// The parts that all fields have.
  private static func field(_ kind: InputField.Kind, _ fields: ViewFields) throws(FieldProblem) -> InputField {
    var field = InputField(kind)
    field.label = fields[fieldLabel]
    field.onChange = try handler(onChange, fields)
    return field
  }

  private static func handler(_ name: TypedField<Int>, _ fields: ViewFields) throws(FieldProblem) -> Int? {
    guard let number = fields[name] else { return nil }
    guard number <= PartAction.largestHandler else { throw FieldProblem("must be a function", at: ".\(name.declaration.name)") }
    return number
  }

  private static func requireChange(_ field: InputField, _ kind: ViewKind) throws(FieldProblem) {
    guard field.onChange == nil else { return }
    throw FieldProblem("ui.\(kind.rawValue) needs on_change: a function, as in on_change = function(value) ... end")
  }

  // MARK: Text

  private static let value = TypedField<String>.text("value", "The text.").defaulting(to: "")
  private static let placeholder = TypedField<String>.text("placeholder", "Shown while there's no text.").defaulting(to: "")
  private static let onSubmit = TypedField<Int>.function(
    "on_submit", "Gets the text when the user presses Enter; `content` is called again afterwards.")
  private static let typing = TypedField<Int>.function(
    "on_change", "Gets the text while the user is typing, at most ten times a second.")
  private static let secure = TypedField<Bool>.boolean(
    "secure", "Whether the text is hidden. It's never stored, recorded or logged."
  ).defaulting(to: false)
  private static let lines = TypedField<Int>.count("lines", "How many lines are shown; more than one can be typed then.")
    .defaulting(to: 1)

  static let textField = ViewDeclaration(
    .textField, "A text the user can edit, in a terminal and on a page. What's being typed stays, even if `value` changes.",
    positional: .nothing, fields: [value, placeholder, fieldLabel, onSubmit, typing, secure, lines]
  ) { fields throws(FieldProblem) in
    guard !fields.has("action") else { throw FieldProblem("ui.text_field has no on_tap; on_submit gets the text") }
    var field = try field(.text, fields)
    field.onSubmit = try handler(onSubmit, fields)
    guard field.onSubmit != nil || field.onChange != nil else {
      throw FieldProblem("ui.text_field needs on_submit or on_change: a function, as in on_submit = function(text) ... end")
    }
    field.isSecure = fields[secure]
    field.lines = min(20, max(1, fields[lines]))
    guard !field.isSecure || field.lines == 1 else { throw FieldProblem("a secure field has one line", at: ".lines") }
    let text = InputField.accepted(fields[value], lines: field.lines)
    (field.text, field.isFilled) = field.isSecure ? ("", !text.isEmpty) : (text, false)
    field.placeholder = InputField.accepted(fields[placeholder], lines: 1)
    return .field(field)
  }

  // MARK: Choices

  private static let choices = TypedField<[String]>.texts("choices", "The texts to choose from.").required
  private static let selected = TypedField<String>.text("selected", "The chosen one.").defaulting(to: "")
  private static let style = TypedField<InputField.PickerStyle>.choice(
    "style", "Whether the chosen one is shown, with buttons for the next and the previous one (\"menu\"), or all (\"segments\")."
  ).defaulting(to: .menu)

  static let picker = ViewDeclaration(
    .picker, "One of several texts. `on_change` gets the text that the user chooses.", positional: .nothing,
    fields: [choices, selected, fieldLabel, onChange, style]
  ) { fields throws(FieldProblem) in
    var field = try field(.picker, fields)
    try requireChange(field, .picker)
    field.choices = try fields.value(of: choices)
    guard !field.choices.isEmpty else { throw FieldProblem("needs at least one text", at: ".choices") }
    guard field.choices.count <= PartAction.mostParts else {
      throw FieldProblem("may have at most \(PartAction.mostParts) texts", at: ".choices")
    }
    for (index, choice) in field.choices.enumerated() {
      guard !choice.isEmpty else { throw FieldProblem("is empty", at: ".choices[\(index + 1)]") }
      guard field.choices.firstIndex(of: choice) == index else {
        throw FieldProblem("is the same as an earlier one: \(choice.quoted)", at: ".choices[\(index + 1)]")
      }
    }
    (field.text, field.style) = (fields[selected], fields[style])
    return .field(field)
  }

  // MARK: Numbers

  private static let number = TypedField<Double>.finite("value", "The number; clamped to `from` and `to`.").required
  private static let sliderFrom = TypedField<Double>.finite("from", "The least number.").defaulting(to: 0)
  private static let sliderTo = TypedField<Double>.finite("to", "The largest number.").defaulting(to: 1)
  private static let sliderStep = TypedField<Double>.finite("step", "How far one press goes; by default a tenth of the range.")
  private static let stepperFrom = TypedField<Double>.finite("from", "The least number.").defaulting(to: -1e9)
  private static let stepperTo = TypedField<Double>.finite("to", "The largest number.").defaulting(to: 1e9)
  private static let stepperStep = TypedField<Double>.finite("step", "How far one press goes.").defaulting(to: 1)

  static let slider = ViewDeclaration(
    .slider, "A number in a range. `on_change` gets the new number.", positional: .nothing,
    fields: [number, sliderFrom, sliderTo, sliderStep, fieldLabel, onChange]
  ) { fields throws(FieldProblem) in
    let (from, to) = (fields[sliderFrom], fields[sliderTo])
    let step = fields[sliderStep] ?? (to > from ? (to - from) / 10 : 1)
    return try numbers(.slider, fields, from, to, step)
  }

  static let stepper = ViewDeclaration(
    .stepper, "A number with buttons for the next and the previous one. `on_change` gets the new number.", positional: .nothing,
    fields: [number, stepperFrom, stepperTo, stepperStep, fieldLabel, onChange]
  ) { fields throws(FieldProblem) in
    try numbers(.stepper, fields, fields[stepperFrom], fields[stepperTo], fields[stepperStep])
  }

  // MARK: Dates

  private static let moment = TypedField<Double>.time("value", "Seconds since 1970; clamped to `from` and `to`.").required
  private static let dateFrom = TypedField<Double>.time("from", "The earliest moment.")
  private static let dateTo = TypedField<Double>.time("to", "The latest moment.")
  private static let dateStyle = TypedField<InputField.DateParts>.choice(
    "style",
    "What can be changed: the day (\"date\"), the time of day (\"time\") or both (\"date_time\"), in the user's time zone."
  ).defaulting(to: .date)

  static let dateField = ViewDeclaration(
    .dateField,
    "A day or a time the user can change. `on_change` gets it in seconds since 1970.",
    positional: .nothing, fields: [moment, dateFrom, dateTo, dateStyle, fieldLabel, onChange]
  ) { fields throws(FieldProblem) in
    guard !fields.has("action") else { throw FieldProblem("ui.date_field has no on_tap; on_change gets the moment") }
    var field = try field(.date, fields)
    try requireChange(field, .dateField)
    let (least, most) = (CalendarDate.moments.lowerBound, CalendarDate.moments.upperBound)
    field.from = min(most, max(least, fields[dateFrom] ?? least))
    field.to = min(most, max(least, fields[dateTo] ?? most))
    guard field.from <= field.to else { throw FieldProblem("must not be before from", at: ".to") }
    field.number = min(field.to, max(field.from, try fields.value(of: moment)))
    field.dateStyle = fields[dateStyle]
    return .field(field)
  }

  private static func numbers(
    _ kind: InputField.Kind, _ fields: ViewFields, _ from: Double, _ to: Double, _ step: Double
  ) throws(FieldProblem) -> ViewContent {
    var field = try field(kind, fields)
    try requireChange(field, fields.kind)
    guard from <= to else {
      throw FieldProblem("must be \(ViewFieldType.plain(from)) (from) or more, got \(ViewFieldType.plain(to))", at: ".to")
    }
    guard step > 0 else { throw FieldProblem("must be more than 0, got \(ViewFieldType.plain(step))", at: ".step") }
    (field.from, field.to, field.step) = (from, to, step)
    field.number = min(to, max(from, try fields.value(of: number)))
    return .field(field)
  }
}
