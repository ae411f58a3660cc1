public import WidgetModel

/// Identifies a control across two views of a widget, whose handlers have different numbers.
///
/// A control with an `id` is found by that, any other by its label and position in the view.
public struct ControlReference: Sendable, Equatable {
  var id: String?
  var label: String
  /// The index of each node on the way from the root.
  var position: [Int]
  /// Identifies the labels of the view's other controls, in order; nil if they're unknown.
  var others: Int64?
  /// The text the user typed, for a text field.
  public internal(set) var input: FieldInput?
  /// Whether the user isn't at this machine: the tap came from a browser elsewhere.
  public var isRemote = false

  /// The same text field, with what the user typed.
  public func with(_ input: FieldInput) -> ControlReference {
    var control = self
    control.input = input
    return control
  }

  /// Whether both identify the same control, whatever was typed.
  public func isSame(as other: ControlReference) -> Bool {
    if let id { return id == other.id }
    return other.id == nil && position == other.position && label == other.label
  }
}

extension ViewNode {
  /// The control with a handler; nil if there is none.
  public func control(action: Int) -> ControlReference? { ViewControls(self).control(action: action) }

  /// The handler of a control found in another view; nil if the control isn't in this one.
  public func action(of control: ControlReference) -> Int? {
    if let id = control.id { return firstControl(id: id)?.action }
    guard let node = node(at: control.position[...]), node.style.id == nil, node.label == control.label else { return nil }
    return node.action
  }

  /// The handler of a control in the same worker's next view. Numbers in its label may differ if all other controls are as
  /// before, so a second press on a counter isn't lost.
  func nextAction(of control: ControlReference) -> Int? {
    if let action = action(of: control) { return action }
    guard control.id == nil, let node = node(at: control.position[...]), node.style.id == nil,
      node.label.withoutNumbers == control.label.withoutNumbers,
      control.others == ViewControls.others(than: control.position, in: self)
    else { return nil }
    return node.action
  }

  /// The control to focus instead of one in another view: the same, or the one at its position, whose label may differ.
  public func focus(after control: ControlReference) -> Int? {
    if let action = action(of: control) { return action }
    guard control.id == nil, let node = node(at: control.position[...]), node.style.id == nil else { return nil }
    return node.action
  }

  private func firstControl(id: String) -> ViewNode? {
    if style.id == id, action != nil { return self }
    for child in children { if let found = child.firstControl(id: id) { return found } }
    return nil
  }

  private func node(at position: ArraySlice<Int>) -> ViewNode? {
    guard let index = position.first else { return self }
    return children.indices.contains(index) ? children[index].node(at: position.dropFirst()) : nil
  }

  /// The text users know the control by.
  var label: String {
    // A field's own value isn't its name.
    if case .field(let field) = content {
      return style.accessibility ?? (field.label.isEmpty ? field.placeholder : field.label)
    }
    let own = content.words ?? content.iconName
    return ([style.accessibility ?? own] + children.map(\.label)).compactMap { $0 }.joined(separator: "\n")
  }
}

extension String {
  /// The text with each number replaced by `#`.
  fileprivate var withoutNumbers: String {
    var text = ""
    for character in self where !(character.isNumber && text.last == "#") { text.append(character.isNumber ? "#" : character) }
    return text
  }
}

extension ControlReference {
  /// 32 bits (FNV-1a) of what identifies the control: its `id`, or else its label and position.
  public var digest: UInt32 {
    let text = id.map { "id \($0)" } ?? "at \(position.map(String.init).joined(separator: ".")) \(label)"
    return text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// The `id` the script gave the control.
  public var name: String? { id }
}
