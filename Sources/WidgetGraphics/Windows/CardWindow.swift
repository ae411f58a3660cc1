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

/// A widget's settings, for a page or a dialog.
package struct SettingsForm: Sendable, Equatable {
  /// A setting. All texts are safe to draw.
  package struct Field: Sendable, Equatable {
    package enum Kind: String, Sendable { case text, number, integer, url, toggle, choice, secret, color, date }

    package var name: String
    package var label: String
    package var about: String
    package var kind: Kind
    /// Empty for a secret.
    package var value: String
    package var choices: [String]
    /// The smallest and the largest number, for pages; a dialog has them in ``about``.
    package var minimum: Double?
    package var maximum: Double?
    /// Whether a secret has a value.
    package var status: String?
    /// Why the value wasn't accepted.
    package var problem: String?

    package init(
      name: String, label: String, about: String = "", kind: Kind, value: String, choices: [String] = [], status: String? = nil,
      problem: String? = nil
    ) {
      self.name = name
      self.label = label
      self.about = about
      self.kind = kind
      self.value = value
      self.choices = choices
      self.status = status
      self.problem = problem
    }
  }

  package var id: String
  package var title: String
  /// Why the last values weren't accepted.
  package var problem: String?
  package var fields: [Field]

  package init(id: String, title: String, problem: String? = nil, fields: [Field]) {
    self.id = id
    self.title = title
    self.problem = problem
    self.fields = fields
  }
}
