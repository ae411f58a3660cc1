import CGtk
import WidgetGraphics
import WidgetModel

/// The place of a card's window.
extension CardView {
  /// Puts the window where the card is.
  func move() {
    guard let window, let position, let monitor, let origin else { return }
    if DisplayServer.isWayland { return moveLayer(window, position, monitor, origin) }
    let (x, y) = (Double(origin.x) * zoom, Double(origin.y) * zoom)
    gtk_window_move(window.cast(), area.x + Int32(saturating: x.rounded()), area.y + Int32(saturating: y.rounded()))
  }

  /// The upper left corner in the area, in points.
  var origin: (x: Int, y: Int)? {
    guard let position, let size = outerSize else { return nil }
    return position.origin(width: size.width, height: size.height, inWidth: areaSize.width, height: areaSize.height)
  }

  private var areaSize: (width: Int, height: Int) {
    (Int(saturating: Double(area.width) / zoom), Int(saturating: Double(area.height) / zoom))
  }

  /// Moves the card by hand, as far as its monitor allows.
  ///
  /// - Parameter monitor: nil is the card's own.
  func move(to origin: (x: Int, y: Int), on monitor: OpaquePointer?) {
    guard let monitor = monitor ?? self.monitor else { return }
    (self.monitor, area) = (monitor, Monitors.area(of: monitor))
    let origin = allowed(origin)
    position = CardArrangement.Position(anchor: .topLeft, horizontal: origin.x, vertical: origin.y)
    move()
  }

  /// The nearest place where the whole card is in its area.
  func allowed(_ origin: (x: Int, y: Int)) -> (x: Int, y: Int) {
    guard let size else { return origin }
    return (max(0, min(origin.x, areaSize.width - size.width)), max(0, min(origin.y, areaSize.height - size.height)))
  }

  /// Tells the host where the user has put the card.
  func store() {
    guard let origin, let size, let monitor else { return }
    program.moved(
      id,
      to: CardPlacement(
        x: origin.x, y: origin.y, width: size.width, height: size.height, inWidth: areaSize.width, height: areaSize.height),
      on: monitor)
  }

  /// A compositor places a layer by the distances from the edges to which it is anchored, panels excluded.
  private func moveLayer(
    _ window: Widget, _ position: CardArrangement.Position, _ monitor: OpaquePointer, _ origin: (x: Int, y: Int)
  ) {
    let layer: UnsafeMutablePointer<GtkWindow> = window.cast()
    if gtk_layer_get_monitor(layer) != monitor { gtk_layer_set_monitor(layer, monitor) }
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
}

extension GdkRectangle {
  func isEqual(to other: GdkRectangle) -> Bool {
    (x, y, width, height) == (other.x, other.y, other.width, other.height)
  }
}
