import WidgetModel

/// The colours of the Lua API on a page.
enum HTMLPalette {
  typealias Shades = SystemPalette.Shades

  static let page = SystemPalette.page
  static let card = SystemPalette.card
  /// The background of buttons.
  static let fill = SystemPalette.control

  /// The custom properties of the style sheet.
  static var variables: String {
    var text = "--page:\(css(page));--card:\(css(card));--fill:\(css(fill));" + translucent
    for name in ColorName.allCases {
      text += "--\(name.rawValue):\(SystemPalette.text(name).map(css) ?? "transparent");"
    }
    for name in ColorName.allCases {
      text += "--\(name.rawValue)-fill:\(SystemPalette.fill(name).map(css) ?? "transparent");"
    }
    return text + action(SystemPalette.fill(.accent) ?? card).map { "\($0.property):\($0.value);" }.joined()
  }

  /// The custom properties of a page's own buttons, and of their titles.
  static func action(_ accent: Shades) -> [(property: StaticString, value: String)] {
    let (light, dark) = (Contrast.action(accent.light), Contrast.action(accent.dark))
    return [
      ("--action", css(Shades(light: light.ground, dark: dark.ground))),
      ("--on-action", css(Shades(light: light.label, dark: dark.label))),
    ]
  }

  /// The empty part of a bar, and the lines between views: as in renderings, they let the background through.
  private static let translucent = """
    --track:light-dark(rgb(120 120 128/.16),rgb(120 120 128/.32));--separator:light-dark(rgb(60 60 67/.29),rgb(84 84 88/.65));
    """

  /// Like ``css(_:)``, for fills instead of text.
  static func fill(_ color: Color) -> String {
    switch color {
    case .named(let name): return "var(--\(name.rawValue)-fill)"
    case .translucent(let own, let opacity): return mixed(fill(own), opacity)
    case .pair(let light, let dark) where light.isTranslucent || dark.isTranslucent:
      return "light-dark(\(fill(single(light))),\(fill(single(dark))))"
    case .rgb, .pair: return SystemPalette.fill(color).map(css) ?? "transparent"
    }
  }

  /// The text colours on a view's own background, by their custom property names.
  static func textColors(on ground: Shades) -> [(property: StaticString, value: String)] {
    func both(_ color: (UInt32) -> UInt32) -> String {
      css(Shades(light: color(ground.light), dark: color(ground.dark)))
    }
    func accent(_ use: ColorUse) -> String { css(use.legible(.accent, on: ground) ?? card) }
    func track(_ ground: UInt32) -> String {
      let ink = Contrast.trackInk(on: ground)
      return mixed(css(.rgb(ink.color)), ink.opacity)
    }
    let (light, dark) = (track(ground.light), track(ground.dark))
    return [
      ("--label", both { Contrast.label(on: $0) }), ("--secondary", both { Contrast.faint(on: $0) }),
      ("--tertiary", both { Contrast.faint(on: $0, strength: 0.38) }), ("--accent", accent(.text)),
      ("--fill", both(Contrast.raised)),
      ("--title", accent(.title)), ("--level", accent(.bar)), ("--track", light == dark ? light : "light-dark(\(light),\(dark))"),
      ("--label-fill", both { Contrast.label(on: $0) }), ("--secondary-fill", both { Contrast.faint(on: $0) }),
    ]
  }

  static func css(_ gradient: Gradient) -> String {
    let colors = gradient.colors.map { fill($0) }.joined(separator: ",")
    return switch gradient.direction {
    case .down: "linear-gradient(180deg,\(colors))"
    case .right: "linear-gradient(90deg,\(colors))"
    case .diagonal: "linear-gradient(to bottom right,\(colors))"
    case .radial: "radial-gradient(circle farthest-side,\(colors))"
    }
  }

  /// A CSS value: `var(--red)`, `#102030`, or `light-dark(...)` for a pair.
  static func css(_ color: Color) -> String {
    switch color {
    case .named(let name): return "var(--\(name.rawValue))"
    case .rgb: return color.text ?? "transparent"
    case .translucent(let own, let opacity): return mixed(css(own), opacity)
    case .pair(let light, let dark): return "light-dark(\(css(single(light))),\(css(single(dark))))"
    }
  }

  private static func mixed(_ color: String, _ opacity: Double) -> String {
    "color-mix(in srgb,\(color) \(CSSNumber.text(min(1, max(0, opacity)) * 100))%,transparent)"
  }

  static func css(_ shades: Shades) -> String {
    shades.light == shades.dark
      ? css(.rgb(shades.light)) : "light-dark(\(css(.rgb(shades.light))),\(css(.rgb(shades.dark))))"
  }

  /// The light colour of a nested pair. Scripts can't nest pairs.
  private static func single(_ color: Color) -> Color {
    var color = color
    while case .pair(let light, _) = color { color = light }
    return color
  }
}
