import WidgetModel

/// A text the user is editing, by whole characters.
struct TextDraft: Sendable, Equatable {
  private var characters: [Character]
  /// The position before which new text goes.
  private(set) var cursor: Int
  /// More than one allows line feeds.
  let lines: Int
  /// Whether the user has submitted the text; the next view replaces it.
  private(set) var isSubmitted = false

  init(_ text: String, lines: Int) {
    characters = Array(text)
    cursor = characters.count
    self.lines = lines
  }

  var text: String { String(characters) }

  /// The effect of a key.
  enum Effect: Sendable, Equatable { case moved, changed, submitted, left }

  /// - Returns: nil if the key isn't for a text: it may be a command.
  mutating func handle(_ key: Key) -> Effect? {
    switch key {
    case .character(let character): return change { $0.insert(String(character)) }
    case .paste(let text): return change { $0.insert(text) }
    case .backspace, .control("h"): return change { $0.delete(from: max(0, $0.cursor - 1), to: $0.cursor) }
    case .delete: return change { $0.delete(from: $0.cursor, to: min($0.characters.count, $0.cursor + 1)) }
    case .control("u"): return change { $0.delete(from: 0, to: $0.cursor) }
    case .control("k"): return change { $0.delete(from: $0.cursor, to: $0.characters.count) }
    case .control("w"): return change { $0.delete(from: $0.wordStart, to: $0.cursor) }
    case .left: return move(to: cursor - 1)
    case .right: return move(to: cursor + 1)
    case .home, .control("a"): return move(to: 0)
    case .end, .control("e"): return move(to: characters.count)
    case .enter:
      isSubmitted = true
      return .submitted
    case .escape: return .left
    // Nothing to type, and no command while somebody is typing.
    case .alt, .insert: return .moved
    default: return nil
    }
  }

  private mutating func move(to position: Int) -> Effect {
    cursor = min(characters.count, max(0, position))
    return .moved
  }

  private mutating func change(_ edit: (inout TextDraft) -> Void) -> Effect {
    let before = characters
    edit(&self)
    guard characters != before else { return .moved }
    isSubmitted = false
    return .changed
  }

  /// Inserts a text before the cursor, as much as fits.
  private mutating func insert(_ new: String) {
    var new = InputField.accepted(new, lines: lines)
    let space = InputField.maximumBytes - text.utf8.count
    while new.utf8.count > space, !new.isEmpty { new.removeLast() }
    guard !new.isEmpty else { return }
    // A mark that's typed joins the character before it.
    let before = String(characters[..<cursor]) + new
    characters = Array(before + String(characters[cursor...]))
    cursor = min(characters.count, Array(before).count)
  }

  private mutating func delete(from start: Int, to end: Int) {
    guard start < end else { return }
    let rest = String(characters[..<start]) + String(characters[end...])
    characters = Array(rest)
    cursor = min(characters.count, start)
  }

  /// Where the word before the cursor starts.
  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  /// Characters before the caret that are always shown.
  private static let shownBefore = 20

  /// The text as a field shows it.
  ///
  /// - Parameter caret: Where the next character goes; nil without the focus.
  func shown(caret: Character?, isSecure: Bool) -> String {
    let shown = isSecure ? characters.map { _ in InputField.secureMark } : characters
    guard let caret else { return String(shown) }
    // The box cuts the end, so the beginning is cut here.
    let start = lines == 1 ? max(0, cursor - Self.shownBefore) : 0
    return (start > 0 ? "…" : "") + String(shown[start..<cursor]) + String(caret) + String(shown[cursor...])
  }
}
