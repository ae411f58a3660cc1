import CGtk
import WidgetModel

/// Moving a card by hand: with the pointer, or with Shift and the arrow keys.
extension CardView {
  /// A pointer that was pressed beside the controls.
  struct Drag {
    /// Where it was pressed, in the window.
    let x: Double
    let y: Double
    /// Whether it has gone far enough to move the card.
    var isMoving = false
    /// How far the pointer is from there.
    var distance = (x: 0.0, y: 0.0)
    /// The card under the pointer, on Wayland.
    var icon: DragIcon?
  }

  /// Points of one key.
  static let keyStep = 8
  /// Milliseconds after the last key until the place is stored.
  private static let keyPause: UInt32 = 600

  func connectMoving(_ window: Widget) {
    Signals.connectEvent(window.raw, "button-release-event") { [unowned self] event in
      guard event.assumingMemoryBound(to: GdkEventButton.self).pointee.button == 1 else { return false }
      endDrag()
      return true
    }
  }

  /// - Returns: Whether the card is being moved.
  func drag(_ event: GdkEventMotion, _ window: Widget) -> Bool {
    guard var drag else { return false }
    guard event.state & GDK_BUTTON1_MASK.rawValue != 0 else {
      endDrag()
      return false
    }
    if !drag.isMoving {
      let isFar =
        gtk_drag_check_threshold(
          window, Int32(saturating: drag.x), Int32(saturating: drag.y), Int32(saturating: event.x), Int32(saturating: event.y))
        != 0
      guard isFar, origin != nil else { return false }
      drag.isMoving = true
      setCursor("grabbing", window)
      if DisplayServer.isWayland { drag.icon = dragIcon() }
    }
    drag.distance = (event.x - drag.x, event.y - drag.y)
    self.drag = drag
    if DisplayServer.isWayland {
      if let origin = draggedOrigin(drag) { drag.icon?.move(to: origin) }
    } else if let monitor = Monitors.at(event.x_root, event.y_root) {
      let area = Monitors.area(of: monitor)
      let zoom = DisplayServer.zoom
      move(
        to: (
          Int(saturating: ((event.x_root - drag.x - Double(area.x)) / zoom).rounded()),
          Int(saturating: ((event.y_root - drag.y - Double(area.y)) / zoom).rounded())
        ), on: monitor)
    }
    return true
  }

  func endDrag() {
    guard let drag else { return }
    self.drag = nil
    guard drag.isMoving else { return }
    if let window { setCursor(nil, window) }
    if DisplayServer.isWayland, let origin = draggedOrigin(drag) {
      move(to: origin, on: nil)
      reappear(from: drag.icon)
    }
    store()
  }

  /// Where a card that is dragged on Wayland would be.
  private func draggedOrigin(_ drag: Drag) -> (x: Int, y: Int)? {
    origin.map {
      allowed(($0.x + Int(saturating: drag.distance.x.rounded()), $0.y + Int(saturating: drag.distance.y.rounded())))
    }
  }

  private func dragIcon() -> DragIcon? {
    guard let windowSize, let monitor else { return nil }
    defer { redraw() }
    return DragIcon(width: windowSize.width, height: windowSize.height, on: monitor) { [weak self] in self?.paint($0) }
  }

  /// Shows the card again before its icon goes.
  private func reappear(from icon: DragIcon?) {
    vanishingIcon = icon
    redraw()
  }

  /// Puts a card that is being moved back.
  ///
  /// - Returns: Whether one was.
  func cancelDrag() -> Bool {
    guard let drag, drag.isMoving else { return false }
    self.drag = nil
    if let window { setCursor(nil, window) }
    reappear(from: drag.icon)
    program.arrangeLater()
    return true
  }

  /// Moves the card by points, and stores its place when no further key follows.
  func nudge(_ x: Int, _ y: Int) {
    guard let origin else { return }
    move(to: (origin.x + x, origin.y + y), on: nil)
    if nudgeTimer != 0 { g_source_remove(nudgeTimer) }
    let call: GSourceFunc = { data in
      if let view = SignalBody<() -> CardView?>.body(of: data)?() {
        view.nudgeTimer = 0
        view.store()
      }
      return 0
    }
    let body = SignalBody<() -> CardView?>({ [weak self] in self })
    nudgeTimer = g_timeout_add_full(
      G_PRIORITY_DEFAULT, Self.keyPause, call, Unmanaged.passRetained(body).toOpaque(),
      { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
  }

  /// - Parameter name: nil is the usual one.
  func setCursor(_ name: String?, _ window: Widget) {
    guard let surface = gtk_widget_get_window(window) else { return }
    let cursor = name.flatMap { gdk_cursor_new_from_name(gdk_window_get_display(surface), $0) }
    gdk_window_set_cursor(surface, cursor)
    if let cursor { g_object_unref(UnsafeMutableRawPointer(cursor)) }
  }
}
