/// Texts in several languages: a widget's own words, or luawidget's.
package struct Translations: Sendable, Equatable {
  /// The texts of each language, by its canonical tag.
  package var tables: [String: TextTable]
  /// The language for texts that the user's has none for.
  package var language: String

  package init(_ tables: [String: TextTable] = [:], language: String = "en") {
    self.tables = tables
    self.language = language
  }

  /// A text that was looked up.
  package struct Match: Sendable, Equatable {
    package var text: TranslatedText
    /// The language of the text; nil for a key that has none, which then is the text.
    package var language: String?
    /// The first language that has other texts, but not this one.
    package var lacking: String?
  }

  /// The tags to try for a user's language, nearest first.
  package func chain(_ locale: String) -> [String] {
    let own = LanguageTag.chain(locale)
    return own + LanguageTag.chain(language).filter { !own.contains($0) }
  }

  /// Looks a text up in the user's language, then in the default one.
  ///
  /// - Parameter locale: BCP 47.
  package func find(_ key: String, locale: String) -> Match {
    var lacking: String?
    for tag in chain(locale) {
      guard let table = tables[tag] else { continue }
      if let text = table[key] { return Match(text: text, language: tag, lacking: lacking) }
      // A country's table has only what differs from the language's.
      if lacking == nil, !tag.contains("-") || !hasParent(tag) { lacking = tag }
    }
    return Match(text: .text(key), language: nil, lacking: lacking)
  }

  private func hasParent(_ tag: String) -> Bool { LanguageTag.chain(tag).dropFirst().contains { tables[$0] != nil } }

  /// The text for a key with values, in the user's language if there is one.
  package func text(_ key: String, _ values: [String: LuaValue] = [:], locale: String) -> (text: FilledText, match: Match) {
    let match = find(key, locale: locale)
    let language = match.language ?? self.language
    let isUsers = LanguageTag.chain(locale).contains(language)
    return (match.text.filled(values, in: LocaleData(isUsers ? locale : language)), match)
  }
}
