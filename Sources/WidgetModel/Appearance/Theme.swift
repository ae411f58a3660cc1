/// How a board looks: on the page and on the desktop. A key that isn't set is the same as without a theme.
public struct Theme: Sendable, Equatable {
  /// Behind the cards of a page.
  public enum Ground: Sendable, Equatable {
    case color(Color)
    case gradient(Gradient)
    /// A file: absolute, or below `~/`.
    case image(path: String)
  }

  /// How much space there is between cards.
  public enum Density: String, Sendable, CaseIterable {
    case comfortable, compact
  }

  /// Light, dark, or as the system asks.
  public enum Appearance: String, Sendable, CaseIterable {
    case auto, light, dark

    /// nil follows the system.
    public var colorScheme: ColorScheme? { ColorScheme(rawValue: rawValue) }
  }

  /// The colour of buttons, links, and of everything a widget gives the colour `accent`.
  public var accent: Color?
  public var background: Ground?
  /// The radius of the cards' corners in points.
  public var cornerRadius: Double?
  public var density: Density?
  public var appearance: Appearance?

  public init(
    accent: Color? = nil, background: Ground? = nil, cornerRadius: Double? = nil, density: Density? = nil,
    appearance: Appearance? = nil
  ) {
    self.accent = accent
    self.background = background
    self.cornerRadius = cornerRadius
    self.density = density
    self.appearance = appearance
  }

  /// The largest corner radius.
  public static let maximumRadius = 40.0

  /// This theme, with the keys of another one where it has none.
  public func over(_ base: Theme) -> Theme {
    Theme(
      accent: accent ?? base.accent, background: background ?? base.background, cornerRadius: cornerRadius ?? base.cornerRadius,
      density: density ?? base.density, appearance: appearance ?? base.appearance)
  }

  /// The colour scheme of everything; nil follows the system.
  public var colorScheme: ColorScheme? { appearance?.colorScheme }

  /// The part that cards are drawn with.
  public var card: CardTheme { CardTheme(accent: accent.flatMap { SystemPalette.fill($0) }, cornerRadius: cornerRadius) }
}

extension Theme {
  /// The built-in themes by name; `system` is none.
  public static let named: [(name: String, theme: Theme)] = [
    ("system", Theme()),
    (
      "paper",
      Theme(
        accent: .pair(light: .rgb(0xA8471F), dark: .rgb(0xE8925F)),
        background: .color(.pair(light: .rgb(0xF3EDE2), dark: .rgb(0x17130F))), cornerRadius: 12)
    ),
    (
      "dusk",
      Theme(
        accent: .pair(light: .rgb(0x7A3FD0), dark: .rgb(0xB690FF)),
        background: .gradient(
          Gradient(
            [
              .pair(light: .rgb(0xDCD6FF), dark: .rgb(0x150E30)), .pair(light: .rgb(0xFFDCE6), dark: .rgb(0x37112F)),
              .pair(light: .rgb(0xFFE9D2), dark: .rgb(0x4A1D1F)),
            ], direction: .diagonal)), cornerRadius: 26)
    ),
    (
      "forest",
      Theme(
        accent: .pair(light: .rgb(0x1D7A4D), dark: .rgb(0x52C98D)),
        background: .gradient(
          Gradient(
            [.pair(light: .rgb(0xE3F1E3), dark: .rgb(0x0B1A13)), .pair(light: .rgb(0xD3E6EA), dark: .rgb(0x0A1822))],
            direction: .down)), cornerRadius: 20)
    ),
  ]
}

/// The part of a theme that cards are drawn with.
public struct CardTheme: Sendable, Equatable {
  /// nil is the system's blue.
  public var accent: SystemPalette.Shades?
  /// Points.
  public var cornerRadius: Double?

  public init(accent: SystemPalette.Shades?, cornerRadius: Double?) {
    self.accent = accent
    self.cornerRadius = cornerRadius
  }

  /// The accent for text: as legible as the other text colours, on a card and on a button.
  public var accentText: SystemPalette.Shades? {
    accent.map { accent in
      func one(_ color: UInt32, _ scheme: ColorScheme) -> UInt32 {
        let grounds = [SystemPalette.card[scheme], SystemPalette.control[scheme]]
        let ink: UInt32 = scheme == .dark ? 0xFFFFFF : 0x000000
        let shades = stride(from: 1.0, to: 0, by: -0.04).lazy.map { Contrast.mix(color, ink, $0) }
        return shades.first { shade in grounds.allSatisfy { Contrast.ratio(shade, $0) >= Contrast.least } } ?? ink
      }
      return SystemPalette.Shades(light: one(accent.light, .light), dark: one(accent.dark, .dark))
    }
  }
}

extension CardTheme: FieldCoded {
  public init() { self.init(accent: nil, cornerRadius: nil) }

  public mutating func code(_ coder: inout some FieldCoder) {
    var (light, dark) = (accent.map { Int($0.light) } ?? -1, accent.map { Int($0.dark) } ?? -1)
    coder.code("accent_light", &light)
    coder.code("accent_dark", &dark)
    coder.code("corner_radius", &cornerRadius)
    let valid = 0...0xFFFFFF
    accent =
      valid.contains(light) && valid.contains(dark) ? SystemPalette.Shades(light: UInt32(light), dark: UInt32(dark)) : nil
    if let radius = cornerRadius, !(0...Theme.maximumRadius).contains(radius) { cornerRadius = nil }
  }
}
