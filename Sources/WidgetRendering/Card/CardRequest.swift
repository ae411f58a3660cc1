package import WidgetModel

/// A card to lay out: the snapshot, and what the surface decides about it.
package struct CardRequest: Sendable, Equatable {
  package var snapshot: Snapshot
  /// Points.
  package var width: Double
  /// Points; nil uses the height the view needs.
  package var height: Double?
  /// nil for a panel. It doesn't decide the size.
  package var family: WidgetFamily?
  package var textSize: TextSize
  package var displayMode: DisplayMode
  package var isRedacted: Bool
  package var isStale: Bool
  package var showsAge: Bool
  package var theme = CardTheme()

  package init(
    _ snapshot: Snapshot, width: Double, height: Double?, family: WidgetFamily?, textSize: TextSize = .large,
    displayMode: DisplayMode = .expanded, isRedacted: Bool = false, isStale: Bool = false, showsAge: Bool = false
  ) {
    self.snapshot = snapshot
    self.width = width
    self.height = height
    self.family = family
    self.textSize = textSize
    self.displayMode = displayMode
    self.isRedacted = isRedacted
    self.isStale = isStale
    self.showsAge = showsAge
  }
}
