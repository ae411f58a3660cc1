/// Lines of a word, a space and a value, sorted by the words' bytes.
///
/// Read in place: a dictionary of all lines takes much longer to make than the look-ups of a few words.
struct SortedLines {
  private let text: String

  /// - Parameter text: Made by a program of this project, in UTF-8.
  init(_ text: String) { self.text = text }

  /// What follows a word on its line.
  func value(of word: Substring) -> Substring? {
    let range: Range<Int>?? = text.utf8.withContiguousStorageIfAvailable { text in
      word.utf8.withContiguousStorageIfAvailable { Self.value(of: $0, in: text) } ?? nil
    }
    guard let range = range ?? nil else { return nil }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return text[start..<utf8.index(start, offsetBy: range.count)]
  }

  /// The first word of each line.
  var words: [Substring] { text.split(separator: "\n").compactMap { $0.split(separator: " ").first } }

  private static func value(of word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let (lineFeed, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    var lines = 0..<text.count
    while !lines.isEmpty {
      let middle = lines.lowerBound + lines.count / 2
      let start = text[lines.lowerBound..<middle].lastIndex(of: lineFeed).map { $0 + 1 } ?? lines.lowerBound
      let end = text[start..<lines.upperBound].firstIndex(of: lineFeed) ?? lines.upperBound
      let own = text[start..<(text[start..<end].firstIndex(of: space) ?? end)]
      if own.elementsEqual(word) { return min(own.endIndex + 1, end)..<end }
      if own.lexicographicallyPrecedes(word) {
        lines = min(end + 1, lines.upperBound)..<lines.upperBound
      } else {
        lines = lines.lowerBound..<start
      }
    }
    return nil
  }
}
