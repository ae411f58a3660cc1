import WidgetModel

/// A rendering's colours: Apple's system colours, on a card.
struct Palette {
  let scheme: ColorScheme
  /// The view's background, 0xRRGGBB, on which text is black or white. nil is the card.
  var ground: UInt32?
  let theme: CardTheme

  init(scheme: ColorScheme, theme: CardTheme = CardTheme()) {
    self.scheme = scheme
    self.theme = theme
  }

  private var isDark: Bool { scheme == .dark }
  private func one(_ light: UInt32, _ dark: UInt32, _ alphaLight: Double = 1, _ alphaDark: Double = 1) -> RGBA {
    isDark ? RGBA(dark, alpha: alphaDark) : RGBA(light, alpha: alphaLight)
  }

  var card: RGBA { RGBA(SystemPalette.card[scheme]) }
  var cardEdge: RGBA { one(0x000000, 0xFFFFFF, 0.10, 0.14) }
  /// The background of a button or a missing image.
  var fill: RGBA { one(0x787880, 0x787880, 0.16, 0.32) }
  /// The empty part of a bar. On a background it's a shade of that.
  var track: RGBA {
    ground.map { ground in
      let ink = Contrast.trackInk(on: ground)
      return RGBA(ink.color, alpha: ink.opacity)
    } ?? fill
  }
  var separator: RGBA { one(0x3C3C43, 0x545458, 0.29, 0.65) }
  /// Bars replacing private content.
  var redaction: RGBA { one(0x3C3C43, 0xEBEBF5, 0.18, 0.22) }
  var label: RGBA { ground.map { RGBA(Contrast.label(on: $0)) } ?? own(.label) }
  /// Text with a contrast of at least 4.5 to 1 on the card.
  var secondary: RGBA { ground.map { RGBA(Contrast.faint(on: $0)) } ?? own(.secondary) }
  /// The text colour on the card.
  private func own(_ name: ColorName) -> RGBA { RGBA(SystemPalette.text(name)?[scheme] ?? 0x808080) }
  private var tertiary: RGBA {
    ground.map { RGBA(Contrast.faint(on: $0, strength: 0.38)) } ?? one(0x3C3C43, 0xEBEBF5, 0.38, 0.34)
  }

  /// The palette for content on a background. `clear` and nil change nothing.
  func on(_ background: Color?) -> Palette {
    let behind = ground.map { SystemPalette.Shades(light: $0, dark: $0) } ?? SystemPalette.card
    guard let shades = background.flatMap({ SystemPalette.fill($0, over: behind) }) else { return self }
    var palette = self
    palette.ground = isDark ? shades.dark : shades.light
    return palette
  }

  /// The colour of text, the same as on a page. nil for `clear`.
  func text(_ color: Color) -> RGBA? { self.color(color, for: .text) }
  func text(_ name: ColorName) -> RGBA? { color(name, for: .text) }

  /// The colour of the filled part of a bar; nil for `clear`.
  func bar(_ color: Color) -> RGBA? { ground == nil ? self.color(color) : self.color(color, for: color.barUse) }

  /// The colour of a text or an icon, the same as on a page. nil for `clear`.
  func color(_ color: Color, for use: ColorUse) -> RGBA? {
    switch color {
    case .rgb: self.color(color)
    case .translucent(let own, let opacity): self.color(single(own), for: use).map { $0.faded(min(1, max(0, opacity))) }
    case .pair(let light, let dark): self.color(single(isDark ? dark : light), for: use)
    case .named(let name): self.color(name, for: use)
    }
  }

  private func color(_ name: ColorName, for use: ColorUse) -> RGBA? {
    switch name {
    case .label, .secondary: return color(name)
    case .tertiary where ground != nil: return color(name)
    case .clear, .accent, .tertiary, .red, .orange, .yellow, .green, .mint, .teal, .blue, .indigo, .purple, .pink, .brown, .gray:
      let (ownText, ownFill) = name == .accent ? (theme.accentText, theme.accent) : (nil, nil)
      guard let text = ownText ?? SystemPalette.text(name), let fill = ownFill ?? SystemPalette.fill(name) else { return nil }
      guard name.isHue else { return RGBA(text[scheme]) }
      let shades =
        ground.map { use.legible(text: text, fill: fill, on: SystemPalette.Shades(light: $0, dark: $0)) }
        ?? use.shades(text: text, fill: fill)
      return RGBA(shades[scheme])
    }
  }

  /// The colour of a fill; nil for `clear`.
  func color(_ color: Color) -> RGBA? {
    switch color {
    case .rgb(let value): RGBA(value & 0xFFFFFF)
    case .translucent(let own, let opacity): self.color(single(own)).map { $0.faded(min(1, max(0, opacity))) }
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
      ((name == .accent ? theme.accent : nil) ?? SystemPalette.fill(name)).map { one($0.light, $0.dark) }
    }
  }

  /// The light colour of a nested pair. Scripts can't nest pairs.
  private func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}

/// A colour with components of 0...1, not premultiplied.
struct RGBA: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  init(_ value: UInt32, alpha: Double = 1) {
    red = Double(value >> 16 & 0xFF) / 255
    green = Double(value >> 8 & 0xFF) / 255
    blue = Double(value & 0xFF) / 255
    self.alpha = alpha
  }

  func faded(_ factor: Double) -> RGBA {
    var faded = self
    faded.alpha *= factor
    return faded
  }
}
