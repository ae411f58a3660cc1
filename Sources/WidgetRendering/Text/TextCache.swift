import WidgetModel
import WidgetSystem

/// The texts of one card's layout, analysed once.
///
/// A card that's too small is laid out dozens of times, with the same texts in a few fonts and widths.
final class TextCache {
  private var texts: [ExactText: AnalysedText] = [:]

  subscript(text: String) -> AnalysedText {
    let key = ExactText(text: text)
    if let known = texts[key] { return known }
    let new = AnalysedText()
    texts[key] = new
    return new
  }
}

/// A text's paragraphs, and its lines so far.
final class AnalysedText {
  struct LineKey: Hashable {
    let font: ResolvedFont
    let width: Double
    let limit: Int
    let truncation: Truncation
    let keepsFigures: Bool
  }

  var lines: [LineKey: [TextLine]] = [:]
  var longestWords: [ResolvedFont: TextLine] = [:]
  /// The first ones, as far as one was needed, and where each ends.
  var paragraphs: [(paragraph: Paragraph, end: String.Index)] = []
}

/// A text that equals only the same scalars, not others that look like it.
private struct ExactText: Hashable {
  let text: String

  static func == (one: ExactText, other: ExactText) -> Bool {
    var (first, second) = (one.text, other.text)
    return first.withUTF8 { first in
      second.withUTF8 { second in
        guard first.count == second.count, let one = first.baseAddress, let other = second.baseAddress else {
          return first.count == second.count
        }
        return memcmp(one, other, first.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
