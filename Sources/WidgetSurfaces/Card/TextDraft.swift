import WidgetModel

/// A text the user is editing, by whole characters.
struct TextDraft: Sendable, Equatable {
  private var characters: [Character]
  /// The text's length in UTF-8.
  private var bytes: Int
  /// The position before which new text goes.
  private(set) var cursor: Int
  /// More than one allows line feeds.
  let lines: Int
  /// Whether the user has submitted the text; the next view replaces it.
  private(set) var isSubmitted = false

  init(_ text: String, lines: Int) {
    characters = Array(text)
    bytes = text.utf8.count
    cursor = characters.count
    self.lines = lines
  }

  var text: String { String(characters) }

  /// The effect of a key.
  enum Effect: Sendable, Equatable { case moved, changed, submitted, left }

  /// - Returns: nil if the key isn't for a text: it may be a command.
  mutating func handle(_ key: Key) -> Effect? {
    switch key {
    case .character(let character): return insert(String(character))
    case .paste(let text): return insert(text)
    case .backspace, .control("h"): return replace(from: max(0, cursor - 1), to: cursor)
    case .delete: return replace(from: cursor, to: min(characters.count, cursor + 1))
    case .control("u"): return replace(from: 0, to: cursor)
    case .control("k"): return replace(from: cursor, to: characters.count)
    case .control("w"): return replace(from: wordStart, to: cursor)
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

  /// Inserts a text before the cursor, as much as fits.
  private mutating func insert(_ new: String) -> Effect {
    var new = InputField.accepted(new, lines: lines)
    let space = InputField.maximumBytes - bytes
    if space <= 0 { return .moved }
    while new.utf8.count > space, !new.isEmpty { new.removeLast() }
    return replace(from: cursor, to: cursor, with: new)
  }

  private mutating func replace(from start: Int, to end: Int, with new: String = "") -> Effect {
    guard start < end || !new.isEmpty else { return .moved }
    bytes += new.utf8.count - characters[start..<end].reduce(0) { $0 + $1.utf8.count }
    // A mark that's typed joins the character before it. Characters before that one stay, so typing at the end of a long text is quick.
    let first = max(0, start - 1)
    let before = String(characters[first..<start]) + new
    let count = first + before.count
    characters.replaceSubrange(first..., with: Array(before + String(characters[end...])))
    cursor = min(characters.count, count)
    isSubmitted = false
    return .changed
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
