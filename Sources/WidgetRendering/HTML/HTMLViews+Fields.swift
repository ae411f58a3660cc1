import WidgetModel

extension HTMLViews {
  /// A text field on a live page; nil for any other view, and where nothing can be typed.
  ///
  /// Each has a form of its own, elsewhere on the page: Enter must never press another control, and a button can be the browser's
  /// first one only in its own form. Without the script, the form is sent as it is.
  func textField(_ node: ViewNode, _ classes: [String], in place: Place) -> Markup? {
    guard let field = node.textField, let controls, let action = node.action, !isHiding, place.layout?.isRedacted != true else {
      return nil
    }
    let form = controls.fieldForm(action)
    let name = node.style.accessibility ?? (field.label.isEmpty ? field.placeholder : field.label)
    let common: [MarkupAttribute?] = [
      .own(.form, form), .word(.name, "text"), .text(.placeholder, field.hint), .text(.ariaLabel, name),
      .own(.dataControl, controls.prefix + String(action)),
      // A date is sent once it's complete.
      field.onChange == nil || field.kind == .date ? nil : .flag(.dataTyping),
      field.onSubmit == nil && field.kind != .date ? nil : .flag(.dataSubmits),
      .word(.autocomplete, "off"), .word(.spellCheck, "false"), node.style.id.map { .text(.dataID, $0) },
    ]
    let box: Markup
    if field.kind == .date {
      let type: MarkupAttribute =
        switch field.dateStyle {
        case .date: .word(.type, "date")
        case .time: .word(.type, "time")
        case .dateTime: .word(.type, "datetime-local")
        }
      box = .pageElement(.input, [type, .text(.value, field.dateText)] + common.compactMap { $0 }, [])
    } else if field.lines > 1 {
      box = .pageElement(
        .textarea, ([.integer(.rows, field.lines), .integer(.maxLength, InputField.maximumBytes)] + common).compactMap { $0 },
        [.text("\n" + field.text)])
    } else {
      let own: [MarkupAttribute?] = [
        field.isSecure ? .word(.type, "password") : .word(.type, "text"), .text(.value, field.text),
        .integer(.maxLength, InputField.maximumBytes),
      ]
      box = .pageElement(.input, (own + common).compactMap { $0 }, [])
    }
    var children: [Markup] = field.label.isEmpty ? [] : [.element(.span, .classes(["text"]), text: field.label)]
    children += [
      box,
      .page(
        .input, .word(.type, "hidden"), .own(.form, form), .own(.name, controls.name),
        .own(.value, controls.prefix + String(action))),
      .element(.button, .word(.type, "submit"), .own(.form, form), .classes(["go"]), .text(.ariaLabel, "Submit"), text: "↵"),
    ]
    return element(.div, [.classes(["field"] + classes)] + [.word(.role, "group")], children)
  }
}

extension InputField {
  /// The text in an empty box: dots in place of a secure text, which isn't in any page.
  fileprivate var hint: String { isSecure && isFilled ? shownText : placeholder }
}

extension HTMLControls {
  /// The id of a text field's form.
  func fieldForm(_ action: Int) -> String { Self.fieldForm(prefix, action) }

  /// The id of the form of a text field, from the prefix of its card's controls.
  package static func fieldForm(_ prefix: String, _ action: Int) -> String {
    "field-" + prefix.map { $0 == " " ? "-" : String($0) }.joined() + String(action)
  }
}

extension ViewNode {
  /// The handlers' numbers of the text fields in the view, in order.
  package var textFieldActions: [Int] {
    (textField == nil ? [] : action.map { [$0] } ?? []) + children.flatMap(\.textFieldActions)
  }
}
