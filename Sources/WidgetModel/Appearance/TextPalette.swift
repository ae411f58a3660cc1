extension SystemPalette {
  /// The colours of text and icons, the same in pages and renderings. Each has a contrast of at least 4.5 to 1 on a card and, but for
  /// `tertiary`, on a button (WCAG 2.2, 1.4.3), which the light system colours have not, and states (`red`, `orange`, `yellow`, `green`) differ
  /// clearly from each other.
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
