import Testing

@testable import WidgetModel

/// A widget's own words, and those of luawidget: the language, the plural form and the values.
@Suite struct TranslationTests {
  private static let translations = Translations(
    [
      "de": [
        "title": .text("Abfahrten"), "left": .plural([.one: "noch {n} Minute", .other: "noch {n} Minuten"]),
        "price": .text("{n} für {what}"),
      ],
      "de-AT": ["title": .text("Abfahrten (AT)")],
      "en": [
        "title": .text("Departures"), "left": .plural([.one: "{n} minute left", .other: "{n} minutes left"]),
        "only": .text("Only here"),
      ],
      "ar": [
        "left": .plural([.zero: "0", .one: "1", .two: "2", .few: "few {n}", .many: "many {n}", .other: "other {n}"])
      ],
    ], language: "en")

  private func text(_ key: String, _ locale: String, _ values: [String: LuaValue] = [:]) -> String {
    Self.translations.text(key, values, locale: locale).text.text
  }

  @Test(
    "the nearest language that has the text",
    arguments: [
      ("title", "de-AT", "Abfahrten (AT)"), ("title", "de_DE.UTF-8", "Abfahrten"), ("title", "de-Latn-CH", "Abfahrten"),
      ("title", "fr-FR", "Departures"), ("only", "de-AT", "Only here"), ("none {n}", "de", "none {n}"),
      ("title", "C", "Departures"),
    ]) func language(key: String, locale: String, expected: String)
  {
    #expect(text(key, locale) == expected)
  }

  @Test("a text that a language lacks is known, unless only a country's table lacks it") func lacking() {
    func lacking(_ key: String, _ locale: String) -> String? { Self.translations.find(key, locale: locale).lacking }
    #expect(lacking("only", "de-AT") == "de")
    #expect(lacking("left", "de-AT") == nil)
    #expect(lacking("only", "fr") == nil)
    #expect(lacking("none", "fr") == "en")
    #expect(lacking("title", "en-US") == nil)
  }

  @Test(
    "plural forms of each language, with numbers as it writes them",
    arguments: [
      ("de", 1, "noch 1 Minute"), ("de", 0, "noch 0 Minuten"), ("de", 1.5, "noch 1,5 Minuten"),
      ("de", 1234, "noch 1.234 Minuten"),
      ("de-CH", 1234, "noch 1’234 Minuten"), ("en", 1, "1 minute left"), ("en", 1.5, "1.5 minutes left"),
      ("fr", 1, "1 minute left"),
      ("ar-MA", 0, "0"), ("ar-MA", 2, "2"), ("ar-MA", 3, "few 3"), ("ar-MA", 11, "many 11"), ("ar-MA", 100, "other 100"),
      ("ar-EG", 3, "few ٣"),
    ] as [(String, Double, String)]) func plurals(locale: String, number: Double, expected: String)
  {
    #expect(text("left", locale, ["n": .number(number)]) == expected)
  }

  @Test("values are put in once; one that's missing stays a placeholder") func values() {
    let filled = Self.translations.text("price", ["n": 3, "what": "{n} {what}"], locale: "de").text
    #expect(filled == FilledText(text: "3 für {n} {what}"))
    #expect(Self.translations.text("price", ["what": true], locale: "de").text.missing == ["n", "what"])
    #expect(Self.translations.text("left", ["n": "3"], locale: "de").text == FilledText(text: "noch 3 Minuten", missing: ["n"]))
    #expect(TranslatedText.text("{ {} {a b} {{n}} {").filled(["n": 1], in: LocaleData("en")).text == "{ {} {a b} {1} {")
  }

  @Test("a text can't grow without end") func long() {
    let text = TranslatedText.text(String(repeating: "{a}", count: 5000))
    let filled = text.filled(["a": .string(String(repeating: "x", count: 60_000))], in: LocaleData("en"))
    #expect(filled.isTooLong)
    #expect(filled.text.utf8.count < 200_000)
  }

  @Test(
    "tags in their usual case",
    arguments: [
      ("DE_at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("pt_BR.UTF-8", "pt-BR"), ("es-419", "es-419"), ("C", nil), ("", nil),
      ("german", nil), ("de--AT", nil), ("de-ÄT", nil), ("../de", nil),
    ]) func tags(name: String, expected: String?)
  {
    #expect(LanguageTag.canonical(name) == expected)
  }

  @Test("every rule has CLDR's categories") func categories() {
    func categories(_ locale: String) -> [PluralCategory] {
      var found: [PluralCategory] = []
      for number in 0...200 {
        let category = PluralRule(LocaleData(locale)).category(PluralOperands(number))
        if !found.contains(category) { found.append(category) }
      }
      return found
    }
    #expect(categories("ar") == [.zero, .one, .two, .few, .many, .other])
    #expect(categories("pl") == [.many, .one, .few])
    #expect(categories("de") == [.other, .one])
    #expect(categories("ja") == [.other])
    #expect(categories("cy") == [.zero, .one, .two, .few, .other, .many])
  }
}
