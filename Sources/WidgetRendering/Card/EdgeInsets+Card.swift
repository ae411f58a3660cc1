public import WidgetModel

extension EdgeInsets {
  /// The distances between a view and the edges of its card: the script's insets, plus what a family card's corners and a missing
  /// title bar need.
  ///
  /// - Parameters:
  ///   - family: nil for a panel.
  ///   - height: The whole card's; nil for a panel as high as its view.
  public func onCard(of family: WidgetFamily?, height: Double?, showsTitle: Bool) -> EdgeInsets {
    let least = SurfaceSize.accessoryInset
    var insets = self
    switch family {
    // A circle has the same space in both directions.
    case .circular: return EdgeInsets(top: least, left: least, bottom: least, right: least)
    case .rectangular:
      (insets.left, insets.right) = (max(least, min(left, 19)), max(least, min(right, 19)))
      (insets.top, insets.bottom) = (least, least)
      return insets
    case .inline: (insets.left, insets.right) = (max(least, left), max(least, right))
    case .small, .medium, .large, .extraLarge, nil: break
    }
    guard !showsTitle else { return insets }
    if let height {
      // A card of one or two lines has no space for a panel's insets.
      insets.top = min(top, height / 10)
      insets.bottom = min(bottom, height / 10)
    }
    insets.top = max(insets.top, min(Self.standardTop, insets.bottom))
    return insets
  }

  /// The distance from the top of a card without a title bar.
  private static var standardTop: Double { 16 }
}
