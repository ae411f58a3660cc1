import WidgetModel

extension HTMLViews {
  mutating func column(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let spacing = self.spacing(of: node, default: 4)
    var own = ["column"] + classes
    if let factor = node.style.align?.horizontalFactor, factor > 0 { own.append(add(.word("align-items", Self.flex(factor)))) }
    if let factor = node.style.align?.verticalFactor, factor > 0 { own.append(add(.word("justify-content", Self.flex(factor)))) }
    if spacing.isBetween, spacing.gap != 4 { own.append(add(.length("gap", spacing.gap))) }
    if !spacing.isBetween { own.append("gapless") }
    // Truncated lines may be narrower than the longest word.
    if node.hasCutLines { own.append("narrows") }
    let children = children(of: node, style, .column, spacing, margin: "margin-block-start")
    return container(node, own, children)
  }

  mutating func row(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let spacing = self.spacing(of: node, default: 8)
    var own = ["row"] + classes
    // Its only track is as high as the row.
    if node.expandsVertically(inRow: false) { own.append("tall") }
    if let factor = node.style.align?.horizontalFactor, factor > 0 {
      own.append(add(.word("justify-content", Self.gridWord(factor))))
    }
    if node.style.align == .firstBaseline {
      own.append(add(.word("align-items", "baseline")))
    } else if let factor = node.style.align?.verticalFactor {
      own.append(add(.word("align-items", Self.gridWord(factor))))
      if factor > 0 { own.append(add(.word("align-content", Self.gridWord(factor)))) }
    }
    if spacing.isBetween, spacing.gap != 8 { own.append(add(.length("gap", spacing.gap))) }
    if !spacing.isBetween { own.append("gapless") }
    // The only row of its card: what has no space for a few letters isn't shown.
    if options.family == .inline {
      own.append("in-line")
      return container(node, own, children(of: node, style, .row, spacing, margin: "margin-inline-start"))
    }
    // A date is never cut.
    if !wrapsRow, case .field(let field) = node.content, field.kind == .date {
      own.append("wrapping")
      return container(node, own, children(of: node, style, .row, spacing, margin: "margin-inline-start"))
    }
    // Grid tracks have no priorities; flexible boxes do.
    let priorities = Self.priorities(of: node)
    let wraps = wrapsRow && !node.children.contains { $0.style.effects?.relativeWidth != nil }
    if let priorities, !wraps {
      own.append("ranked")
      return container(node, own, children(of: node, style, .row, spacing, margin: "margin-inline-start", priorities))
    }
    let expands = node.children.contains { !$0.isSpacer && !$0.isAbsent() && $0.expandsHorizontally(inRow: true) }
    // If all of them are short, none is broken anyway.
    let share = evenShare(of: node)
    let keepsShort = node.children.contains { $0.text != nil && !isShort($0, in: share) }
    let tracks = node.children.filter { !$0.isAbsent() }.map { child -> GridTrack in
      // An expanding view leaves nothing for spacers.
      if case .spacer(let length) = child.content { return expands ? .fixed(length ?? 8) : .spacer(length ?? 8) }
      if let part = child.style.effects?.relativeWidth { return .part(part) }
      if child.expandsHorizontally(inRow: true) { return .expanding }
      return keepsShort && isShort(child, in: share) ? .whole : .hugging
    }
    // A page's rules don't depend on its texts, so there are tracks whether it wraps or not.
    let template = tracks.contains { $0 != .hugging } && priorities == nil ? add(.tracks(tracks)) : nil
    if wraps {
      own.append("wraps")
      // All its lines begin at the same place.
      own.removeAll { $0 == "gapless" }
      let outerControl = widestControl
      defer { widestControl = outerControl }
      widestControl = node.children.filter(\.isControl).map { widthOfWords($0, style) }.max() ?? 0
      return container(
        node, own, children(of: node, style, .row, spacing, margin: "margin-inline-start", priorities, wraps: true))
    }
    // Hugging tracks are a row's default.
    if let template {
      own.append(template)
    } else if tracks.count > 1, node.children.allSatisfy({ $0.content.kind == .button || $0.isAbsent() }) {
      own.append("buttons")
    }
    return container(node, own, children(of: node, style, .row, spacing, margin: "margin-inline-start"))
  }

  /// The width that every view of a row has for itself, in points; 0 for the only view of a row.
  private func evenShare(of row: ViewNode) -> Double {
    let count = row.children.count { !$0.isSpacer && !$0.isAbsent() }
    return count > 1 ? (availableWidth - 8 * Double(row.children.count - 1)) / Double(count) : 0
  }

  /// Whether a text certainly fits into its share of a row, so that it's never broken.
  private func isShort(_ child: ViewNode, in share: Double) -> Bool {
    guard let text = child.text, text.count < 60, child.style.width == nil, child.style.maxWidth == nil else { return false }
    return EstimatedMeasurer().measure(text, font: ResolvedFont(size: fontSize)).width < share * 0.9
  }

  /// The priorities of the children, highest first; nil if they're all equal.
  private static func priorities(of node: ViewNode) -> [Double]? {
    let all = Set(node.children.map(Self.priority)).sorted(by: >)
    return all.count > 1 ? all : nil
  }

  private static func priority(_ node: ViewNode) -> Double { node.style.priority.flatMap { $0.isNaN ? nil : $0 } ?? 0 }

  mutating func stack(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    var own = ["stack"] + classes
    if let factor = node.style.align?.horizontalFactor, factor != 0.5 {
      own.append(add(.word("justify-items", Self.gridWord(factor))))
    }
    if let factor = node.style.align?.verticalFactor, factor != 0.5 {
      own.append(add(.word("align-items", Self.gridWord(factor))))
    }
    var children: [Markup] = []
    var image: SystemPalette.Shades?
    let frame = frameInFront(of: node)
    let growth = style.growthOfBadge(node, textSize: options.textSize)
    for (index, child) in node.children.enumerated() {
      let child = growth > 1 && index == 0 ? child.grown(by: growth) : child
      guard var markup = markup(child, inheriting: style, in: .stack) else { continue }
      if growth == 1, let scale = scaleClass(child, style, in: frame) { markup.add(class: scale) }
      for name in image.map({ textColors(on: $0, nil, style) }) ?? [] { markup.add(class: name) }
      children.append(markup)
      if let shades = child.shadesOfImage { (image, solidGround) = (shades, shades) }
    }
    return container(node, own, children)
  }

  /// The first view, with the others in layers above it.
  mutating func overlay(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    if node.isMasked { return masked(node, style, classes) }
    var own = ["over"] + classes
    let (horizontal, vertical) = (node.style.align?.horizontalFactor, node.style.align?.verticalFactor)
    if let horizontal, horizontal != 0.5 { own.append(add(.word("justify-items", Self.gridWord(horizontal)))) }
    if let vertical, vertical != 0.5 { own.append(add(.word("align-items", Self.gridWord(vertical)))) }
    var children: [Markup] = []
    var image: SystemPalette.Shades?
    let frame = frameInFront(of: node)
    let growth = style.growthOfBadge(node, textSize: options.textSize)
    for (index, child) in node.children.enumerated() {
      let child = growth > 1 && index == 0 ? child.grown(by: growth) : child
      guard var markup = markup(child, inheriting: style, in: .stack) else { continue }
      if index > 0, growth == 1, let scale = scaleClass(child, style, in: frame, isBadge: child.isBadge(on: node)) {
        markup.add(class: scale)
      }
      for name in image.map({ textColors(on: $0, nil, style) }) ?? [] { markup.add(class: name) }
      if let shades = child.shadesOfImage { (image, solidGround) = (shades, shades) }
      children.append(children.isEmpty ? markup : .element(.div, .classes(["layer"]), children: [markup]))
    }
    return container(node, own, children)
  }

  mutating func grid(_ node: ViewNode, _ columns: [GridColumn], _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let columns = columns.isEmpty ? [GridColumn(.automatic)] : Array(columns.prefix(100))
    var own = ["grid"] + classes
    own.append(
      add(
        .tracks(
          columns.map { column in
            switch column.width {
            case .fixed(let points): .fixed(points * style.growth)
            case .automatic: .hugging
            case .flexible: .expanding
            }
          })))
    if let spacing = node.style.spacing {
      own.append(add(.length("gap", spacing)))
    } else if style.growth > 1 {
      // Larger numbers are further apart.
      own.append(add(.length("column-gap", columnGap(style))))
    }
    var children: [Markup] = []
    let outerWidth = availableWidth
    defer { availableWidth = outerWidth }
    var filled = 0
    for child in node.children {
      let span = child.columnSpan(in: columns.count)
      filled += columns.cellsLeft(after: filled, before: span)
      let column = columns[filled % columns.count]
      filled += span
      if case .fixed(let points) = column.width, span == 1 {
        availableWidth = sane(points * style.growth)
      } else {
        availableWidth = max(1, outerWidth * Double(span) / Double(columns.count))
      }
      let place = Place.cell(column.align, node.style.align)
      if var markup = markup(child, inheriting: style, in: place) {
        if let width = leastWidth(of: child, style) { markup.add(class: "least " + width) }
        children.append(markup)
      } else if child.isAbsent() {
        // An absent view still takes a cell.
        children.append(.element(.div))
      }
    }
    return container(node, own, children)
  }

  /// The first alternative whose estimated width fits, or the last one. Only the browser knows the real widths.
  func fitting(of node: ViewNode, _ style: ResolvedStyle) -> ViewNode? {
    let layout = Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: options.textSize))
    let views = node.children.filter { !$0.isAbsent() }
    return views.first { child in
      var child = child
      child.style.font = child.style.font ?? .custom(size: style.font.size, weight: style.font.weight, design: style.font.design)
      let size = layout.idealSize(of: child, measuring)
      return size.width <= availableWidth && height.map { size.height <= $0 } != false
    } ?? views.last
  }

  func spacer(_ length: Double?, _ place: Place, _ classes: [String]) -> Markup {
    .element(.div, .classes(["spacer"] + classes))
  }

  /// Bars replacing private views, one each. Their length reveals nothing.
  mutating func redacted(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let wasHiding = isHiding
    isHiding = true
    defer { isHiding = wasHiding }
    var own = node
    // Alternative text is private too.
    own.style.accessibility = nil
    own.style.id = nil
    own.action = nil
    guard case .element(let element, let attributes, let children) = column(own, style, classes) else {
      return column(own, style, classes)
    }
    if wasHiding { return .element(element, attributes, children) }
    return .element(element, attributes + [.word(.role, "img"), .text(.ariaLabel, "hidden")], children)
  }

  /// A bar replacing a private view. Its size comes from the size fields, never from the content.
  mutating func bar(_ node: ViewNode, _ place: Place) -> Markup {
    var own: Double?
    if case .chart(let chart) = node.content { own = SurfaceMetrics.points.idealSize(of: chart.type).height }
    if case .gauge(let gauge) = node.content, gauge.shape.isRound { own = SurfaceMetrics.points.gauge.height }
    if case .image = node.content { own = SurfaceMetrics.points.image?.height }
    var classes = ["redacted"] + size(node, place)
    if let own, node.style.height == nil { classes += [add(.length("height", own)), "large"] }
    return .element(.div, .classes(classes))
  }

  // MARK: Parts

  /// The spacing between neighbours. There's none next to a spacer.
  private struct Spacing {
    var gap: Double
    /// Whether all neighbours have it.
    var isBetween: Bool
  }

  private func spacing(of node: ViewNode, default gap: Double) -> Spacing {
    if let wanted = node.style.spacing, wanted < 0 { return Spacing(gap: -sane(-wanted), isBetween: false) }
    return Spacing(gap: node.style.spacing.map(sane) ?? gap, isBetween: !node.children.contains(where: \.isSpacer))
  }

  private mutating func children(
    of node: ViewNode, _ style: ResolvedStyle, _ place: Place, _ spacing: Spacing, margin: StaticString,
    _ priorities: [Double]? = nil, wraps: Bool = false
  ) -> [Markup] {
    var children: [Markup] = []
    var pairs: Set<Int> = []
    var previous: ViewNode?
    let outerWidth = availableWidth
    defer { availableWidth = outerWidth }
    if case .row = place, !wraps { availableWidth = share(of: node) }
    let isZoomed = self.isZoomed
    let inner = scaleInHeight(of: node, style, width: outerWidth)
    // An expanding view leaves nothing for spacers.
    let expands = node.children.contains { !$0.isSpacer && !$0.isAbsent() && $0.expandsVertically(inRow: false) }
    for child in node.children where !child.isAbsent() {
      guard var markup = markup(child, inheriting: style, in: place) else { continue }
      if !spacing.isBetween, spacing.gap != 0, let previous, !previous.isSpacer, !child.isSpacer {
        let margin = add(spacing.gap > 0 ? .length(margin, spacing.gap) : .overlap(margin, -spacing.gap))
        if !wraps { markup.add(class: margin) }
      }
      if case .column = place, case .spacer(let length) = child.content {
        if !expands { markup.add(class: "grows") }
        markup.add(class: add(.length("min-height", length ?? 4)))
      }
      if case .row = place, node.endsWithValue, child == node.children.last, style.textAlign == nil,
        child.style.effects?.textAlign == nil
      {
        markup.add(class: add(isRightToLeft ? .word("--align", "left") : .word("--align", "end")))
      }
      if let zoom = inner.flatMap({ Self.zoom($0) }), !child.isSpacer { markup.add(class: zoom) }
      if !wraps, case .row = place, let width = leastWidth(of: child, style) { markup.add(class: "least " + width) }
      if case .row = place {
        let names = wrapping(child, style, isField: node.content.isField, isZoomed: isZoomed)
        if wraps { for name in names { markup.add(class: name) } }
      }
      if wraps, options.textSize.isAccessibility, child.isButton, previous?.isButton == true,
        case .field(let field) = node.content, field.kind == .date
      {
        // The time, with its buttons, is below the day.
        children.append(.element(.span, .classes(["breaks-line"])))
      }
      if let priorities {
        let names = rank(child, priorities)
        if !wraps { for name in names { markup.add(class: name) } }
      }
      if case .column = place, child.isLabelAndValue, let pair = markup.pair {
        pairs.insert(children.count)
        markup = pair
      }
      children.append(markup)
      previous = child
    }
    return Self.lists(of: children, pairs)
  }

  /// Groups neighbouring labels and values into a description list, for screen readers. The layout doesn't change.
  static func lists(of children: [Markup], _ pairs: Set<Int>) -> [Markup] {
    guard !pairs.isEmpty else { return children }
    var lists: [Markup] = []
    var list: [Markup] = []
    for index in 0...children.count {
      if index < children.count, pairs.contains(index) {
        list.append(children[index])
        continue
      }
      if !list.isEmpty { lists.append(.element(.dl, .classes(["pairs"]), children: list)) }
      list = []
      if index < children.count { lists.append(children[index]) }
    }
    return lists
  }

  /// How a view shrinks in a row: views of lower priority reach their minimum before others shrink.
  private mutating func rank(_ child: ViewNode, _ priorities: [Double]) -> [String] {
    if case .spacer(let length) = child.content { return ["grows", add(.length("min-width", length ?? 8))] }
    let grows = child.expandsHorizontally(inRow: true) ? ["grows"] : []
    if child.style.width != nil { return [add(.number("flex-shrink", 0))] }
    let rank = priorities.firstIndex(of: Self.priority(child)) ?? 0
    // The factors differ so much that the other views lose less than a browser's smallest unit.
    let factors: [Double] = [1, 100_000, 1_000_000_000]
    return grows + [add(.number("flex-shrink", factors[min(rank, 2)]))]
  }

  /// How a view shares the width of its line, in a row with several.
  private mutating func wrapping(_ child: ViewNode, _ style: ResolvedStyle, isField: Bool, isZoomed: Bool) -> [String] {
    if case .spacer(let length) = child.content {
      // The name of a field is above its parts, which stay together.
      let width = add(.length("min-width", length ?? 8))
      return isField && !isZoomed ? ["breaks-line"] : length == nil ? [] : [width]
    }
    if child.style.width != nil { return ["keeps-width"] }
    let expands = child.expandsHorizontally(inRow: true)
    // The box of a text field has a line of its own.
    if isField, child.style.maxWidth != nil, options.textSize.isAccessibility {
      return ["takes-rest", "may-narrow", "breaks-line"]
    }
    // Lines that may be cut would otherwise ask for all their letters.
    if child.hasCutLines, !(isField && child.style.maxWidth == nil) {
      return (expands ? ["takes-rest"] : []) + ["may-narrow", Self.wordsClass(0.9 * widthOfWords(child, style))]
    }
    return expands ? ["takes-rest"] : []
  }

  /// The width of a view in a row where short texts get what they need and the others share the rest equally.
  private func share(of row: ViewNode) -> Double {
    let views = row.children.filter { !$0.isSpacer }
    let even = availableWidth / Double(max(1, views.count))
    var rest = availableWidth - 8 * Double(max(0, views.count - 1))
    var others = 0
    for view in views {
      let text = view.text.map { EstimatedMeasurer().measure($0.count > 200 ? "" : $0, font: ResolvedFont()).width }
      if let width = view.style.width.map(sane) ?? text, width > 0, width < even { rest -= width } else { others += 1 }
    }
    return max(1, rest / Double(max(1, others)))
  }

  func container(_ node: ViewNode, _ classes: [String], _ children: [Markup]) -> Markup {
    element(.div, [.classes(classes)] + accessibility(node, role: "group"), children)
  }
}

extension ViewNode {
  /// Whether it's at a corner of an overlay's first view, or moved away from it.
  fileprivate func isBadge(on overlay: ViewNode) -> Bool {
    style.effects?.offset != nil || overlay.style.align.map { $0.horizontalFactor != 0.5 || $0.verticalFactor != 0.5 } == true
  }

  /// The colour that texts in front of it contrast with, if it's an image, perhaps below a mask.
  fileprivate var shadesOfImage: SystemPalette.Shades? {
    if isMasked { return children[0].shadesOfImage }
    guard case .image = content, let colors = style.effects?.imageColors else { return nil }
    let frame = Frame(x: 0, y: 0, width: 1, height: 1)
    return GradientGround(colors, frame, isOfImage: true).shades(at: frame)
  }

  /// Whether it's a row of a text, space, and a value: another text, a date, a link, a control, or a gauge.
  var isLabelAndValue: Bool {
    guard case .hstack = content, action == nil, style.accessibility == nil else { return false }
    let kinds = children.filter { !$0.isAbsent() }
    guard kinds.count == 3, kinds[1].isSpacer else { return false }
    guard kinds[0].content.traits.contains(.label), kinds[2].content.traits.contains(.value) else { return false }
    return kinds.allSatisfy { ($0.style.priority ?? 0) == 0 }
  }
}

extension Markup {
  /// A row of a label, space and a value as a term and its description.
  var pair: Markup? {
    // With its place from a layout, the space between them is no element.
    guard case .element(.div, let attributes, let children) = self, (2...3).contains(children.count) else { return nil }
    var row = Markup.element(.div, attributes, [children[0].part(.dt), children[children.count - 1].part(.dd)])
    row.add(class: "pair")
    return row
  }

  /// A paragraph becomes this element; anything else stays, inside it.
  private func part(_ name: ElementName) -> Markup {
    if case .element(.p, let attributes, let children) = self { return .element(name, attributes, children) }
    return .element(name, .classes(["part"]), children: [self])
  }

  /// Adds a class to an element that has classes.
  mutating func add(class name: String) {
    guard case .element(let element, var attributes, let children) = self,
      let index = attributes.firstIndex(where: { $0.name == .class })
    else { return }
    let old = attributes[index].value ?? ""
    attributes[index] = MarkupAttribute.classes([old, name]) ?? attributes[index]
    self = .element(element, attributes, children)
  }
}

extension ViewNode {
  fileprivate var isButton: Bool { content.kind == .button }
}
