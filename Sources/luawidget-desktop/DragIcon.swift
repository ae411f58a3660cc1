import CGtk

/// A card under the pointer while it's dragged on Wayland.
///
/// Motions are relative to the pressed window, and compositors disagree about the pointer's place once that moves. So the card's own
/// window stays where it is, blank, and this one moves.
final class DragIcon {
  private let window: Widget

  /// - Parameter draw: Draws the card.
  init?(width: Int32, height: Int32, on monitor: OpaquePointer, draw: @escaping (OpaquePointer) -> Void) {
    guard let window = gtk_window_new(GTK_WINDOW_TOPLEVEL) else { return nil }
    self.window = window
    gtk_widget_set_app_paintable(window, 1)
    gtk_window_set_decorated(window.cast(), 0)
    gtk_window_set_resizable(window.cast(), 0)
    gtk_widget_set_size_request(window, width, height)
    if let visual = gdk_screen_get_rgba_visual(gtk_widget_get_screen(window)) { gtk_widget_set_visual(window, visual) }
    gtk_layer_init_for_window(window.cast())
    gtk_layer_set_namespace(window.cast(), "luawidget")
    // Above the other windows, as everything that's dragged.
    gtk_layer_set_layer(window.cast(), GTK_LAYER_SHELL_LAYER_TOP)
    gtk_layer_set_monitor(window.cast(), monitor)
    for edge in [GTK_LAYER_SHELL_EDGE_LEFT, GTK_LAYER_SHELL_EDGE_TOP] { gtk_layer_set_anchor(window.cast(), edge, 1) }
    Signals.connectEvent(window.raw, "draw") { context in
      draw(OpaquePointer(context))
      return true
    }
    let nowhere = cairo_region_create()
    gtk_widget_input_shape_combine_region(window, nowhere)
    cairo_region_destroy(nowhere)
  }

  deinit { gtk_widget_destroy(window) }

  func redraw() { gtk_widget_queue_draw(window) }

  /// - Parameter origin: Its upper left corner in the area without panels, in points.
  func move(to origin: (x: Int, y: Int)) {
    gtk_layer_set_margin(window.cast(), GTK_LAYER_SHELL_EDGE_LEFT, Int32(clamping: origin.x))
    gtk_layer_set_margin(window.cast(), GTK_LAYER_SHELL_EDGE_TOP, Int32(clamping: origin.y))
    if gtk_widget_get_visible(window) == 0 { gtk_widget_show(window) }
  }
}
