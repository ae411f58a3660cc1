import WidgetModel

/// Corrects the backgrounds of views whose text colour is a value: white on a yellow badge or on a light material. Text in a named
/// colour is corrected where it's drawn, because only then its background is known (``ColorUse``).
enum LegibleColors {
  private static let depth = 64

  /// The same view, with darker shades of named backgrounds and other materials where texts need them.
  static func corrected(_ view: ViewNode) -> ViewNode {
    guard hasGround(view, depth: depth) else { return view }
    var view = view
    correct(&view, color: nil, depth: depth)
    return view
  }

  private static func hasGround(_ view: ViewNode, depth: Int) -> Bool {
    depth > 0 && (view.style.background != nil || view.children.contains { hasGround($0, depth: depth - 1) })
  }

  private static func correct(_ view: inout ViewNode, color: Color?, depth: Int) {
    guard depth > 0 else { return }
    let color = view.style.color ?? color
    if let own = view.style.background, own != .named(.clear) {
      if let material = view.style.effects?.material, own == material.tint, let text = value(in: view, color, depth: depth) {
        view.style.background = material.tint(under: text)
      } else if case .named(let name) = own, let text = value(in: view, color, depth: depth),
        let shades = SystemPalette.badge(name, under: text)
      {
        let badge = Color.pair(light: .rgb(shades.light), dark: .rgb(shades.dark))
        if SystemPalette.fill(badge) != SystemPalette.fill(own) { view.style.background = badge }
      }
    }
    for index in view.children.indices { correct(&view.children[index], color: color, depth: depth - 1) }
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

extension ViewNode {
  fileprivate var isInk: Bool { content.traits.contains(.ink) }
}
