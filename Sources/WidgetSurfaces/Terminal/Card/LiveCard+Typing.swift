import WidgetHost
import WidgetModel

extension LiveCard {
  /// Whether a control is a text field: a press only gives it the focus.
  func isTextField(_ action: Int) -> Bool { snapshot?.view?.first(withAction: action)?.textField != nil }

  /// Passes a key to the text field with the focus.
  ///
  /// - Returns: nil if there is none, or the key isn't for a text.
  mutating func type(_ key: Key) -> Reaction? {
    guard let action = focusedAction, let view = snapshot?.view, let field = view.first(withAction: action)?.textField,
      let control = view.control(action: action)
    else { return nil }
    var draft = drafts[control] ?? TextDraft(field.text, lines: field.lines)
    guard let effect = draft.handle(key) else { return nil }
    switch effect {
    case .left:
      focus(nil)
      return .handled
    case .moved, .changed:
      drafts[control] = draft
      invalidate()
      guard effect == .changed, field.onChange != nil else { return .handled }
      return .typed(control.with(FieldInput(draft.text, isFinal: false)))
    case .submitted:
      guard field.onSubmit != nil else {
        focus(nil)
        return .handled
      }
      drafts[control] = draft
      invalidate()
      return .typed(control.with(FieldInput(draft.text, isFinal: true)))
    }
  }
}
