extension ViewNode {
  /// The view as an accessory: an icon and the view's first value. For a widget with views for larger cards only.
  ///
  /// - Parameter icon: The widget's icon; nil takes the view's first one.
  public func asAccessory(_ family: WidgetFamily, icon: String?) -> ViewNode {
    let leaves = accessoryLeaves(isPrivate: false, depth: 32)
    let numbers = leaves.count { $0.isFigure && $0.words?.utf8.count ?? .max <= Self.longestDay }
    // One number of many, such as a day of a month, says nothing.
    let title =
      numbers < Self.mostNumbers
      ? nil : spokenWords(depth: 32) ?? leaves.first { !$0.isFigure && $0.words?.count ?? 0 > Self.longestDay }
    let value = title ?? leaves.first { $0.isFigure } ?? leaves.first { $0.words != nil }
    let name = leaves.first { !$0.isFigure && $0.words != nil && $0.words != value?.words }
    var symbol: ViewNode?
    if let name = icon.flatMap({ $0.isEmpty ? nil : $0 }) ?? leaves.lazy.compactMap(\.icon).first {
      symbol = ViewNode(.icon(name))
      symbol?.style.color = .named(.accent)
    }
    var stack: ViewNode
    switch family {
    case .circular:
      symbol?.style.font = .style(.title3)
      stack = ViewNode(.vstack, children: [symbol, value?.view(.headline)].compactMap { $0 })
      (stack.style.spacing, stack.style.align) = (0, .center)
    case .rectangular:
      let texts = [name?.view(.footnote), value?.view(.headline)].compactMap { $0 }
      symbol?.style.font = .style(.title3)
      var column = ViewNode(.vstack, children: texts)
      column.style.spacing = 0
      stack = ViewNode(.hstack, children: [symbol, column].compactMap { $0 })
    case .inline, .small, .medium, .large, .extraLarge:
      stack = ViewNode(.hstack, children: [symbol, value?.view(.body)].compactMap { $0 })
    }
    stack.style.layoutDirection = style.layoutDirection
    return stack
  }

  /// Whether the view is clearly made for larger cards: an accessory would leave out or cut most of it.
  public func isTooLarge(for family: WidgetFamily) -> Bool {
    guard accessoryLeaves(isPrivate: false, depth: 32).contains(where: { $0.words != nil }) else { return false }
    let extent = extent(depth: 32)
    switch family {
    case .circular: return extent.width > Self.mostInCircle || extent.height > Self.mostInLine
    // A line takes the words of a gauge.
    case .inline: return isContainer && extent.height > Self.mostInLine
    case .rectangular, .small, .medium, .large, .extraLarge: return false
    }
  }

  /// The most points of a view's width that a circle shows at 0.7 of its size, and somewhat more.
  private static let mostInCircle = 100.0
  /// The most points of height: one line, even of large text, or two of the usual size.
  private static let mostInLine = 70.0

  /// The least space for a view in points, roughly: it's the same in every font.
  private func extent(depth: Int) -> (width: Double, height: Double) {
    guard depth > 0, style.hidden != true else { return (0, 0) }
    var own = contentExtent(depth: depth)
    if let padding = style.padding { own = (own.width + padding.left + padding.right, own.height + padding.top + padding.bottom) }
    if let width = style.width, width.isFinite { own.width = width }
    if let height = style.height, height.isFinite { own.height = height }
    return own
  }

  private func contentExtent(depth: Int) -> (width: Double, height: Double) {
    // Each child once: nested views would otherwise be measured a number of times that doubles at each level.
    let inner = children.filter { $0.content.kind != .spacer && $0.content.kind != .divider }.map { $0.extent(depth: depth - 1) }
    func sum(_ lengths: [Double], gap: Double) -> Double {
      lengths.reduce(0, +) + (style.spacing ?? gap) * Double(max(0, lengths.count - 1))
    }
    switch content.traits.axis {
    case .horizontal: return (sum(inner.map(\.width), gap: 8), inner.map(\.height).max() ?? 0)
    case .vertical: return (inner.map(\.width).max() ?? 0, sum(inner.map(\.height), gap: 4))
    case .depth: return (inner.map(\.width).max() ?? 0, inner.map(\.height).max() ?? 0)
    case .alternatives: return (inner.map(\.width).min() ?? 0, inner.map(\.height).min() ?? 0)
    case .grid:
      let cells = inner
      let columns = max(1, content.columns.count)
      let widths = (0..<columns).map { column in
        stride(from: column, to: cells.count, by: columns).map { cells[$0].width }.max() ?? 0
      }
      let heights = stride(from: 0, to: cells.count, by: columns).map { row in
        cells[row..<min(row + columns, cells.count)].map(\.height).max() ?? 0
      }
      return (sum(widths, gap: 8), sum(heights, gap: 4))
    case nil: break
    }
    if case .progress(_, .bar) = content { return (0, 8) }
    if case .gauge(let gauge) = content, gauge.shape.isRound { return (64, gauge.text == nil ? 64 : 78) }
    let size =
      switch style.font {
      case .custom(let size, _, _, _): size.isFinite ? min(500, max(1, size)) : 17
      case .style(let style): style.isTitle ? 26.0 : 16
      case nil: 17.0
      }
    guard let words = text, !words.isEmpty else { return (0, content.traits.contains(.text) ? 1.3 * size : 0) }
    // Words wrap.
    let longest = words.split(separator: " ").map(\.count).max() ?? 0
    let lines = (0.5 * size * Double(words.count) / Self.mostInCircle).rounded(.up)
    return (0.5 * size * Double(min(longest, 100)), 1.3 * size * min(max(1, lines), 100))
  }

  /// Something to show of a view, in reading order.
  private struct Leaf {
    var content: ViewContent
    var color: Color?
    var isPrivate: Bool
    var words: String?
    var icon: String?
    var isFigure = false
    /// The times between which the value advances on its own.
    var interval: ViewEffects.Interval?

    /// One line, smaller if it doesn't fit.
    func view(_ font: TextStyle) -> ViewNode {
      var view = ViewNode(content)
      if let interval { view.style.setEffect(\.interval, to: interval) }
      (view.style.font, view.style.color, view.style.lineLimit, view.style.minScale) = (.style(font), color, 1, 0.4)
      return isPrivate ? ViewNode(.private, children: [view]) : view
    }
  }

  private static let longestDay = 2
  /// From this many numbers on, none of them is what the view is about.
  private static let mostNumbers = 8

  /// The alternative text of the view, or of a container in it.
  private func spokenWords(depth: Int) -> Leaf? {
    guard depth > 0, style.hidden != true, style.effects?.isDecorative != true, content != .private, isContainer else {
      return nil
    }
    guard let words = style.accessibility, !words.isEmpty else {
      return children.lazy.compactMap { $0.spokenWords(depth: depth - 1) }.first
    }
    return Leaf(content: .text(words), color: nil, isPrivate: false, words: words, icon: nil)
  }

  private func accessoryLeaves(isPrivate: Bool, depth: Int) -> [Leaf] {
    guard depth > 0, style.hidden != true, style.effects?.isDecorative != true else { return [] }
    if isContainer {
      let shown = content == .fits ? Array(children.prefix(1)) : children
      return shown.flatMap { $0.accessoryLeaves(isPrivate: isPrivate || content == .private, depth: depth - 1) }
    }
    func leaf(_ content: ViewContent, _ words: String?, isFigure: Bool) -> [Leaf] {
      let words = words.flatMap { $0.isEmpty ? nil : $0 }
      let icon = self.content.iconName
      guard words != nil || icon != nil else { return [] }
      return [Leaf(content: content, color: style.color, isPrivate: isPrivate, words: words, icon: icon, isFigure: isFigure)]
    }
    switch content {
    case .date: return leaf(content, "date", isFigure: true)
    case .progress where style.effects?.interval != nil:
      // A text wouldn't advance.
      return leaf(content, "progress", isFigure: true).map { leaf in
        var advancing = leaf
        advancing.interval = style.effects?.interval
        return advancing
      }
    case .progress(let value, _):
      let percent = "\(Int(saturating: (min(1, max(0, value)) * 100).rounded()))%"
      return leaf(.text(percent), percent, isFigure: true)
    case .gauge(let gauge):
      let text = gauge.valueText ?? gauge.text ?? ""
      return leaf(.text(text), text, isFigure: gauge.valueText != nil)
    case .text(let text), .label(let text, _), .link(let text, _):
      return leaf(.text(text), text, isFigure: Self.startsWithNumber(text))
    case .icon: return leaf(content, nil, isFigure: false)
    case .image, .activityIndicator, .vstack, .hstack, .zstack, .overlay, .fits, .group, .card, .shape, .grid, .private, .spacer,
      .divider, .chart, .button, .toggle, .field:
      return []
    }
  }

  /// Whether a text is short and a number, perhaps after a sign or a currency. `S7` is a name.
  private static func startsWithNumber(_ text: String) -> Bool {
    guard text.utf8.count <= 24 else { return false }
    return text.unicodeScalars.first { isDigit($0) || $0.properties.isAlphabetic }.map(isDigit) ?? false
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
