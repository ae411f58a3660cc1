import WidgetHost
import WidgetModel

extension LiveCard {
  /// Whether a control is a text field: a press only gives it the focus.
  func isTextField(_ action: Int) -> Bool { snapshot?.view?.textField(for: action) != nil }

  /// Passes a key to the text field with the focus.
  ///
  /// - Returns: nil if there is none, or the key isn't for a text.
  mutating func type(_ key: Key) -> Reaction? {
    guard let action = focusedAction, let view = snapshot?.view, let field = view.textField(for: action),
      let control = view.control(action: action)
    else { return nil }
    let isNew = drafts[control] == nil
    if isNew, field.kind == .date, !Self.startsDate(key) { return nil }
    var draft = drafts[control] ?? TextDraft(field.kind == .date && key != .backspace ? "" : field.editedText, lines: field.lines)
    guard let effect = draft.handle(key) else { return nil }
    switch effect {
    case .left:
      // A date is shown in words again.
      if field.kind == .date { drafts[control] = nil }
      focus(nil)
      return .handled
    case .moved, .changed:
      drafts[control] = draft
      invalidate()
      guard effect == .changed, field.onChange != nil, field.kind == .text else { return .handled }
      return .typed(control.with(FieldInput(draft.text, isFinal: false)))
    case .submitted:
      guard field.onSubmit != nil || field.kind == .date else {
        focus(nil)
        return .handled
      }
      drafts[control] = draft
      invalidate()
      return .typed(control.with(FieldInput(draft.text, isFinal: true)))
    }
  }

  /// Whether a key begins a date instead of being a command: dates are seldom typed, and their buttons are controls of their own.
  private static func startsDate(_ key: Key) -> Bool {
    switch key {
    case .character(let character): character.isNumber
    case .paste, .backspace: true
    default: false
    }
  }
}
