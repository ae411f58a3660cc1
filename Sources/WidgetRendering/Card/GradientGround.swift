package import WidgetModel

/// A gradient behind views, so a text contrasts with the colour where it is.
package struct GradientGround {
  private let gradient: Gradient
  private let frame: Frame

  package init(_ gradient: Gradient, _ frame: Frame) {
    self.gradient = gradient
    self.frame = frame
  }

  /// The colours behind the middle of a view; nil without a frame.
  package func shades(at view: Frame) -> SystemPalette.Shades? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    let place = gradient.fraction(
      x: (view.x + view.width / 2 - frame.x) / frame.width, y: (view.y + view.height / 2 - frame.y) / frame.height,
      aspect: frame.width / frame.height)
    return SystemPalette.fill(gradient.color(at: place))
  }

  /// The same gradient below a translucent colour.
  package func under(_ color: Color) -> GradientGround {
    var gradient = gradient
    gradient.colors = gradient.colors.map { own in
      guard let behind = SystemPalette.fill(own), let mixed = SystemPalette.fill(color, over: behind) else { return own }
      return .pair(light: .rgb(mixed.light), dark: .rgb(mixed.dark))
    }
    return GradientGround(gradient, frame)
  }

  /// The same gradient in the coordinates of something drawn smaller.
  ///
  /// - Parameters:
  ///   - x, y: Where its origin is.
  package func inside(x: Double, y: Double, scale: Double) -> GradientGround {
    let scale = max(0.01, scale)
    return GradientGround(
      gradient,
      Frame(x: (frame.x - x) / scale, y: (frame.y - y) / scale, width: frame.width / scale, height: frame.height / scale))
  }
}
