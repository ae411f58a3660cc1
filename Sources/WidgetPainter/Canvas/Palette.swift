import WidgetModel

/// What colours look like in a picture: Apple's system colours, on a card.
struct Palette {
  let scheme: ColorScheme
  /// What a view with a background has drawn, 0xRRGGBB: words on it are black or white. nil is the card.
  var ground: UInt32?

  init(scheme: ColorScheme) { self.scheme = scheme }

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
  var label: RGBA { ground.map { RGBA(Contrast.label(on: $0)) } ?? one(0x000000, 0xFFFFFF) }
  /// Text of at least 4.5 : 1 against the card.
  var secondary: RGBA { ground.map { RGBA(Contrast.faint(on: $0)) } ?? one(0x3C3C43, 0xEBEBF5, 0.74, 0.60) }
  private var tertiary: RGBA {
    ground.map { RGBA(Contrast.faint(on: $0, strength: 0.38)) } ?? one(0x3C3C43, 0xEBEBF5, 0.38, 0.34)
  }

  /// The colours of what stands on a background; `clear` and none change nothing.
  func on(_ background: Color?) -> Palette {
    guard let shades = background.flatMap(SystemPalette.fill) else { return self }
    var palette = self
    palette.ground = isDark ? shades.dark : shades.light
    return palette
  }

  /// A colour that says how things are, as text on the card: the light card has darker ones, which are 4.5 : 1 at least.
  func text(_ name: ColorName) -> RGBA? {
    if isDark { return color(name) }
    return switch name {
    case .red: RGBA(0xD70015)
    case .orange: RGBA(0xC93400)
    case .yellow: RGBA(0xA05A00)
    case .label, .secondary, .tertiary, .accent, .green, .mint, .teal, .blue, .indigo, .purple, .pink, .brown, .gray, .clear:
      color(name)
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
    case .tertiary: tertiary
    case .accent, .red, .orange, .yellow, .green, .mint, .teal, .blue, .indigo, .purple, .pink, .brown, .gray:
      SystemPalette.fill(name).map { one($0.light, $0.dark) }
    }
  }

  /// A pair inside a pair is not a colour that a script can write; whoever builds one gets its light part.
  private func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}
