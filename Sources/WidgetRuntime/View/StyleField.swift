import WidgetModel

/// The fields that any view may have, each with the property of ``ViewStyle`` that it sets.
///
/// Plain values and closures that capture nothing: the first view of every run needs the list.
enum StyleField {
  static let all: [ViewField] = [
    ViewField("id", .text, "Identifies the view when it changes.") { $0.id = $1.text },
    ViewField(
      "font", .font,
      """
      A text style, or { size, weight, design, relative_to }. A size grows with the user's text size like the style named by \
      relative_to.
      """
    ) { $0.font = $1.font },
    ViewField("weight", .choice(FontWeight.self), "The font's weight.") { $0.weight = $1.choice() },
    ViewField("italic", .boolean, "Italic text.") { $0.italic = $1.flag },
    ViewField("monospaced", .boolean, "Characters of equal width.") { $0.monospaced = $1.flag },
    ViewField(
      "color", .color,
      """
      The colour of text and symbols: a name, `"#rrggbb"`, `"#rrggbbaa"`, `{ "blue", opacity = 0.3 }` or `{ light = ..., dark = \
      ... }`.
      """
    ) { $0.color = $1.color },
    ViewField(
      "background", .background,
      """
      The colour behind the view, or `{ gradient = { "blue", "indigo" }, direction = "down" }` (or right, diagonal, radial), or \
      `{ image = "sea.png", color = "#000000", blur = 12 }` with a blur of 0 to 100 points.
      """
    ) {
      $0.background = $1.background?.color
      $0.gradient = $1.background?.gradient
      $0.setEffect(\.backgroundImage, to: $1.background?.image)
      $0.setEffect(\.backgroundBlur, to: $1.background?.blur)
    },
    ViewField(
      "material", .choice(Material.self),
      "Blurs whatever is behind the view and lays a translucent tint over it (or the view's own `background`). In a terminal, an SVG "
        + "and a PDF there's only the tint."
    ) {
      let material: Material? = $1.choice()
      $0.setEffect(\.material, to: material)
      // Fields are read by name, so its own colour is known by now.
      $0.background = $0.background ?? material?.tint
    },
    ViewField(
      "color_of", .image,
      "An image whose main colour becomes the background, in place of `background`, which stays where the colour can't be found, and in "
        + "`ui.private`."
    ) { $0.setEffect(\.colorOf, to: $1.image) },
    ViewField("padding", .insets, "Space around the view, in points.") { $0.padding = $1.insets },
    ViewField("width", .extent, "Points, or a part of the container's width: `\"50%\"`.") {
      switch $1.extent {
      case .fraction(let fraction): $0.setEffect(\.relativeWidth, to: fraction)
      case .points(let points): $0.width = points
      case nil: break
      }
    },
    ViewField("height", .extent, "Points, or a part of the container's height: `\"50%\"`.") {
      switch $1.extent {
      case .fraction(let fraction): $0.setEffect(\.relativeHeight, to: fraction)
      case .points(let points): $0.height = points
      case nil: break
      }
    },
    ViewField("min_width", .length, "Points.") { $0.minWidth = $1.number },
    ViewField("max_width", .maximum, "Points; math.huge takes all available space.") { $0.maxWidth = $1.number },
    ViewField("min_height", .length, "Points.") { $0.minHeight = $1.number },
    ViewField("max_height", .maximum, "Points; math.huge takes all available space.") { $0.maxHeight = $1.number },
    ViewField("aspect_ratio", .number(0.01...100), "The width divided by the height.") { $0.aspectRatio = $1.number },
    ViewField(
      "align", .choice(Alignment.self),
      "The alignment in the space given to the view. In a column, a text with one takes the whole width, and so does its background."
    ) { $0.align = $1.choice() },
    ViewField(
      "layout_direction", .choice(LayoutDirection.self),
      "The side where rows, lines and headers start, for the view and its descendants. By default that of the user's language."
    ) { $0.layoutDirection = $1.choice() },
    ViewField(
      "spacing", .clamped(-1000...100_000),
      """
      Space between the children, in points. By default 8 beside each other, and 4 below each other (0 in a terminal). The \
      children of a stack with a negative one overlap, except in a terminal.
      """
    ) { $0.spacing = $1.number },
    ViewField("priority", .clamped(-100_000...100_000), "Views with a higher priority get space first; 0 by default.") {
      $0.priority = $1.number
    },
    ViewField("line_limit", .count, "The largest number of lines; 0 means no limit.") {
      $0.lineLimit = $1.count == 0 ? nil : $1.count
    },
    ViewField("truncation", .choice(Truncation.self), "Which part of the text to leave out if it doesn't fit.") {
      $0.truncation = $1.choice()
    },
    ViewField(
      "min_scale", .number(0...1),
      "How far a card's content may shrink before rows are left out: 0.7 by default, 1 forbids it. "
        + "A text with it shrinks on its own before it's cut."
    ) { $0.minScale = $1.number },
    ViewField(
      "fit", .choice(ContentFit.self),
      "What a container does if its content doesn't fit: `\"scale\"` makes it smaller on its own, down to its `min_scale`; "
        + "`\"drop\"` leaves out rows and keeps the size of the rest."
    ) { $0.setEffect(\.fit, to: $1.choice()) },
    ViewField("opacity", .number(0...1), "0 is invisible.") { $0.opacity = $1.number },
    ViewField("border", .border, "The colour of a thin frame; true for the default colour.") { $0.border = $1.color },
    ViewField(
      "corner_radius", .radius, "Points; or a radius for each corner: `{ top_left = 12, top_right = 12 }`."
    ) {
      $0.cornerRadius = $1.radii?.all
      $0.setEffect(\.corners, to: $1.radii?.each)
    },
    ViewField("clip", .boolean, "Draws nothing of the content outside the frame and its corners.") {
      $0.setEffect(\.clips, to: $1.flag == true ? true : nil)
    },
    ViewField(
      "mask", .view,
      "Another view, in the same frame: only what it covers of this one is drawn, as opaque as it is there. Use a shape (with a "
        + "gradient for a soft edge), an icon, or a text over a shape."
    ) { _, _ in },
    ViewField(
      "shadow", .shadow, "A soft shadow: true, its radius in points, or `{ radius = 8, x = 0, y = 3, color = \"#00000080\" }`."
    ) { $0.setEffect(\.shadow, to: $1.shadow) },
    ViewField("offset", .offset, "Moves the view right and down, leaving its space where it was: `{ x = 6, y = -6 }`.") {
      $0.setEffect(\.offset, to: $1.offset)
    },
    ViewField(
      "rotation", .clamped(-3600...3600), "Rotates the view clockwise, in degrees. A terminal rotates only shapes."
    ) { $0.setEffect(\.rotation, to: $1.number == 0 ? nil : $1.number) },
    ViewField("tint", .color, "The colour of controls, links and indicators in the view.") { $0.setEffect(\.tint, to: $1.color) },
    ViewField("text_align", .choice(TextAlignment.self), "How to align the lines of a text.") {
      $0.setEffect(\.textAlign, to: $1.choice())
    },
    ViewField("line_spacing", .length, "Space between the lines of a text, in points.") {
      $0.setEffect(\.lineSpacing, to: $1.number)
    },
    ViewField("tabular", .boolean, "Digits of equal width, so changing numbers don't jump around.") {
      $0.setEffect(\.isTabular, to: $1.flag)
    },
    ViewField("hidden", .boolean, "Keeps its space but isn't drawn.") { $0.hidden = $1.flag },
    ViewField(
      "transition", .choice(Transition.self), "How a changed view appears on the page of a board. On the desktop, the card fades."
    ) {
      $0.transition = $1.choice()
    },
    ViewField(
      "content_transition", .choice(ContentTransition.self),
      "How a changed text appears on the page of a board: `numeric` rolls it in, for numbers. On the desktop, the card fades."
    ) { $0.setEffect(\.contentTransition, to: $1.choice()) },
    ViewField(
      "accessibility", .alternative,
      "Alternative text: read aloud, and used in formats without images; false for a view that only decorates."
    ) {
      $0.accessibility = $1.text
      $0.setEffect(\.isDecorative, to: $1.flag == false ? true : nil)
    },
    ViewField(
      "span", .number(1...100), "How many columns of a grid the view takes; a larger number than it has means all of them."
    ) {
      $0.setEffect(\.columnSpan, to: $1.number.flatMap { $0 > 1 ? Int(saturating: $0.rounded()) : nil })
    },
  ]
}
