/// Iterates over a paragraph from one line break opportunity to the next.
struct Words {
  struct Word {
    var characters: ArraySlice<Character>
    /// The spaces before the next word, drawn only if both are on one line.
    var spaces: String
  }

  private let paragraph: Paragraph
  private(set) var position = 0
  /// Where the word at the position and its spaces end, cached because a long word is cut many times.
  private var ends: (word: Int, next: Int)?

  init(_ paragraph: Paragraph) { self.paragraph = paragraph }

  private var characters: [Character] { paragraph.characters }

  var isAtEnd: Bool { position >= characters.count }

  func text(from start: Int) -> [Character] { Array(characters[min(start, characters.count)...]) }

  /// The text of a word.
  func text(of word: Word) -> String { paragraph.text(of: word.characters.startIndex..<word.characters.endIndex) }

  mutating func advance(_ word: Word) { advance(by: word.characters.count, of: word) }

  mutating func advance(by count: Int, of word: Word) {
    position = min(word.characters.startIndex + count, characters.count)
    guard position >= word.characters.endIndex else { return }
    position += word.spaces.count
    ends = nil
  }

  /// The next word and the spaces after it. Spaces at the start of a paragraph belong to its first word.
  mutating func peek() -> Word? {
    guard !isAtEnd else { return nil }
    let ends = self.ends ?? paragraph.ends(from: position)
    self.ends = ends
    return Word(characters: characters[position..<ends.word], spaces: String(characters[ends.word..<ends.next]))
  }
}

extension Unicode.Scalar {
  /// Whether words of it are between spaces: not in Thai, Khmer or Chinese, which break anywhere. Currency signs and dashes are
  /// parts of words.
  var isOfWords: Bool { value < 0x0E00 || (0x1E00..<0x2E80).contains(value) }
}

extension Character {
  var isLineFeed: Bool {
    guard let ascii = asciiValue else { return false }
    return ascii == 0x0A || ascii == 0x0D
  }

  /// A space where a line can end, which excludes no-break spaces.
  var isBreakingSpace: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }
}

extension String {
  var droppingTrailingSpaces: String {
    var text = self[...]
    while let last = text.last, last.isBreakingSpace { text.removeLast() }
    return String(text)
  }
}
