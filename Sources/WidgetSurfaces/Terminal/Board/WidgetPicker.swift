import WidgetHost

/// A list of widgets that can be added to a board, and the text that filters it.
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

  /// The path of the widget to add: the selected one, else what was typed.
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

  /// Takes over the text of the selected choice, so that the next choices are those in a folder.
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

  /// The visible choices. The selected one is among them.
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
