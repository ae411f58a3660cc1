/// The language of formatted text, with a country where it matters. Each aspect is a separate table, parsed when it is used.
///
/// Our own tables, because the first number that ICU formats takes longer than a whole widget. The words and patterns are those of
/// Unicode CLDR. A language without a row falls back to international English.
struct LocaleData: Sendable, Equatable {
  /// Names of rows, best match first: `de-AT`, `de`, `en`.
  let rows: [String]
  /// The language, which determines plural forms.
  let language: String

  /// - Parameter tag: BCP 47 (`pt-BR`); POSIX names (`pt_BR.UTF-8`) are accepted too.
  init(_ tag: String) {
    let parts = tag.prefix(64).prefix { $0 != "." && $0 != "@" }.split(whereSeparator: { $0 == "-" || $0 == "_" })
    let aliases = ["no": "nb", "nn": "nb", "iw": "he", "c": "en", "posix": "en"]
    let given = parts.first?.lowercased() ?? "en"
    let language = aliases[given] ?? given
    let script = parts.dropFirst().first { $0.utf8.count == 4 }?.capitalized ?? ""
    let region = parts.dropFirst().first { $0.utf8.count == 2 || $0.utf8.count == 3 }?.uppercased() ?? ""
    guard Self.languages.contains(language) else {
      rows = ["en-GB", "en"]
      self.language = "en"
      return
    }
    self.language = language
    var rows = region.isEmpty ? [] : ["\(language)-\(region)"]
    if let sibling = Self.sibling(language, script: script, region: region), !rows.contains(sibling) { rows.append(sibling) }
    rows.append(language)
    if language != "en" { rows.append("en") }
    self.rows = rows
  }

  private static let languages: Set<String> = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "ru", "uk", "tr", "ja", "zh", "ko", "he", "ar",
  ]

  /// The country whose conventions a country shares.
  private static func sibling(_ language: String, script: String, region: String) -> String? {
    switch language {
    case "en": ["", "US", "PH", "PR", "GU"].contains(region) ? nil : "en-GB"
    case "pt": ["", "BR"].contains(region) ? nil : "pt-PT"
    case "zh": script == "Hant" || ["TW", "HK", "MO"].contains(region) && script != "Hans" ? "zh-TW" : nil
    case "es":
      ["419", "US", "GT", "HN", "NI", "SV", "PA", "DO", "PR", "PE", "CU"].contains(region) ? "es-MX" : nil
    case "de": region == "LI" ? "de-CH" : nil
    default: nil
    }
  }
}

extension Substring {
  /// `Hant` for `hant`.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
