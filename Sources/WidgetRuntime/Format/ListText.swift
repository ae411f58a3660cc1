/// Formats lists: `a, b and c`.
enum ListText {
  static func text(_ elements: [String], _ locale: LocaleData) -> String {
    guard let last = elements.last, elements.count > 1 else { return elements.first ?? "" }
    let row = table.row(locale)
    var word = row.column(1)
    // "y" becomes "e" before the same sound: "padre e hijo", but "agua y hielo".
    if locale.language == "es", soundsLikeI(last) { word = " e " }
    // The Hebrew "and" is a prefix of the next word; before other scripts it takes a hyphen.
    if locale.language == "he", !("\u{590}"..."\u{5FF}").contains(last.unicodeScalars.first ?? "a") { word += "-" }
    // Arabic repeats it between all elements.
    let separator = locale.language == "ar" ? word : row.column(0)
    return elements.dropLast().joined(separator: separator) + word + last
  }

  private static func soundsLikeI(_ text: String) -> Bool {
    let text = text.prefix(3).lowercased()
    if text.hasPrefix("hi") { return !text.hasPrefix("hia") && !text.hasPrefix("hie") }
    return text.hasPrefix("i") || text.hasPrefix("í")
  }

  /// Between elements, before the last.
  private static let table = LocaleTable(
    """
    en|, | and\u{20}
    de|, | und\u{20}
    fr|, | et\u{20}
    es|, | y\u{20}
    it|, | e\u{20}
    pt|, | e\u{20}
    nl|, | en\u{20}
    sv|, | och\u{20}
    da|, | og\u{20}
    nb|, | og\u{20}
    fi|, | ja\u{20}
    pl|, | i\u{20}
    cs|, | a\u{A0}
    ru|, | и\u{20}
    uk|, | і\u{20}
    tr|, | ve\u{20}
    ja|、|、
    zh|、|和
    ko|, | 및\u{20}
    he|, | ו
    ar|، | و
    """)
}
