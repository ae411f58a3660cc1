import WidgetModel

extension HTMLViews {
  mutating func column(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let spacing = self.spacing(of: node, default: 4)
    var own = ["column"] + classes
    if let factor = node.style.align?.horizontalFactor, factor > 0 { own.append(add(.word("align-items", Self.flex(factor)))) }
    if let factor = node.style.align?.verticalFactor, factor > 0 { own.append(add(.word("justify-content", Self.flex(factor)))) }
    if spacing.isBetween, spacing.gap != 4 { own.append(add(.length("gap", spacing.gap))) }
    if !spacing.isBetween { own.append("gapless") }
    let children = children(of: node, style, .column, spacing, margin: "margin-block-start")
    return container(node, own, children)
  }

  mutating func row(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let spacing = self.spacing(of: node, default: 8)
    var own = ["row"] + classes
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
    let tracks = node.children.filter { !$0.isAbsent() }.map { child -> GridTrack in
      if case .spacer(let length) = child.content { return .spacer(length ?? 8) }
      return child.expandsHorizontally(inRow: true) ? .expanding : .hugging
    }
    // Tracks that hug are what a row has by itself.
    if tracks.contains(where: { $0 != .hugging }) { own.append(add(.tracks(tracks))) }
    return container(node, own, children(of: node, style, .row, spacing, margin: "margin-inline-start"))
  }

  mutating func stack(_ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    var own = ["stack"] + classes
    if let factor = node.style.align?.horizontalFactor, factor != 0.5 {
      own.append(add(.word("justify-items", Self.gridWord(factor))))
    }
    if let factor = node.style.align?.verticalFactor, factor != 0.5 {
      own.append(add(.word("align-items", Self.gridWord(factor))))
    }
    var children: [Markup] = []
    for child in node.children {
      if let markup = markup(child, inheriting: style, in: .stack) { children.append(markup) }
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
            case .fixed(let points): .fixed(points)
            case .automatic: .hugging
            case .flexible: .flexible
            }
          })))
    if let spacing = node.style.spacing { own.append(add(.length("gap", spacing))) }
    var children: [Markup] = []
    for (index, child) in node.children.filter({ !$0.isAbsent() }).enumerated() {
      let align = columns[index % columns.count].align ?? node.style.align
      if let markup = markup(child, inheriting: style, in: .cell(align)) { children.append(markup) }
    }
    return container(node, own, children)
  }

  func spacer(_ length: Double?, _ place: Place, _ classes: [String]) -> Markup {
    .element(.div, .classes(["spacer"] + classes))
  }

  /// Blocks in the place of what is hidden; how much that is, they do not say.
  func redacted(_ node: ViewNode, _ classes: [String]) -> Markup {
    .element(.div, .classes(classes + ["redacted"]), .word(.role, "img"), .word(.ariaLabel, "hidden"))
  }

  // MARK: Parts

  /// The distance between two neighbours. Beside a spacer there is none: it is the distance.
  private struct Spacing {
    var gap: Double
    /// Every two neighbours have it.
    var isBetween: Bool
  }

  private func spacing(of node: ViewNode, default gap: Double) -> Spacing {
    Spacing(gap: node.style.spacing.map(sane) ?? gap, isBetween: !node.children.contains(where: \.isSpacer))
  }

  private mutating func children(
    of node: ViewNode, _ style: ResolvedStyle, _ place: Place, _ spacing: Spacing, margin: StaticString
  ) -> [Markup] {
    var children: [Markup] = []
    var previous: ViewNode?
    for child in node.children where !child.isAbsent() {
      guard var markup = markup(child, inheriting: style, in: place) else { continue }
      if !spacing.isBetween, spacing.gap > 0, let previous, !previous.isSpacer, !child.isSpacer {
        markup.add(class: add(.length(margin, spacing.gap)))
      }
      if case .column = place, case .spacer(let length) = child.content {
        markup.add(class: "grows")
        markup.add(class: add(.length("min-height", length ?? 4)))
      }
      children.append(markup)
      previous = child
    }
    return children
  }

  private func container(_ node: ViewNode, _ classes: [String], _ children: [Markup]) -> Markup {
    element(.div, [.classes(classes)] + spoken(node, role: "group"), children)
  }
}

extension Markup {
  /// Adds a class to an element that has some.
  fileprivate mutating func add(class name: String) {
    guard case .element(let element, var attributes, let children) = self,
      let index = attributes.firstIndex(where: { $0.name == .class })
    else { return }
    let old = attributes[index].value ?? ""
    attributes[index] = MarkupAttribute.classes([old, name]) ?? attributes[index]
    self = .element(element, attributes, children)
  }
}
