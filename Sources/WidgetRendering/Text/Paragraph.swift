/// A paragraph, analysed once for all widths and fonts it's broken for.
final class Paragraph {
  let characters: [Character]
  let isRightToLeft: Bool
  /// Where a word and the spaces after it end, by where the word starts.
  private var ends: [Int: (word: Int, next: Int)] = [:]
  private var texts: [Range<Int>: String] = [:]

  init(_ paragraph: Substring) {
    characters = Array(paragraph)
    isRightToLeft = TextDirection.isRightToLeft(paragraph)
  }

  /// The end of the word that starts at a position, and of the spaces after it.
  func ends(from position: Int) -> (word: Int, next: Int) {
    if let known = ends[position] { return known }
    let found = findEnds(from: position)
    ends[position] = found
    return found
  }

  /// The text of a whole word, which every width asks for.
  func text(of word: Range<Int>) -> String {
    if let known = texts[word] { return known }
    let text = String(characters[word])
    texts[word] = text
    return text
  }

  private func findEnds(from position: Int) -> (word: Int, next: Int) {
    var end = position
    while end < characters.count, characters[end].isBreakingSpace { end += 1 }
    let start = end
    while end < characters.count {
      if characters[end].isBreakingSpace {
        let next = afterSpaces(end)
        // Spaces after an opening bracket belong to the word.
        guard end > start, next < characters.count,
          !LineBreakRules.mayBreakAtSpaces(characters[end - 1], characters[next])
            || FigureText.isUnit(characters[next...], after: characters[end - 1])
            || FigureText.isCurrency(characters[start..<end], before: characters[next])
        else { break }
        end = next
      }
      end += 1
      if end < characters.count, !characters[end].isBreakingSpace, mayBreak(before: end, from: start) { break }
    }
    return (end, afterSpaces(end))
  }

  private func afterSpaces(_ index: Int) -> Int {
    var next = index
    while next < characters.count, characters[next].isBreakingSpace { next += 1 }
    return next
  }

  private func mayBreak(before index: Int, from start: Int) -> Bool {
    if characters[index - 1] == "/", FigureText.isUnit(characters, around: index) { return false }
    return LineBreakRules.mayBreak(
      characters[index - 1], characters[index], after: index > start + 1 ? characters[index - 2] : nil)
  }
}
