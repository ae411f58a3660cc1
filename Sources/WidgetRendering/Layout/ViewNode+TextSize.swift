import WidgetModel

/// Sizes that a script chose for texts: they grow with the text size as those do.
extension ViewNode {
  /// A text with its width at this text size. One with a height too is a badge or a face, which keeps its proportions.
  func widened(by style: ResolvedStyle) -> ViewNode {
    guard content.traits.axis == nil, content.traits.contains(.text), !content.traits.contains(.control),
      self.style.height == nil, self.style.width != nil || self.style.minWidth != nil, case let growth = style.growth, growth > 1
    else { return self }
    var node = self
    node.style.width = self.style.width.map { $0 * growth }
    node.style.minWidth = self.style.minWidth.map { $0 * growth }
    return node
  }

  /// A shape of another size.
  func grown(by growth: Double) -> ViewNode {
    var node = self
    node.style.width = style.width.map { $0 * growth }
    node.style.height = style.height.map { $0 * growth }
    return node
  }
}

extension ResolvedStyle {
  /// How much larger its letters are than at the usual text size; 1 if they're smaller.
  var growth: Double { max(1, font.size / max(1, usualFontSize)) }

  /// How much a badge grows: a shape hardly larger than the text in front of it.
  ///
  /// - Parameter view: With this style.
  func growthOfBadge(_ view: ViewNode, textSize: TextSize) -> Double {
    guard textSize > .large, view.content == .zstack || view.content == .overlay, view.children.count == 2,
      case .shape = view.children[0].content, view.children[1].text != nil,
      let width = view.children[0].style.width, let height = view.children[0].style.height
    else { return 1 }
    let text = inherited(by: view.children[1].style, textSize: textSize)
    return max(width, height) <= min(Self.largestBadge * text.usualFontSize, Self.mostPoints) ? text.growth : 1
  }

  /// The largest badge, relative to the size of its letters.
  private static let largestBadge = 2.0
  private static let mostPoints = 44.0
}
