import CPango
import WidgetModel
import WidgetRendering

/// Shapes, measures and draws lines of text at one scale. Caches lines, because a running painter keeps drawing the same texts.
///
/// Not thread-safe; ``Painter`` uses it on one thread at a time.
final class TextShaper {
  private struct Key: Hashable {
    var text: String
    var font: ResolvedFont
  }

  /// A shaped line and its width.
  private final class Line {
    let layout: OpaquePointer
    let text: String
    let size: Double
    let width: Double

    init(_ layout: OpaquePointer, _ text: String, size: Double) {
      self.layout = layout
      self.text = text
      self.size = size
      var logical = PangoRectangle()
      pango_layout_get_extents(layout, nil, &logical)
      width = Double(logical.width) / Double(PANGO_SCALE)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// The line height of a font.
  struct LineMetrics {
    var height: Double
    var ascent: Double
  }

  private static let maximumLines = 2048

  private let context: OpaquePointer
  private var lines: [Key: Line] = [:]
  private var metrics: [ResolvedFont: LineMetrics] = [:]

  /// - Parameters:
  ///   - fontMap: Keep it alive.
  ///   - scale: Pixels per point.
  init(fontMap: UnsafeMutablePointer<PangoFontMap>, scale: Double) {
    context = pango_font_map_create_context(fontMap)
    var matrix = PangoMatrix(xx: scale, xy: 0, yx: 0, yy: scale, x0: 0, y0: 0)
    pango_context_set_matrix(context, &matrix)
    // Subpixel positions and unhinted shapes: a line has the same width at any scale and in any format.
    pango_context_set_round_glyph_positions(context, 0)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_language(context, pango_language_from_string("en"))
  }

  deinit {
    lines.removeAll()
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  func width(_ text: String, font: ResolvedFont) -> Double { line(text, font).width }

  func lineMetrics(_ font: ResolvedFont) -> LineMetrics {
    if let known = metrics[font] { return known }
    let (ascent, descent) = extents(font)
    let height = font.lineHeight
    // On whole points, as in browsers: the baseline is sharp, and a page has its text at the same height.
    let baseline = ascent.rounded() + ((height - ascent.rounded() - descent.rounded()) / 2).rounded(.down)
    let own = LineMetrics(height: height, ascent: baseline)
    if metrics.count > 256 { metrics.removeAll() }
    metrics[font] = own
    return own
  }

  /// Draws a line with its top left corner at a position.
  func draw(_ text: String, font: ResolvedFont, x: Double, y: Double, color: RGBA, on canvas: Canvas) {
    draw(line(text, font), x: x, baseline: y + lineMetrics(font).ascent, color, canvas)
  }

  /// Draws a line in a frame, truncated if it's wider.
  ///
  /// - Parameter alignment: The fraction of the free space to the left.
  func draw(
    _ text: String, font: ResolvedFont, in frame: Frame, alignment: Double = 0, color: RGBA, on canvas: Canvas
  ) {
    let whole = line(text, font)
    let top = frame.y + (frame.height - lineMetrics(font).height) / 2
    guard whole.width > frame.width else {
      return draw(
        whole, x: frame.x + (frame.width - whole.width) * alignment, baseline: top + lineMetrics(font).ascent, color, canvas)
    }
    guard let layout = pango_layout_copy(whole.layout) else { return }
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_width(layout, Int32(saturating: max(0, min(1e6, frame.width)) * Double(PANGO_SCALE)))
    draw(Line(layout, text, size: font.size), x: frame.x, baseline: top + lineMetrics(font).ascent, color, canvas)
  }

  /// How far a font's letters reach above and below the baseline, in points.
  ///
  /// From the font's own table: to get a font's metrics Pango first measures a sentence with it, which takes as long as drawing a
  /// card.
  private func extents(_ font: ResolvedFont) -> (ascent: Double, descent: Double) {
    let description = Self.description(font)
    defer { pango_font_description_free(description) }
    guard let loaded: UnsafeMutablePointer<PangoFont> = pango_context_load_font(context, description) else { return (0, 0) }
    defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
    guard let shapes = pango_font_get_hb_font(loaded) else { return (0, 0) }
    var table = hb_font_extents_t()
    var scale: (x: Int32, y: Int32) = (0, 0)
    hb_font_get_scale(shapes, &scale.x, &scale.y)
    guard hb_font_get_h_extents(shapes, &table) != 0, scale.y != 0 else { return (0, 0) }
    let size = Self.size(font)
    return (size * Double(table.ascender) / Double(scale.y), -size * Double(table.descender) / Double(scale.y))
  }

  private func draw(_ line: Line, x: Double, baseline: Double, _ color: RGBA, _ canvas: Canvas) {
    guard let run = pango_layout_get_line_readonly(line.layout, 0) else { return }
    cairo_move_to(canvas.context, x, baseline)
    canvas.use(color)
    pango_cairo_show_layout_line(canvas.context, run)
    canvas.describe(line.text, x: x, baseline: baseline, width: line.width, size: line.size)
    cairo_new_path(canvas.context)
  }

  /// Calls a function with each run of a line: the font it's drawn with, and its letters.
  func forEachRun(
    of text: String, font: ResolvedFont, _ body: (UnsafeMutablePointer<PangoFont>, [Unicode.Scalar]) -> Void
  ) {
    let line = line(text, font)
    guard let shaped = pango_layout_get_line_readonly(line.layout, 0) else { return }
    let bytes = text.utf8.filter { $0 != 0 }
    var next = shaped.pointee.runs
    while let node = next {
      next = node.pointee.next
      guard let run = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self), let item = run.pointee.item,
        let own = item.pointee.analysis.font
      else { continue }
      let (start, length) = (Int(item.pointee.offset), Int(item.pointee.length))
      guard start >= 0, length > 0, start + length <= bytes.count else { continue }
      body(own, Array(String(decoding: bytes[start..<(start + length)], as: UTF8.self).unicodeScalars))
    }
  }

  private func line(_ text: String, _ font: ResolvedFont) -> Line {
    let key = Key(text: text, font: font)
    if let known = lines[key] { return known }
    let layout: OpaquePointer = pango_layout_new(context)
    let description = Self.description(font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    let features = [font.isTabular ? "tnum=1" : nil, text.hasDecimalNumber ? "kern=0" : nil].compactMap { $0 }
    if !features.isEmpty, let attributes = pango_attr_list_new() {
      pango_attr_list_insert(attributes, pango_attr_font_features_new(features.joined(separator: ",")))
      pango_layout_set_attributes(layout, attributes)
      pango_attr_list_unref(attributes)
    }
    pango_layout_set_single_paragraph_mode(layout, 1)
    // Pango stops at a NUL.
    var bytes = text.utf8.filter { $0 != 0 }.map { CChar(bitPattern: $0) }
    pango_layout_set_text(layout, &bytes, Int32(clamping: bytes.count))
    let line = Line(layout, text, size: font.size)
    if lines.count >= Self.maximumLines { lines.removeAll(keepingCapacity: true) }
    lines[key] = line
    return line
  }

  /// The caller frees the result.
  private static func description(_ font: ResolvedFont) -> OpaquePointer {
    let description: OpaquePointer = pango_font_description_new()
    pango_font_description_set_family(description, families(font))
    pango_font_description_set_weight(description, weight(font.weight))
    pango_font_description_set_style(description, font.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(description, size(font) * Double(PANGO_SCALE))
    return description
  }

  private static func size(_ font: ResolvedFont) -> Double { font.size.isFinite ? min(1000, max(1, font.size)) : 17 }

  /// The families to take letters from, in this order.
  static func families(_ font: ResolvedFont) -> String {
    let own =
      switch font.design {
      // Inter has a display typeface for titles, like San Francisco.
      case .standard: font.size >= 20 ? "Inter Display,Inter" : "Inter"
      // Its light and medium weights are families of their own.
      case .rounded:
        switch font.weight {
        case .ultralight, .thin, .light: "Quicksand Light,Quicksand,Inter"
        case .medium: "Quicksand Medium,Quicksand,Inter"
        case .regular, .semibold, .bold, .heavy, .black: "Quicksand,Inter"
        }
      case .serif: "DejaVu Serif"
      case .monospaced: "DejaVu Sans Mono"
      }
    return own + ",DejaVu Sans,WenQuanYi Micro Hei,Noto Color Emoji"
  }

  private static func weight(_ weight: FontWeight) -> PangoWeight {
    switch weight {
    case .ultralight: PANGO_WEIGHT_THIN
    case .thin: PANGO_WEIGHT_ULTRALIGHT
    case .light: PANGO_WEIGHT_LIGHT
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .semibold: PANGO_WEIGHT_SEMIBOLD
    case .bold: PANGO_WEIGHT_BOLD
    case .heavy: PANGO_WEIGHT_ULTRABOLD
    case .black: PANGO_WEIGHT_HEAVY
    }
  }
}

/// Measures with the rendering's fonts.
///
/// `@unchecked Sendable`: it's only used on the drawing thread, and ``Painter`` draws one rendering at a time.
struct PangoMeasurer: TextMeasurer, @unchecked Sendable {
  let shaper: TextShaper

  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    let line = shaper.lineMetrics(font)
    return TextExtent(width: shaper.width(text, font: font), height: line.height, ascent: line.ascent)
  }

  /// Icons are shapes in a square slightly larger than letters.
  func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent {
    let line = shaper.lineMetrics(font)
    return TextExtent(width: (font.size * 1.2).rounded(), height: line.height, ascent: line.ascent)
  }
}
