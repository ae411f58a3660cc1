package import WidgetModel

/// A view in reading order, without positions and sizes: the basis of Markdown, speech and status bar menus.
package struct ReadingOrder: Sendable {
  /// The purpose of reading the view.
  package enum Purpose: Sendable { case text, speech, menu }

  package enum Block: Sendable, Equatable {
    /// A title on a separate line.
    case heading(String)
    case line([Piece])
    case rule
    case table([[[Piece]]])
  }

  /// A part of a line.
  package struct Piece: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      case text
      case link(LinkTarget)
      case button
      case toggle(isOn: Bool)
      case image
      case hidden
    }

    package var kind = Kind.text
    /// Unescaped, as the script wrote it.
    package var text: String
    package var isStrong = false
    package var isItalic = false
    /// The parts of the text, if some have their own style.
    package var spans: [TextSpan] = []
    /// The icon next to the text, if it says something about it.
    package var stateIcon: String?
    /// Follows a spacer: the text before it is its name.
    package var isAfterSpacer = false
    // For menus only.
    package var icon: String?
    package var color: Color?
    package var isTitle = false
    /// The handler of the view or of a container around it.
    package var action: Int?
  }

  package private(set) var blocks: [Block] = []
  private let options: RenderingOptions
  private let purpose: Purpose
  private var budget = LayoutElement.Budget()
  /// The handler of the innermost container with one.
  private var action: Int?

  package init(_ root: ViewNode, options: RenderingOptions, for purpose: Purpose = .text) {
    self.options = options
    self.purpose = purpose
    read(root)
  }

  // MARK: Blocks

  private mutating func read(_ node: ViewNode) {
    guard enter(node) else { return }
    let outerAction = action
    action = node.action ?? action
    defer {
      budget.depth += 1
      action = outerAction
    }
    if isRedacted(node) {
      blocks.append(.line([Piece(kind: .hidden, text: "hidden")]))
      return
    }
    // A container's alternative text replaces its content.
    if let text = node.style.accessibility, !text.isEmpty, node.isContainer, !keepsControls(of: node) {
      blocks.append(.line([Piece(text: budget.take(text))]))
      return
    }
    switch node.content.traits.axis {
    case .vertical, .depth: return node.children.forEach { read($0) }
    // The first alternative says the most.
    case .alternatives: return node.children.prefix(1).forEach { read($0) }
    case .grid: return readGrid(node, columns: max(1, node.content.columns.count))
    case .horizontal where purpose != .menu && !node.content.traits.contains(.field) && node.isReadByChild:
      return node.children.forEach { readBeside($0) }
    case .horizontal, nil: break
    }
    if node.content.traits.contains(.separator) { return blocks.append(.rule) }
    if case .chart(let chart) = node.content { return readChart(chart, node) }
    if case .text(let text) = node.content, Self.isTitle(node), purpose != .menu {
      return blocks.append(.heading(budget.take(node.style.accessibility ?? text)))
    }
    budget.nodes += 1
    let line = pieces(node)
    if !line.isEmpty { blocks.append(.line(line)) }
  }

  /// Reads a view of a row whose views are read one after the other.
  private mutating func readBeside(_ node: ViewNode) {
    if node.isSpacer || node.content.traits.contains(.separator) { return }
    if node.hasRowsInside { return read(node) }
    let line = pieces(node)
    if !line.isEmpty { blocks.append(.line(line)) }
  }

  private mutating func readGrid(_ node: ViewNode, columns: Int) {
    var rows: [[[Piece]]] = []
    for child in node.children {
      let span = child.columnSpan(in: columns)
      if rows.last.map({ $0.count + span <= columns }) != true { rows.append([]) }
      rows[rows.count - 1].append(pieces(child))
      rows[rows.count - 1] += Array(repeating: [], count: max(0, span - 1))
    }
    if !rows.isEmpty { blocks.append(.table(rows.map { $0 + Array(repeating: [], count: max(0, columns - $0.count)) })) }
  }

  private mutating func readChart(_ chart: Chart, _ node: ViewNode) {
    if let text = node.style.accessibility, !text.isEmpty {
      blocks.append(.line([Piece(kind: .image, text: budget.take(text))]))
      return
    }
    for sentence in ChartSummary(chart).sentences {
      blocks.append(.line([Piece(kind: .image, text: budget.take(sentence))]))
    }
  }

  // MARK: Lines

  /// A view's text on one line.
  private mutating func pieces(_ node: ViewNode) -> [Piece] {
    guard enter(node) else { return [] }
    let outerAction = action
    action = node.action ?? action
    defer {
      budget.depth += 1
      action = outerAction
    }
    if case .field(let field) = node.content, field.kind == .date, !isRedacted(node) {
      // Nothing can be typed here, and the date is written in the reader's language.
      action = outerAction
      let dates = field.dateStyles.map { style in
        purpose == .speech
          ? DateText.spoken(field.number, style: style, clock: options.clock)
          : DateText.text(field.number, style: style, clock: options.clock)
      }
      let name = node.style.accessibility.flatMap { $0.isEmpty ? nil : $0 } ?? field.label
      return [Piece(text: budget.take((name.isEmpty ? "" : name + ": ") + dates.joined(separator: " ")))]
    }
    if case .field(let field) = node.content, purpose != .menu || field.kind == .text {
      let text = budget.take(node.style.accessibility.flatMap { $0.isEmpty ? nil : $0 } ?? field.summary)
      return text.isEmpty ? [] : [Piece(text: text)]
    }
    if node.isContainer {
      if isRedacted(node) { return [Piece(kind: .hidden, text: "hidden")] }
      if let text = node.style.accessibility, !text.isEmpty, !keepsControls(of: node) { return [Piece(text: budget.take(text))] }
      var line: [Piece] = []
      var isAfterSpacer = false
      for child in node.content == .fits ? Array(node.children.prefix(1)) : node.children {
        if child.isSpacer { isAfterSpacer = true }
        var own = pieces(child)
        guard !own.isEmpty else { continue }
        own[0].isAfterSpacer = own[0].isAfterSpacer || isAfterSpacer && !line.isEmpty
        isAfterSpacer = false
        line += own
      }
      return line
    }
    guard var piece = piece(node) else { return [] }
    if purpose == .menu { mark(&piece, node) }
    return [piece]
  }

  private func mark(_ piece: inout Piece, _ node: ViewNode) {
    piece.action = action
    piece.color = node.style.color
    piece.isTitle = Self.isTitle(node)
    piece.icon = node.content.iconName
  }

  /// Whether to keep a container's controls, which a menu needs although the alternative text has none.
  private func keepsControls(of node: ViewNode) -> Bool { purpose == .menu && node.children.contains(where: Self.hasControls) }

  private static func hasControls(_ node: ViewNode) -> Bool { node.action != nil || node.children.contains(where: hasControls) }

  /// - Returns: nil for views without text: spacers, dividers, decorative icons.
  private mutating func piece(_ node: ViewNode) -> Piece? {
    let spoken = node.style.accessibility.flatMap { $0.isEmpty ? nil : $0 }
    func textPiece(_ text: String) -> Piece? {
      let text = budget.take(spoken ?? text)
      return text.isEmpty ? nil : Piece(text: text, isStrong: Self.isStrong(node), isItalic: node.style.italic == true)
    }
    switch node.content {
    case .text(let text):
      var piece = textPiece(text)
      if let spans = node.styledText, piece?.text == text { piece?.spans = spans }
      return piece
    case .label(let text, let icon):
      var piece = textPiece(text)
      if let spans = node.styledText, piece?.text == text { piece?.spans = spans }
      if spoken == nil, let icon, IconText.state(for: icon) != nil { piece?.stateIcon = icon }
      return piece
    case .icon(let name):
      if purpose == .menu { return Piece(text: spoken.map { budget.take($0) } ?? "") }
      return textPiece(IconText.text(for: name, value: node.style.effects?.iconValue) ?? "")
    case .date(let moment, let style):
      return textPiece(
        purpose == .speech
          ? DateText.spoken(moment, style: style, clock: options.clock)
          : DateText.text(moment, style: style, clock: options.clock))
    case .link(let text, let url):
      let target = LinkTarget(url)
      return Piece(kind: target.map { .link($0) } ?? .text, text: budget.take(spoken ?? (text.isEmpty ? url : text)))
    case .image(let source, _): return Piece(kind: .image, text: budget.take(ImageText.text(for: source, accessibility: spoken)))
    case .progress:
      guard case .progress(let value, _) = node.advanced(to: options.clock.now).content else { return nil }
      return Piece(text: spoken.map { budget.take($0) } ?? PercentText.text(value))
    case .gauge(let gauge):
      if let spoken { return Piece(text: budget.take(spoken)) }
      let value = gauge.valueText ?? ChartNumber.text(gauge.value)
      return Piece(text: budget.take(gauge.text.map { "\($0): \(value)" } ?? value))
    case .chart(let chart):
      return Piece(kind: .image, text: budget.take(spoken ?? ChartSummary(chart).sentences.joined(separator: "; ")))
    case .button(let title, let icon):
      let name = title.isEmpty ? icon.flatMap(IconText.text) ?? "" : title
      return Piece(kind: .button, text: budget.take(spoken ?? name))
    case .toggle(let title, let isOn): return Piece(kind: .toggle(isOn: isOn), text: budget.take(spoken ?? title))
    case .activityIndicator(let text): return textPiece(text ?? "working")
    case .shape: return textPiece("")
    case .spacer, .divider, .vstack, .hstack, .zstack, .overlay, .fits, .grid, .group, .card, .private, .field: return nil
    }
  }

  // MARK: Limits

  /// - Returns: false for a hidden or decorative view, and beyond the budget.
  private mutating func enter(_ node: ViewNode) -> Bool {
    guard node.style.hidden != true, budget.nodes > 0, budget.depth > 0 else { return false }
    if node.style.effects?.isDecorative == true, !(purpose == .menu && Self.hasControls(node)) { return false }
    budget.nodes -= 1
    budget.depth -= 1
    return true
  }

  private func isRedacted(_ node: ViewNode) -> Bool {
    if case .private = node.content { options.isRedacted } else { false }
  }

  private static func isTitle(_ node: ViewNode) -> Bool {
    if case .style(let style) = node.style.font { style.isTitle } else { false }
  }

  private static func isStrong(_ node: ViewNode) -> Bool {
    if let weight = node.style.weight { return weight.isBold }
    switch node.style.font {
    case .style(let style): return style == .headline || style.isTitle
    case .custom(_, let weight, _, _): return weight?.isBold ?? false
    case nil: return false
    }
  }
}

extension ViewNode {
  /// Whether it's a strip of columns, as in a forecast, or a row with a table in it: its views belong together, not its lines.
  fileprivate var isReadByChild: Bool {
    let views = children.filter { !$0.isSpacer && !$0.content.traits.contains(.separator) && $0.style.hidden != true }
    if views.contains(where: \.hasRowsInside) { return true }
    let areColumns = views.allSatisfy { $0.content.traits.axis == .vertical && $0.children.count > 1 }
    guard areColumns, views.count > 1 else { return false }
    // Two columns with space between them are a name and its value.
    return views.count > 2 || !children.contains(where: \.isSpacer)
  }

  /// Whether there's a table in it.
  fileprivate var hasRowsInside: Bool {
    switch content.traits.axis {
    case .grid: children.count > content.columns.count
    case .vertical, .horizontal, .depth: children.contains(where: \.hasRowsInside)
    case .alternatives: children.first?.hasRowsInside ?? false
    case nil: false
    }
  }
}
