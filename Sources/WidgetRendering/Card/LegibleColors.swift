import WidgetModel

/// Corrects a script's colours that are illegible on each other: white on a yellow badge, red on a blue one.
enum LegibleColors {
  private static let depth = 64

  /// The same view with legible text. Where contrast on a named background is too low, the background gets a darker shade if the
  /// text colour is a value, and the text becomes black or white if it's a name.
  static func corrected(_ view: ViewNode) -> ViewNode {
    guard hasGround(view, depth: depth) else { return view }
    var view = view
    correct(&view, color: nil, ground: nil, depth: depth)
    return view
  }

  private static func hasGround(_ view: ViewNode, depth: Int) -> Bool {
    depth > 0 && (view.style.background != nil || view.children.contains { hasGround($0, depth: depth - 1) })
  }

  private static func correct(_ view: inout ViewNode, color: Color?, ground: Color?, depth: Int) {
    guard depth > 0 else { return }
    let color = view.style.color ?? color
    var ground = ground
    if let own = view.style.background, own != .named(.clear) {
      ground = own
      if let material = view.style.effects?.material, own == material.tint, let text = value(in: view, color, depth: depth) {
        view.style.background = material.tint(under: text)
      } else if case .named(let name) = own, let text = value(in: view, color, depth: depth),
        let shades = SystemPalette.badge(name, under: text)
      {
        let badge = Color.pair(light: .rgb(shades.light), dark: .rgb(shades.dark))
        if SystemPalette.fill(badge) != SystemPalette.fill(own) { view.style.background = badge }
      }
    }
    if let ground, case .named(let name)? = view.style.color, name.isHue, let shades = SystemPalette.fill(ground),
      let own = SystemPalette.text(name), view.isInk,
      min(Contrast.ratio(own.light, shades.light), Contrast.ratio(own.dark, shades.dark)) < Contrast.least
    {
      view.style.color = .named(.label)
    }
    for index in view.children.indices { correct(&view.children[index], color: color, ground: ground, depth: depth - 1) }
  }

  /// The value of a text's colour on a view's background, unless it's a name.
  private static func value(in view: ViewNode, _ inherited: Color?, depth: Int) -> UInt32? {
    guard depth > 0 else { return nil }
    let color = view.style.color ?? inherited
    if view.isInk, case .rgb(let value)? = color { return value & 0xFFFFFF }
    for child in view.children where child.style.background == nil {
      if let value = value(in: child, color, depth: depth - 1) { return value }
    }
    return nil
  }
}

extension ColorName {
  /// Whether it's a separate colour, not a shade of the text colour.
  var isHue: Bool {
    switch self {
    case .label, .secondary, .tertiary, .clear, .accent: false
    case .red, .orange, .yellow, .green, .mint, .teal, .blue, .indigo, .purple, .pink, .brown, .gray: true
    }
  }
}

extension ViewNode {
  fileprivate var isInk: Bool { content.traits.contains(.ink) }
}
