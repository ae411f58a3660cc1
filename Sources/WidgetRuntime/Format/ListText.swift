/// Formats lists: `a, b and c`.
enum ListText {
  static func text(_ elements: [String], _ locale: LocaleData) -> String {
    guard let first = elements.first, let last = elements.last, elements.count > 1 else { return elements.first ?? "" }
    let patterns = locale.row(.lists)
    if elements.count == 2 { return joined(first, last, conjunction(patterns.column(0), before: last, locale)) }
    var text = joined(first, elements[1], patterns.column(1))
    for element in elements.dropFirst(2).dropLast() { text = joined(text, element, patterns.column(2)) }
    return joined(text, last, conjunction(patterns.column(3), before: last, locale))
  }

  private static func joined(_ first: String, _ second: String, _ pattern: String) -> String {
    let text = pattern.split(separator: "{0}", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = (text.count > 1 ? text[1] : "").split(separator: "{1}", maxSplits: 1, omittingEmptySubsequences: false)
    return (text.first ?? "") + first + (rest.first ?? "") + second + (rest.count > 1 ? rest[1] : "")
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
