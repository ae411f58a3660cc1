import CGtk
import WidgetGraphics
import WidgetModel
import WidgetRendering

/// The frame of a popup: a header with the widget's name, which the card can't draw over, and a line around both.
struct PopupFrame {
  /// The height of the header, in points.
  static let header = 30.0

  var name: String
  var scheme: ColorScheme
  var isRightToLeft: Bool

  private var isDark: Bool { scheme == .dark }

  /// Draws the header and the line, in points.
  func paint(_ context: OpaquePointer, width: Double, height: Double, for window: Widget) {
    cairo_save(context)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    // Also behind the corners of the card.
    set(context, isDark ? 0x2C2C2E : 0xE5E5EA)
    cairo_rectangle(context, 0, 0, width, height)
    cairo_fill(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    set(context, isDark ? 0xFFFFFF : 0x000000)
    if let layout = gtk_widget_create_pango_layout(window, terminalSafe(name, limit: 80)) {
      let margin = 12.0
      let font = pango_font_description_from_string("Sans 10")
      pango_font_description_set_weight(font, PANGO_WEIGHT_SEMIBOLD)
      pango_layout_set_font_description(layout, font)
      pango_font_description_free(font)
      pango_layout_set_single_paragraph_mode(layout, 1)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_width(layout, Int32((width - 2 * margin) * 1024))
      if isRightToLeft { pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT) }
      var (textWidth, textHeight): (Int32, Int32) = (0, 0)
      pango_layout_get_pixel_size(layout, &textWidth, &textHeight)
      cairo_move_to(context, margin, (Self.header - Double(textHeight)) / 2)
      pango_cairo_show_layout(context, layout)
      g_object_unref(UnsafeMutableRawPointer(layout))
    }
    set(context, isDark ? 0x48484A : 0xC7C7CC)
    cairo_set_line_width(context, 1)
    cairo_rectangle(context, 0.5, 0.5, width - 1, height - 1)
    cairo_stroke(context)
    cairo_restore(context)
  }

  private func set(_ context: OpaquePointer, _ color: UInt32) {
    cairo_set_source_rgb(
      context, Double(color >> 16 & 0xFF) / 255, Double(color >> 8 & 0xFF) / 255, Double(color & 0xFF) / 255)
  }
}
