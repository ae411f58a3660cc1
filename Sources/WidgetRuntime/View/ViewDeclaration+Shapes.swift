import WidgetModel

extension ViewDeclaration {
  private static let paint: [any ViewFieldDeclaration] = [
    ShapeField.fill, ShapeField.stroke, ShapeField.lineWidth, ShapeField.cap, ShapeField.dash, ShapeField.trim,
  ]

  static let circle = ViewDeclaration(
    .circle, "A circle, as large as fits. Without `fill` and `stroke` it has the colour of text.", positional: .nothing,
    fields: paint
  ) { _ in .shape(.circle) }

  static let rectangle = ViewDeclaration(
    .rectangle, "A rectangle, taking the space it's given; round it with `corner_radius`.", positional: .nothing, fields: paint
  ) { _ in .shape(.rectangle) }

  static let capsule = ViewDeclaration(
    .capsule, "A rectangle with round ends.", positional: .nothing, fields: paint
  ) { _ in .shape(.capsule) }

  private static let pathData = TypedField<String>(
    ViewField("d", .path, "SVG path data in a unit square: `\"M0 0 L1 1 Z\"`. It's stretched to the frame.")
  ) { $0.text }.required

  static let path = ViewDeclaration(
    .path, "A shape of lines and curves. A path without `fill` and with `stroke` is a line.", positional: .value("d"),
    fields: [pathData] + paint
  ) { fields throws(FieldProblem) in
    .shape(.path(try fields.value(of: pathData)))
  }
}

extension ViewStyle {
  fileprivate mutating func setStroke(_ change: (inout StrokeStyle) -> Void) {
    var stroke = effects?.strokeStyle ?? StrokeStyle()
    change(&stroke)
    setEffect(\.strokeStyle, to: stroke == StrokeStyle() ? nil : stroke)
  }
}

/// Fields of shapes and indicators, stored with the fields of any view.
enum ShapeField {
  static let fill = TypedField<Background>(
    ViewField("fill", .background, "The colour inside, or a gradient as in `background`.") {
      $0.setEffect(\.fill, to: $1.background?.color)
      $0.setEffect(\.fillGradient, to: $1.background?.gradient)
    }
  ) { $0.background }
  static let stroke = TypedField<Background>(
    ViewField(
      "stroke", .stroke,
      """
      The colour of the outline, or a gradient as in `background`; with `angular = true` it runs along the outline, clockwise \
      from the top.
      """
    ) {
      $0.setEffect(\.stroke, to: $1.background?.color)
      guard let gradient = $1.background?.gradient else { return }
      $0.setStroke { $0.gradient = gradient }
      if $1.background?.isAngular == true { $0.setStroke { $0.isAngular = true } }
    }
  ) { $0.background }
  static let cap = TypedField<LineCap>(
    ViewField("cap", .choice(LineCap.self), "The ends of a line and of its dashes. Default: \"round\".") {
      let cap: LineCap? = $1.choice()
      $0.setStroke { $0.cap = cap }
    }
  ) { $0.choice() }
  static let dash = TypedField<[Double]>(
    ViewField("dash", .dash, "The length of the dashes and gaps of a line, or a list: `{ 6, 3 }`.") {
      let lengths = $1.numbers ?? []
      $0.setStroke { $0.dash = lengths }
    }
  ) { $0.numbers }
  static let trim = TypedField<[Double]>(
    ViewField(
      "trim", .trim,
      """
      The part of the outline to draw, as fractions of its length: `{ from = 0, to = 0.7 }` of a circle is a ring filled to 70 \
      percent. A circle starts at the top.
      """
    ) {
      guard let numbers = $1.numbers, numbers.count == 2 else { return }
      $0.setStroke { $0.trim = StrokeStyle.Trim(from: numbers[0], to: numbers[1]) }
    }
  ) { $0.numbers }
  static let lineWidth = TypedField<Double>(
    ViewField("line_width", .length, "The width of a line or a ring, in points.") { $0.setEffect(\.lineWidth, to: $1.number) }
  ) { $0.number }
  static let from = TypedField<Double>(
    ViewField("from", .time, "The start, used with `to` instead of a value. Progress advances without running your script.") {
      guard let from = $1.number else { return }
      $0.setEffect(\.interval, to: ViewEffects.Interval(from: from, to: $0.effects?.interval?.to ?? from))
    }
  ) { $0.number }
  static let to = TypedField<Double>(
    ViewField("to", .time, "When it's complete.") {
      guard let to = $1.number else { return }
      $0.setEffect(\.interval, to: ViewEffects.Interval(from: $0.effects?.interval?.from ?? to, to: to))
    }
  ) { $0.number }
}
