import WidgetModel

/// The colours of the Lua API on a page. Every text colour has a contrast of at least 4.5 to 1 on a card (WCAG 2.2, 1.4.3);
/// Apple's own light colours do not.
enum HTMLPalette {
  /// A light and a dark colour, 0xRRGGBB.
  struct Pair: Sendable, Equatable {
    var light: UInt32
    var dark: UInt32
  }

  static let page = Pair(light: 0xF2F2F7, dark: 0x000000)
  static let card = Pair(light: 0xFFFFFF, dark: 0x1C1C1E)
  /// The background of buttons.
  static let fill = Pair(light: 0xEEEEF3, dark: 0x2C2C2E)
  /// The empty part of a bar or a ring, and dividers.
  static let track = Pair(light: 0xDCDCE1, dark: 0x3A3A3C)

  /// nil for `clear`.
  static func pair(_ name: ColorName) -> Pair? {
    switch name {
    case .clear: nil
    case .label: Pair(light: 0x000000, dark: 0xF2F2F7)
    case .secondary, .gray: Pair(light: 0x6C6C70, dark: 0x98989D)
    case .tertiary: Pair(light: 0x737378, dark: 0x8E8E93)
    case .accent, .blue: Pair(light: 0x0040DD, dark: 0x409CFF)
    case .red: Pair(light: 0xD70015, dark: 0xFF6961)
    case .orange: Pair(light: 0xB83000, dark: 0xFF9F0A)
    case .yellow: Pair(light: 0x8A5000, dark: 0xFFD60A)
    case .green: Pair(light: 0x1D7A33, dark: 0x30D158)
    case .mint: Pair(light: 0x0A716B, dark: 0x66D4CF)
    case .teal: Pair(light: 0x00728A, dark: 0x40C8E0)
    case .indigo: Pair(light: 0x3634A3, dark: 0x9A98FF)
    case .purple: Pair(light: 0x8944AB, dark: 0xDA8FFF)
    case .pink: Pair(light: 0xD30F45, dark: 0xFF6482)
    case .brown: Pair(light: 0x7F6545, dark: 0xB59469)
    }
  }

  /// The custom properties of the style sheet.
  static var variables: String {
    var text = "--page:\(css(page));--card:\(css(card));--fill:\(css(fill));--track:\(css(track));"
    for name in ColorName.allCases {
      text += "--\(name.rawValue):\(pair(name).map(css) ?? "transparent");"
    }
    for name in ColorName.allCases {
      text += "--\(name.rawValue)-fill:\(SystemPalette.fill(name).map(css) ?? "transparent");"
    }
    return text
  }

  /// Like ``css(_:)``, for fills instead of text.
  static func fill(_ color: Color) -> String {
    switch color {
    case .named(let name): return "var(--\(name.rawValue)-fill)"
    case .rgb, .pair: return SystemPalette.fill(color).map(css) ?? "transparent"
    }
  }

  /// The text colours on a view's own background, by the names of their custom properties.
  static func textColors(on ground: SystemPalette.Shades) -> [(property: StaticString, value: String)] {
    func both(_ color: (UInt32) -> UInt32) -> String {
      css(SystemPalette.Shades(light: color(ground.light), dark: color(ground.dark)))
    }
    func accent(_ own: UInt32, _ ground: UInt32) -> UInt32 {
      min(Contrast.ratio(own, ground), Contrast.ratio(own, Contrast.raised(on: ground))) >= Contrast.least
        ? own : Contrast.label(on: ground)
    }
    let own = pair(.accent) ?? card
    let link = SystemPalette.Shades(light: accent(own.light, ground.light), dark: accent(own.dark, ground.dark))
    return [
      ("--label", both { Contrast.label(on: $0) }), ("--secondary", both { Contrast.faint(on: $0) }),
      ("--tertiary", both { Contrast.faint(on: $0, strength: 0.38) }), ("--accent", css(link)), ("--fill", both(Contrast.raised)),
    ]
  }

  /// A CSS value: `var(--red)`, `#102030`, or `light-dark(...)` for a pair.
  static func css(_ color: Color) -> String {
    switch color {
    case .named(let name): return "var(--\(name.rawValue))"
    case .rgb: return color.text ?? "transparent"
    case .pair(let light, let dark): return "light-dark(\(css(single(light))),\(css(single(dark))))"
    }
  }

  private static func css(_ shades: SystemPalette.Shades) -> String {
    shades.light == shades.dark ? css(.rgb(shades.light)) : css(Pair(light: shades.light, dark: shades.dark))
  }

  private static func css(_ pair: Pair) -> String {
    "light-dark(\(css(.rgb(pair.light))),\(css(.rgb(pair.dark))))"
  }

  /// A script cannot nest pairs. A nested pair is its light colour.
  private static func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}
