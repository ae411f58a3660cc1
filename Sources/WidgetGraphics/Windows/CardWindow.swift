package import WidgetModel

/// A card as drawn by `luawidget-desktop`.
package struct CardWindow: Sendable, Equatable {
  /// The change of height offered in the context menu.
  package enum Disclosure: String, Sendable { case more, less }

  package var id: String
  /// Identifies the view in taps.
  package var generation: Int64
  /// The same request as for a PNG. The program sets the scale and the size of the monitor.
  package var request: RenderingRequest
  /// The number of each of the view's images, by name.
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
