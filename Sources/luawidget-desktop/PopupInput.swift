import CGtk

/// Ends a popup at a click outside it. Escape is a key of its card.
///
/// On X11 the popup's window has all clicks and keys while it's open. On Wayland a window behind it takes the clicks.
final class PopupInput {
  private let onEnd: () -> Void
  private var backdrops: [Widget] = []
  /// The window that has the pointer and the keyboard of an X server.
  private var grabbed: Widget?
  /// Whether another window of this program has them.
  private var isPaused = false
  /// The source of GLib that tries again; 0 if there is none.
  private var retry: UInt32 = 0
  private var tries = 0

  init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }

  /// Covers the monitors with windows that nobody sees.
  func openBackdrops() {
    guard DisplayServer.isWayland, backdrops.isEmpty else { return }
    for monitor in Monitors.all {
      guard let window = gtk_window_new(GTK_WINDOW_TOPLEVEL) else { continue }
      gtk_widget_set_app_paintable(window, 1)
      if let visual = gdk_screen_get_rgba_visual(gtk_widget_get_screen(window)) { gtk_widget_set_visual(window, visual) }
      gtk_layer_init_for_window(window.cast())
      gtk_layer_set_namespace(window.cast(), "luawidget")
      gtk_layer_set_layer(window.cast(), GTK_LAYER_SHELL_LAYER_TOP)
      gtk_layer_set_monitor(window.cast(), monitor)
      for edge in [
        GTK_LAYER_SHELL_EDGE_LEFT, GTK_LAYER_SHELL_EDGE_RIGHT, GTK_LAYER_SHELL_EDGE_TOP, GTK_LAYER_SHELL_EDGE_BOTTOM,
      ] { gtk_layer_set_anchor(window.cast(), edge, 1) }
      // Above panels too.
      gtk_layer_set_exclusive_zone(window.cast(), -1)
      gtk_widget_add_events(window, Int32(bitPattern: GDK_BUTTON_PRESS_MASK.rawValue))
      Signals.connectEvent(window.raw, "draw") { context in
        cairo_set_operator(OpaquePointer(context), CAIRO_OPERATOR_CLEAR)
        cairo_paint(OpaquePointer(context))
        return true
      }
      Signals.connectEvent(window.raw, "button-press-event") { [unowned self] _ in
        onEnd()
        return true
      }
      gtk_widget_show(window)
      backdrops.append(window)
    }
  }

  /// Takes the pointer and the keyboard of an X server. A bar may still hold the pointer because of the click on its item.
  func grab(_ window: Widget) {
    grabbed = window
    guard !isPaused, !DisplayServer.isWayland, let surface = gtk_widget_get_window(window),
      let display = gdk_display_get_default(),
      let seat = gdk_display_get_default_seat(display)
    else { return }
    let status = gdk_seat_grab(seat, surface, GDK_SEAT_CAPABILITY_ALL, 1, nil, nil, nil, nil)
    guard status != GDK_GRAB_SUCCESS, tries < 100, retry == 0 else { return }
    tries += 1
    let body = SignalBody<() -> Void> { [weak self] in
      self?.retry = 0
      self?.grab(window)
    }
    let call: GSourceFunc = { data in
      SignalBody<() -> Void>.body(of: data)?()
      return 0
    }
    retry = g_timeout_add_full(
      G_PRIORITY_DEFAULT, 50, call, Unmanaged.passRetained(body).toOpaque(),
      { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
  }

  /// Gives the pointer and the keyboard to a dialog, until ``resume()``.
  func pause() {
    isPaused = true
    for window in backdrops { gtk_widget_destroy(window) }
    backdrops = []
    guard !DisplayServer.isWayland, let display = gdk_display_get_default() else { return }
    gdk_display_get_default_seat(display).map { gdk_seat_ungrab($0) }
  }

  func resume() {
    isPaused = false
    openBackdrops()
    if let grabbed { grab(grabbed) }
  }

  deinit { if retry != 0 { g_source_remove(retry) } }
}
