import Foundation
import Testing
import WidgetModel

/// luawidget's own words: every text in the sources has a German and an Arabic one.
@Suite struct HostWordsTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  /// The keys in the sources, with the file of each.
  private static let keys: [String: String] = {
    let call = /\b(?:words|phrase)\(\s*"((?:[^"\\]|\\.)*)"/
    var keys: [String: String] = [:]
    for (name, text) in files where !name.contains("Language/Host") {
      for match in text.matches(of: call) { keys[String(match.output.1).replacing("\\\"", with: "\"")] = name }
    }
    return keys
  }()

  private static let files: [(name: String, text: String)] = {
    let all = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return all.filter { $0.pathExtension == "swift" }.map { ($0.path, (try? String(contentsOf: $0, encoding: .utf8)) ?? "") }
  }()

  private static func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{(\w+)\}/).map { String($0.output.1) })
  }

  @Test("German and Arabic have every text, with its placeholders and every plural form", arguments: ["de", "ar"])
  func complete(language: String) throws {
    let table = try #require(HostWords.translations.tables[language])
    #expect(Self.keys.count > 200)
    let rule = PluralRule(LocaleData(language))
    let used = Set((0...1000).map { rule.category(PluralOperands($0)) }).union([.other])
    for (key, file) in Self.keys.sorted(by: { $0.key < $1.key }) {
      guard let text = table[key] else {
        Issue.record("\(language) lacks \"\(key)\" of \(file)")
        continue
      }
      switch text {
      case .text(let text):
        #expect(Self.placeholders(text) == Self.placeholders(key), "\(language): \(key)")
        #expect(!text.isEmpty)
      case .plural(let forms):
        #expect(Set(forms.keys) == used, "\(language): \(key)")
        for text in forms.values {
          #expect(Self.placeholders(text).union(["n"]) == Self.placeholders(key), "\(language): \(key)")
        }
      }
    }
    #expect(Set(table.keys).subtracting(Self.keys.keys) == [], "nothing uses them")
  }

  @Test("no page and no card has a text in one language only") func pages() {
    let parts = [
      "WidgetSurfaces/Page/Pages", "WidgetSurfaces/Desktop", "luawidget-desktop/SettingsDialog", "luawidget-desktop/CardView",
    ]
    for (name, text) in Self.files where parts.contains(where: name.contains) {
      for literal in text.matches(of: /(?:text: |ariaLabel, |label: |title: )"((?:[^"\\]|\\.)*)"/) {
        let words = literal.output.1.replacing(/\\\([^)]*\)/, with: "")
        let isCode =
          words.hasPrefix("luawidget") || words.contains("–") || words.contains("=") || words.wholeMatch(of: /[^A-Za-z]*/) != nil
        #expect(isCode, "\(name): \(literal.output.0)")
      }
    }
  }

  @Test("the user's language, and English for what has no table")
  func languages() {
    #expect(HostWords(locale: "de-AT")("Show More") == "Mehr anzeigen")
    #expect(HostWords(locale: "ar-EG")("Show More") == "عرض المزيد")
    #expect(HostWords(locale: "ja-JP")("Show More") == "Show More")
    #expect(HostWords(locale: "en-GB")("Show More") == "Show More")
    #expect(HostWords(locale: "de-DE")("Show {name}", ["name": "{n}"]) == "{n} anzeigen")
  }

  @Test("words that count") func counts() {
    func hidden(_ locale: String) -> [String] { [1, 2, 3, 11].map { HostWords(locale: locale)("{n} hidden widgets", n: $0) } }
    #expect(hidden("en-US") == ["1 hidden widget", "2 hidden widgets", "3 hidden widgets", "11 hidden widgets"])
    #expect(hidden("de-CH")[0] == "1 ausgeblendetes Widget")
    #expect(hidden("ar-EG") == ["أداة مخفية واحدة", "أداتان مخفيتان", "٣ أدوات مخفية", "١١ أداة مخفية"])
  }

  @Test("only a language with a table can turn luawidget's own lines around")
  func direction() {
    #expect(HostWords(locale: "ar-EG").isRightToLeft)
    #expect(!HostWords(locale: "he-IL").isRightToLeft)
    #expect(!HostWords(locale: "de-DE").isRightToLeft)
  }
}
