import WidgetModel

/// Replaces a missing view on a fixed-size card: an icon, the reason and the age, centred.
enum StatusView {
  /// - Parameters:
  ///   - remedy: The next step for the user.
  ///   - age: How old the data is, on a card whose title bar doesn't show it.
  ///   - isRound: Whether the card has space for just an icon.
  ///   - isLow: Whether the card has space for two lines.
  static func view(
    icon: String, color: ColorName, reason: String, remedy: String? = nil, age: String? = nil, isRound: Bool = false,
    isLow: Bool = false
  ) -> ViewNode {
    var sign = ViewNode(.icon(icon))
    sign.style.color = .named(color)
    sign.style.font = .style(isLow ? .body : .title2)
    // The icon and the reason yield last.
    sign.style.priority = 2
    if isRound {
      sign.style.font = .style(.title)
      sign.style.accessibility = reason
      return filling(ViewNode(.vstack, children: [sign]))
    }
    var text = ViewNode(.text(reason))
    text.style.font = .style(isLow ? .caption : .footnote)
    text.style.weight = .medium
    text.style.priority = 3
    text.style.lineLimit = isLow ? 3 : 5
    if isLow {
      var row = ViewNode(.hstack, children: [sign, text])
      row.style.spacing = 6
      return filling(row)
    }
    text.style.align = .center
    text.style.minScale = 0.8
    var children = [sign, text]
    for (line, priority) in [(remedy, 1.0), (age, 0.0)] {
      guard let line else { continue }
      var node = ViewNode(.text(line))
      node.style.font = .style(.caption)
      node.style.color = .named(.secondary)
      node.style.align = .center
      node.style.lineLimit = 3
      node.style.priority = priority
      children.append(node)
    }
    var column = ViewNode(.vstack, children: children)
    column.style.spacing = 4
    return filling(column)
  }

  private static func filling(_ view: ViewNode) -> ViewNode {
    var view = view
    if view.content == .vstack { view.style.align = .center }
    return view.centered
  }
}

extension ViewNode {
  /// Centres a view in all the available space.
  var centered: ViewNode {
    var frame = ViewNode(.vstack, children: [self])
    frame.style.align = .center
    frame.style.maxWidth = .infinity
    frame.style.maxHeight = .infinity
    return frame
  }
}
