import WidgetModel

/// Views drawn only where another one is.
extension HTMLViews {
  /// A view below its mask, which browsers draw with a clip and a gradient.
  ///
  /// - Parameters:
  ///   - content: The markup of the first view.
  ///   - views: The view and its mask.
  ///   - space: The frame that the markup is relative to.
  mutating func masked(_ content: [Markup], _ views: [LaidOutView], in space: Frame) -> [Markup] {
    let mask = views[1]
    if let words = words(views[0], below: mask, in: space) { return [words] }
    var path = VectorPath(svg: "")
    mask.addOutlines(to: &path, from: space)
    var classes = ["at", "whole-box", add(.clip(to: path))]
    if let gradient = mask.node.style.effects?.fillGradient ?? mask.node.style.gradient {
      let frame = mask.indicator ?? mask.contentFrame
      classes += Declaration.mask(
        gradient, in: Frame(x: frame.x - space.x, y: frame.y - space.y, width: frame.width, height: frame.height)
      ).map { add($0) }
    } else if let opacity = mask.opacityOfMask {
      classes.append(add(.number("opacity", opacity)))
    }
    return [.element(.div, .classes(classes), children: content)]
  }

  /// A view below its mask on a card that the browser lays out. The mask is as large as the view.
  mutating func masked(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let (view, mask) = (node.children[0], node.children[1])
    let own = ["over"] + classes
    if isHiding { return container(node, own, [markup(view, inheriting: style, in: .stack)].compactMap { $0 }) }
    if case .shape = view.content, mask.content.kind == .text {
      var text = mask
      text.style.setEffect(\.isDecorative, to: nil)
      var markup = self.markup(text, inheriting: style, in: .stack)
      markup?.add(class: colors(ofShape: view, view.style.color))
      markup?.add(class: "seen-through")
      markup?.add(class: "in-shape")
      // The shape isn't drawn, but the text and its colours have its size.
      var shape = view
      shape.style.setEffect(\.isDecorative, to: true)
      var ground = self.markup(shape, inheriting: style, in: .stack)
      ground?.add(class: "hidden")
      return container(node, own, [ground, markup].compactMap { $0 })
    }
    guard var markup = markup(view, inheriting: style, in: .stack) else { return container(node, own, []) }
    for name in flowClasses(of: mask, over: view, style) { markup.add(class: name) }
    return container(node, own, [markup])
  }

  private mutating func flowClasses(of mask: ViewNode, over view: ViewNode, _ style: ResolvedStyle) -> [String] {
    var classes: [String] = []
    if case .shape(.circle) = mask.content {
      classes.append(add(.word("clip-path", "circle(closest-side)")))
    } else if case .shape(.capsule) = mask.content {
      classes.append(add(.word("clip-path", "inset(0 round 9999px)")))
    } else if case .shape(.path(let data)) = mask.content {
      if let outline = VectorPath(svg: data).outlines.first { classes.append(add(.clip(to: outline.points))) }
    } else if case .icon(let name) = mask.content, let data = IconShapes.path(for: name), let width = view.style.width,
      let height = view.style.height
    {
      // In the middle, as large as the icon.
      let side = style.inherited(by: mask.style, textSize: options.textSize).font.size * 1.2
      let square = Frame(x: (sane(width) - side) / 2, y: (sane(height) - side) / 2, width: side, height: side)
      classes.append(add(.clip(to: VectorPath(svg: data).icon(in: square))))
    } else if let radius = mask.style.cornerRadius {
      classes.append(add(.rounded(radius)))
    }
    if let gradient = mask.style.effects?.fillGradient ?? mask.style.gradient {
      classes.append(add(.gradient("mask-image", gradient)))
    }
    return classes
  }

  /// The class of the colours of a shape that's seen through a text.
  private mutating func colors(ofShape shape: ViewNode, _ color: Color?) -> String {
    let effects = shape.style.effects
    return add(
      effects?.fillGradient.map { .gradient("background-image", $0) }
        ?? .fill("background-color", effects?.fill ?? color ?? .named(.label)))
  }

  /// A shape seen through a text, as the text with the shape's colours; nil for other views.
  private mutating func words(_ view: LaidOutView, below mask: LaidOutView, in space: Frame) -> Markup? {
    guard case .shape = view.node.content, mask.node.text != nil, mask.node.content.kind == .text else { return nil }
    let ground = view.indicator ?? view.contentFrame
    let color = colors(ofShape: view.node, view.style.color)
    var text = mask
    text.node.style.setEffect(\.isDecorative, to: nil)
    let lines = placedText(nil, text).enumerated().map { index, line in
      let frame = mask.lines[index].frame
      let place = Declaration.ground(
        Frame(x: ground.x - frame.x, y: ground.y - frame.y, width: ground.width, height: ground.height)
      ).map { add($0) }
      var line = line
      for name in ["seen-through", color] + place { line.add(class: name) }
      return line
    }
    let classes = box(mask.frame, in: space) + placedFont(mask.style.font, within: view.style.font)
    return .element(.span, .classes(classes), children: lines)
  }
}

extension VectorPath {
  /// An icon's path in a square.
  fileprivate func icon(in square: Frame) -> VectorPath {
    let unit = square.width / IconShapes.side
    return mapped { Point(x: square.x + $0.x * unit, y: square.y + $0.y * unit) }
  }
}

extension LaidOutView {
  /// Adds the outlines of shapes and icons, and the frames of other views, relative to a frame.
  fileprivate func addOutlines(to path: inout VectorPath, from space: Frame) {
    guard !style.isHidden else { return }
    let frame = indicator ?? contentFrame
    var own: VectorPath
    if let background = node.style.background, background != .named(.clear) {
      own = .roundedRectangle(self.frame, node.style.corners(in: self.frame) ?? CornerRadii())
    } else if case .shape(let shape) = node.content {
      own = shape.outline(in: frame, corners: node.style.corners(in: frame))
    } else if case .icon(let name) = node.content {
      guard let symbol, let data = IconShapes.path(for: name) else { return }
      own = VectorPath(svg: data).icon(in: symbol.frame.square)
    } else if !children.isEmpty, scale == 1 {
      for child in children { child.addOutlines(to: &path, from: space) }
      return
    } else {
      own = .roundedRectangle(frame, CornerRadii())
    }
    if let rotation = node.style.effects?.rotation {
      let center = VectorPath.Point(x: self.frame.x + self.frame.width / 2, y: self.frame.y + self.frame.height / 2)
      own = own.mapped { VectorPath.rotated($0, by: rotation, around: center) }
    }
    path.elements += own.mapped { VectorPath.Point(x: $0.x - space.x, y: $0.y - space.y) }.elements
  }

  /// How opaque a mask of one colour is; nil if it's opaque.
  fileprivate var opacityOfMask: Double? {
    var opacity = style.opacity
    if case .translucent(_, let own) = node.style.effects?.fill ?? style.color ?? .named(.label) { opacity *= own }
    return opacity < 1 ? max(0, opacity) : nil
  }
}
