import WidgetHost
import WidgetModel
import WidgetRendering

/// Adding a widget to the board.
extension BoardView {
  mutating func startAdding() { picker = WidgetPicker(library: options.library) }

  /// Handles a key while the widgets to add are listed.
  mutating func handleAdding(_ key: Key) -> BoardRequest? {
    switch key {
    case .character(let character): picker?.type(String(character))
    case .paste(let text): picker?.type(text.pastedLine)
    case .backspace: if picker?.deleteBackward() == false { picker = nil }
    case .control("u"): picker?.deleteAll()
    case .tab, .right: picker?.complete()
    case .up, .backTab, .scrollUp: picker?.move(by: -1)
    case .down, .scrollDown: picker?.move(by: 1)
    case .pageUp: picker?.move(by: -10)
    case .pageDown: picker?.move(by: 10)
    case .home: picker?.move(by: -10_000)
    case .end: picker?.move(by: 10_000)
    case .click(_, let row): picker?.select(row: row - bodyTop - Self.pickerHeading)
    case .escape, .control("d"): picker = nil
    case .enter: return add()
    default: break
    }
    return nil
  }

  /// The rows above the choices.
  static let pickerHeading = 2

  private mutating func add() -> BoardRequest? {
    guard let picker else { return nil }
    guard let path = picker.path else {
      if picker.selected != nil {
        self.picker?.complete()
      } else if !picker.text.isEmpty {
        message = "there is no widget \"\(terminalSafe(picker.text, limit: 100))\": type another name, or a path"
      }
      return nil
    }
    self.picker = nil
    awaitsAdded = true
    return .edit(.add(BoardEntry(file: options.library.reference(to: path, on: options.location)), at: nil))
  }

  /// Selects a card that was added by this terminal.
  mutating func focusAdded(among known: Set<String>) {
    guard awaitsAdded, let index = cards.firstIndex(where: { !known.contains($0.id) }) else { return }
    awaitsAdded = false
    focus(index)
    layOut(rows: scroll.visibleRows)
    revealFocus()
    message = "\(cards[index].name) was added as \(cards[index].id)"
  }

  /// The lines of the list, the selected one first marked.
  mutating func pickerLines(rows: Int) -> [(text: String, isSelected: Bool)] {
    guard var picker else { return [] }
    defer { self.picker = picker }
    var lines = [("Add a widget: \(terminalSafe(picker.text))_", false), ("", false)]
    if picker.choices.isEmpty {
      let text =
        picker.text.isEmpty
        ? "No widgets are installed. Type the path of one, such as ~/widgets/flight.lua." : "No widget has this name or path."
      lines += LineWrapping.lines(text, columns: max(1, size.columns - 2)).map { ($0, false) }
    }
    let onBoard = Set(cards.compactMap(\.widget.identity.path))
    for index in picker.visible(rows: rows - Self.pickerHeading) {
      let choice = picker.choices[index]
      let isSelected = index == picker.selection
      let mark = isSelected ? (options.view.capabilities.isUTF8 ? "▶ " : "> ") : "  "
      let note = choice.path.map { onBoard.contains($0) ? "  (on this board)" : "" } ?? ""
      lines.append((mark + terminalSafe(choice.text) + note, isSelected))
    }
    return lines
  }
}
