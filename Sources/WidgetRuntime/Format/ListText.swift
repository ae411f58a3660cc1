import WidgetModel
import WidgetSystem

/// Formats lists: `a, b and c`.
enum ListText {
  static func text(_ elements: [String], _ locale: LocaleData) -> String {
    guard let last = elements.last, elements.count > 1 else { return elements.first ?? "" }
    let patterns = locale.row(.lists)
    let isPair = elements.count == 2
    let (start, middle) = (Pattern(patterns.column(1)), Pattern(patterns.column(2)))
    let end = Pattern(conjunction(patterns.column(isPair ? 0 : 3), before: last, locale))
    // Patterns are nested in their last element: start(a, middle(b, end(c, d))).
    let all = isPair ? [end] : [start] + Array(repeating: middle, count: max(0, elements.count - 3)) + [end]
    var text = ""
    for (element, pattern) in zip(elements, all) { text += pattern.before + element + pattern.between }
    text += last
    for pattern in all.reversed() { text += pattern.after }
    return text
  }

  /// The text around the two elements of a pattern such as `{0} and {1}`.
  private struct Pattern {
    let before: String
    let between: String
    let after: String

    init(_ pattern: String) {
      let first = pattern.split(separator: "{0}", maxSplits: 1, omittingEmptySubsequences: false)
      let second = (first.count > 1 ? first[1] : "").split(separator: "{1}", maxSplits: 1, omittingEmptySubsequences: false)
      before = String(first.first ?? "")
      between = String(second.first ?? "")
      after = second.count > 1 ? String(second[1]) : ""
    }
  }

  /// CLDR leaves two changes to the program, as ICU does.
  private static func conjunction(_ pattern: String, before last: String, _ locale: LocaleData) -> String {
    // "y" becomes "e" before the same sound: "padre e hijo", but "agua y hielo".
    if locale.language == "es", soundsLikeI(last) { return pattern.replacing(" y ", with: " e ") }
    // The Hebrew "and" is a prefix of the next word; before other scripts it takes a hyphen.
    if locale.language == "he", !("\u{590}"..."\u{5FF}").contains(last.unicodeScalars.first ?? "a") {
      return pattern.replacing("ו{1}", with: "ו-{1}")
    }
    return pattern
  }

  private static func soundsLikeI(_ text: String) -> Bool {
    let text = text.prefix(3).lowercased()
    if text.hasPrefix("hi") { return !text.hasPrefix("hia") && !text.hasPrefix("hie") }
    return text.hasPrefix("i") || text.hasPrefix("í")
  }
}
