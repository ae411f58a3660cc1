import WidgetModel
import WidgetRendering

/// A gradient behind views, so a text contrasts with the colour where it is.
struct GradientGround {
  let gradient: Gradient
  let frame: Frame

  /// The colour behind the middle of a view, 0xRRGGBB.
  func color(at view: Frame, _ scheme: ColorScheme) -> UInt32? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    let place = gradient.fraction(
      x: (view.x + view.width / 2 - frame.x) / frame.width, y: (view.y + view.height / 2 - frame.y) / frame.height,
      aspect: frame.width / frame.height)
    return SystemPalette.fill(gradient.color(at: place))?[scheme]
  }
}
