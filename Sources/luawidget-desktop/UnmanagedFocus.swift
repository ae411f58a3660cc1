import CGtk

/// The keyboard of windows that no window manager manages: they have to take it, and to give it back.
///
/// A card has it while the pointer is above the card.
final class UnmanagedFocus {
  private let display: OpaquePointer
  private let own: Window
  /// The window that had the keyboard before.
  private var before: (window: Window, revertTo: Int32)?

  init?(_ window: Widget) {
    guard let display = gdk_display_get_default(), let surface = gtk_widget_get_window(window) else { return nil }
    self.display = display
    own = gdk_x11_window_get_xid(surface)
  }

  private var current: (window: Window, revertTo: Int32) {
    var (window, revertTo): (Window, Int32) = (0, 0)
    XGetInputFocus(gdk_x11_display_get_xdisplay(display), &window, &revertTo)
    return (window, revertTo)
  }

  func take(at time: UInt32) {
    let current = current
    // Without a window manager, the keyboard follows the pointer.
    guard current.window != own, current.window != Window(PointerRoot) else { return }
    before = current
    set(own, Int32(RevertToPointerRoot), time)
  }

  func giveBack(at time: UInt32) {
    guard let before else { return }
    self.before = nil
    // The window manager may have given it to another window.
    if current.window == own { set(before.window, before.revertTo, time) }
  }

  private func set(_ window: Window, _ revertTo: Int32, _ time: UInt32) {
    // The window may be gone.
    gdk_x11_display_error_trap_push(display)
    XSetInputFocus(gdk_x11_display_get_xdisplay(display), window, revertTo, Time(time))
    gdk_x11_display_error_trap_pop_ignored(display)
  }
}
