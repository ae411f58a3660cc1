package import WidgetModel

/// A widget's settings for a page or a dialog, or a text field of a card on the desktop.
package struct SettingsForm: Sendable, Equatable {
  /// A setting. All texts are safe to draw.
  package struct Field: Sendable, Equatable {
    package enum Kind: String, Sendable { case text, lines, number, integer, url, toggle, choice, secret, color, date, list }

    package var name: String
    package var label: String
    package var about: String
    package var kind: Kind
    /// Empty for a secret.
    package var value: String
    package var choices: [String]
    /// The fields of each element of a list, which are named `LIST.INDEX` or `LIST.INDEX.FIELD`.
    package var elements: [[Field]] = []
    /// Whether a list's elements are records, whose fields have labels.
    package var hasRecords = false
    /// The smallest and the largest number, for pages; a dialog has them in ``about``.
    package var minimum: Double?
    package var maximum: Double?
    /// The setting that decides whether this one has an effect, and the value it then has: nil for any. For pages, which show the field
    /// only then; a dialog says it in ``about``.
    package var condition: SettingDependency?
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

  /// The name of a button's value: what it does with an element of a list (`ListChange`).
  package static let listChange = "list"

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
