import CGtk
import WidgetPainter
import WidgetSystem

/// The picture of a card before a change, fading out over the new one.
final class CardFade {
  private static let seconds = 0.2
  /// Milliseconds.
  private static let interval: UInt32 = 16

  private let surface: OpaquePointer
  private let began = MonotonicTime.now()
  private let onTick: (_ isDone: Bool) -> Void
  /// The source of GLib that asks for the next picture; 0 if there's none.
  private var timer: UInt32 = 0

  /// - Parameter onTick: Called for each picture, and for the last time when the fade is done.
  /// - Returns: nil if the old card can't be drawn, or if the user has turned animations off.
  init?(from rendered: RenderedCard, onTick: @escaping (_ isDone: Bool) -> Void) {
    guard let settings = gtk_settings_get_default(),
      lw_integer_property(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0,
      let surface = rendered.makeSurface()
    else { return nil }
    cairo_surface_set_device_scale(surface, rendered.scale, rendered.scale)
    self.surface = surface
    self.onTick = onTick
    let tick: GSourceFunc = { data in
      guard let data else { return 0 }
      let fade = Unmanaged<CardFade>.fromOpaque(data).takeUnretainedValue()
      let isDone = fade.opacity <= 0
      if isDone { fade.timer = 0 }
      fade.onTick(isDone)
      return isDone ? 0 : 1
    }
    timer = g_timeout_add(Self.interval, tick, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    if timer != 0 { g_source_remove(timer) }
    cairo_surface_destroy(surface)
  }

  private var opacity: Double { 1 - (MonotonicTime.now() - began) / Self.seconds }

  /// Draws what's left of the old picture.
  func paint(_ context: OpaquePointer, y: Double) {
    let opacity = opacity
    guard opacity > 0 else { return }
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    cairo_set_source_surface(context, surface, 0, y)
    cairo_paint_with_alpha(context, min(1, opacity))
  }
}
