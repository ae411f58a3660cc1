package import WidgetModel

/// A theme as the custom properties of a page's style sheet. Every theme sets all of them, so one replaces another.
package enum PageTheme {
  /// - Parameter image: The address of the background image, one of ours.
  package static func rules(_ theme: Theme, image: StaticPath?) -> StyleRules {
    var rules = StyleRules()
    let card = theme.card
    let accent = card.accent ?? SystemPalette.fill(.accent) ?? SystemPalette.card
    let text = card.accentText ?? SystemPalette.text(.accent) ?? SystemPalette.card
    rules.set("--accent", HTMLPalette.css(text))
    rules.set("--accent-fill", HTMLPalette.css(accent))
    rules.set(
      "--on-accent",
      HTMLPalette.css(SystemPalette.Shades(light: Contrast.icon(on: accent.light), dark: Contrast.icon(on: accent.dark))))
    for (property, value) in HTMLPalette.action(accent) { rules.set(property, value) }
    rules.set("--radius", CSSNumber.pixels(theme.cornerRadius ?? 22))
    rules.set("--air", theme.density == .compact ? "0.5" : "1")
    var ground = SystemPalette.page
    var picture = "none"
    switch theme.background {
    case .color(let color)?: ground = SystemPalette.fill(color) ?? ground
    case .gradient(let gradient)?:
      ground = SystemPalette.fill(gradient.likeness) ?? ground
      picture = HTMLPalette.css(gradient)
    case .image?:
      ground = SystemPalette.Shades(light: 0x3A3A3C, dark: 0x1C1C1E)
      if let image { picture = "url(\(image.text))" }
    case nil: break
    }
    rules.set("--page", HTMLPalette.css(ground))
    rules.set("--ground", picture)
    func both(_ color: (UInt32) -> UInt32) -> String {
      HTMLPalette.css(SystemPalette.Shades(light: color(ground.light), dark: color(ground.dark)))
    }
    rules.set("--on-page", both { Contrast.label(on: $0) })
    if theme.background != nil { rules.set("--link-on-page", both { Contrast.label(on: $0) }) }
    rules.set("--faint-on-page", both { Contrast.faint(on: $0) })
    // An image can be bright or dark anywhere.
    rules.set("--shade", theme.background.map { if case .image = $0 { "0 1px 4px rgb(0 0 0/.7)" } else { "none" } } ?? "none")
    return rules
  }

  /// An address made of letters, digits and `/-_.`, which needs no escapes in a style sheet.
  package struct StaticPath: Sendable, Equatable {
    package let text: String

    package init?(_ text: String) {
      let isPlain = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
      guard isPlain, text.hasPrefix("/") else { return nil }
      self.text = text
    }
  }
}
