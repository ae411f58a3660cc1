import WidgetSystem

extension InputField {
  /// The views that the field consists of.
  ///
  /// - Parameters:
  ///   - id: The field's own, from which its parts have theirs.
  ///   - shown: The text to show instead of its own, as while the user is typing.
  public func parts(id: String? = nil, showing shown: String? = nil) -> [ViewNode] {
    let name = label.isEmpty ? [] : [ViewNode(.text(label))]
    switch kind {
    case .text: return name + [box(shown)]
    case .date:
      if let shown { return name + [box(shown)] }
      return named(name) + dateParts(id)
    case .picker where style == .segments: return named(name) + choices.enumerated().map { segment($1, $0, id) }
    case .picker:
      return named(name) + [
        button("‹", "Previous", part: 0, id), value(shownText.isEmpty ? "–" : shownText), button("›", "Next", part: 1, id),
      ]
    case .slider:
      var track = ViewNode(.progress(fraction, shape: .bar))
      track.style.minWidth = 48
      track.style.accessibility = shownText
      return name + [button("−", "Less", part: 0, id), track, button("+", "More", part: 1, id), value(shownText)]
    case .stepper:
      return named(name) + [button("−", "Less", part: 0, id), value(shownText), button("+", "More", part: 1, id)]
    }
  }

  /// The name with space between it and what follows.
  private func named(_ name: [ViewNode]) -> [ViewNode] { name.isEmpty ? [] : name + [ViewNode(.spacer(minLength: nil))] }

  /// The day and the time, each between its buttons.
  private func dateParts(_ id: String?) -> [ViewNode] {
    var parts: [ViewNode] = []
    if dateStyle != .time {
      parts += [button("‹", "Previous day", part: 0, id), dateValue(.date), button("›", "Next day", part: 1, id)]
    }
    if dateStyle != .date {
      let first = dateStyle == .time ? 0 : 2
      parts += [button("‹", "Previous hour", part: first, id), dateValue(.time), button("›", "Next hour", part: first + 1, id)]
    }
    return parts
  }

  private func value(_ text: String) -> ViewNode {
    var node = ViewNode(.text(text))
    node.style.lineLimit = 1
    node.style.setEffect(\.isTabular, to: true)
    return node
  }

  private func box(_ shown: String?) -> ViewNode {
    // An empty box is as high as one with a text.
    let own = shown ?? shownText
    var node = ViewNode(.text(own.isEmpty ? " " : own))
    if shown == nil, isSecure ? !isFilled : text.isEmpty { node.style.color = .named(.secondary) }
    node.style.lineLimit = lines
    if lines > 1 { node = withSpace(node) }
    node.style.padding = EdgeInsets(top: 4, left: 8, bottom: 4, right: 8)
    (node.style.border, node.style.cornerRadius) = (.named(.tertiary), 6)
    (node.style.minWidth, node.style.maxWidth) = (64, 100_000)
    return node
  }

  /// A text in the space of all the field's lines.
  private func withSpace(_ text: ViewNode) -> ViewNode {
    var space = ViewNode(.text(Array(repeating: " ", count: lines).joined(separator: "\n")))
    (space.style.hidden, space.style.lineLimit) = (true, lines)
    var stack = ViewNode(.zstack, children: [space, text])
    stack.style.align = .topLeading
    return stack
  }

  private func segment(_ choice: String, _ index: Int, _ id: String?) -> ViewNode {
    var node = ViewNode(.button(choice, icon: choice == text ? "checkmark" : nil))
    act(&node, part: index, id.map { "\($0).\(choice)" })
    return node
  }

  private func button(_ title: String, _ name: String, part: Int, _ id: String?) -> ViewNode {
    var node = ViewNode(.button(title, icon: nil))
    node.style.accessibility = label.isEmpty ? name : "\(name): \(label)"
    act(&node, part: part, id.map { "\($0).\(name.lowercased().replacing(" ", with: "_"))" })
    return node
  }

  private func act(_ node: inout ViewNode, part: Int, _ id: String?) {
    node.style.id = id
    if let onChange, value(ofPart: part) != nil {
      node.action = PartAction.number(of: part, onChange)
    } else {
      node.style.opacity = 0.4
    }
  }
}
