import WidgetModel

/// A field any view can have, and the ``ViewStyle`` property it sets.
struct StyleField: Sendable {
  let declaration: ViewField
  let apply: @Sendable (ViewFields, inout ViewStyle) -> Void

  init<Value>(_ field: TypedField<Value>, _ apply: @escaping @Sendable (inout ViewStyle, Value) -> Void) {
    declaration = field.declaration
    self.apply = { fields, style in
      if let value = fields[field] { apply(&style, value) }
    }
  }

  static let all: [StyleField] = [
    StyleField(.text("id", "Identifies the view when it changes.")) { $0.id = $1 },
    StyleField(
      .font(
        "font",
        "A text style, or { size, weight, design, relative_to }. A size grows with the user's text size like the style named by "
          + "relative_to."
      )
    ) { $0.font = $1 },
    StyleField(TypedField<FontWeight>.choice("weight", "The font's weight.")) { $0.weight = $1 },
    StyleField(.boolean("italic", "Italic text.")) { $0.italic = $1 },
    StyleField(.boolean("monospaced", "Characters of equal width.")) { $0.monospaced = $1 },
    StyleField(
      .color(
        "color",
        "The colour of text and symbols: a name, `\"#rrggbb\"`, `\"#rrggbbaa\"`, `{ \"blue\", opacity = 0.3 }` or `{ light = "
          + "..., dark = ... }`."
      )
    ) { $0.color = $1 },
    StyleField(
      .background(
        "background",
        "The colour behind the view, or `{ gradient = { \"blue\", \"indigo\" }, direction = \"down\" }` (or right, diagonal, "
          + "radial), or `{ image = \"sea.png\", color = \"black\" }`."
      )
    ) {
      $0.background = $1.color
      $0.gradient = $1.gradient
      $0.setEffect(\.backgroundImage, to: $1.image)
    },
    StyleField(.insets("padding", "Space around the view, in points.")) { $0.padding = $1 },
    StyleField(.extent("width", "Points, or a part of the container's width: `\"50%\"`.")) {
      switch $1 {
      case .points(let points): $0.width = points
      case .fraction(let fraction): $0.setEffect(\.relativeWidth, to: fraction)
      }
    },
    StyleField(.extent("height", "Points, or a part of the container's height: `\"50%\"`.")) {
      switch $1 {
      case .points(let points): $0.height = points
      case .fraction(let fraction): $0.setEffect(\.relativeHeight, to: fraction)
      }
    },
    StyleField(.length("min_width", "Points.")) { $0.minWidth = $1 },
    StyleField(.maximum("max_width", "Points; math.huge takes all available space.")) { $0.maxWidth = $1 },
    StyleField(.length("min_height", "Points.")) { $0.minHeight = $1 },
    StyleField(.maximum("max_height", "Points; math.huge takes all available space.")) { $0.maxHeight = $1 },
    StyleField(.number("aspect_ratio", "The width divided by the height.", in: 0.01...100)) { $0.aspectRatio = $1 },
    StyleField(TypedField<Alignment>.choice("align", "The alignment in the space given to the view.")) { $0.align = $1 },
    StyleField(
      TypedField<LayoutDirection>.choice(
        "layout_direction",
        "The side where rows, lines and headers start, for the view and its descendants. By default that of the user's language.")
    ) { $0.layoutDirection = $1 },
    StyleField(
      .length(
        "spacing",
        "Space between the children, in points. By default 8 beside each other, and 4 below each other (0 in a terminal).")
    ) { $0.spacing = $1 },
    StyleField(.clamped("priority", "Views with a higher priority get space first; 0 by default.", to: -100_000...100_000)) {
      $0.priority = $1
    },
    StyleField(.count("line_limit", "The largest number of lines; 0 means no limit.")) { $0.lineLimit = $1 == 0 ? nil : $1 },
    StyleField(TypedField<Truncation>.choice("truncation", "Which part of the text to leave out if it doesn't fit.")) {
      $0.truncation = $1
    },
    StyleField(.number("min_scale", "How far text may shrink before being truncated.", in: 0...1)) { $0.minScale = $1 },
    StyleField(.number("opacity", "0 is invisible.", in: 0...1)) { $0.opacity = $1 },
    StyleField(.border("border", "The colour of a thin frame; true for the default colour.")) { $0.border = $1 },
    StyleField(
      TypedField<(all: Double?, each: CornerRadii?)>(
        ViewField("corner_radius", .radius, "Points; or a radius for each corner: `{ top_left = 12, top_right = 12 }`.")
      ) { $0.radii }
    ) { style, radii in
      style.cornerRadius = radii.all
      style.setEffect(\.corners, to: radii.each)
    },
    StyleField(.boolean("clip", "Draws nothing of the content outside the frame and its corners.")) {
      $0.setEffect(\.clips, to: $1 ? true : nil)
    },
    StyleField(
      TypedField<Shadow>(
        ViewField(
          "shadow", .shadow,
          "A soft shadow: true, its radius in points, or `{ radius = 8, x = 0, y = 3, color = \"#00000080\" }`.")
      ) { $0.shadow }
    ) { $0.setEffect(\.shadow, to: $1) },
    StyleField(
      TypedField<Size>(
        ViewField(
          "offset", .offset, "Moves the view right and down, leaving its space where it was: `{ x = 6, y = -6 }`.")
      ) { $0.offset }
    ) { $0.setEffect(\.offset, to: $1) },
    StyleField(
      .clamped(
        "rotation",
        "Rotates the view clockwise, in degrees. A terminal rotates only shapes.", to: -3600...3600)
    ) {
      $0.setEffect(\.rotation, to: $1 == 0 ? nil : $1)
    },
    StyleField(.color("tint", "The colour of controls, links and indicators in the view.")) { $0.setEffect(\.tint, to: $1) },
    StyleField(TypedField<TextAlignment>.choice("text_align", "How to align the lines of a text.")) {
      $0.setEffect(\.textAlign, to: $1)
    },
    StyleField(.length("line_spacing", "Space between the lines of a text, in points.")) { $0.setEffect(\.lineSpacing, to: $1) },
    StyleField(.boolean("tabular", "Digits of equal width, so changing numbers don't jump around.")) {
      $0.setEffect(\.isTabular, to: $1)
    },
    StyleField(.boolean("hidden", "Keeps its space but isn't drawn.")) { $0.hidden = $1 },
    StyleField(TypedField<Transition>.choice("transition", "How a changed view appears.")) { $0.transition = $1 },
    StyleField(.text("accessibility", "Alternative text: read aloud, and used in formats without images.")) {
      $0.accessibility = $1
    },
  ]
}

extension ViewStyle {
  private typealias Setter = (name: String, apply: @Sendable (ViewFields, inout ViewStyle) -> Void)

  /// Setters by the length of their names: building a dictionary would take longer than reading all views in a short run.
  private static let setters: [[Setter]] = {
    var setters: [[Setter]] = []
    for field in StyleField.all + ShapeField.all {
      let length = field.declaration.name.utf8.count
      while setters.count <= length { setters.append([]) }
      if setter(field.declaration.name, in: setters) == nil { setters[length].append((field.declaration.name, field.apply)) }
    }
    return setters
  }()

  private static func setter(_ name: String, in setters: [[Setter]]) -> (@Sendable (ViewFields, inout ViewStyle) -> Void)? {
    let length = name.utf8.count
    guard length < setters.count else { return nil }
    for setter in setters[length] where setter.name == name { return setter.apply }
    return nil
  }

  /// - Parameter fields: Each sets a different property, so their order doesn't matter.
  init(_ fields: ViewFields) {
    self.init()
    for name in fields.names { Self.setter(name, in: Self.setters)?(fields, &self) }
  }
}
