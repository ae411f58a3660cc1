import WidgetModel

/// Makes elements of views, and collects the rules of what is special about them.
///
/// Stacks are CSS grids and flex boxes whose tracks grow and shrink as our own layout shares room: what hugs its text keeps its
/// longest word and gets its whole text first, what expands shares the rest.
struct HTMLViews {
  let options: RenderingOptions
  /// Whether a tap goes anywhere: not in a file.
  let isInteractive: Bool
  private(set) var rules = StyleRules()
  /// An estimate of the width that the next view has, in points: only a browser knows it.
  var room: Double
  /// The most that the whole view has, on a card of a height of its own.
  private(set) var height: Double?
  /// Of the view that is being made.
  private(set) var fontSize = 17.0
  /// What is being made is private, and nothing of what it says may be in the page.
  var isHiding = false
  /// What is left of the views and the text that one card takes on, as in a layout.
  private var budget = LayoutElement.Budget()

  /// - Parameter width: Of the card; points.
  init(options: RenderingOptions, isInteractive: Bool, width: Double) {
    self.options = options
    room = max(1, width)
    self.isInteractive = isInteractive
  }

  /// Where a view stands: decides how it takes the room that it wants.
  enum Place {
    case column, row, stack
    /// Of a grid: its column may say where a view stands, else the grid.
    case cell(Alignment?, Alignment?)
  }

  /// The whole view of a widget, in a box with the widget's insets.
  mutating func content(_ root: ViewNode, of snapshot: Snapshot) -> Markup {
    var classes = ["content"]
    var insets = snapshot.insets
    // One line has its own height, and stays out of the round corners.
    if options.family == .inline {
      insets = EdgeInsets(top: 0, left: max(8, insets.left), bottom: 0, right: max(8, insets.right))
    }
    let sides = [insets.top, insets.right, insets.bottom, insets.left].map { min(200, sane($0)) }
    classes.append(add(.lengths("padding", sides)))
    room = max(1, room - sides[1] - sides[3])
    let preferred = snapshot.preferredSize.height
    if options.family != .inline, let size = options.family.flatMap(SurfaceSize.size(of:)) {
      height = max(0, size.height - Self.headHeight(at: options.textSize) - sides[0] - sides[2])
    } else if options.family == nil, snapshot.displayMode(asked: options.displayMode) == .compact {
      height = SurfaceSize.compactHeight
    }
    if options.family == .inline {
      let line = SurfaceSize.inlineCardHeight(bodySize: TextStyle.body.size(at: options.textSize))
      classes += [add(.length("height", line)), add(.word("justify-content", "center")), "clips"]
    } else if options.family != nil {
      // A family's card has its own height, and the view fills it.
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
    var view = markup(root, inheriting: ResolvedStyle(textSize: options.textSize), in: .column)
    if height != nil, options.family != .inline, case .vstack = root.content { view = view.map { whole($0, root) } }
    return .element(.div, .classes(classes), children: view.map { [$0] } ?? [])
  }

  /// A column that shows what it has room for, and nothing of the next view: that one stands in a second column, out of sight. A
  /// strut in front makes the first one as wide as the card.
  private mutating func whole(_ column: Markup, _ root: ViewNode) -> Markup {
    guard case .element(let element, let attributes, let children) = column else { return column }
    let gap = root.children.contains(where: \.isSpacer) ? 0 : root.style.spacing.map(sane) ?? 4
    let strut = Markup.element(.div, .classes(["strut", add(.pull(gap))]))
    var markup = Markup.element(element, attributes, [strut] + children)
    markup.add(class: "whole")
    if options.family == nil, root.style.height == nil {
      markup.add(class: add(.length("max-height", SurfaceSize.compactHeight)))
    }
    return markup
  }

  /// What a card's head takes: the rules of the style sheet.
  private static func headHeight(at size: TextSize) -> Double {
    22 + max(20, EstimatedMeasurer.lineHeight(TextStyle.footnote.size(at: size)))
  }

  /// The lines of a text that has a card of a fixed height for itself; nil where it has all the height that it wants.
  func mostLines(_ node: ViewNode) -> Int? {
    guard let height, let text = node.text, !node.isControl else { return nil }
    let font = ResolvedFont(size: fontSize)
    guard text.utf8.count > 400 || EstimatedMeasurer().measure(text, font: font).width > room * 0.8 else { return nil }
    return max(1, Int(height / EstimatedMeasurer.lineHeight(fontSize)))
  }

  /// - Returns: nil for a view that leaves no trace, and for what is beyond the budget.
  mutating func markup(_ node: ViewNode, inheriting parent: ResolvedStyle, in place: Place) -> Markup? {
    guard budget.nodes > 0, budget.depth > 0, !node.isAbsent() else { return nil }
    budget.nodes -= 1
    budget.depth -= 1
    defer { budget.depth += 1 }
    let style = parent.inherited(by: node.style, textSize: options.textSize)
    fontSize = style.font.size
    let outside = room
    defer { room = outside }
    if let width = node.style.width ?? node.style.maxWidth { room = min(room, sane(width)) }
    if let padding = node.style.padding { room = max(1, room - min(200, sane(padding.left)) - min(200, sane(padding.right))) }
    if isHiding, !node.isContainer, !node.isSpacer { return bar(node, place) }
    let classes = common(node, style, parent, place)
    switch node.content {
    case .text, .label, .icon, .date, .link, .image, .activityIndicator: return leaf(node, style, classes)
    case .vstack, .group: return column(node, style, classes)
    case .hstack: return row(node, style, classes)
    case .zstack: return stack(node, style, classes)
    case .grid(let columns): return grid(node, columns, style, classes)
    case .private: return options.isRedacted ? redacted(node, style, classes) : column(node, style, classes)
    case .spacer(let length): return spacer(length, place, classes)
    case .divider:
      let color = style.color.map { [add(.fill("background", $0))] } ?? []
      if case .row = place {
        return .element(.hr, .classes(["divider", "upright"] + classes + color), .word(.ariaOrientation, "vertical"))
      }
      return .element(.hr, .classes(["divider"] + classes + color))
    case .progress(let value, let shape): return progress(value, shape, node, style, classes)
    case .gauge(let gauge): return self.gauge(gauge, node, style, classes)
    case .chart(let chart): return self.chart(chart, node, style, classes)
    case .button, .toggle: return control(node, style, classes)
    }
  }

  mutating func add(_ declaration: Declaration) -> String { rules.add(declaration) }

  /// A script's text as far as the budget goes; what is beyond is cut.
  mutating func take(_ text: String) -> String {
    let size = text.utf8.count
    // A scalar has at most four bytes.
    let kept = size <= budget.text ? text : String(text.unicodeScalars.prefix(budget.text / 4)) + "…"
    budget.text = max(0, budget.text - size)
    return kept
  }

  // MARK: Attributes of any view

  /// What is read aloud in place of what is shown, with the role that lets it be; and what a tap needs.
  ///
  /// - Parameter role: Of a view that can be neither tapped nor read as it is.
  func spoken(_ node: ViewNode, role: StaticString) -> [MarkupAttribute?] {
    if isHiding { return [] }
    let isTap = isInteractive && node.action != nil
    var attributes: [MarkupAttribute?] = []
    if isTap || node.style.accessibility != nil { attributes.append(.word(.role, isTap ? "button" : role)) }
    attributes.append(label(node))
    return attributes + tap(node) + identity(node)
  }

  /// `aria-label` for elements that have a role of their own.
  func label(_ node: ViewNode) -> MarkupAttribute? { node.style.accessibility.map { .text(.ariaLabel, $0) } }

  /// What a live page tells views apart by.
  func identity(_ node: ViewNode) -> [MarkupAttribute?] {
    var attributes: [MarkupAttribute?] = []
    if let id = node.style.id { attributes.append(.text(.dataID, id)) }
    // In a file nothing ever changes.
    guard isInteractive else { return attributes }
    switch node.style.transition {
    case .fade: attributes.append(.word(.dataTransition, "fade"))
    case .move: attributes.append(.word(.dataTransition, "move"))
    case .some(.none), nil: break
    }
    return attributes
  }

  /// A tap on a view that is no control of its own.
  func tap(_ node: ViewNode) -> [MarkupAttribute?] {
    guard let action = node.action else { return [] }
    guard isInteractive else { return [.integer(.dataAction, action)] }
    return [.integer(.dataAction, action), .integer(.tabindex, 0)]
  }

  func element(_ name: ElementName, _ attributes: [MarkupAttribute?], _ children: [Markup]) -> Markup {
    .element(name, attributes.compactMap { $0 }, children)
  }

  func sane(_ length: Double) -> Double { SurfaceMetrics.sane(length) }

  static func flex(_ factor: Double) -> StaticString { factor == 0 ? "flex-start" : factor < 1 ? "center" : "flex-end" }
  static func gridWord(_ factor: Double) -> StaticString { factor == 0 ? "start" : factor < 1 ? "center" : "end" }
}
