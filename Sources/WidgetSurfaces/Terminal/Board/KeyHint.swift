import WidgetModel
import WidgetRendering
import WidgetRuntime

/// A key and what it does, for the bottom line.
struct KeyHint: Sendable, Equatable {
  var key: String
  var label: String

  init(_ key: String, _ label: String) {
    self.key = key
    self.label = label
  }

  /// - Parameter label: A key of ``HostWords``; nil uses the table's.
  init(_ command: KeyCommand, _ label: String? = nil, _ words: HostWords = .english, isUTF8: Bool) {
    let binding = KeyBinding.of(command)
    self.init(binding?.keys.first?.name(isUTF8: isUTF8) ?? "", words(label ?? binding?.label ?? ""))
  }

  var text: String { "\(key) \(label)" }
  var columns: Int { GraphemeWidth.cells(key) + 1 + GraphemeWidth.cells(label) }

  /// The hints that fit into a line, in order.
  ///
  /// - Parameters:
  ///   - hints: The most important ones first.
  ///   - last: Hints that go at the end and take precedence over all others.
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
    let parts = hints.map { isStyled ? "\u{1B}[1m\($0.key)\u{1B}[0;2m \($0.label)\u{1B}[0m" : $0.text }
    return (parts.joined(separator: "  "), max(0, hints.reduce(-2) { $0 + $1.columns + 2 }))
  }
}

/// A board's help: what its keys do.
enum BoardHelp {
  private static let rows: [(heading: String, rows: [(commands: [KeyCommand], text: String)])] = [
    (
      phrase("Move"),
      [
        ([.up, .down], phrase("the card above or below; scrolls through a tall one")),
        ([.left, .right], phrase("the card beside")),
        ([.next, .previous], phrase("the next or previous card or control")), ([.pageUp, .pageDown], phrase("scroll by a page")),
        ([.first, .last], phrase("the first or last card")),
        ([.find], phrase("find words; n and N go to the next and previous match")),
      ]
    ),
    (
      phrase("Card"),
      [
        ([.press], phrase("press the selected control; confirm an answer")), ([.toggleMode], phrase("show more or less")),
        ([.refresh], phrase("refresh")), ([.edit], phrase("edit the file of the widget")),
        ([.hide], phrase("hide; on a hidden widget: show again")),
        ([.moveUp, .moveDown], phrase("move the card; or drag its title")),
        (
          PermissionDecision.choices.map { .choose($0) },
          phrase("answer a permission question, then press Enter")
        ),
      ]
    ),
    (
      phrase("Board"),
      [
        ([.add], phrase("add a widget")), ([.refreshAll], phrase("refresh all")),
        ([.listHidden], phrase("list or skip hidden widgets")),
        ([.editBoard], phrase("edit the board file")), ([.output], phrase("what the widgets printed")),
        ([.help], phrase("this help")),
        ([.redraw], phrase("draw the screen again")), ([.quit], phrase("quit")),
      ]
    ),
  ]

  static func headings(_ words: HostWords) -> [String] { rows.map { words($0.heading) } }

  /// `↑ ↓  k j`: first the commands' usual keys, then the letters.
  static func keys(_ commands: [KeyCommand], isUTF8: Bool) -> String {
    let keys = commands.compactMap { KeyBinding.of($0)?.keys.prefix(2).map { $0.name(isUTF8: isUTF8) } }
    return (0..<2).map { index in keys.compactMap { $0.indices.contains(index) ? $0[index] : nil }.joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Lines of plain text, no wider than the terminal if words allow it.
  static func lines(columns: Int, _ words: HostWords = .english, isUTF8: Bool) -> [String] {
    let sections = rows.map { section in
      (
        heading: words(section.heading),
        rows: section.rows.map { (keys: keys($0.commands, isUTF8: isUTF8), text: words($0.text)) }
      )
    }
    let width = sections.flatMap(\.rows).map(\.keys.count).max() ?? 0
    var lines: [String] = []
    for section in sections {
      if !lines.isEmpty { lines.append("") }
      lines.append(section.heading)
      for row in section.rows {
        if columns >= width + 24 {
          let space = String(repeating: " ", count: max(0, width - row.keys.count))
          let rest = LineWrapping.lines(row.text, columns: max(1, columns - width - 4))
          for (index, line) in rest.enumerated() {
            lines.append(index == 0 ? "  \(row.keys)\(space)  \(line)" : String(repeating: " ", count: width + 4) + line)
          }
        } else {
          lines += LineWrapping.lines("  \(row.keys): \(row.text)", columns: max(1, columns))
        }
      }
    }
    return lines
  }
}
