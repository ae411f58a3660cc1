public import WidgetModel

extension ControlReference {
  /// 32 bits (FNV-1a) of what identifies the control: its `id`, else its label and position.
  public var digest: UInt32 {
    let text = id.map { "id \($0)" } ?? "at \(position.map(String.init).joined(separator: ".")) \(label)"
    return text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// The `id` that the script gave to the control.
  public var name: String? { id }
}

extension ViewNode {
  /// The controls with a handler, in the order of the tree.
  ///
  /// - Parameter includesHidden: Whether controls count that are not drawn.
  public func controls(includesHidden: Bool) -> [ControlReference] {
    var actions: [Int] = []
    collectActions(&actions, includesHidden)
    return actions.compactMap { control(action: $0) }
  }

  private func collectActions(_ actions: inout [Int], _ includesHidden: Bool) {
    guard includesHidden || style.hidden != true else { return }
    if let action { actions.append(action) }
    for child in children { child.collectActions(&actions, includesHidden) }
  }
}
