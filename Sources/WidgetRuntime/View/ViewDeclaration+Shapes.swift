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
  static let fill = TypedField<Background>.background("fill", "The colour inside, or a gradient as in `background`.")
  static let stroke = TypedField<Color>.color("stroke", "The colour of the outline.")
  static let lineWidth = TypedField<Double>.length("line_width", "The width of a line or a ring, in points.")
  static let from = TypedField<Double>.time(
    "from", "The start, used with `to` instead of a value. Progress advances without running your script.")
  static let to = TypedField<Double>.time("to", "When it's complete.")

  /// The fields, with the style properties they set.
  static let all: [StyleField] = [
    StyleField(fill) {
      $0.setEffect(\.fill, to: $1.color)
      $0.setEffect(\.fillGradient, to: $1.gradient)
    },
    StyleField(stroke) { $0.setEffect(\.stroke, to: $1) },
    StyleField(lineWidth) { $0.setEffect(\.lineWidth, to: $1) },
    StyleField(from) { style, moment in
      style.setEffect(\.interval, to: ViewEffects.Interval(from: moment, to: style.effects?.interval?.to ?? moment))
    },
    StyleField(to) { style, moment in
      style.setEffect(\.interval, to: ViewEffects.Interval(from: style.effects?.interval?.from ?? moment, to: moment))
    },
  ]
}
