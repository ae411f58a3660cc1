import WidgetModel

/// Views at the places a layout has given them, for cards of a fixed size: absolutely positioned elements in reading order.
extension HTMLViews {
  /// A view that's been laid out; nil if it shows nothing.
  mutating func placedMarkup(_ view: LaidOutView, inheriting parent: ResolvedStyle, in place: Place) -> Markup? {
    guard case .placed(_, let space) = place, !view.node.isSpacer, !view.style.isHidden, view.frame.width > 0,
      view.frame.height > 0
    else { return nil }
    let outer = (gradientGround, solidGround)
    defer { (gradientGround, solidGround) = outer }
    if let background = view.node.style.background, background != .named(.clear) {
      let behind = gradientGround?.shades(at: view.frame) ?? solidGround ?? SystemPalette.card
      let around = background.letsThrough ? gradientGround?.under(background) : nil
      gradientGround =
        view.node.style.gradient.map {
          GradientGround($0, view.frame, isOfImage: view.node.style.effects?.backgroundImage != nil)
        } ?? around
      solidGround = SystemPalette.fill(background, over: behind)
    }
    guard view.node.style.effects?.isDecorative == true, !view.node.hasAction else {
      return placedMarkup(view, inheriting: parent, in: space)
    }
    var plain = view
    plain.node.style.setEffect(\.isDecorative, to: nil)
    return placedMarkup(plain, inheriting: parent, in: space)?.hiddenFromReaders
  }

  private mutating func placedMarkup(_ view: LaidOutView, inheriting parent: ResolvedStyle, in outer: Frame) -> Markup? {
    let drawn = drawnFrame(view)
    var moved = view
    moved.frame = drawn
    if drawn == view.frame || !hasGround(view.node.style) {
      let place = Place.placed(moved, in: outer)
      let markup = content(view.node, view.style, place, ground(of: moved, parent, place), isRoot: false)
      return markup.map { covering(view, $0) }
    }
    let classes = ground(of: view, parent, .placed(view, in: outer))
    let own = box(drawn, in: view.frame) + radius(view.node.style)
    let inside = content(view.node, view.style, .placed(moved, in: view.frame), own + focus(view.node), isRoot: false)
    return covering(view, .element(.div, .classes(classes), children: inside.map { [$0] } ?? []))
  }

  /// The classes of a view's place, fields and font.
  private mutating func ground(of view: LaidOutView, _ parent: ResolvedStyle, _ place: Place) -> [String] {
    var classes = common(view.node, view.style, parent, place)
    if let effects = view.node.style.effects { classes += self.classes(for: effects, view.node, place) }
    if backdrop(of: view) != nil { classes.append("backed") }
    return classes
  }

  /// An element with the view's background image behind its content.
  private mutating func covering(_ view: LaidOutView, _ markup: Markup) -> Markup {
    backdrop(of: view).map { markup.with(first: $0) } ?? markup
  }

  private mutating func backdrop(of view: LaidOutView) -> Markup? {
    guard !view.isRedacted, let effects = view.node.style.effects, let image = effects.backgroundImage else { return nil }
    return backdrop(image, blur: effects.backgroundBlur)
  }

  private mutating func focus(_ node: ViewNode) -> [String] {
    guard case .image(_, .fill) = node.content, let focus = node.style.effects?.focus else { return [] }
    return [add(.position(focus))]
  }

  /// The part of a view's frame that its own element covers.
  private func drawnFrame(_ view: LaidOutView) -> Frame {
    switch view.node.content {
    case .button: view.node.style.background == nil ? view.contentFrame : view.frame
    case .image: view.indicator ?? view.contentFrame
    case .shape(.circle): (view.indicator ?? view.contentFrame).square
    case .shape, .divider: view.indicator ?? view.contentFrame
    case .text, .label, .icon, .date, .link, .activityIndicator, .vstack, .hstack, .zstack, .overlay, .fits, .group, .card, .grid,
      .private, .spacer, .progress, .gauge, .chart, .toggle, .field:
      view.frame
    }
  }

  /// Whether something is drawn in the view's whole frame.
  private func hasGround(_ style: ViewStyle) -> Bool {
    style.background.map { $0 != .named(.clear) } ?? false || style.hasBorder || style.effects?.backgroundImage != nil
  }

  private mutating func radius(_ style: ViewStyle) -> [String] {
    if let corners = style.effects?.corners {
      return [add(.lengths("border-radius", [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]))]
    }
    return style.cornerRadius.map { [add(.length("border-radius", $0))] } ?? []
  }

  /// The classes that put a view at its place.
  mutating func placedBox(_ view: LaidOutView, in place: Place) -> [String] {
    guard case .placed(_, let outer) = place else { return [] }
    return box(view.frame, in: outer)
  }

  /// The classes of an element with this frame inside an element with another one.
  mutating func box(_ frame: Frame, in outer: Frame) -> [String] {
    [
      "at", add(.position("left", frame.x - outer.x)), add(.position("top", frame.y - outer.y)),
      add(.length("width", frame.width)), add(.length("height", frame.height)),
    ]
  }

  /// An element whose children are in its own units.
  mutating func scaledBox(_ frame: Frame, in outer: Frame, _ scale: Double, _ children: [Markup]) -> Markup {
    .element(.div, .classes(["scaled-box"] + box(frame, in: outer) + [add(.number("scale", scale))]), children: children)
  }

  /// The classes for the differences from the font of the element around it. Sizes are those of the layout, whatever the reader's
  /// text size, because the places are.
  mutating func placedFont(_ font: ResolvedFont, within parent: ResolvedFont) -> [String] {
    (font.size == parent.size ? [] : [add(.length("font-size", font.size))]) + typeface(font, within: parent)
  }

  /// A container with its views in view order, which is the reading order.
  mutating func placedContainer(_ view: LaidOutView, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    if view.isRedacted, view.children.isEmpty {
      return element(.div, [.classes(classes)] + hiding(view), placedBars(view))
    }
    let hiding = hiding(view)
    let wasHiding = isHiding
    isHiding = isHiding || view.isRedacted
    defer { isHiding = wasHiding }
    var children: [Markup] = []
    var pairs: Set<Int> = []
    let isColumn = view.node.content.traits.axis == .vertical
    let outerGround = gradientGround
    if view.scale != 1 { gradientGround = outerGround?.inside(x: view.frame.x, y: view.frame.y, scale: view.scale) }
    defer { gradientGround = outerGround }
    // The views of a scaled one are relative to its corner, and in its units.
    let own = Frame(x: 0, y: 0, width: view.frame.width / view.scale, height: view.frame.height / view.scale)
    let space = view.scale == 1 ? view.frame : own
    for child in view.isMasked ? Array(view.children.prefix(1)) : view.children {
      guard var markup = markup(child.node, inheriting: style, in: .placed(child, in: space)) else { continue }
      if isColumn, child.node.isLabelAndValue, let pair = markup.pair {
        pairs.insert(children.count)
        markup = pair
      }
      children.append(markup)
    }
    let attributes = view.isRedacted ? hiding : accessibility(view.node, role: "group")
    var inside = Self.lists(of: children, pairs)
    if view.isMasked { inside = masked(inside, view.children, in: space) }
    if view.scale != 1 {
      inside = [scaledBox(own, in: own, view.scale, inside)]
    }
    return element(.div, [.classes(classes)] + attributes, inside)
  }

  /// The attributes of the outermost view whose content is hidden.
  private func hiding(_ view: LaidOutView) -> [MarkupAttribute?] {
    view.isRedacted && !isHiding ? [.word(.role, "img"), .text(.ariaLabel, "hidden")] : []
  }

  /// Bars replacing private texts and images, as in renderings.
  private mutating func placedBars(_ view: LaidOutView) -> [Markup] {
    var bars: [(frame: Frame, radius: Double)] = view.lines.map { line in
      let height = line.frame.height * 0.62
      return (
        Frame(x: line.frame.x, y: line.frame.y + (line.frame.height - height) / 2, width: line.frame.width, height: height),
        height / 3
      )
    }
    if let symbol = view.symbol { bars.append((symbol.frame.square, 4)) }
    if let indicator = view.indicator { bars.append((indicator, min(8, indicator.height / 2))) }
    return bars.filter { $0.frame.width > 0 && $0.frame.height > 0 }.map { bar in
      .element(.div, .classes(["redacted"] + box(bar.frame, in: view.frame) + [add(.length("border-radius", bar.radius))]))
    }
  }

  /// A view to tap, below a button covering it.
  func covered(_ markup: Markup, by cover: Markup, _ view: LaidOutView) -> Markup {
    guard case .element(let name, let attributes, let children) = markup, name == .a || name.isVoid else {
      var covered = markup
      covered.add(class: "tappable")
      guard case .element(let name, let attributes, let children) = covered else { return markup }
      return .element(name, attributes, children + [cover])
    }
    // These can't contain a button, so both are at the same place in a box.
    let classes = attributes.first { $0.name == .class }?.value?.split(separator: " ").map(String.init) ?? []
    let places = ["at", "left-", "top-", "width-", "height-"]
    let box = classes.filter { own in places.contains { own == $0 || $0.hasSuffix("-") && own.hasPrefix($0) } }
    var inside = Markup.element(name, attributes.filter { $0.name != .class }, children)
    if case .element(_, let rest, _) = inside {
      inside = .element(
        name, [.classes(classes.filter { !box.contains($0) } + ["at", "whole-box"])].compactMap { $0 } + rest, children)
    }
    return .element(.span, .classes(["tappable"] + box), children: [inside, cover])
  }

  // MARK: Parts

  /// An icon in its place in a view.
  mutating func placedIcon(_ name: String, _ view: LaidOutView) -> Markup? { placed(Self.icon(name), view) }

  /// An icon's drawing in its place in a view.
  mutating func placed(_ drawing: Markup, _ view: LaidOutView) -> Markup? {
    guard let symbol = view.symbol, symbol.frame.width > 0 else { return nil }
    var icon = drawing
    for own in box(symbol.frame, in: view.frame) { icon.add(class: own) }
    return icon
  }

  /// An icon as large as its element.
  func fullIcon(_ name: String) -> Markup {
    var icon = Self.icon(name)
    icon.add(class: "whole-box")
    return icon
  }

  /// The classes of a toggle's switch, which is a little smaller on a low line.
  mutating func placedSwitch(_ view: LaidOutView) -> [String] {
    guard let frame = view.indicator else { return ["hidden"] }
    let height = min(frame.height, frame.width * 0.6)
    let place = box(Frame(x: frame.x, y: frame.y + (frame.height - height) / 2, width: 38, height: 22.8), in: view.frame)
    return place + (height == 22.8 ? [] : [add(.number("scale", height / 22.8))])
  }

  /// The bar or ring of a progress or gauge.
  mutating func placedIndicator(_ value: Double, _ view: LaidOutView) -> [Markup] {
    guard let frame = view.indicator, frame.width > 0, frame.height > 0 else { return [] }
    let color = inherited(view.node, view.style)
    switch view.indicatorShape {
    case .bar:
      let height = min(frame.height, 6)
      let bar = Frame(x: frame.x, y: frame.y + (frame.height - height) / 2, width: frame.width, height: height)
      return [self.bar(value, color: color + box(bar, in: view.frame), view.node)]
    case .ring, .arc:
      let square = frame.square
      return [
        ring(
          value, sweep: view.indicatorShape == .arc ? 0.75 : 1, color: color + box(square, in: view.frame), view.node,
          side: square.width)
      ]
    }
  }
}

extension Frame {
  /// The largest square with the same centre.
  package var square: Frame {
    let side = min(width, height)
    return Frame(x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side)
  }
}
