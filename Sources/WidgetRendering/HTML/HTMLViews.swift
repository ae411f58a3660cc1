import WidgetModel

/// Turns views into elements, collecting style rules for their fields.
///
/// Stacks are CSS grids and flexible boxes growing and shrinking like our own layout: a hugging view keeps its longest word and
/// gets its whole text first; expanding views share the rest.
struct HTMLViews {
  let options: RenderingOptions
  /// nil for a file, whose controls are disabled.
  let controls: HTMLControls?
  private(set) var rules = StyleRules()
  /// An estimate of the next view's width in points. Only the browser knows it.
  var availableWidth: Double
  /// The whole view's maximum height, on a card with a fixed height.
  private(set) var height: Double?
  /// Whether the next view is the root.
  private var isAtRoot = true
  /// Whether all of the next view's containers are rows.
  private var isInRowsOnly = true
  /// The font size of the current view.
  private(set) var fontSize = 17.0
  /// Between the lines of the current view.
  private(set) var lineSpacing = 0.0
  /// The layout direction of the current view.
  private(set) var isRightToLeft = false
  /// The estimated sizes of the next charts; empty if charts have their own height.
  var chartSizes: [Size] = []
  /// Whether the current view is private: none of its content may get into the page.
  var isHiding = false
  /// The gradient behind the next view on a card that's been laid out; nil on a solid colour.
  var gradientGround: GradientGround?
  /// The solid colour behind the next view on such a card; nil on the card's own.
  var solidGround: SystemPalette.Shades?
  /// The fonts that come with the card; nil uses the reader's.
  var fonts: PageFonts?
  /// The card's assumed width, in points.
  let cardWidth: Double
  /// The card's insets at its sides, in points.
  var inset = 0.0
  /// Whether the next view is inside one whose words all have space, or that gets smaller as a whole.
  var hasSpace = false
  /// Whether the next view is inside a row, a grid or a layer.
  var isBeside = false
  /// Whether the next view is inside one with a width of its own, whatever the card's.
  var hasFixedWidth = false
  /// Whether the current view is a row that continues below itself on a narrow card.
  var wrapsRow = false
  /// Whether the current view is small enough for one line.
  var isZoomed = false
  /// The width of the widest control of the row around the next view, which all of its controls have a size for.
  var widestControl = 0.0
  /// The most letters inside of rings as high as these.
  var lettersInRings: [Double: Int] = [:]
  var measuringBudget = HTMLViews.mostMeasured
  /// The work of choosing alternatives, together.
  let measuring = MeasuringWork()
  /// The views and text a single card may still contain, as in a layout.
  private var budget = LayoutElement.Budget()

  /// - Parameter width: The card's, in points.
  init(options: RenderingOptions, width: Double, controls: HTMLControls? = nil) {
    self.options = options
    self.controls = controls
    availableWidth = max(1, width)
    cardWidth = availableWidth
  }

  /// A view's container, which determines how it gets its size.
  enum Place {
    case column, row, stack
    /// A grid, with the alignments of the column and the grid.
    case cell(Alignment?, Alignment?)
    /// Where a layout has put it, relative to the frame of its container.
    case placed(LaidOutView, in: Frame)

    /// Whether it's beside others, so a divider is vertical.
    var isRow: Bool {
      switch self {
      case .row: true
      case .placed(let view, _): view.isInRow
      case .column, .stack, .cell: false
      }
    }

    /// The view's layout; nil if the browser lays it out.
    var layout: LaidOutView? { if case .placed(let view, _) = self { view } else { nil } }
  }

  /// The root view in a box with the widget's insets.
  ///
  /// - Parameters:
  ///   - showsTitle: Whether the card has a title bar above the view.
  ///   - cardImage: Covers the whole card, behind everything.
  mutating func content(_ root: ViewNode, of snapshot: Snapshot, showsTitle: Bool, cardImage: Background? = nil) -> Markup {
    var classes = ["content"]
    var insets = snapshot.insets.onCard(
      of: options.family, height: options.family.flatMap(SurfaceSize.size(of:))?.height, showsTitle: showsTitle)
    // A single line has a fixed height.
    if options.family == .inline { (insets.top, insets.bottom) = (0, 0) }
    let sides = [insets.top, insets.right, insets.bottom, insets.left].map { min(200, sane($0)) }
    classes.append(add(.lengths("padding", sides)))
    inset = sides[1] + sides[3]
    if inset != 32 { classes.append(add(.length("--inset", inset))) }
    availableWidth = max(1, availableWidth - inset)
    let preferred = snapshot.preferredSize.height
    if options.family != .inline, let size = options.family.flatMap(SurfaceSize.size(of:)) {
      height = max(0, size.height - (showsTitle ? Self.headHeight(at: options.textSize) : 0) - sides[0] - sides[2])
    } else if options.family == nil, snapshot.displayMode(asked: options.displayMode) == .compact {
      height = SurfaceSize.compactHeight
    }
    if options.family == .inline {
      let line = SurfaceSize.inlineCardHeight(at: options.textSize)
      classes += [add(.length("height", line)), add(.word("justify-content", "safe center")), "clips"]
      height = line - 4
    } else if options.family != nil {
      // A family's card has a fixed height, which the view fills.
      classes += ["grows", "clips"]
    } else if snapshot.displayMode(asked: options.displayMode) == .compact {
      classes += [add(.length("max-height", SurfaceSize.compactHeight + sides[0] + sides[2])), "clips"]
    } else if preferred > 0 {
      classes.append(add(.length("min-height", preferred + sides[0] + sides[2])))
    }
    if let factor = root.style.align?.horizontalFactor, factor > 0 {
      classes.append(add(.word("align-items", Self.flex(factor))))
    }
    if let factor = root.style.align?.verticalFactor, factor > 0 {
      classes.append(add(.word("justify-content", Self.flex(factor))))
    }
    if let height, root.expandsVertically(inRow: false), root.hasCharts { chartSizes = chartSizes(root, height: height) }
    countLettersInRings(root)
    var view = markup(root, inheriting: ResolvedStyle(textSize: options.textSize), in: .column)
    if height != nil, [.vstack, .card].contains(root.content.kind) { view = view.map { whole($0, root, isRoot: true) } }
    if let source = cardImage?.image, let image = backdrop(source, blur: cardImage?.blur) {
      return .element(.div, .classes(classes), children: [image] + (view.map { [$0] } ?? []))
    }
    return .element(.div, .classes(classes), children: view.map { [$0] } ?? [])
  }

  /// A column showing only views that fit completely: the others wrap into a second, hidden column. A strut at its start makes
  /// the first column as wide as the card.
  private mutating func whole(_ column: Markup, _ root: ViewNode, isRoot: Bool) -> Markup {
    guard case .element(let element, let attributes, let children) = column else { return column }
    let gap = root.children.contains(where: \.isSpacer) ? 0 : root.style.spacing.map(sane) ?? 4
    // The first view is clipped rather than hidden.
    var shown = children
    if let height, !shown.isEmpty {
      shown[0].add(class: add(.length("max-height", max(1, height))))
      shown[0].add(class: "clips")
    }
    let strut = Markup.element(.div, .classes(["strut", add(.pull(gap))]))
    var markup = Markup.element(element, attributes, [strut] + shown)
    markup.add(class: isRoot ? "whole" : "whole-beside")
    // Line heights differ a little between browsers: the last view can reach into the inset below.
    if isRoot, !root.expandsVertically(inRow: false) {
      markup.add(class: root.style.align?.verticalFactor == 0.5 ? "lenient-around" : "lenient")
    }
    if !isRoot, root.style.height == nil, let height {
      markup.add(class: add(.length("max-height", height)))
    } else if options.family == nil || options.family == .inline, root.style.height == nil, let height {
      markup.add(class: add(.length("max-height", height)))
    }
    return markup
  }

  /// The sizes of the charts in a view that fills a fixed height, in view order. Only the browser knows the real ones.
  private func chartSizes(_ root: ViewNode, height: Double) -> [Size] {
    func sizes(_ view: LaidOutView) -> [Size] {
      let own =
        if case .chart = view.node.content { [Size(width: view.frame.width, height: view.frame.height)] } else { [Size]() }
      return own + view.children.flatMap(sizes)
    }
    let layout = Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: options.textSize))
    return sizes(layout.layout(root, width: availableWidth, height: height))
  }

  /// The height of a card's header in the style sheet.
  private static func headHeight(at size: TextSize) -> Double {
    22 + max(20, EstimatedMeasurer.lineHeight(TextStyle.footnote.size(at: size)))
  }

  /// The number of lines of a text on a card with a fixed height; nil if the height isn't limited.
  func maximumLines(_ node: ViewNode) -> Int? {
    guard let height, let text = node.text, !node.isControl else { return nil }
    let font = ResolvedFont(size: fontSize)
    guard text.utf8.count > 400 || EstimatedMeasurer().measure(text, font: font).width > availableWidth * 0.8 else { return nil }
    return max(1, Int(saturating: height / EstimatedMeasurer.lineHeight(fontSize)))
  }

  /// - Returns: nil for a view taking no space, and beyond the budget.
  mutating func markup(_ node: ViewNode, inheriting parent: ResolvedStyle, in place: Place) -> Markup? {
    guard let markup = plainMarkup(node, inheriting: parent, in: place) else { return nil }
    guard let controls, let action = node.action, !node.isControl, node.textField == nil, !isHiding else { return markup }
    let cover = cover(node, controls.attributes(action: action))
    if let view = place.layout { return covered(markup, by: cover, view) }
    return covered(markup, by: cover)
  }

  /// A view to tap, below a button covering it. Its own controls are above the button.
  private func cover(_ node: ViewNode, _ attributes: [MarkupAttribute?]) -> Markup {
    let label = node.style.accessibility ?? Self.texts(of: node).prefix(12).joined(separator: ", ")
    return element(
      .button, [.classes(["cover"])] + attributes + [.text(.ariaLabel, label.isEmpty ? "Tap" : label)] + identity(node), [])
  }

  private func covered(_ markup: Markup, by cover: Markup) -> Markup {
    guard case .element(let name, _, let children) = markup else { return markup }
    if name.isVoid || name == .a { return .element(.span, .classes(["tappable"]), children: [markup, cover]) }
    var covered = markup
    covered.add(class: "tappable")
    guard case .element(_, let attributes, _) = covered else { return markup }
    return .element(name, attributes, children + [cover])
  }

  private static func texts(of node: ViewNode) -> [String] { (node.text.map { [$0] } ?? []) + node.children.flatMap(texts) }

  private mutating func plainMarkup(_ node: ViewNode, inheriting parent: ResolvedStyle, in place: Place) -> Markup? {
    guard budget.nodes > 0, budget.depth > 0 else { return nil }
    budget.nodes -= 1
    budget.depth -= 1
    defer { budget.depth += 1 }
    if let view = place.layout {
      (fontSize, isRightToLeft, lineSpacing) = (view.style.font.size, view.style.isRightToLeft, 0)
      return placedMarkup(view, inheriting: parent, in: place)
    }
    guard !node.isAbsent() else { return nil }
    var style = parent.inherited(by: node.style, textSize: options.textSize)
    // A card's only line shows whole letters.
    if options.family == .inline, let height { style.font.size = min(style.font.size, (height - 1.6) / 1.2) }
    fontSize = style.font.size
    isRightToLeft = style.isRightToLeft
    lineSpacing = style.lineSpacing
    let node = node.widened(by: style)
    let outer = (hasSpace, hasFixedWidth, isBeside)
    defer { (hasSpace, hasFixedWidth, isBeside) = outer }
    let space = spaceClasses(node, style, space: availableWidth)
    let (wrapsRow, isZoomed) = (self.wrapsRow, self.isZoomed)
    let outerWidth = availableWidth
    defer { availableWidth = outerWidth }
    if let width = node.style.width ?? node.style.maxWidth {
      hasFixedWidth = hasFixedWidth || sane(width) < availableWidth
      availableWidth = min(availableWidth, sane(width))
    }
    let padding = node.effectivePadding(sparesFixedSides: true)
    if padding != .zero {
      availableWidth = max(1, availableWidth - min(200, sane(padding.left)) - min(200, sane(padding.right)))
    }
    let isRoot = isAtRoot
    let rows = isInRowsOnly
    isAtRoot = false
    defer { isInRowsOnly = rows }
    if isHiding, !node.isContainer, !node.isSpacer { return bar(node, place) }
    let outerGround = solidGround
    defer { solidGround = outerGround }
    if let background = node.style.background, background != .named(.clear) {
      solidGround = SystemPalette.fill(background, over: outerGround ?? SystemPalette.card)
    }
    var classes = common(node, style, parent, place) + space
    (self.wrapsRow, self.isZoomed) = (wrapsRow, isZoomed)
    isBeside = isBeside || [.horizontal, .grid, .depth].contains(node.content.traits.axis)
    if let effects = node.style.effects {
      classes += self.classes(for: effects, node, place)
      if effects.isDecorative == true, !node.hasAction {
        var plain = node
        plain.style.setEffect(\.isDecorative, to: nil)
        return content(plain.advanced(to: options.clock.now), style, place, classes, isRoot: isRoot)?.hiddenFromReaders
      }
      if let source = effects.backgroundImage, !isHiding, let image = backdrop(source, blur: effects.backgroundBlur) {
        let inside = content(
          node.advanced(to: options.clock.now), style, place,
          classes + ["backed"], isRoot: isRoot)
        return inside?.with(first: image)
      }
    }
    return content(node.advanced(to: options.clock.now), style, place, classes, isRoot: isRoot)
  }

  /// A view's markup with the classes of its fields.
  mutating func content(
    _ node: ViewNode, _ style: ResolvedStyle, _ place: Place, _ classes: [String], isRoot: Bool
  ) -> Markup? {
    if let form = textField(node, classes, in: place) { return form }
    if let view = place.layout, node.isContainer { return placedContainer(view, style, classes) }
    switch node.content {
    case .text(let text):
      if let spans = node.styledText, !isHiding { return styledText(spans, node, style, classes, in: place) }
      return self.text(text, node, classes, in: place)
    case .label(let text, let icon): return self.label(text, icon: icon, node, style, classes, in: place)
    case .icon(let name): return self.icon(name, node, classes, in: place)
    case .date(let moment, let dateStyle): return date(moment, dateStyle, node, classes, in: place)
    case .link(let text, let url): return link(text, url: url, node, style, classes, in: place)
    case .image(let source, let mode): return image(source, mode, node, classes, in: place)
    case .activityIndicator(let text): return activityIndicator(text, node, classes, in: place)
    case .vstack, .group, .card:
      let isBesideOthers = isInRowsOnly && !isRoot
      isInRowsOnly = false
      let markup = column(node, style, classes)
      return isBesideOthers && height != nil ? whole(markup, node, isRoot: false) : markup
    case .hstack, .field: return row(node, style, classes)
    case .fits:
      guard let chosen = fitting(of: node, style) else { return nil }
      var only = node
      only.children = [chosen]
      return column(only, style, classes)
    case .zstack:
      isInRowsOnly = false
      return stack(node, style, classes)
    case .overlay:
      isInRowsOnly = false
      return overlay(node, style, classes)
    case .shape(let shape): return self.shape(shape, node, style, classes, in: place)
    case .grid(let columns):
      isInRowsOnly = false
      return grid(node, columns, style, classes)
    case .private: return options.isRedacted ? redacted(node, style, classes) : column(node, style, classes)
    case .spacer(let length): return spacer(length, place, classes)
    case .divider:
      let color = style.color.map { [add(.fill("background", $0))] } ?? []
      if place.isRow {
        return .element(.hr, .classes(["divider", "upright"] + classes + color), .word(.ariaOrientation, "vertical"))
      }
      return .element(.hr, .classes(["divider"] + classes + color))
    case .progress(let value, let shape): return progress(value, shape, node, style, classes, in: place)
    case .gauge(let gauge): return self.gauge(gauge, node, style, classes, in: place)
    case .chart(let chart): return self.chart(chart, node, style, classes, in: place)
    case .button(let title, let icon): return button(title, icon: icon, node, style, classes, in: place)
    case .toggle(let title, let isOn): return toggle(title, isOn: isOn, node, style, classes, in: place)
    }
  }

  mutating func add(_ declaration: Declaration) -> String { rules.add(declaration) }

  mutating func add(_ face: FontFace) { rules.add(face) }

  /// A script's text, cut at the end of the budget.
  mutating func take(_ text: String) -> String { budget.take(text) }

  // MARK: Attributes of any view

  /// The alternative text with the role it needs, the identity and the action.
  func accessibility(_ node: ViewNode, role: StaticString) -> [MarkupAttribute?] {
    if isHiding { return [] }
    let role: MarkupAttribute? = node.style.accessibility == nil ? nil : .word(.role, role)
    return [role, label(node)] + action(node) + identity(node)
  }

  /// `aria-label`, for elements with a role.
  func label(_ node: ViewNode) -> MarkupAttribute? { node.style.accessibility.map { .text(.ariaLabel, $0) } }

  func identity(_ node: ViewNode) -> [MarkupAttribute?] {
    [
      node.style.id.map { .text(.dataID, $0) },
      node.style.layoutDirection.map { $0 == .rightToLeft ? .word(.dir, "rtl") : .word(.dir, "ltr") },
    ] + transitions(node)
  }

  /// How a live page shows that the view has changed.
  private func transitions(_ node: ViewNode) -> [MarkupAttribute?] {
    guard controls != nil else { return [] }
    let content: MarkupAttribute? =
      node.style.effects?.contentTransition == .numeric
      ? .word(.dataContentTransition, "numeric") : nil
    return switch node.style.transition {
    case .fade: [.word(.dataTransition, "fade"), content]
    case .move: [.word(.dataTransition, "move"), content]
    case Transition.none?, nil: [content]
    }
  }

  func action(_ node: ViewNode) -> [MarkupAttribute?] { [node.action.map { .integer(.dataAction, $0) }] }

  func element(_ name: ElementName, _ attributes: [MarkupAttribute?], _ children: [Markup]) -> Markup {
    .element(name, attributes.compactMap { $0 }, children)
  }

  func sane(_ length: Double) -> Double { SurfaceMetrics.sane(length) }

  static func flex(_ factor: Double) -> StaticString { factor == 0 ? "flex-start" : factor < 1 ? "center" : "flex-end" }
  static func gridWord(_ factor: Double) -> StaticString { factor == 0 ? "start" : factor < 1 ? "center" : "end" }
}
