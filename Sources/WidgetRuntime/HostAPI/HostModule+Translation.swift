import WidgetModel

extension HostModule {
  /// The widget's own words.
  static let translation = HostModule(
    "", title: "tr",
    """
    Your widget's own words in the user's language. They're in files such as `strings/de.json` beside `main.lua` (for `flight.lua`: \
    `flight/strings/de.json`), or in the manifest: `strings = { de = { ... } }`. A text has a key, and `{name}` in it stands for a \
    value. Instead of a text there can be one for each plural category of Unicode CLDR (`zero`, `one`, `two`, `few`, `many`, `other`): \
    `"minutes_left": { "one": "noch {n} Minute", "other": "noch {n} Minuten" }`.
    """,
    [
      HostFunction(
        "tr",
        """
        Returns a text of your widget in the user's language: for `de-AT` that of `de-AT`, `de`, or the manifest's `language`; else \
        the key itself, so a key can be a sentence. The console says once what's missing. Call it in `content`: a view in another \
        language can be asked for later.
        """,
        HostField("key", .string),
        .optional("values", .table, "texts and numbers for `{name}`; `n` decides on the plural form, and numbers are formatted"),
        returns: [HostField("text", .string)],
        limits: "\(TranslationReader.maximumFile >> 10) KiB per file, \(TranslationReader.maximumTexts) texts per language"
      ).implemented(using: \.translations) { call, translations throws(HostError) in
        .string(try translations.text(call.text(0), call[1].table ?? [:]))
      }
    ])
}
