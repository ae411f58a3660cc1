import WidgetModel

/// How long a view stays when there isn't space for all: higher priorities first, then controls, then sums, then larger text, then
/// numbers and times, then what comes first.
struct RowRank: Comparable {
  var priority: Double
  /// Whether it's, or contains, something to tap.
  var hasControl: Bool
  /// Whether it's the sum of the rows above.
  var isSum = false
  /// The size of the largest text, in points.
  var fontSize: Double
  var hasFigure: Bool
  var position: Int

  /// Whether the first one stays longer.
  static func < (left: Self, right: Self) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    if left.hasControl != right.hasControl { return left.hasControl }
    if left.isSum != right.isSum { return left.isSum }
    if left.fontSize != right.fontSize { return left.fontSize > right.fontSize }
    if left.hasFigure != right.hasFigure { return left.hasFigure }
    return left.position < right.position
  }
}

extension LayoutElement {
  func rank(at position: Int, priority: Double? = nil) -> RowRank {
    RowRank(
      priority: priority ?? self.priority, hasControl: hasControl, fontSize: rankedFontSize, hasFigure: hasFigure,
      position: position)
  }

  /// The size of its largest text. Anything else counts as body text at most; icons, shapes and bars as small text, because
  /// they're rarely what a card is about.
  func computeRankedFontSize() -> Double {
    guard !style.isHidden, !isSpacer, !isDivider else { return 0 }
    if axis != nil { return children.reduce(0) { max($0, $1.rankedFontSize) } }
    if hasWords { return style.font.size }
    let isSmall =
      if case .shape = node.content { true } else if case .progress(_, .bar) = node.content { true } else { text != nil }
    return min(style.font.size, (isSmall ? TextStyle.caption2 : .body).size(at: context.textSize))
  }

  /// The size of its largest text; 0 without any.
  func computeTextSize() -> Double {
    guard !style.isHidden else { return 0 }
    return axis == nil ? hasWords ? style.font.size : 0 : children.reduce(0) { max($0, $1.textSize) }
  }

  private var hasWords: Bool { text?.text?.isEmpty == false }

  func computeHasControl() -> Bool {
    guard !style.isHidden else { return false }
    return axis == nil ? traits.contains(.control) : children.contains(where: \.hasControl)
  }

  func computeHasFigure() -> Bool {
    guard !style.isHidden else { return false }
    if axis != nil { return children.contains(where: \.hasFigure) }
    // The words of a control aren't a value, such as "+5 min".
    if traits.contains(.control) { return false }
    if case .date = node.content { return true }
    if case .progress(_, .circle) = node.content { return true }
    if case .gauge(let gauge) = node.content { return gauge.valueText.map(FigureText.isFigure) ?? false }
    return isFigure
  }
}
