import WidgetModel

/// What colours look like in a picture: Apple's system colours, on a card.
struct Palette {
  let scheme: ColorScheme

  private var isDark: Bool { scheme == .dark }
  private func one(_ light: UInt32, _ dark: UInt32, _ alphaLight: Double = 1, _ alphaDark: Double = 1) -> RGBA {
    isDark ? RGBA(dark, alpha: alphaDark) : RGBA(light, alpha: alphaLight)
  }

  var card: RGBA { one(0xFFFFFF, 0x1C1C1E) }
  var cardEdge: RGBA { one(0x000000, 0xFFFFFF, 0.10, 0.14) }
  /// The empty part of a bar, a button's capsule, what stands for a missing picture.
  var fill: RGBA { one(0x787880, 0x787880, 0.16, 0.32) }
  var separator: RGBA { one(0x3C3C43, 0x545458, 0.29, 0.65) }
  /// Bars in place of what is private.
  var redaction: RGBA { one(0x3C3C43, 0xEBEBF5, 0.18, 0.22) }
  var label: RGBA { one(0x000000, 0xFFFFFF) }
  /// Text of at least 4.5 : 1 against the card.
  var secondary: RGBA { one(0x3C3C43, 0xEBEBF5, 0.74, 0.60) }

  /// A colour that says how things are, as text on the card: the light card has darker ones, which are 4.5 : 1 at least.
  func text(_ name: ColorName) -> RGBA? {
    if isDark { return color(name) }
    return switch name {
    case .red: RGBA(0xD70015)
    case .orange: RGBA(0xC93400)
    case .yellow: RGBA(0xA05A00)
    default: color(name)
    }
  }

  /// nil for `clear`.
  func color(_ color: Color) -> RGBA? {
    switch color {
    case .rgb(let value): RGBA(value & 0xFFFFFF)
    case .pair(let light, let dark): self.color(single(isDark ? dark : light))
    case .named(let name): self.color(name)
    }
  }

  func color(_ name: ColorName) -> RGBA? {
    switch name {
    case .clear: nil
    case .label: label
    case .secondary: secondary
    case .tertiary: one(0x3C3C43, 0xEBEBF5, 0.38, 0.34)
    case .accent, .blue: one(0x007AFF, 0x0A84FF)
    case .red: one(0xFF3B30, 0xFF453A)
    case .orange: one(0xFF9500, 0xFF9F0A)
    case .yellow: one(0xFFCC00, 0xFFD60A)
    case .green: one(0x34C759, 0x30D158)
    case .mint: one(0x00C7BE, 0x63E6E2)
    case .teal: one(0x30B0C7, 0x40C8E0)
    case .indigo: one(0x5856D6, 0x5E5CE6)
    case .purple: one(0xAF52DE, 0xBF5AF2)
    case .pink: one(0xFF2D55, 0xFF375F)
    case .brown: one(0xA2845E, 0xAC8E68)
    case .gray: one(0x8E8E93, 0x8E8E93)
    }
  }

  /// A pair inside a pair is not a colour that a script can write; whoever builds one gets its light part.
  private func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}
