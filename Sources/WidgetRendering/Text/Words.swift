/// Walks through a paragraph from one place where a line may end to the next.
struct Words {
  struct Word {
    var characters: ArraySlice<Character>
    /// What stands between this word and the next, drawn only when both are on one line.
    var spaces: String
    var text: String { String(characters) }
  }

  private let characters: [Character]
  private(set) var position = 0
  /// Where the word at the position ends, and where the next begins: a long word is cut many times, but looked at once.
  private var ends: (word: Int, next: Int)?

  init(_ paragraph: Substring) { characters = Array(paragraph) }

  var isAtEnd: Bool { position >= characters.count }

  func text(from start: Int) -> [Character] { Array(characters[min(start, characters.count)...]) }

  mutating func advance(_ word: Word) { advance(by: word.characters.count, of: word) }

  mutating func advance(by count: Int, of word: Word) {
    position = min(word.characters.startIndex + count, characters.count)
    guard position >= word.characters.endIndex else { return }
    position += word.spaces.count
    ends = nil
  }

  /// The word at the position, with the spaces after it. Spaces at the start of a paragraph are part of its first word.
  mutating func peek() -> Word? {
    guard !isAtEnd else { return nil }
    let ends = self.ends ?? findEnds()
    self.ends = ends
    return Word(characters: characters[position..<ends.word], spaces: String(characters[ends.word..<ends.next]))
  }

  private func findEnds() -> (word: Int, next: Int) {
    var end = position
    while end < characters.count, characters[end].isBreakingSpace { end += 1 }
    while end < characters.count, !characters[end].isBreakingSpace {
      end += 1
      if end < characters.count, mayBreak(before: end) { break }
    }
    var next = end
    while next < characters.count, characters[next].isBreakingSpace { next += 1 }
    return (end, next)
  }

  private func mayBreak(before index: Int) -> Bool {
    let left = characters[index - 1]
    let right = characters[index]
    if right.isBreakingSpace { return true }
    if left.isASCII, right.isASCII { return left == "-" && endsAtHyphen(before: index) }
    if right.mustNotBeginLine || left.mustNotEndLine { return false }
    if left.isIdeographic || right.isIdeographic { return true }
    switch left {
    case "—", "–", "‐": return true
    case "-": return endsAtHyphen(before: index)
    default: return false
    }
  }

  /// A hyphen that begins a word is a minus or an option's, and one before a digit is part of a number or a date.
  private func endsAtHyphen(before index: Int) -> Bool {
    guard index > position + 1 else { return false }
    let before = characters[index - 2]
    return (before.isLetter || before.isNumber) && characters[index].isLetter
  }
}

extension Character {
  var isLineFeed: Bool {
    guard let ascii = asciiValue else { return false }
    return ascii == 0x0A || ascii == 0x0D
  }

  /// A space at which a line may end: not the no-break ones.
  var isBreakingSpace: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  /// A line may end on either side: ideographs, kana and emoji. Hangul is written with spaces.
  fileprivate var isIdeographic: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return false }
    if (0x1100...0x11FF).contains(scalar.value) || (0xAC00...0xD7FF).contains(scalar.value) { return false }
    return GraphemeWidth.cells(self) == 2
  }

  /// Closing punctuation, small kana and marks of length stay with what is before them (JIS X 4051).
  fileprivate var mustNotBeginLine: Bool {
    "!%),.:;?]}¢°’”‰′″℃、。々〉》」』】〕〗〙〟ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ・ーヽヾ！％），．：；？］｝｡｣､･".contains(self)
  }

  fileprivate var mustNotEndLine: Bool { "([{‘“〈《「『【〔〖〘〝（［｛｢".contains(self) }
}

extension String {
  var droppingTrailingSpaces: String {
    var text = self[...]
    while let last = text.last, last.isBreakingSpace { text.removeLast() }
    return String(text)
  }
}
