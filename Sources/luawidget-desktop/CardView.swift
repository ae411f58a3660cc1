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
  private var window: Widget?
  private var position: CardArrangement.Position?
  private var monitor: OpaquePointer?
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
  /// How often the window has been drawn.
  private var drawings = 0
  private var reported: Int64?

  init(_ id: String, renderer: CardRenderer, program: WindowsProgram) {
    self.id = id
    self.renderer = renderer
    self.program = program
  }

  /// Points on the screen; nil without a view.
  var size: (width: Int, height: Int)? {
    guard let rendered else { return nil }
    return (Int(rendered.width.rounded(.up)), min(maximumHeight, Int(rendered.height.rounded(.up))))
  }

  /// Replaces the shown card.
  func show(_ card: CardWindow) {
    let numbers = Set(card.images.values)
    for number in images.keys where !numbers.contains(number) { images[number] = nil }
    keepFocus(in: card)
    self.card = card
    layOut()
  }

  /// The focused control has another number in the new view.
  private func keepFocus(in card: CardWindow) {
    guard let action = focusedAction, let old = rendered?.controls.firstIndex(where: { $0.action == action }) else { return }
    focusedAction = nil
    pendingFocus = old
  }

  private var pendingFocus: Int?

  private var scale: Double { Double(window.map { gtk_widget_get_scale_factor($0) } ?? 1) }

  private func layOut() {
    guard let card else { return }
    let before = size
    var request = card.request
    request.scale = min(4, max(1, scale))
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
    if let size, before.map({ $0 != size }) ?? true {
      resize()
      program.arrangeLater()
    }
    redraw()
  }

  func redraw() { if let window { gtk_widget_queue_draw(window) } }

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
    guard height != maximumHeight, height > 0 else { return }
    maximumHeight = height
    resize()
  }

  func close() {
    if let window { gtk_widget_destroy(window) }
    window = nil
  }

  /// Opens another window at the next ``place(_:on:)``.
  func reopen() {
    close()
    position = nil
    monitor = nil
  }

  func place(_ position: CardArrangement.Position, on monitor: OpaquePointer) {
    let isMoved = position != self.position || monitor != self.monitor
    (self.position, self.monitor) = (position, monitor)
    if window == nil { open() }
    if isMoved { move() }
    if let window, gtk_widget_get_visible(window) == 0 { gtk_widget_show(window) }
  }

  private func open() {
    let isOwn = !DisplayServer.isWayland && DisplayServer.needsOwnWindows
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
      gtk_layer_set_layer(window.cast(), GTK_LAYER_SHELL_LAYER_BOTTOM)
      if gtk_layer_get_protocol_version() >= 4 {
        gtk_layer_set_keyboard_mode(window.cast(), GTK_LAYER_SHELL_KEYBOARD_MODE_ON_DEMAND)
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
      GDK_POINTER_MOTION_MASK,
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
    Signals.connectDetail(window.raw, "notify::scale-factor") { [unowned self] in layOut() }
    connectInput(window)
    gtk_widget_realize(window)
    if isOwn, let surface = gtk_widget_get_window(window) { gdk_window_lower(surface) }
  }

  private func resize() {
    guard let window, let size else { return }
    gtk_widget_set_size_request(window, Int32(size.width), Int32(size.height))
    scroll(by: 0)
    shape()
    if position != nil, !DisplayServer.isWayland { move() }
  }

  /// Cuts off the corners if there's no compositor.
  private func shape() {
    guard let window, let rendered, let size, gdk_screen_is_composited(gtk_widget_get_screen(window)) == 0 else { return }
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(size.width), Int32(size.height)) else { return }
    let context = cairo_create(mask)
    let (width, height, radius) = (Double(size.width), Double(size.height), rendered.radius)
    cairo_new_sub_path(context)
    cairo_arc(context, width - radius, radius, radius, -.pi / 2, 0)
    cairo_arc(context, width - radius, height - radius, radius, 0, .pi / 2)
    cairo_arc(context, radius, height - radius, radius, .pi / 2, .pi)
    cairo_arc(context, radius, radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
    cairo_fill(context)
    cairo_destroy(context)
    let region = gdk_cairo_region_create_from_surface(mask)
    gtk_widget_shape_combine_region(window, region)
    cairo_region_destroy(region)
    cairo_surface_destroy(mask)
  }

  private func move() {
    guard let window, let position, let monitor, let size else { return }
    if DisplayServer.isWayland { return moveLayer(window, position, monitor, size) }
    let area = Monitors.area(of: monitor)
    let origin = position.origin(width: size.width, height: size.height, inWidth: Int(area.width), height: Int(area.height))
    gtk_window_move(window.cast(), area.x + Int32(origin.x), area.y + Int32(origin.y))
  }

  /// Moves a layer. Compositors place it by its distances from the anchored edges, panels excluded.
  private func moveLayer(
    _ window: Widget, _ position: CardArrangement.Position, _ monitor: OpaquePointer, _ size: (width: Int, height: Int)
  ) {
    let layer: UnsafeMutablePointer<GtkWindow> = window.cast()
    gtk_layer_set_monitor(layer, monitor)
    let area = Monitors.area(of: monitor)
    let origin = position.origin(width: size.width, height: size.height, inWidth: Int(area.width), height: Int(area.height))
    let anchor = position.anchor
    // Nothing is anchored in the middle unless the card is moved from there.
    let isLeft = anchor.isAtLeft || (anchor.isCenteredHorizontally && position.horizontal != 0)
    let isTop = anchor.isAtTop || (anchor.isCenteredVertically && position.vertical != 0)
    gtk_layer_set_anchor(layer, GTK_LAYER_SHELL_EDGE_LEFT, isLeft ? 1 : 0)
    gtk_layer_set_anchor(layer, GTK_LAYER_SHELL_EDGE_RIGHT, anchor.isAtRight ? 1 : 0)
    gtk_layer_set_anchor(layer, GTK_LAYER_SHELL_EDGE_TOP, isTop ? 1 : 0)
    gtk_layer_set_anchor(layer, GTK_LAYER_SHELL_EDGE_BOTTOM, anchor.isAtBottom ? 1 : 0)
    gtk_layer_set_margin(layer, GTK_LAYER_SHELL_EDGE_LEFT, Int32(anchor.isAtLeft ? position.horizontal : origin.x))
    gtk_layer_set_margin(layer, GTK_LAYER_SHELL_EDGE_RIGHT, Int32(position.horizontal))
    gtk_layer_set_margin(layer, GTK_LAYER_SHELL_EDGE_TOP, Int32(anchor.isAtTop ? position.vertical : origin.y))
    gtk_layer_set_margin(layer, GTK_LAYER_SHELL_EDGE_BOTTOM, Int32(position.vertical))
  }

  // MARK: Drawing

  private func draw(_ context: OpaquePointer) {
    guard let rendered else { return }
    if rendered.scale != min(4, max(1, scale)) { layOut() }
    guard let rendered = self.rendered else { return }
    let focus = focusedAction.flatMap { action in rendered.controls.first { $0.action == action } }
    guard let surface = rendered.makeSurface(focus: focus?.frame) else { return }
    cairo_surface_set_device_scale(surface, rendered.scale, rendered.scale)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_set_source_surface(context, surface, 0, -scrollOffset)
    cairo_paint(context)
    cairo_surface_destroy(surface)
    drawings += 1
    report()
  }
}
