import WidgetSystem

/// A search for words on a board.
struct BoardSearch: Sendable, Equatable {
  private(set) var text = ""
  /// Whether keys still extend the text.
  var isTyping = true

  private static let longest = 100

  mutating func type(_ character: Character) { if text.count < Self.longest { text.append(character) } }

  /// - Returns: false if there was nothing to delete.
  mutating func deleteBackward() -> Bool { text.popLast() != nil }

  /// The cards containing the text, ignoring case.
  ///
  /// - Parameter cards: Each card's name and text.
  func matches(_ cards: [String]) -> [Int] {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return [] }
    return cards.indices.filter { cards[$0].lowercased().contains(wanted) }
  }

  /// The match after (or before) a card, wrapping around the end of the board.
  static func next(_ matches: [Int], from index: Int?, forward: Bool, includingCurrent: Bool = false) -> Int? {
    guard let index else { return forward ? matches.first : matches.last }
    if includingCurrent, matches.contains(index) { return index }
    return forward ? matches.first { $0 > index } ?? matches.first : matches.last { $0 < index } ?? matches.last
  }
}

extension String {
  /// A pasted text's first line that isn't blank, without surrounding spaces and control characters.
  var pastedLine: String {
    for line in split(whereSeparator: \.isNewline) {
      let scalars = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
      let text = String(String.UnicodeScalarView(scalars))
      guard let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
      else { continue }
      return String(text[first...last])
    }
    return ""
  }
}
