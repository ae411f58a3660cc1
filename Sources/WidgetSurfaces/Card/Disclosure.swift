import WidgetGraphics
import WidgetModel
import WidgetRendering

extension Snapshot {
  /// The change of height a page and the desktop offer for a card. Only a browser or the painter knows how high a view is, so it's
  /// estimated; a terminal knows, and offers the same in `TerminalCard`.
  ///
  /// - Parameters:
  ///   - family: A card of a family has one height.
  ///   - cardWidth: The width of the card, in points.
  func disclosure(
    in mode: DisplayMode, family: WidgetFamily?, cardWidth: Double, textSize: TextSize
  ) -> CardWindow.Disclosure? {
    guard family == nil, let view, hasContent, largestDisplayMode != .compact else { return nil }
    // A script may have more to show once it knows that there's more space.
    if mode == .compact { return .more }
    // A view as low as a compact one has nothing to hide.
    let height = Layout.estimatedHeight(of: view, width: cardWidth - insets.left - insets.right, textSize: textSize)
    return height > SurfaceSize.compactHeight ? .less : nil
  }
}
