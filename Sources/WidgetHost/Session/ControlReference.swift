public import WidgetModel

/// Identifies a control across two views of a widget, whose handlers have different numbers.
///
/// A control with an `id` is found by it. Any other is found by its label and its position in the view.
public struct ControlReference: Sendable, Equatable {
  var id: String?
  var label: String
  /// The index of each node on the way from the root.
  var position: [Int]
}

extension ViewNode {
  /// The control with a handler; nil if there is none.
  public func control(action: Int) -> ControlReference? { control(action, at: []) }

  /// The handler of a control that was found in another view; nil if the control is not in this one.
  public func action(of control: ControlReference) -> Int? {
    if let id = control.id { return firstControl(id: id)?.action }
    guard let node = node(at: control.position[...]), node.style.id == nil, node.label == control.label else { return nil }
    return node.action
  }

  private func control(_ action: Int, at position: [Int]) -> ControlReference? {
    if self.action == action { return ControlReference(id: style.id, label: label, position: position) }
    for (index, child) in children.enumerated() {
      if let found = child.control(action, at: position + [index]) { return found }
    }
    return nil
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

  /// The text by which a user knows the control.
  private var label: String {
    let own: String? =
      switch content {
      case .text(let text), .label(let text, _), .icon(let text), .link(let text, _), .button(let text, _), .toggle(let text, _):
        text
      case .activityIndicator(let text): text
      case .date, .image, .vstack, .hstack, .group, .card, .zstack, .overlay, .fits, .grid, .private, .spacer, .divider,
        .progress,
        .gauge, .chart, .shape:
        nil
      }
    return ([style.accessibility ?? own] + children.map(\.label)).compactMap { $0 }.joined(separator: "\n")
  }
}
