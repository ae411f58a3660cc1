import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetSystem

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
        message = words(
          "there is no widget \"{text}\": type another name, or a path", ["text": .string(terminalSafe(picker.text, limit: 100))])
      }
      return nil
    }
    self.picker = nil
    awaitsAdded = true
    return .edits([.add(BoardEntry(file: options.library.reference(to: path, on: options.location)), at: nil)])
  }

  /// Selects a card added by this terminal.
  mutating func focusAdded(among known: Set<String>) {
    guard awaitsAdded, let index = cards.firstIndex(where: { !known.contains($0.id) }) else { return }
    awaitsAdded = false
    focus(index)
    layOut(rows: scroll.visibleRows)
    revealFocus()
    message = words("{name} was added as {id}", ["name": .string(cards[index].name), "id": .string(cards[index].id)])
  }

  /// The lines of the list, with the selected one marked.
  mutating func pickerLines(rows: Int) -> [(text: String, isSelected: Bool)] {
    guard var picker else { return [] }
    defer { self.picker = picker }
    var lines = [(words("Add a widget:") + " \(terminalSafe(picker.text))_", false), ("", false)]
    if picker.choices.isEmpty {
      let text =
        picker.text.isEmpty
        ? words("No widgets are installed. Type the path of one, such as ~/widgets/flight.lua.")
        : words("No widget has this name or path.")
      lines += LineWrapping.lines(text, columns: max(1, size.columns - 2)).map { ($0, false) }
    }
    let onBoard = Set(cards.compactMap(\.widget.identity.path))
    for index in picker.visible(rows: rows - Self.pickerHeading) {
      let choice = picker.choices[index]
      let isSelected = index == picker.selection
      let mark = isSelected ? (options.view.capabilities.isUTF8 ? "▶ " : "> ") : "  "
      let note = choice.path.map { onBoard.contains($0) ? "  " + words("(on this board)") : "" } ?? ""
      lines.append((mark + terminalSafe(choice.text) + note, isSelected))
    }
    return lines
  }
}

/// A list of widgets to add to a board, and the text filtering it.
struct WidgetPicker: Sendable, Equatable {
  private(set) var text = ""
  private(set) var choices: [WidgetChoice] = []
  /// The selected choice; nil if there are none.
  private(set) var selection: Int?
  /// The first visible choice.
  private var offset = 0
  private let library: WidgetLibrary
  private let workingFolder: String

  private static let longestText = 1000

  init(library: WidgetLibrary, workingFolder: String = AbsolutePath.workingFolder) {
    self.library = library
    self.workingFolder = workingFolder
    find()
  }

  var selected: WidgetChoice? { selection.map { choices[$0] } }

  /// The path of the widget to add: the selected one, or else what was typed.
  var path: String? { selected.map(\.path) ?? library.path(typed: text, workingFolder: workingFolder) }

  mutating func type(_ more: String) {
    guard text.utf8.count + more.utf8.count <= Self.longestText else { return }
    text += more
    find()
  }

  /// - Returns: false if there was nothing to delete.
  mutating func deleteBackward() -> Bool {
    guard text.popLast() != nil else { return false }
    find()
    return true
  }

  mutating func deleteAll() {
    text = ""
    find()
  }

  /// Takes over the text of the selected choice, so the next choices are those in a folder.
  mutating func complete() {
    guard let selected else { return }
    text = selected.text
    find()
  }

  mutating func move(by step: Int) {
    guard let selection else { return }
    self.selection = max(0, min(selection + step, choices.count - 1))
  }

  mutating func select(row: Int) { if choices.indices.contains(offset + row) { selection = offset + row } }

  /// The visible choices, the selected one among them.
  mutating func visible(rows: Int) -> Range<Int> {
    guard rows > 0, let selection else { return 0..<0 }
    offset = max(0, min(offset, choices.count - rows))
    if selection < offset { offset = selection }
    if selection >= offset + rows { offset = selection - rows + 1 }
    return offset..<min(choices.count, offset + rows)
  }

  private mutating func find() {
    choices = library.choices(for: text, workingFolder: workingFolder)
    selection = choices.isEmpty ? nil : 0
    offset = 0
  }
}
