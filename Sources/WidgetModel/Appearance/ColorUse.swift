/// The use of a named colour, which decides its shade: that for texts is darker on a light card, and icons have the shade of bars
/// and lines.
public enum ColorUse: Sendable, Equatable {
  case text, icon
  /// The title of a button, on its own tone.
  case title
  /// The filled part of a progress bar, a gauge or a slider, on its track.
  case bar

  private var isText: Bool { self == .text || self == .title }

  /// The shades of a named colour; nil for `clear`.
  public func shades(_ name: ColorName) -> SystemPalette.Shades? {
    isText ? SystemPalette.text(name) : SystemPalette.fill(name)
  }

  /// The shades of a colour on a card's own background.
  ///
  /// - Parameters:
  ///   - text: The colour's shades for texts.
  ///   - fill: Its shades for bars and lines.
  public func shades(text: SystemPalette.Shades, fill: SystemPalette.Shades) -> SystemPalette.Shades {
    isText ? text : fill
  }

  /// The shades of a colour on another background: one of its own, or a lighter or darker one if none has enough contrast there. An
  /// icon keeps its own unless it's nearly invisible.
  public func legible(
    text: SystemPalette.Shades, fill: SystemPalette.Shades, on ground: SystemPalette.Shades
  ) -> SystemPalette.Shades {
    func one(_ scheme: ColorScheme) -> UInt32 {
      let ground = ground[scheme]
      let (text, fill, other) = (text[scheme], fill[scheme], text[scheme == .dark ? .light : .dark])
      switch self {
      case .text: return Contrast.legible([text, fill, other], on: ground)
      case .title: return Contrast.legible([text, fill, other], on: Contrast.mix(fill, ground, SystemPalette.buttonTint))
      case .bar: return Contrast.legible([fill, text, other], on: Contrast.track(on: ground))
      case .icon:
        return Contrast.legible([fill], on: ground, least: Contrast.leastOfIcon.least, goal: Contrast.leastOfIcon.goal)
      }
    }
    return SystemPalette.Shades(light: one(.light), dark: one(.dark))
  }

  /// The shades of a separate colour on another background; nil for shades of the text colour, which every background has its own of.
  public func legible(_ name: ColorName, on ground: SystemPalette.Shades) -> SystemPalette.Shades? {
    guard name.isHue, let text = SystemPalette.text(name), let fill = SystemPalette.fill(name) else { return nil }
    return legible(text: text, fill: fill, on: ground)
  }
}

extension ColorName {
  /// Whether it's a separate colour, not a shade of the text colour.
  public var isHue: Bool {
    switch self {
    case .label, .secondary, .tertiary, .clear: false
    case .accent, .red, .orange, .yellow, .green, .mint, .teal, .blue, .indigo, .purple, .pink, .brown, .gray: true
    }
  }
}

extension Color {
  /// The use of the colour in a bar. A colour that the script named is as exact as that of an icon, which may be its key.
  public var barUse: ColorUse { self == .named(.accent) ? .bar : .icon }
}
