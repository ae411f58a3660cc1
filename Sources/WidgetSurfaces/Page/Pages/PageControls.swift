import WidgetRendering

/// Buttons and fields of the page itself. All buttons belong to one form, which contains the token.
enum PageControls {
  /// The id of the form.
  static let form = "actions"
  static let token = "token"

  /// A button sending a value to a path.
  static func button(
    _ title: String, to path: String, _ name: String, _ value: String, label: String? = nil, classes: [String] = [],
    icon: String? = nil, attributes: [MarkupAttribute] = []
  ) -> Markup {
    var children: [Markup] = icon.map { [HTMLIcon.markup($0)] } ?? []
    if !title.isEmpty { children.append(.element(.span, [], [.text(title)])) }
    let own: [MarkupAttribute?] = [
      .word(.type, "submit"), .own(.form, form), .own(.formAction, path), .own(.name, name), .own(.value, value),
      label.map { .text(.ariaLabel, $0) }, .classes(classes),
    ]
    return .element(.button, own.compactMap { $0 } + attributes, children)
  }

  /// The buttons' form.
  static func actionsForm(token: String) -> Markup {
    .page(
      .form, .own(.id, form), .word(.method, "post"), .own(.action, "/refresh"), .flag(.hidden),
      children: [hidden(Self.token, token)])
  }

  /// The form of a text field, which is inside a card. It has nothing but the token.
  static func fieldForm(_ id: String, token: String) -> Markup {
    .page(
      .form, .own(.id, id), .classes(["field-form"]), .word(.method, "post"), .own(.action, "/tap"), .flag(.hidden),
      children: [hidden(Self.token, token)])
  }

  /// A form with its own fields.
  static func form(to path: String, token: String, classes: [String] = [], _ children: [Markup]) -> Markup {
    .page(
      .form, .word(.method, "post"), .own(.action, path), .classes(classes), .word(.autocomplete, "off"),
      children: [hidden(Self.token, token)] + children)
  }

  static func hidden(_ name: String, _ value: String) -> Markup {
    .page(.input, .word(.type, "hidden"), .own(.name, name), .own(.value, value))
  }

  static func submit(_ title: String, classes: [String] = ["primary"]) -> Markup {
    .element(.button, .word(.type, "submit"), .classes(classes), text: title)
  }

  static func link(_ title: String, to path: String, classes: [String] = [], icon: String? = nil) -> Markup {
    .element(
      .a, .own(.href, path), .classes(classes),
      children: (icon.map { [HTMLIcon.markup($0)] } ?? []) + [.element(.span, text: title)])
  }
}
