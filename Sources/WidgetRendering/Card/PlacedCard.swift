/// A card of a fixed size that's been laid out with real fonts, for a page.
package struct PlacedCard: Sendable {
  package var layout: CardLayout
  /// The fonts it was measured with; empty uses the reader's.
  package var fonts: [PageFont]

  package init(layout: CardLayout, fonts: [PageFont] = []) {
    self.layout = layout
    self.fonts = fonts
  }
}
