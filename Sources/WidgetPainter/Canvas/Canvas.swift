import CPango
import WidgetModel
import WidgetRendering
import WidgetSystem

/// A drawing in points with the origin at the top left, for pixels, SVG or PDF.
///
/// A thin layer over Cairo. Pass finite lengths only.
final class Canvas {
  let context: OpaquePointer
  /// nil except in an SVG.
  private(set) var textLayer: SVGTextLayer?
  let budget: DrawingBudget
  /// Whether it has pixels of its own to cover, rather than those of a shadow.
  private let countsLayers: Bool
  /// Whether it's made of pixels.
  let hasPixels: Bool

  /// Takes the pixels that a view covers.
  ///
  /// - Parameter cost: That of a pixel.
  /// - Returns: false if there aren't enough left.
  func cover(_ frame: Frame, cost: Double = DrawingCost.solidPixel) -> Bool {
    guard hasPixels else { return true }
    let pixels = max(0, frame.width) * max(0, frame.height) * scale * scale
    return budget.cover(pixels, cost: cost, countsLayers: countsLayers)
  }

  /// Takes the cost of something.
  ///
  /// - Returns: false if there isn't enough left.
  func spend(_ cost: Double) -> Bool { budget.spend(cost) }

  /// Pixels per point, here and turned in any direction.
  var scale: Double {
    let matrix = matrix
    return abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx).squareRoot()
  }

  /// Whether to draw only decoration, which is not read aloud.
  var isDecorating = false

  /// - Parameters:
  ///   - surface: Keep it alive while the canvas draws.
  ///   - budget: That of the card, for a part of it.
  init(surface: OpaquePointer, scale: Double, within budget: DrawingBudget? = nil) {
    hasPixels = cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
    let pixels = Double(cairo_image_surface_get_width(surface)) * Double(cairo_image_surface_get_height(surface))
    self.budget = budget ?? DrawingBudget(pixels: hasPixels ? pixels : nil)
    countsLayers = hasPixels && budget == nil
    context = cairo_create(surface)
    cairo_scale(context, scale, scale)
    if cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_SVG { textLayer = SVGTextLayer() }
  }

  deinit { cairo_destroy(context) }

  /// Draws inside a frame, with rounded corners if there's a radius.
  func clipped(to frame: Frame, radius: Double = 0, corners: CornerRadii? = nil, _ draw: () -> Void) {
    cairo_save(context)
    add(frame, radius, corners)
    cairo_clip(context)
    draw()
    cairo_restore(context)
  }

  /// Adds the text that a line's shapes stand for, in an SVG.
  func describe(_ text: String, x: Double, baseline: Double, width: Double, size: Double) {
    guard textLayer != nil, !isDecorating else { return }
    textLayer?.add(text, x: x, baseline: baseline, width: width, size: size, matrix)
  }

  private var matrix: cairo_matrix_t {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return matrix
  }

  /// Draws something that opens a URL when clicked, in a PDF and an SVG.
  func linked(to url: String?, _ frame: Frame, _ draw: () -> Void) {
    if let url { textLayer?.add(link: url, frame, matrix) }
    guard let url, takesTags else { return draw() }
    // Tag attributes are quoted, and quotes and backslashes aren't part of a URL.
    let safe = url.replacing("\\", with: "%5C").replacing("'", with: "%27")
    cairo_tag_begin(context, CAIRO_TAG_LINK, "uri='\(safe)'")
    draw()
    cairo_tag_end(context, CAIRO_TAG_LINK)
  }

  /// Whether what is drawn now can have tags: in a PDF, unless the clip leaves nothing of it. Cairo refuses the whole page then, and
  /// crashes on a tag in something masked.
  private var takesTags: Bool {
    guard cairo_surface_get_type(cairo_get_target(context)) == CAIRO_SURFACE_TYPE_PDF,
      cairo_get_group_target(context) == cairo_get_target(context)
    else { return false }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return left < right && top < bottom
  }

  /// The role of a document part, for screen readers: ISO 32000-1, 14.8.4.
  enum Role: String {
    case document = "Document"
    case heading = "H1"
    case paragraph = "P"
  }

  /// Draws a part of the document, in a PDF.
  func tagged(_ role: Role, _ draw: () -> Void) {
    guard takesTags, !isDecorating else { return draw() }
    cairo_tag_begin(context, role.rawValue, nil)
    draw()
    cairo_tag_end(context, role.rawValue)
  }

  /// Draws with another origin and scale.
  func translated(x: Double, y: Double, scale: Double = 1, _ draw: () -> Void) {
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, scale, scale)
    draw()
    cairo_restore(context)
  }

  /// Draws rotated clockwise around the middle of a frame, in degrees.
  func rotated(by degrees: Double, around frame: Frame, _ draw: () -> Void) {
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_rotate(context, degrees.truncatingRemainder(dividingBy: 360) * .pi / 180)
    cairo_translate(context, -x, -y)
    draw()
    cairo_restore(context)
  }

  func fill(_ frame: Frame, radius: Double = 0, corners: CornerRadii? = nil, _ color: RGBA) {
    add(frame, radius, corners)
    use(color)
    cairo_fill(context)
  }

  /// Fills a frame with colours blending into each other.
  func fill(
    _ frame: Frame, radius: Double = 0, corners: CornerRadii? = nil, _ colors: [RGBA], _ direction: Gradient.Direction
  ) {
    fill(colors, direction, of: frame) { add(frame, radius, corners) }
  }

  /// Fills a shape with colours changing across a frame.
  private func fill(_ colors: [RGBA], _ direction: Gradient.Direction, of frame: Frame, _ addShape: () -> Void) {
    guard colors.count > 1, let pattern = Self.pattern(colors, direction, in: frame) else { return }
    addShape()
    cairo_set_source(context, pattern)
    cairo_fill(context)
    cairo_pattern_destroy(pattern)
  }

  /// Colours changing across a frame, for the caller to destroy.
  static func pattern(_ colors: [RGBA], _ direction: Gradient.Direction, in frame: Frame) -> OpaquePointer? {
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    let pattern =
      switch direction {
      case .down: cairo_pattern_create_linear(0, frame.y, 0, frame.maxY)
      case .right: cairo_pattern_create_linear(frame.x, 0, frame.maxX, 0)
      case .diagonal: Self.diagonal(frame)
      case .radial: cairo_pattern_create_radial(x, y, 0, x, y, max(frame.width, frame.height) / 2)
      }
    guard let pattern else { return nil }
    for (index, color) in colors.enumerated() {
      cairo_pattern_add_color_stop_rgba(
        pattern, Double(index) / Double(max(1, colors.count - 1)), color.red, color.green, color.blue, color.alpha)
    }
    return pattern
  }

  /// A gradient in CSS's direction (`to bottom right`): the line between the other two corners has the middle's colour.
  private static func diagonal(_ frame: Frame) -> OpaquePointer? {
    let (width, height) = (frame.width, frame.height)
    let square = width * width + height * height
    guard square > 0 else { return nil }
    let (x, y) = (frame.x + width / 2, frame.y + height / 2)
    // Across the diagonal, as long as the corners are away from it.
    let (dx, dy) = (height * width * height / square, width * width * height / square)
    return cairo_pattern_create_linear(x - dx, y - dy, x + dx, y + dy)
  }

  /// Draws a line inside the frame's edge.
  func stroke(_ frame: Frame, radius: Double = 0, corners: CornerRadii? = nil, width: Double, _ color: RGBA) {
    let half = width / 2
    let inner = Frame(x: frame.x + half, y: frame.y + half, width: frame.width - width, height: frame.height - width)
    guard inner.width > 0, inner.height > 0 else { return }
    func inset(_ radius: Double) -> Double { max(0, radius - half) }
    add(
      inner, inset(radius),
      corners.map {
        CornerRadii(
          topLeft: inset($0.topLeft), topRight: inset($0.topRight), bottomLeft: inset($0.bottomLeft),
          bottomRight: inset($0.bottomRight))
      })
    use(color)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  func fillCircle(x: Double, y: Double, radius: Double, _ color: RGBA) {
    cairo_new_path(context)
    cairo_arc(context, x, y, max(0, radius), 0, 2 * .pi)
    use(color)
    cairo_fill(context)
  }

  /// Draws an arc clockwise, with round ends. Angles are in radians from the right.
  func strokeArc(x: Double, y: Double, radius: Double, from start: Double, to end: Double, width: Double, _ color: RGBA) {
    guard radius > 0, end > start else { return }
    cairo_new_path(context)
    cairo_arc(context, x, y, radius, start, end)
    use(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_stroke(context)
  }

  /// Fills a sector clockwise. Angles are in radians from the right.
  func fillSector(x: Double, y: Double, radius: Double, from start: Double, to end: Double, _ color: RGBA) {
    guard radius > 0, end > start else { return }
    cairo_new_path(context)
    cairo_move_to(context, x, y)
    cairo_arc(context, x, y, radius, start, end)
    cairo_close_path(context)
    use(color)
    cairo_fill(context)
  }

  func strokeLine(_ points: [(x: Double, y: Double)], width: Double, _ color: RGBA) {
    guard let first = points.first else { return }
    cairo_new_path(context)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    use(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(context)
  }

  /// Fills a polygon with a colour fading out from one height to another.
  func fillFading(_ points: [(x: Double, y: Double)], _ color: RGBA, from top: Double, to bottom: Double) {
    guard points.count > 2, let gradient = cairo_pattern_create_linear(0, top, 0, bottom) else { return }
    cairo_pattern_add_color_stop_rgba(gradient, 0, color.red, color.green, color.blue, color.alpha * 0.45)
    cairo_pattern_add_color_stop_rgba(gradient, 1, color.red, color.green, color.blue, color.alpha * 0.08)
    cairo_new_path(context)
    for point in points { cairo_line_to(context, point.x, point.y) }
    cairo_close_path(context)
    cairo_set_source(context, gradient)
    cairo_fill(context)
    cairo_pattern_destroy(gradient)
  }

  /// Fills a polygon.
  func fill(_ points: [(x: Double, y: Double)], _ color: RGBA) {
    cairo_new_path(context)
    for point in points { cairo_line_to(context, point.x, point.y) }
    cairo_close_path(context)
    use(color)
    cairo_fill(context)
  }

  /// Fills a shape by the nonzero rule, scaled from a square of `side` to a frame.
  func fill(_ shape: VectorPath, side: Double, in frame: Frame, _ color: RGBA) {
    cairo_save(context)
    cairo_translate(context, frame.x, frame.y)
    cairo_scale(context, frame.width / side, frame.height / side)
    add(shape)
    use(color)
    cairo_fill(context)
    cairo_restore(context)
  }

  /// Fills a shape by the nonzero rule.
  func fill(_ shape: VectorPath, _ color: RGBA) {
    fillWhole(shape) {
      add(shape)
      use(color)
      cairo_fill(context)
    }
  }

  /// Fills a shape with colours changing across a frame.
  func fill(_ shape: VectorPath, _ colors: [RGBA], _ direction: Gradient.Direction, of frame: Frame) {
    fillWhole(shape) { fill(colors, direction, of: frame) { add(shape) } }
  }

  /// Draws the inside of a shape, if there's enough of the budget left.
  private func fillWhole(_ shape: VectorPath, _ draw: () -> Void) {
    guard spend(DrawingCost.fill(shape, scale: scale)) else { return }
    apart(shape, edges: shape.elements.count, draw)
  }

  func add(_ shape: VectorPath) {
    cairo_new_path(context)
    for element in shape.elements {
      switch element {
      case .move(let x, let y): cairo_move_to(context, x, y)
      case .line(let x, let y): cairo_line_to(context, x, y)
      case .curve(let one, let two, let end): cairo_curve_to(context, one.x, one.y, two.x, two.y, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }

  private func add(_ frame: Frame, _ radius: Double, _ corners: CornerRadii?) {
    if let corners { add(.roundedRectangle(frame, corners)) } else { addRoundedRectangle(frame, radius: radius) }
  }

  /// Paints a colour through a mask with another scale.
  func mask(_ mask: OpaquePointer, in frame: Frame, _ color: RGBA) {
    // Cairo's masks have hard edges in an SVG; an image's transparency doesn't.
    if textLayer != nil {
      guard let image = Self.tinted(mask, color) else { return }
      draw(image, in: frame, opacity: 1)
      return cairo_surface_destroy(image)
    }
    let width = Double(cairo_image_surface_get_width(mask))
    let height = Double(cairo_image_surface_get_height(mask))
    guard width > 0, height > 0 else { return }
    cairo_save(context)
    cairo_translate(context, frame.x, frame.y)
    cairo_scale(context, frame.width / width, frame.height / height)
    use(color)
    cairo_mask_surface(context, mask, 0, 0)
    cairo_restore(context)
  }

  /// A mask as an image in one colour; nil if there isn't enough memory.
  private static func tinted(_ mask: OpaquePointer, _ color: RGBA) -> OpaquePointer? {
    let (width, height) = (cairo_image_surface_get_width(mask), cairo_image_surface_get_height(mask))
    guard let image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height) else { return nil }
    let context = cairo_create(image)
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    cairo_mask_surface(context, mask, 0, 0)
    cairo_destroy(context)
    return image
  }

  /// Draws something as opaque as something else is at the same place.
  ///
  /// - Parameter frame: That of the mask.
  func masked(in frame: Frame, _ draw: () -> Void, by drawMask: () -> Void) {
    cairo_save(context)
    defer { cairo_restore(context) }
    add(frame, 0, nil)
    cairo_clip(context)
    // The groups are as large as the clip.
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    guard spend(max(0, (right - left) * (bottom - top)) * scale * scale * DrawingCost.imagePixel + 5) else { return draw() }
    cairo_push_group(context)
    draw()
    let content = cairo_pop_group(context)
    cairo_push_group(context)
    drawMask()
    let mask = cairo_pop_group(context)
    if let content, let mask {
      cairo_set_source(context, content)
      cairo_mask(context, mask)
    }
    cairo_pattern_destroy(content)
    cairo_pattern_destroy(mask)
  }

  /// The pixels that have been drawn in a frame, for the caller to destroy, and their place. nil if the drawing has no pixels, or is
  /// rotated here.
  func copy(of frame: Frame) -> (OpaquePointer, Frame)? {
    let matrix = matrix
    guard let target = cairo_get_group_target(context), cairo_surface_get_type(target) == CAIRO_SURFACE_TYPE_IMAGE,
      matrix.xy == 0, matrix.yx == 0, matrix.xx > 0, matrix.yy > 0
    else { return nil }
    cairo_surface_flush(target)
    var (left, top) = (0.0, 0.0)
    cairo_surface_get_device_offset(target, &left, &top)
    let (wide, high) = (Double(cairo_image_surface_get_width(target)), Double(cairo_image_surface_get_height(target)))
    // Whole pixels, inside the surface.
    let x = max(0, (frame.x * matrix.xx + matrix.x0 + left).rounded(.down))
    let y = max(0, (frame.y * matrix.yy + matrix.y0 + top).rounded(.down))
    let width = min(wide, (frame.maxX * matrix.xx + matrix.x0 + left).rounded(.up)) - x
    let height = min(high, (frame.maxY * matrix.yy + matrix.y0 + top).rounded(.up)) - y
    guard width >= 1, height >= 1,
      let image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(saturating: width), Int32(saturating: height))
    else { return nil }
    let copy = cairo_create(image)
    cairo_set_source_surface(copy, target, left - x, top - y)
    cairo_set_operator(copy, CAIRO_OPERATOR_SOURCE)
    cairo_paint(copy)
    cairo_destroy(copy)
    return (
      image,
      Frame(
        x: (x - left - matrix.x0) / matrix.xx, y: (y - top - matrix.y0) / matrix.yy, width: width / matrix.xx,
        height: height / matrix.yy)
    )
  }

  /// Draws an image, scaled to a frame.
  func draw(_ image: OpaquePointer, in frame: Frame, opacity: Double) {
    let width = Double(cairo_image_surface_get_width(image))
    let height = Double(cairo_image_surface_get_height(image))
    guard width > 0, height > 0, frame.width > 0, frame.height > 0 else { return }
    cairo_save(context)
    cairo_translate(context, frame.x, frame.y)
    cairo_scale(context, frame.width / width, frame.height / height)
    cairo_set_source_surface(context, image, 0, 0)
    // The edge pixels extend outwards, so there's no gap between an image and its clip.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_rectangle(context, 0, 0, width, height)
    cairo_clip(context)
    cairo_paint_with_alpha(context, opacity)
    cairo_restore(context)
  }

  func use(_ color: RGBA) { cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha) }

  private func addRoundedRectangle(_ frame: Frame, radius: Double) {
    cairo_new_path(context)
    let radius = min(radius, frame.width / 2, frame.height / 2)
    guard radius > 0 else { return cairo_rectangle(context, frame.x, frame.y, max(0, frame.width), max(0, frame.height)) }
    cairo_arc(context, frame.maxX - radius, frame.y + radius, radius, -.pi / 2, 0)
    cairo_arc(context, frame.maxX - radius, frame.maxY - radius, radius, 0, .pi / 2)
    cairo_arc(context, frame.x + radius, frame.maxY - radius, radius, .pi / 2, .pi)
    cairo_arc(context, frame.x + radius, frame.y + radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
  }
}
