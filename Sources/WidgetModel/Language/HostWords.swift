/// luawidget's own words in the user's language: questions, notes and the labels of buttons.
///
/// They're looked up as a widget's words are, and the keys are the English texts. A test compares the keys in the sources with the
/// tables, so each is written where it's used: `words("Show {name}", ["name": ...])`, or `phrase("Refresh")` in a table.
public struct HostWords: Sendable, Equatable {
  /// BCP 47.
  public let locale: String
  private let isEnglish: Bool

  /// - Parameter locale: BCP 47. A language without a table is shown in English.
  public init(locale: String) {
    self.locale = locale
    isEnglish = locale.utf8.starts(with: "en".utf8) || locale.isEmpty
  }

  public static let english = HostWords(locale: "en-US")

  /// Whether the words are read from right to left.
  public var isRightToLeft: Bool {
    !isEnglish && LayoutDirection(locale: locale) == .rightToLeft
      && Self.translations.tables[LanguageTag.chain(locale).last ?? ""] != nil
  }

  /// A text.
  public func callAsFunction(_ key: String) -> String {
    isEnglish ? key : Self.translations.text(key, locale: locale).text.text
  }

  /// A text with values.
  ///
  /// - Parameter values: The values of placeholders, by name; `n` decides on the plural form.
  public func callAsFunction(_ key: String, _ values: [String: LuaValue]) -> String {
    (isEnglish ? Self.plurals : Self.translations).text(key, values, locale: locale).text.text
  }

  /// A text that counts something.
  public func callAsFunction(_ key: String, n count: Int) -> String { self(key, [TranslatedText.number: .integer(Int64(count))]) }

  /// The plural forms of English.
  private static let plurals = Translations(["en": HostTexts.english])

  /// The tables, which an English run doesn't need.
  package static let translations = Translations(["en": HostTexts.english, "de": HostTexts.german, "ar": HostTexts.arabic])
}

/// Marks a text of a table that ``HostWords`` translates when it's shown.
public func phrase(_ english: String) -> String { english }
