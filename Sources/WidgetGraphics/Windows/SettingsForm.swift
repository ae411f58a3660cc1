/// The settings of a widget, for a dialog.
package struct SettingsForm: Sendable, Equatable {
  /// A setting. All texts are safe to draw.
  package struct Field: Sendable, Equatable {
    package enum Kind: String, Sendable { case text, toggle, choice, secret }

    package var name: String
    package var label: String
    package var about: String
    package var kind: Kind
    package var value: String
    package var choices: [String]

    package init(name: String, label: String, about: String = "", kind: Kind, value: String, choices: [String] = []) {
      self.name = name
      self.label = label
      self.about = about
      self.kind = kind
      self.value = value
      self.choices = choices
    }
  }

  package var id: String
  package var title: String
  /// Why the last values were not accepted.
  package var problem: String?
  package var fields: [Field]

  package init(id: String, title: String, problem: String? = nil, fields: [Field]) {
    self.id = id
    self.title = title
    self.problem = problem
    self.fields = fields
  }
}
