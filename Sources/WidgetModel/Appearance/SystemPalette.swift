/// Apple's system colours for fills: backgrounds, bars, rings, and the lines and parts of charts. Text may need darker ones.
public enum SystemPalette {
  /// A colour on a light and on a dark card, 0xRRGGBB.
  public struct Shades: Sendable, Equatable {
    public var light: UInt32
    public var dark: UInt32

    public init(light: UInt32, dark: UInt32) {
      self.light = light
      self.dark = dark
    }
  }

  /// Translucent colours (`secondary`, `tertiary`) as they appear on a card.
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

  /// A translucent colour is as it appears on a card.
  ///
  /// - Returns: nil for `clear`, also in a pair.
  public static func fill(_ color: Color) -> Shades? {
    switch color {
    case .named(let name): return fill(name)
    case .rgb(let value): return Shades(light: value & 0xFFFFFF, dark: value & 0xFFFFFF)
    case .translucent(let color, let opacity):
      guard let own = fill(single(color)) else { return nil }
      let share = min(1, max(0, opacity))
      return Shades(light: Contrast.mix(own.light, card.light, share), dark: Contrast.mix(own.dark, card.dark, share))
    case .pair(let light, let dark):
      guard let light = fill(single(light)), let dark = fill(single(dark)) else { return nil }
      return Shades(light: light.light, dark: dark.dark)
    }
  }

  /// A script cannot nest pairs. A nested pair is its light colour.
  private static func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}
