import WidgetHost
import WidgetModel

/// The texts the user is typing into the fields of a card. They survive updates, reloads and restarts of the worker, because only
/// the surface has them.
struct FieldDrafts: Sendable {
  private var drafts: [(control: ControlReference, draft: TextDraft)] = []
  private static let limit = 32

  /// The draft of a field; nil if nobody has typed.
  subscript(control: ControlReference) -> TextDraft? {
    get { index(of: control).map { drafts[$0].draft } }
    set {
      if let index = index(of: control) { drafts.remove(at: index) }
      if let newValue { drafts = drafts.suffix(Self.limit - 1) + [(control, newValue)] }
    }
  }

  private func index(of control: ControlReference) -> Int? { drafts.firstIndex { $0.control.isSame(as: control) } }

  /// Removes what has been submitted: the view that follows shows the outcome.
  mutating func removeSubmitted() { drafts.removeAll { $0.draft.isSubmitted } }

  /// The view with the drafts in place of the script's texts, and a caret in the focused field.
  func shown(in view: ViewNode, focused: Int?, caret: Character) -> ViewNode {
    let isFocused = focused.flatMap(view.textField) != nil
    guard isFocused || !drafts.isEmpty else { return view }
    var texts: [Int: TextDraft] = [:]
    for (control, draft) in drafts { if let action = view.action(of: control) { texts[action] = draft } }
    return replaced(view, texts, isFocused ? focused : nil, caret)
  }

  private func replaced(_ view: ViewNode, _ texts: [Int: TextDraft], _ focused: Int?, _ caret: Character) -> ViewNode {
    var view = view
    guard let field = view.textField, let action = view.action else {
      view.children = view.children.map { replaced($0, texts, focused, caret) }
      return view
    }
    guard texts[action] != nil || action == focused && field.kind == .text else { return view }
    let draft = texts[action] ?? TextDraft(field.editedText, lines: field.lines)
    view.children = field.parts(
      id: view.style.id, showing: draft.shown(caret: action == focused ? caret : nil, isSecure: field.isSecure))
    return view
  }
}
