package import WidgetModel

/// A card as `luawidget-desktop` draws it.
package struct CardWindow: Sendable, Equatable {
  /// What the context menu offers about the height of the card.
  package enum Disclosure: String, Sendable { case more, less }

  package var id: String
  /// Names the view for taps.
  package var generation: Int64
  /// As for a PNG. The program sets the scale and the size of the monitor.
  package var request: RenderingRequest
  /// The number of each image that the view refers to, by name.
  package var images: [String: Int64]
  package var disclosure: Disclosure?

  package init(
    id: String, generation: Int64, request: RenderingRequest, images: [String: Int64] = [:], disclosure: Disclosure? = nil
  ) {
    self.id = id
    self.generation = generation
    self.request = request
    self.images = images
    self.disclosure = disclosure
  }
}

/// Where a card is.
package struct CardPlace: Sendable, Equatable {
  package var id: String
  package var placement: CardPlacement

  package init(id: String, placement: CardPlacement) {
    self.id = id
    self.placement = placement
  }
}
