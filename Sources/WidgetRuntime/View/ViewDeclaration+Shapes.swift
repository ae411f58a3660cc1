import WidgetModel

extension ViewDeclaration {
  private static let paint: [any ViewFieldDeclaration] = [ShapeField.fill, ShapeField.stroke, ShapeField.lineWidth]

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

/// Fields of shapes and indicators, stored with the fields of any view.
enum ShapeField {
  static let fill = TypedField<Background>(
    ViewField("fill", .background, "The colour inside, or a gradient as in `background`.") {
      $0.setEffect(\.fill, to: $1.background?.color)
      $0.setEffect(\.fillGradient, to: $1.background?.gradient)
    }
  ) { $0.background }
  static let stroke = TypedField<Color>(
    ViewField("stroke", .color, "The colour of the outline.") { $0.setEffect(\.stroke, to: $1.color) }
  ) { $0.color }
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
