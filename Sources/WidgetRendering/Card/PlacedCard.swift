/// A card of a fixed size that's been laid out with real fonts, for a page.
package struct PlacedCard: Sendable {
  package var layout: CardLayout
  /// The fonts it was measured with; empty uses the reader's.
  package var fonts: [PageFont]
  /// The path of the font files on our server, such as `/fonts/`; nil embeds them.
  package var fontFolder: String?

  package init(layout: CardLayout, fonts: [PageFont] = [], fontFolder: String? = nil) {
    self.layout = layout
    self.fonts = fonts
    self.fontFolder = fontFolder
  }
}
