import WidgetModel

extension HTMLViews {
  /// Views that say or show one thing.
  mutating func leaf(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let common = spoken(node, role: "img")
    switch node.content {
    case .text(let text):
      return element(.p, [.classes(["text"] + lines(node) + classes)] + common, words(text, node))
    case .label(let text, let icon):
      guard let icon else { return element(.p, [.classes(["text"] + lines(node) + classes)] + common, words(text, node)) }
      let words = element(.span, [.classes(["text"] + lines(node))], words(text, node))
      return element(.p, [.classes(["text", "with-icon"] + classes)] + common, [Self.icon(icon), words])
    case .icon(let name):
      // The name of an icon is what it shows: `cloud.rain` is a cloud and rain.
      let label = node.style.accessibility ?? name.split(separator: ".").joined(separator: " ")
      return element(
        .span, [.classes(classes + ["glyph"]), .word(.role, "img"), .text(.ariaLabel, label)] + identity(node) + tap(node),
        [Self.icon(name)])
    case .date(let moment, let style):
      let text = DateText.text(moment, style: style, clock: options.clock)
      return element(
        .time,
        [
          .classes(["text"] + lines(node) + classes), HTMLDate.attribute(moment), Self.styleWord(style),
          .number(.dataMoment, moment),
        ] + common, [.text(text)])
    case .link(let text, let url):
      var own = ["text", "link"] + lines(node) + classes
      if node.style.color == nil, let color = style.color { own.append(add(.color("color", color))) }
      return element(
        .a,
        [.classes(own), .href(LinkTarget(url) ?? .nowhere), .word(.rel, "noopener noreferrer"), label(node)] + identity(node)
          + tap(node),
        words(text.isEmpty ? url : text, node))
    case .image(let source, let mode): return picture(source, mode, node, classes)
    case .activityIndicator(let text): return busy(text, node, classes)
    default: return element(.div, [.classes(classes)], [])
    }
  }

  /// Beside words that say the same, so hidden from those who listen. An emoji is a text in the same place.
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

  /// A square: for a name that nobody knows.
  private static let fallback = "M5 3H19V21H5ZM7 5V19H17V5Z"

  private static func styleWord(_ style: DateStyle) -> MarkupAttribute {
    switch style {
    case .time: .word(.dataStyle, "time")
    case .date: .word(.dataStyle, "date")
    case .relative: .word(.dataStyle, "relative")
    case .offset: .word(.dataStyle, "offset")
    case .timer: .word(.dataStyle, "timer")
    }
  }

  // MARK: Pictures

  /// Bytes are shown; a name is not: a page that loads an address would tell its server about the reader. Whoever renders puts the
  /// bytes that it has in the place of the name.
  private mutating func picture(_ source: ImageSource, _ mode: ImageMode, _ node: ViewNode, _ classes: [String]) -> Markup {
    let words = PictureWords.text(source, accessibility: node.style.accessibility)
    if case .bytes(let bytes) = source, let data = PictureData(bytes) {
      let alt = node.style.accessibility ?? ""
      return element(
        .img,
        [.classes(["picture", mode == .fill ? "fill" : "fit"] + classes), .src(data), .text(.alt, alt)] + identity(node)
          + tap(node), [])
    }
    return element(
      .span,
      [.classes(["missing"] + room(for: node) + classes), .word(.role, "img"), .text(.ariaLabel, words)] + identity(node)
        + tap(node),
      [Self.icon("photo")] + caption(of: node))
  }

  /// What its author wrote for a missing image, where there is room for a line of it.
  private mutating func caption(of node: ViewNode) -> [Markup] {
    let own = SurfaceMetrics.points.image ?? .zero
    guard let text = node.style.accessibility, sane(node.style.width ?? own.width) >= 40,
      sane(node.style.height ?? own.height) >= 40
    else { return [] }
    return [.element(.span, .classes(["text", "one-line"]), text: take(text))]
  }

  /// A missing image has a size of its own, as in a picture, along an axis that nothing else decides.
  private mutating func room(for node: ViewNode) -> [String] {
    let own = SurfaceMetrics.points.image ?? .zero
    let style = node.style
    let hasRatio = style.aspectRatio != nil
    var classes: [String] = []
    if style.width == nil, style.maxWidth == nil, !(hasRatio && style.height != nil) {
      classes.append(add(.length("width", own.width)))
    }
    if style.height == nil, style.maxHeight == nil, !hasRatio { classes.append(add(.length("height", own.height))) }
    return classes
  }

  // MARK: Waiting

  private mutating func busy(_ text: String?, _ node: ViewNode, _ classes: [String]) -> Markup {
    let ring = Markup.element(
      .svg, .classes(["spinner"]), .geometry(.viewBox, "0 0 100 100"), .word(.ariaHidden, "true"),
      children: [.element(.path, .classes(["value"]), .geometry(.d, "M50 10C72.09 10 90 27.91 90 50"))])
    var children = [ring]
    if let text { children.append(.element(.span, .classes(["text"] + lines(node)), text: take(text))) }
    let label: MarkupAttribute? = self.label(node) ?? (text == nil ? .word(.ariaLabel, "working") : nil)
    return element(
      .span, [.classes(["busy"] + classes), .word(.role, "status"), label] + identity(node) + tap(node), children)
  }

  // MARK: Controls

  mutating func control(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    var attributes: [MarkupAttribute?] = [.word(.type, "button"), node.action.map { .integer(.dataAction, $0) }, label(node)]
    if !isInteractive || node.action == nil { attributes.append(.flag(.disabled)) }
    switch node.content {
    case .button(let title, let icon):
      var own = ["button"] + classes
      if node.style.color == nil, let color = style.color { own.append(add(.color("color", color))) }
      var children = icon.map { [Self.icon($0)] } ?? []
      if icon == nil || !title.isEmpty { children.append(.element(.span, .classes(["text"]), text: take(title))) }
      return element(.button, [.classes(own)] + attributes + identity(node), children)
    case .toggle(let title, let isOn):
      return element(
        .button,
        [.classes(["toggle"] + classes), .word(.role, "switch"), .word(.ariaChecked, isOn ? "true" : "false")] + attributes
          + identity(node),
        [.element(.span, .classes(["switch"])), .element(.span, .classes(["text"]), text: take(title))])
    default: return element(.div, [.classes(classes)], [])
    }
  }
}
