extension ViewNode {
  /// The view as an accessory: an icon and the view's first value. For a widget with views for larger cards only.
  ///
  /// - Parameter icon: The widget's icon; nil takes the view's first one.
  public func asAccessory(_ family: WidgetFamily, icon: String?) -> ViewNode {
    let leaves = accessoryLeaves(isPrivate: false, depth: 32)
    let value = leaves.first { $0.isFigure } ?? leaves.first { $0.words != nil }
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

  /// Something to show of a view, in reading order.
  private struct Leaf {
    var content: ViewContent
    var color: Color?
    var isPrivate: Bool
    var words: String?
    var icon: String?
    var isFigure = false

    /// One line, smaller if it doesn't fit.
    func view(_ font: TextStyle) -> ViewNode {
      var view = ViewNode(content)
      (view.style.font, view.style.color, view.style.lineLimit, view.style.minScale) = (.style(font), color, 1, 0.4)
      return isPrivate ? ViewNode(.private, children: [view]) : view
    }
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
      .divider, .chart, .button, .toggle:
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
