import WidgetModel

extension HTMLViews {
  mutating func text(_ text: String, _ node: ViewNode, _ classes: [String], in place: Place) -> Markup {
    element(
      .p, [.classes(["text"] + lines(node, in: place) + classes)] + accessibility(node, role: "img"),
      textContent(text, node, in: place))
  }

  mutating func label(
    _ text: String, icon: String?, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    guard let icon else { return self.text(text, node, classes, in: place) }
    let own = iconClasses(node, style, in: place)
    if let view = place.layout {
      let symbol = view.symbol.map { symbol in
        glyph(
          icon, label: IconText.state(for: icon), classes: own + box(symbol.frame, in: view.frame), children: [fullIcon(icon)])
      }
      return element(
        .p, [.classes(["text"] + classes)] + accessibility(node, role: "img"),
        (symbol.map { [$0] } ?? []) + textContent(text, node, in: place))
    }
    let span = element(.span, [.classes(["text"] + lines(node, in: place))], textContent(text, node, in: place))
    return element(
      .p, [.classes(["text", "with-icon"] + classes)] + accessibility(node, role: "img"),
      [glyph(icon, label: IconText.state(for: icon), classes: own), span])
  }

  /// An icon with its meaning; without one it's decorative. All names get the same attributes: a script can't choose the markup.
  private func glyph(
    _ name: String, label: String?, classes: [String] = [], _ attributes: [MarkupAttribute?] = [], children: [Markup]? = nil
  ) -> Markup {
    let own: [MarkupAttribute?] = [
      .classes(classes + ["glyph"]), .word(.role, "img"), .word(.ariaHidden, label == nil ? "true" : "false"),
      .text(.ariaLabel, label ?? ""),
    ]
    return element(.span, own + attributes, children ?? [Self.icon(name)])
  }

  mutating func icon(_ name: String, _ node: ViewNode, _ classes: [String], in place: Place) -> Markup {
    var drawing: Markup? = Self.icon(name)
    if let layers = node.iconLayers(of: name) { drawing = layered(layers, node.style.effects?.palette ?? []) }
    if let view = place.layout { drawing = drawing.flatMap { placed($0, view) } }
    return glyph(
      name, label: node.style.accessibility ?? IconText.text(for: name, value: node.style.effects?.iconValue), classes: classes,
      identity(node) + action(node), children: drawing.map { [$0] } ?? [])
  }

  /// An icon whose parts have their own colours or strengths.
  private mutating func layered(_ layers: [IconLayer], _ palette: [Color]) -> Markup {
    let paths = layers.map { layer in
      var classes: [String] = []
      if palette.indices.contains(layer.color) { classes.append(add(.fill("fill", palette[layer.color]))) }
      if !layer.isLit { classes.append(add(.number("opacity", IconLayer.dimmed))) }
      if layer.part < 1 { classes.append(add(.inset(top: 1 - layer.part))) }
      return Markup.element(.path, [.classes(classes), .geometry(.d, layer.path)].compactMap { $0 }, [])
    }
    return .element(
      .svg, .classes(["icon"]), .geometry(.viewBox, "0 0 24 24"), .word(.ariaHidden, "true"), children: paths)
  }

  mutating func date(
    _ moment: Double, _ style: DateStyle, _ node: ViewNode, _ classes: [String], in place: Place
  ) -> Markup {
    let text = DateText.text(moment, style: style, clock: options.clock)
    return element(
      .time,
      [
        .classes(["text"] + lines(node, in: place) + classes), HTMLDate.attribute(moment), Self.styleAttribute(style),
        controls == nil ? .number(.dataMoment, moment) : HTMLDate.moment(moment),
      ] + accessibility(node, role: "img"), place.layout.map { placedText(text, $0) } ?? [.text(text)])
  }

  mutating func link(
    _ text: String, url: String, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    var own = ["text", "link"] + lines(node, in: place) + classes
    if node.style.color == nil, let color = style.color { own.append(add(.color("color", color))) }
    return element(
      .a,
      [.classes(own), .href(LinkTarget(url) ?? .nowhere), .word(.rel, "noopener noreferrer"), label(node)] + identity(node)
        + action(node),
      textContent(text.isEmpty ? url : text, node, in: place))
  }

  /// An icon's shape or character. Hidden from screen readers: the element around it has the alternative text.
  static func icon(_ name: String) -> Markup {
    var path = IconShapes.path(for: name)
    var letter = ""
    if path == nil {
      let icon = IconSet.icon(name)
      if icon == IconSet.unknown { path = fallback } else { letter = icon.symbol }
    }
    return .element(
      .svg, .classes(["icon"]), .geometry(.viewBox, "0 0 24 24"), .word(.ariaHidden, "true"),
      children: [.element(.path, .geometry(.d, path ?? "")), .element(.svgText, text: letter)])
  }

  /// A square, for an unknown name.
  private static let fallback = "M5 3H19V21H5ZM7 5V19H17V5Z"

  private static func styleAttribute(_ style: DateStyle) -> MarkupAttribute {
    switch style {
    case .time: .word(.dataStyle, "time")
    case .date: .word(.dataStyle, "date")
    case .relative: .word(.dataStyle, "relative")
    case .offset: .word(.dataStyle, "offset")
    case .timer: .word(.dataStyle, "timer")
    case .elapsed: .word(.dataStyle, "elapsed")
    case .remaining: .word(.dataStyle, "remaining")
    }
  }

  // MARK: Images

  /// Shows an image from bytes. URLs aren't loaded, because their servers would learn about the reader; the caller replaces
  /// references with bytes first.
  mutating func image(
    _ source: ImageSource, _ mode: ImageMode, _ node: ViewNode, _ classes: [String], in place: Place
  ) -> Markup {
    let label = ImageText.text(for: source, accessibility: node.style.accessibility)
    let alt = node.style.accessibility ?? ""
    let shape = ["image", mode == .fill ? "fill" : "fit"]
    if case .pair = source, place.layout != nil {
      // One element at the image's place, with an image for each appearance in it.
      let pair = picture(source) { data, shown in
        .element(.img, .classes(shape + shown + ["whole-box"]), .src(data), .text(.alt, alt))
      }
      if let pair { return element(.span, [.classes(classes)] + identity(node) + action(node), [pair]) }
    }
    let image = picture(source) { data, shown in
      element(.img, [.classes(shape + classes + shown), .src(data), .text(.alt, alt)] + identity(node) + action(node), [])
    }
    if let image { return image }
    return element(
      .span,
      [
        .classes(["missing"] + (place.layout == nil ? defaultSize(for: node) : []) + classes), .word(.role, "img"),
        .text(.ariaLabel, label),
      ] + identity(node)
        + action(node),
      [Self.icon("photo")] + caption(of: node, in: place))
  }

  /// The alternative text of a missing image, if there's space for a line.
  private mutating func caption(of node: ViewNode, in place: Place) -> [Markup] {
    let own = SurfaceMetrics.points.image ?? .zero
    let frame = place.layout?.frame
    guard let text = node.style.accessibility, frame?.width ?? sane(node.style.width ?? own.width) >= 40,
      frame?.height ?? sane(node.style.height ?? own.height) >= 40
    else { return [] }
    return [.element(.span, .classes(["text", "one-line"]), text: take(text))]
  }

  /// A default size for a missing image along any axis without size fields.
  private mutating func defaultSize(for node: ViewNode) -> [String] {
    let own = SurfaceMetrics.points.image ?? .zero
    let style = node.style
    let hasRatio = style.aspectRatio != nil
    var classes: [String] = []
    if style.width == nil, style.maxWidth == nil, !hasRatio {
      classes.append(add(.length("width", own.width)))
    }
    if style.height == nil, style.maxHeight == nil, !hasRatio { classes.append(add(.length("height", own.height))) }
    return classes
  }

  // MARK: Activity

  /// The spokes of a spinner, clockwise from the top, as in renderings.
  private static let spokes = [
    "M50 28V6", "M65.56 34.44L81.11 18.89", "M72 50H94", "M65.56 65.56L81.11 81.11", "M50 72V94", "M34.44 65.56L18.89 81.11",
    "M28 50H6", "M34.44 34.44L18.89 18.89",
  ]

  mutating func activityIndicator(_ text: String?, _ node: ViewNode, _ classes: [String], in place: Place) -> Markup {
    let spokes = Self.spokes.enumerated().map { index, spoke in
      Markup.element(
        .path, .classes([add(.number("stroke-opacity", 0.8 * (1 - Double((8 - index) % 8) / 10)))]), .geometry(.d, spoke))
    }
    let spinner = place.layout.map { view in view.symbol.map { box($0.frame.square, in: view.frame) } ?? ["hidden"] } ?? []
    var children = [
      Markup.element(
        .svg, .classes(["spinner"] + spinner), .geometry(.viewBox, "0 0 100 100"), .word(.ariaHidden, "true"), children: spokes)
    ]
    if let view = place.layout {
      children += placedText(text, view)
    } else if let text {
      children.append(.element(.span, .classes(["text"] + lines(node, in: place)), text: take(text)))
    }
    let label: MarkupAttribute? = self.label(node) ?? (text == nil ? .word(.ariaLabel, "working") : nil)
    return element(
      .span, [.classes(["busy"] + classes), .word(.role, "status"), label] + identity(node) + action(node), children)
  }

  // MARK: Controls

  mutating func button(
    _ title: String, icon: String?, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    var own = ["button"] + classes
    if node.style.color == nil, let color = style.color { own.append(add(.color("color", color))) }
    if let color = style.color { own.append(add(.fill("--tone", color))) }
    if let view = place.layout {
      own.append(add(.number("font-weight", style.font.weight.number)))
      let symbol = icon.flatMap { placedIcon($0, view) }.map { [$0] } ?? []
      return element(.button, [.classes(own)] + control(node), symbol + placedText(title, view))
    }
    var children = icon.map { [Self.icon($0)] } ?? []
    if icon == nil || !title.isEmpty { children.append(self.title(title)) }
    return element(.button, [.classes(own)] + control(node), children)
  }

  mutating func toggle(
    _ title: String, isOn: Bool, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    let tint = (style.color.map { [add(.fill("--on", $0))] } ?? []) + (place.layout.map { placedSwitch($0) } ?? [])
    return element(
      .button,
      [.classes(["toggle"] + classes), .word(.role, "switch"), .word(.ariaChecked, isOn ? "true" : "false")] + control(node),
      [.element(.span, .classes(["switch"] + tint))]
        + (place.layout.map { placedText(title, $0) } ?? [self.title(title, wraps: true)]))
  }

  /// The title of a control: that of a button is on one line.
  private mutating func title(_ title: String, wraps: Bool = false) -> Markup {
    var paragraphs = ParagraphLimit(lines: 1)
    let classes = ["text"] + (wraps && Self.hasLongWord(title) ? ["long"] : [])
    return .element(.span, .classes(classes), text: paragraphs.take(take(title)))
  }

  /// The attributes of a control. A file can't run the script, so its controls are disabled.
  private func control(_ node: ViewNode) -> [MarkupAttribute?] {
    if let controls, let action = node.action {
      return controls.attributes(action: action) + [label(node)] + identity(node)
    }
    return disabledControl(node)
  }

  private func disabledControl(_ node: ViewNode) -> [MarkupAttribute?] {
    [.word(.type, "button")] + action(node) + [label(node), .flag(.disabled)] + identity(node)
  }
}
