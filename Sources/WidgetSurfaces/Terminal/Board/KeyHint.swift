import WidgetRendering

/// A key and what it does, for the line at the bottom.
struct KeyHint: Sendable, Equatable {
  var key: String
  var label: String

  init(_ key: String, _ label: String) {
    self.key = key
    self.label = label
  }

  var columns: Int { GraphemeWidth.cells(key) + 1 + GraphemeWidth.cells(label) }

  /// As many hints as fit into a line, in order.
  ///
  /// - Parameters:
  ///   - hints: The most important ones first.
  ///   - last: Hints that come at the end and have precedence over all others.
  static func fitting(_ hints: [KeyHint], last: [KeyHint], columns: Int) -> [KeyHint] {
    var space = columns
    func take(_ hint: KeyHint, _ isFirst: Bool) -> Bool {
      let needed = hint.columns + (isFirst ? 0 : 2)
      guard needed <= space else { return false }
      space -= needed
      return true
    }
    var tail: [KeyHint] = []
    for hint in last.reversed() where take(hint, tail.isEmpty) { tail.insert(hint, at: 0) }
    guard tail.count == last.count else { return tail }
    var head: [KeyHint] = []
    for hint in hints {
      guard take(hint, head.isEmpty && tail.isEmpty) else { break }
      head.append(hint)
    }
    return head + tail
  }

  /// The hints as a line, with the keys emphasized.
  static func line(_ hints: [KeyHint], _ capabilities: TerminalCapabilities) -> (text: String, width: Int) {
    let isStyled = capabilities.color != .none
    let parts = hints.map { isStyled ? "\u{1B}[1m\($0.key)\u{1B}[0;2m \($0.label)\u{1B}[0m" : "\($0.key) \($0.label)" }
    return (parts.joined(separator: "  "), max(0, hints.reduce(-2) { $0 + $1.columns + 2 }))
  }
}
