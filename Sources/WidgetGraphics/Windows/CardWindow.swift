package import WidgetModel
import WidgetSystem

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
  /// Whether it's above all windows for a while.
  package var isInFront: Bool

  package init(id: String, placement: CardPlacement, isInFront: Bool = false) {
    self.id = id
    self.placement = placement
    self.isInFront = isInFront
  }
}

/// Where a popup is.
package enum PopupPlace: String, Sendable, CaseIterable {
  /// Beside the pointer; at the top right where a client can't know it, as on Wayland.
  case pointer
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left, center, right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// The place on the monitor; nil for the pointer's.
  package var anchor: CardPlacement.Anchor? { CardPlacement.Anchor(rawValue: rawValue.replacing("-", with: "_")) }
}
