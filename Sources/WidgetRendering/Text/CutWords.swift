/// Decides where a truncated text ends: after a word, or inside one only if nothing else is left of the text.
///
/// A number never loses a digit, and a single letter isn't worth showing: then only the ellipsis remains.
enum CutWords {
  /// The fewest letters of a word to show.
  private static let fewest = 2

  /// The beginning of the text.
  ///
  /// - Parameter count: How many characters have space.
  static func head(of text: [Character], upTo count: Int) -> String {
    guard count > 0 else { return "" }
    // A whole line that's followed by others may be a single letter.
    if count >= text.count { return String(text).droppingTrailingSpaces }
    let count = OrthographicCluster.breakable(text[...], upTo: count)
    if endsWord(text, at: count) { return legible(text[..<count]) }
    // The whole words before the one that's cut.
    var end = count
    while end > 0, !text[end - 1].isBreakingSpace { end -= 1 }
    let words = legible(text[..<end])
    if !words.isEmpty { return words }
    let word = text[end...].prefix { !$0.isBreakingSpace }
    return FigureText.isFigure(String(word)) ? "" : legible(text[..<count])
  }

  /// The end of the text.
  static func tail(of text: [Character], upTo count: Int) -> String {
    guard count > 0 else { return "" }
    var start = text.count - count
    while start < text.count, start > 0, !endsWord(text, at: start) { start += 1 }
    let words = legible(text[start...].drop(while: \.isBreakingSpace))
    if !words.isEmpty { return words }
    var end = text.count - count
    while end > 0, !text[end - 1].isBreakingSpace { end -= 1 }
    let word = text[end...].prefix { !$0.isBreakingSpace }
    return FigureText.isFigure(String(word)) ? "" : legible(text.suffix(count))
  }

  /// Whether a cut before the character at an index is between words.
  private static func endsWord(_ text: [Character], at index: Int) -> Bool {
    guard index > 0, index < text.count else { return true }
    let (last, next) = (text[index - 1], text[index])
    if last.isBreakingSpace || next.isBreakingSpace || last == "-" || last == "/" { return true }
    // Scripts without spaces between words.
    return last.unicodeScalars.contains { !$0.isOfWords } && next.unicodeScalars.contains { !$0.isOfWords }
  }

  /// The beginning and the end of a text cut in its middle.
  static func ends(_ text: [Character], first: Int, last: Int) -> (head: String, tail: String) {
    (legible(text.prefix(first)), legible(text.suffix(last)))
  }

  /// The part, if it's worth showing.
  private static func legible(_ part: ArraySlice<Character>) -> String {
    let text = String(part).droppingTrailingSpaces
    let letters = text.count { !$0.isBreakingSpace && !$0.isPunctuation }
    let isDense = text.unicodeScalars.contains { !$0.isOfWords }
    return letters >= fewest || isDense ? text : ""
  }
}
