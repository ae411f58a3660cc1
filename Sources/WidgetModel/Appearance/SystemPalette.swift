/// Apple's system colours for fills: backgrounds, bars, rings, and lines and parts of charts. Text may need darker ones.
public enum SystemPalette {
  /// A colour on light and on dark cards, 0xRRGGBB.
  public struct Shades: Sendable, Equatable {
    public var light: UInt32
    public var dark: UInt32

    public init(light: UInt32, dark: UInt32) {
      self.light = light
      self.dark = dark
    }
  }

  /// The fill for a name. Translucent colours (`secondary`, `tertiary`) are given as they appear on a card.
  ///
  /// - Returns: nil for `clear`.
  public static func fill(_ name: ColorName) -> Shades? {
    switch name {
    case .clear: nil
    case .label: Shades(light: 0x000000, dark: 0xFFFFFF)
    case .secondary: Shades(light: 0x8A8A8E, dark: 0x98989F)
    case .tertiary: Shades(light: 0xB5B5B8, dark: 0x626267)
    case .accent, .blue: Shades(light: 0x007AFF, dark: 0x0A84FF)
    case .red: Shades(light: 0xFF3B30, dark: 0xFF453A)
    case .orange: Shades(light: 0xFF9500, dark: 0xFF9F0A)
    case .yellow: Shades(light: 0xFFCC00, dark: 0xFFD60A)
    case .green: Shades(light: 0x34C759, dark: 0x30D158)
    case .mint: Shades(light: 0x00C7BE, dark: 0x63E6E2)
    case .teal: Shades(light: 0x30B0C7, dark: 0x40C8E0)
    case .indigo: Shades(light: 0x5856D6, dark: 0x5E5CE6)
    case .purple: Shades(light: 0xAF52DE, dark: 0xBF5AF2)
    case .pink: Shades(light: 0xFF2D55, dark: 0xFF375F)
    case .brown: Shades(light: 0xA2845E, dark: 0xAC8E68)
    case .gray: Shades(light: 0x8E8E93, dark: 0x8E8E93)
    }
  }

  /// The fill for a colour. Translucent colours are given as they appear on a card, or on another ground.
  ///
  /// - Returns: nil for `clear`, even in a pair.
  public static func fill(_ color: Color, over ground: Shades = card) -> Shades? {
    switch color {
    case .named(let name): return fill(name)
    case .rgb(let value): return Shades(light: value & 0xFFFFFF, dark: value & 0xFFFFFF)
    case .translucent(let color, let opacity):
      guard let own = fill(single(color)) else { return nil }
      let share = min(1, max(0, opacity))
      return Shades(light: Contrast.mix(own.light, ground.light, share), dark: Contrast.mix(own.dark, ground.dark, share))
    case .pair(let light, let dark):
      guard let light = fill(single(light), over: ground), let dark = fill(single(dark), over: ground) else { return nil }
      return Shades(light: light.light, dark: dark.dark)
    }
  }

  /// The light colour of a nested pair. Scripts can't nest pairs.
  private static func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}

extension SystemPalette {
  /// The background of a card.
  public static let card = Shades(light: 0xFFFFFF, dark: 0x1C1C1E)
  /// The background of a page around its cards.
  public static let page = Shades(light: 0xF2F2F7, dark: 0x000000)
  /// The background of a button.
  public static let control = Shades(light: 0xEEEEF3, dark: 0x2C2C2E)
  /// How much of a button's background is its colour in a rendering; the rest is the card.
  public static let buttonTint = 0.16

  /// A fill that keeps text in a colour of the script's, such as white, legible: the system colour, or a darker shade if the
  /// contrast is too low. Black text keeps the system colour.
  ///
  /// - Parameter text: 0xRRGGBB.
  public static func badge(_ name: ColorName, under text: UInt32) -> Shades? {
    guard let fill = fill(name), let dark = self.text(name) else { return nil }
    func one(_ own: UInt32) -> UInt32 {
      [own, dark.light, dark.dark].first { Contrast.ratio(text, $0) >= Contrast.least } ?? own
    }
    return Shades(light: one(fill.light), dark: one(fill.dark))
  }
}

extension SystemPalette.Shades {
  public subscript(_ scheme: ColorScheme) -> UInt32 { scheme == .dark ? dark : light }
}

extension SystemPalette {
  /// The colours of text and icons, the same in pages and renderings. Each has a contrast of at least 4.5 to 1 on a card and,
  /// except for `tertiary`, on a button (WCAG 2.2, 1.4.3), which the light system colours don't have. States (`red`, `orange`,
  /// `yellow`, `green`) are easy to tell apart.
  ///
  /// - Returns: nil for `clear`.
  public static func text(_ name: ColorName) -> Shades? {
    switch name {
    case .clear: nil
    case .label: Shades(light: 0x000000, dark: 0xF2F2F7)
    case .secondary, .gray: Shades(light: 0x6A6A6E, dark: 0x98989D)
    case .tertiary: Shades(light: 0x737378, dark: 0x8E8E93)
    case .accent, .blue: Shades(light: 0x0040DD, dark: 0x409CFF)
    case .red: Shades(light: 0xD10014, dark: 0xFF6961)
    case .orange: Shades(light: 0xAA5000, dark: 0xFF9F0A)
    case .yellow: Shades(light: 0x7A6000, dark: 0xFFD60A)
    case .green: Shades(light: 0x1D7A33, dark: 0x30D158)
    case .mint: Shades(light: 0x0A716B, dark: 0x66D4CF)
    case .teal: Shades(light: 0x00728A, dark: 0x40C8E0)
    case .indigo: Shades(light: 0x3634A3, dark: 0x9A98FF)
    case .purple: Shades(light: 0x8944AB, dark: 0xDA8FFF)
    case .pink: Shades(light: 0xC80E41, dark: 0xFF6482)
    case .brown: Shades(light: 0x7F6545, dark: 0xB59469)
    }
  }
}
