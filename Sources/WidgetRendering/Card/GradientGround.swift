package import WidgetModel

/// A gradient behind views, so a text contrasts with the colour where it is.
package struct GradientGround {
  private let gradient: Gradient
  private let frame: Frame
  /// Whether the colours are those of an image. Texts in front of it have one colour then, since none is where its band says.
  private let isOfImage: Bool

  package init(_ gradient: Gradient, _ frame: Frame, isOfImage: Bool = false) {
    self.gradient = gradient
    self.frame = frame
    self.isOfImage = isOfImage
  }

  /// The colours behind the middle of a view; nil without a frame.
  package func shades(at view: Frame) -> SystemPalette.Shades? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    if isOfImage { return gradient.hardest }
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
    return GradientGround(gradient, frame, isOfImage: isOfImage)
  }

  /// The same gradient in the coordinates of something drawn smaller.
  ///
  /// - Parameters:
  ///   - x, y: Where its origin is.
  package func inside(x: Double, y: Double, scale: Double) -> GradientGround {
    let scale = max(0.01, scale)
    return GradientGround(
      gradient,
      Frame(x: (frame.x - x) / scale, y: (frame.y - y) / scale, width: frame.width / scale, height: frame.height / scale),
      isOfImage: isOfImage)
  }
}

extension Gradient {
  /// The colours on which texts contrast least, if all have the one of black and white that's best on all colours.
  fileprivate var hardest: SystemPalette.Shades? {
    let shades = colors.compactMap { SystemPalette.fill($0) }
    func hardest(_ colors: [UInt32]) -> UInt32? {
      func worst(_ text: UInt32) -> UInt32? {
        colors.min { Contrast.ratio(text, $0) < Contrast.ratio(text, $1) }
      }
      guard let onWhite = worst(0), let onBlack = worst(0xFFFFFF) else { return nil }
      let text: UInt32 = Contrast.ratio(0, onWhite) > Contrast.ratio(0xFFFFFF, onBlack) ? 0 : 0xFFFFFF
      // Where the other one would be chosen, this one is used all the same.
      let own = colors.filter { Contrast.label(on: $0) == Contrast.label(on: 0xFFFFFF - text) }
      return own.min { Contrast.ratio(text, $0) < Contrast.ratio(text, $1) } ?? (0xFFFFFF - text)
    }
    guard let light = hardest(shades.map(\.light)), let dark = hardest(shades.map(\.dark)) else { return nil }
    return SystemPalette.Shades(light: light, dark: dark)
  }
}
