import CGtk
import WidgetGraphics
import WidgetModel
import WidgetPainter
import WidgetRendering
import WidgetSystem

/// A card in its own window, below other windows.
final class CardView {
  let id: String
  unowned let program: WindowsProgram
  private let renderer: CardRenderer
  /// Indexed by number.
  var images: [Int64: DecodedImage] = [:]
  private(set) var card: CardWindow?
  private(set) var rendered: RenderedCard?
  private(set) var window: Widget?
  var position: CardArrangement.Position?
  var monitor: OpaquePointer?
  /// The part of the monitor that has no panels.
  var area = GdkRectangle()
  var drag: Drag?
  /// The icon of a drag that has ended, until the card is drawn.
  var vanishingIcon: DragIcon?
  /// The source of GLib that stores a place; 0 if there is none.
  var nudgeTimer: UInt32 = 0
  /// nil if a window manager manages the window.
  private(set) var focus: UnmanagedFocus?
  private var maximumHeight = 8192
  /// How far a high card is scrolled, in points.
  private(set) var scrollOffset = 0.0
  var focusedAction: Int?
  /// Incomplete steps of the wheel.
  var scrolled = 0.0
  /// When the wheel clicked, in display time.
  var lastClick: UInt32 = 0
  /// Whether the pointer is above a control.
  var isPointing = false
  /// The card before a change that's animated.
  private var fade: CardFade?
  /// How often the window has been drawn.
  private var drawings = 0
  private var reported: Int64?

  init(_ id: String, renderer: CardRenderer, program: WindowsProgram) {
    self.id = id
    self.renderer = renderer
    self.program = program
  }

  /// Points; nil without a view.
  var size: (width: Int, height: Int)? {
    guard let rendered else { return nil }
    return (Int(saturating: rendered.width.rounded(.up)), min(maximumHeight, Int(saturating: rendered.height.rounded(.up))))
  }

  /// The height of the frame's header, in points.
  var header: Double { program.popup == nil ? 0 : PopupFrame.header }

  /// The size with the frame, in points.
  var outerSize: (width: Int, height: Int)? { size.map { ($0.width, $0.height + Int(header)) } }

  /// Replaces the shown card.
  func show(_ card: CardWindow) {
    let numbers = Set(card.images.values)
    for number in images.keys where !numbers.contains(number) { images[number] = nil }
    keepFocus(in: card)
    let old =
      card.request.snapshot.view?.isAnimated == true && card.request.snapshot.view != self.card?.request.snapshot.view
      ? rendered : nil
    self.card = card
    layOut()
    fade = old.flatMap { $0.width == rendered?.width && $0.height == rendered?.height ? fade(from: $0) : nil }
  }

  private func fade(from old: RenderedCard) -> CardFade? {
    CardFade(from: old) { [unowned self] isDone in
      if isDone { fade = nil }
      redraw()
    }
  }

  /// The focused control has another number in the new view.
  private func keepFocus(in card: CardWindow) {
    guard let action = focusedAction, let old = rendered?.controls.firstIndex(where: { $0.action == action }) else { return }
    focusedAction = nil
    pendingFocus = old
  }

  private var pendingFocus: Int?

  /// Whether it's above all windows, not below them.
  var isInFront = false { didSet { if isInFront != oldValue { reopen() } } }

  /// GDK's pixels of a point.
  private(set) var zoom = 1.0

  /// Pixels of the screen for a point.
  private var scale: Double {
    min(4, max(0.5, zoom * Double(window.map { gtk_widget_get_scale_factor($0) } ?? 1)))
  }

  var windowSize: (width: Int32, height: Int32)? {
    outerSize.map {
      (Int32(saturating: (Double($0.width) * zoom).rounded(.up)), Int32(saturating: (Double($0.height) * zoom).rounded(.up)))
    }
  }

  func layOut() {
    guard let card else { return }
    let before = windowSize
    zoom = DisplayServer.zoom
    var request = card.request
    request.scale = scale
    var images: [String: DecodedImage] = [:]
    for (src, number) in card.images { images[src] = self.images[number] }
    do throws(PaintError) {
      rendered = try renderer.card(request, images: images)
    } catch {
      // Nothing will be drawn, and the host is waiting for this.
      return report()
    }
    if let pendingFocus, let controls = rendered?.controls, controls.indices.contains(pendingFocus) {
      focusedAction = controls[pendingFocus].action
    }
    pendingFocus = nil
    scroll(by: 0)
    if let windowSize, before.map({ $0 != windowSize }) ?? true {
      resize()
      program.arrangeLater()
    }
    redraw()
  }

  func redraw() {
    if let window { gtk_widget_queue_draw(window) }
    drag?.icon?.redraw()
  }

  private func report() {
    guard let card, reported != card.generation else { return }
    reported = card.generation
    program.send(.drawn(card: id, generation: card.generation, drawings: drawings))
  }

  /// - Returns: Whether there is anything to scroll.
  @discardableResult
  func scroll(by points: Double) -> Bool {
    guard let rendered, let size else { return false }
    let most = max(0, rendered.height - Double(size.height))
    let before = scrollOffset
    scrollOffset = min(most, max(0, scrollOffset + points)).rounded()
    if scrollOffset != before { redraw() }
    return most > 0
  }

  /// Scrolls to a control.
  func reveal(_ frame: Frame) {
    guard let size else { return }
    if frame.y < scrollOffset { scroll(by: frame.y - scrollOffset - 8) }
    if frame.maxY > scrollOffset + Double(size.height) { scroll(by: frame.maxY - scrollOffset - Double(size.height) + 8) }
  }

  // MARK: Window

  func limit(height: Int) {
    let height = height - Int(header)
    guard height != maximumHeight, height > 0 else { return }
    maximumHeight = height
    resize()
  }

  func close() {
    if nudgeTimer != 0 { g_source_remove(nudgeTimer) }
    (nudgeTimer, drag, vanishingIcon, focus, fade) = (0, nil, nil, nil, nil)
    if let window { gtk_widget_destroy(window) }
    window = nil
  }

  /// Opens another window at the next ``place(_:on:)``.
  func reopen() {
    close()
    position = nil
    monitor = nil
  }

  /// - Parameter area: The part of the monitor that has no panels. It changes while the monitor stays the same.
  func place(_ position: CardArrangement.Position, on monitor: OpaquePointer, _ area: GdkRectangle) {
    // The user's hand is quicker.
    let isHeld = window != nil && (drag?.isMoving == true || nudgeTimer != 0)
    let isMoved = position != self.position || monitor != self.monitor || !area.isEqual(to: self.area)
    if !isHeld { (self.position, self.monitor, self.area) = (position, monitor, area) }
    if window == nil { open() }
    if isMoved, !isHeld { move() }
    if let window, gtk_widget_get_visible(window) == 0 { gtk_widget_show(window) }
  }

  private func open() {
    let isOwn = !DisplayServer.isWayland && (DisplayServer.needsOwnWindows || isInFront)
    guard let window = gtk_window_new(isOwn ? GTK_WINDOW_POPUP : GTK_WINDOW_TOPLEVEL) else { return }
    self.window = window
    gtk_window_set_title(window.cast(), "luawidget \(id)")
    gtk_widget_set_name(window, "luawidget")
    gtk_widget_set_app_paintable(window, 1)
    gtk_window_set_decorated(window.cast(), 0)
    gtk_window_set_resizable(window.cast(), 0)
    let screen = gtk_widget_get_screen(window)
    if let visual = gdk_screen_get_rgba_visual(screen) { gtk_widget_set_visual(window, visual) }
    if DisplayServer.isWayland {
      gtk_layer_init_for_window(window.cast())
      gtk_layer_set_namespace(window.cast(), "luawidget")
      gtk_layer_set_layer(window.cast(), isInFront ? GTK_LAYER_SHELL_LAYER_OVERLAY : GTK_LAYER_SHELL_LAYER_BOTTOM)
      if gtk_layer_get_protocol_version() >= 4 {
        gtk_layer_set_keyboard_mode(
          window.cast(), program.popup == nil ? GTK_LAYER_SHELL_KEYBOARD_MODE_ON_DEMAND : GTK_LAYER_SHELL_KEYBOARD_MODE_EXCLUSIVE)
      } else if program.popup != nil {
        gtk_layer_set_keyboard_interactivity(window.cast(), 1)
      }
    } else {
      gtk_window_set_type_hint(window.cast(), GDK_WINDOW_TYPE_HINT_DESKTOP)
      gtk_window_set_keep_below(window.cast(), 1)
      gtk_window_stick(window.cast())
      gtk_window_set_skip_taskbar_hint(window.cast(), 1)
      gtk_window_set_skip_pager_hint(window.cast(), 1)
      gtk_window_set_accept_focus(window.cast(), 1)
      gtk_window_set_focus_on_map(window.cast(), 0)
    }
    let events = [
      GDK_BUTTON_PRESS_MASK, GDK_BUTTON_RELEASE_MASK, GDK_SCROLL_MASK, GDK_SMOOTH_SCROLL_MASK, GDK_KEY_PRESS_MASK,
      GDK_POINTER_MOTION_MASK, GDK_LEAVE_NOTIFY_MASK,
    ]
    gtk_widget_add_events(window, events.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) })
    resize()
    Signals.connectEvent(window.raw, "draw") { [unowned self] context in
      draw(OpaquePointer(context))
      return true
    }
    // A compositor closes the windows on a missing monitor; the card reopens on another one.
    Signals.connectEvent(window.raw, "delete-event") { [unowned self] _ in
      Signals.later { [weak self] in
        self?.reopen()
        self?.program.arrangeLater()
      }
      return true
    }
    Signals.connectDetail(window.raw, "notify::scale-factor") { [unowned self] in
      layOut()
      shape()
    }
    connectInput(window)
    connectMoving(window)
    gtk_widget_realize(window)
    shape()
    guard isOwn else { return }
    focus = UnmanagedFocus(window)
    // GTK raises the windows it maps.
    if program.popup != nil {
      Signals.connect(window.raw, "map") { [unowned self] in program.popupInput?.grab(window) }
    }
    if isInFront { return }
    Signals.connect(window.raw, "map") { if let surface = gtk_widget_get_window(window) { gdk_window_lower(surface) } }
  }

  private func resize() {
    guard let window, let windowSize else { return }
    gtk_widget_set_size_request(window, windowSize.width, windowSize.height)
    scroll(by: 0)
    shape()
    if position != nil, !DisplayServer.isWayland { move() }
  }

  /// Cuts off the corners if there's no compositor, in pixels of the screen.
  private func shape() {
    guard let window, let surface = gtk_widget_get_window(window), let rendered, let size = outerSize, let windowSize,
      gdk_screen_is_composited(gtk_widget_get_screen(window)) == 0
    else { return }
    let factor = gtk_widget_get_scale_factor(window)
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A1, windowSize.width * factor, windowSize.height * factor) else {
      return
    }
    let context = cairo_create(mask)
    cairo_scale(context, zoom * Double(factor), zoom * Double(factor))
    let (width, height, radius) = (Double(size.width), Double(size.height), header > 0 ? 0 : rendered.radius)
    cairo_new_sub_path(context)
    cairo_arc(context, width - radius, radius, radius, -.pi / 2, 0)
    cairo_arc(context, width - radius, height - radius, radius, 0, .pi / 2)
    cairo_arc(context, radius, height - radius, radius, .pi / 2, .pi)
    cairo_arc(context, radius, radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
    cairo_fill(context)
    cairo_destroy(context)
    let region = gdk_cairo_region_create_from_surface(mask)
    lw_shape(surface, region)
    cairo_region_destroy(region)
    cairo_surface_destroy(mask)
  }

  // MARK: Drawing

  private func draw(_ context: OpaquePointer) {
    guard let rendered else { return }
    if rendered.scale != scale { layOut() }
    if drag?.icon == nil {
      paint(context)
    } else {
      cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
      cairo_paint(context)
    }
    if vanishingIcon != nil { Signals.later { [weak self] in self?.vanishingIcon = nil } }
    drawings += 1
    report()
  }

  /// Draws the visible part of the card.
  func paint(_ context: OpaquePointer) {
    guard let rendered else { return }
    let focus = focusedAction.flatMap { action in rendered.controls.first { $0.action == action } }
    guard let surface = rendered.makeSurface(focus: focus?.frame) else { return }
    cairo_surface_set_device_scale(surface, rendered.scale, rendered.scale)
    cairo_scale(context, zoom, zoom)
    if header > 0, let card, let window, let size = outerSize {
      PopupFrame(
        name: card.request.snapshot.widget.name, scheme: card.request.colorScheme, isRightToLeft: program.words.isRightToLeft
      ).paint(context, width: Double(size.width), height: Double(size.height), for: window)
      // The card is only below the header.
      cairo_rectangle(context, 1, header, Double(size.width) - 2, Double(size.height) - header - 1)
      cairo_clip(context)
      cairo_translate(context, 0, header)
    }
    cairo_set_operator(context, header > 0 ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
    cairo_set_source_surface(context, surface, 0, -scrollOffset)
    cairo_paint(context)
    cairo_surface_destroy(surface)
    fade?.paint(context, y: -scrollOffset)
  }
}
