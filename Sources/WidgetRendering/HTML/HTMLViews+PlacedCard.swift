import WidgetModel

/// The view and the failure of a card that's been laid out.
extension HTMLViews {
  /// The view in a box where it's clipped, as in a rendering; with a card's image behind everything.
  mutating func placedContent(_ card: CardLayout, family: WidgetFamily?) -> Markup? {
    var children: [Markup] = []
    if let background = card.background, let image = background.image.flatMap({ backdrop($0, blur: background.blur) }) {
      children.append(image)
    }
    if let view = card.view {
      gradientGround = cardGround(card)?.inside(x: card.viewOrigin.x, y: card.viewOrigin.y, scale: card.viewScale)
      solidGround = card.background.flatMap { SystemPalette.fill($0.color) }
      defer { (gradientGround, solidGround) = (nil, nil) }
      // Shadows and rotated views can be a little higher.
      let top = max(0, card.viewFrame.y - 6)
      let space = Frame(x: 0, y: top, width: card.size.width, height: max(0, card.viewFrame.maxY - top))
      let whole = Frame(x: 0, y: 0, width: card.size.width, height: card.size.height)
      let inside: Markup?
      if card.viewScale == 1 {
        let origin = Frame(x: space.x - card.viewOrigin.x, y: space.y - card.viewOrigin.y, width: 0, height: 0)
        inside = placedRoot(view, in: origin)
      } else {
        let scaled = Frame(
          x: card.viewOrigin.x, y: card.viewOrigin.y, width: space.width / card.viewScale, height: space.height / card.viewScale)
        let root = placedRoot(view, in: Frame(x: 0, y: 0, width: 0, height: 0))
        inside = scaledBox(scaled, in: space, card.viewScale, root.map { [$0] } ?? [])
      }
      let classes = ["stage"] + box(space, in: whole) + bodyClasses()
      children.append(.element(.div, .classes(classes), children: inside.map { [$0] } ?? []))
    }
    guard !children.isEmpty else { return nil }
    // A one-line card is as high as its content.
    let height = family == .inline ? [add(.length("height", card.size.height))] : []
    return .element(.div, .classes(["placed"] + height), children: children)
  }

  /// The failure of the newest update.
  mutating func placedFooter(_ card: CardLayout) -> Markup? {
    guard let failure = card.failure else { return nil }
    let whole = Frame(x: 0, y: 0, width: card.size.width, height: card.size.height)
    gradientGround = cardGround(card)
    solidGround = card.background.flatMap { SystemPalette.fill($0.color) }
    defer { (gradientGround, solidGround) = (nil, nil) }
    let view = placedRoot(failure, in: failure.frame)
    return .element(
      .footer, .classes(box(failure.frame, in: whole) + bodyClasses()), .word(.role, "status"),
      children: view.map { [$0] } ?? [])
  }

  /// The classes of the header, and of the card's name in it.
  mutating func placedHeader(_ card: CardLayout) -> (header: [String], name: [String]) {
    guard let title = card.title else { return ([], []) }
    let colors = cardGround(card)?.shades(at: title.nameFrame).map { Declaration.textColors(on: $0).map { add($0) } } ?? []
    return ([add(.length("--footnote", title.nameFont.size))] + colors, fonts == nil ? [] : [family(of: title.nameFont)])
  }

  /// The card's own gradient.
  private func cardGround(_ card: CardLayout) -> GradientGround? {
    card.background?.gradient.map {
      GradientGround(
        $0, Frame(x: 0, y: 0, width: card.size.width, height: card.size.height), isOfImage: card.background?.image != nil)
    }
  }

  /// The classes of the fonts that the views inherit.
  private mutating func bodyClasses() -> [String] { [add(.length("font-size", bodyFont.size)), family(of: bodyFont)] }

  private var bodyFont: ResolvedFont { ResolvedStyle(textSize: options.textSize).font }

  private mutating func placedRoot(_ view: LaidOutView, in frame: Frame) -> Markup? {
    markup(view.node, inheriting: ResolvedStyle(textSize: options.textSize), in: .placed(view, in: frame))
  }
}
