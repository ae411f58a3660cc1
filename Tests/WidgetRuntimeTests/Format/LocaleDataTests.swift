import Foundation
import Testing
import WidgetFormats
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

@Suite struct LocaleDataTests {
  @Test(
    "the closest data of a language is used",
    arguments: [
      ("en-US", "en-US"), ("en", "en"), ("en_GB.UTF-8", "en-GB"), ("en-JP", "en"), ("de-AT", "de-AT"), ("de_LI@euro", "de-LI"),
      ("de-XX", "de"), ("zh-Hant-TW", "zh-Hant-TW"), ("zh-TW", "zh-TW"), ("zh-Hans-HK", "zh-Hans-HK"), ("zh_HK", "zh-HK"),
      ("no", "no"), ("nb-NO", "nb-NO"),
      ("iw", "he"), ("in-ID", "id-ID"), ("sr-Latn-RS", "sr-Latn-RS"), ("C", "en"), ("", "en"), ("xx-YY", "en-GB"), ("..", "en"),
      ("es-US", "es-US"), ("pt-AO", "pt-AO"), ("DE-at", "de-AT"),
    ])
  func tags(_ name: String, _ tag: String) { #expect(LocaleData(name).tag == tag) }

  @Test("a language without data is known to have none")
  func unknown() {
    #expect(LocaleData(known: "tlh") == nil)
    #expect(LocaleData(known: "de") != nil)
  }

  @Test("every locale has every aspect in full")
  func aspects() {
    #expect(Set(LocaleData.tags.map { $0.prefix { $0 != "-" } }).count >= 80)
    for tag in LocaleData.tags {
      let locale = LocaleData(tag)
      #expect(locale.tag == tag)
      for aspect in LocaleAspect.allCases {
        let counts: ClosedRange<Int> =
          switch aspect {
          case .monthsWide, .monthsShort, .monthsStandalone, .monthsStandaloneShort: 12...12
          case .weekdaysWide, .weekdaysShort, .relativeFuture, .relativePast, .dates: 7...7
          case .numbers: 8...8
          case .dayPeriods: 2...2
          case .relativeWords: 3...3
          case .durationsShort, .durationsLong, .lists: 4...4
          case .bytes: 6...6
          case .ordinals: 1...1
          case .compact: 1...12
          case .pluralRules, .ordinalRules: 0...6
          case .currencies: 4...200
          }
        #expect(counts.contains(locale.row(aspect).count), "\(tag) \(aspect)")
      }
      for style in DateWriter.Style.allCases {
        #expect(DateWriter(locale, zone: .utc).text(0, style: style)?.isEmpty == false, "\(tag) \(style)")
      }
    }
  }

  /// Debian's ICU has the next version of CLDR; a few texts are ours. ICU/Differences.txt lists all differences.
  @Test(
    "texts are those of ICU, but for a list of differences",
    .enabled(if: FileManager.default.fileExists(atPath: icu), "needs python3-icu"))
  func agreesWithICU() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let tags = LocaleData.tags
    let expected = try await icuValues(tags, script: folder.appending(path: "ICU/values.py"))
    #expect(expected.count > tags.count * 200)
    // A difference is listed once, with the locales it occurs in.
    var differences: [String: [String]] = [:]
    for (tag, key, text) in expected {
      let ours = LocaleValue(LocaleData(tag)).text(key) ?? "nothing"
      if normalized(ours) != normalized(text) { differences["\(key)\t\(ours)\t\(text)", default: []].append(tag) }
    }
    let lines = differences.map { "\($0.key)\t\($0.value.sorted().joined(separator: " "))" }.sorted()
    let file = folder.appending(path: "ICU/Differences.txt")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(Set(lines).subtracting(known).sorted().prefix(20) == [], "new differences: key, ours, ICU, locales")
    #expect(Set(known).subtracting(lines).sorted().prefix(20) == [], "differences that no longer exist")
  }

  /// ICU 72 writes a narrow space where CLDR 41 has a space.
  private func normalized(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { "\u{A0}\u{202F}\u{2009}".unicodeScalars.contains($0) ? " " : $0 }))
  }

  private func icuValues(_ tags: [String], script: URL) async throws -> [(tag: String, key: String, text: String)] {
    // Its own thread: the script takes seconds, and other tests need the cooperative pool's threads.
    let text = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
      Thread { continuation.resume(with: Result { try Self.output(of: script, input: tags.joined(separator: "\n")) }) }.start()
    }
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return parts.count == 3 ? (parts[0], parts[1], parts[2]) : nil
    }
  }

  private static func output(of script: URL, input: String) throws -> String {
    let (status, text) = try ChildProcess.run(URL(filePath: "/usr/bin/python3"), [script.path], input: input)
    try #require(status == 0)
    return text
  }

  /// Debian's package python3-icu.
  private static let icu = "/usr/lib/python3/dist-packages/icu/__init__.py"
}

/// Our text for a key of ICU/values.py.
private struct LocaleValue {
  let locale: LocaleData
  let numbers: NumberText

  init(_ locale: LocaleData) {
    self.locale = locale
    numbers = NumberText(locale)
  }

  func text(_ key: String) -> String? {
    let words = key.split(separator: " ").map(String.init)
    guard let kind = words.first, let last = words.last else { return nil }
    switch kind {
    case "number": return Double(last).flatMap { DecimalNumber($0) }.map { numbers.number($0) }
    case "percent": return Double(last).flatMap { DecimalNumber($0) }.map { numbers.percent($0, maximumPlaces: 2) }
    case "currency":
      guard let currency = MoneyText.Currency(words[1]) else { return nil }
      return Double(last).flatMap { DecimalNumber($0) }.map { MoneyText(locale).text($0, currency) }
    case "compact": return Int64(last).map { numbers.compact(DecimalNumber($0)) }
    case "date":
      return DateWriter.Style(rawValue: last).flatMap { DateWriter(locale, zone: .utc).text(Self.moment, style: $0) }
    case "pattern":
      guard let month = Double(last), let pattern = try? DatePattern(words[1..<(words.count - 1)].joined(separator: " ")) else {
        return nil
      }
      return DateWriter(locale, zone: .utc).text(Self.moment + month * 30.5 * 86400, pattern: pattern)
    case "relative":
      guard let amount = Int(last), let unit = Self.units.firstIndex(of: words[1]) else { return nil }
      let forms = locale.row(amount < 0 ? .relativePast : .relativeFuture).column(unit)
      let number = numbers.number(DecimalNumber(Int64(amount.magnitude)))
      return numbers.fill(PluralRule(locale).choose(forms, amount), number)
    case "relative-word":
      return ["now", "yesterday", "tomorrow"].firstIndex(of: last).map { locale.row(.relativeWords).column($0) }
    case "duration":
      guard let amount = Int(last), let unit = ["day", "hour", "minute", "second"].firstIndex(of: words[2]) else { return nil }
      let forms = locale.row(words[1] == "long" ? .durationsLong : .durationsShort).column(unit)
      return numbers.fill(PluralRule(locale).choose(forms, amount), numbers.number(DecimalNumber(Int64(amount))))
    case "list": return Int(last).map { ListText.text(Array(["a", "b", "c", "d"].prefix($0)), locale) }
    case "ordinal": return Int64(last).map { OrdinalText.text($0, locale) }
    default: return nil
    }
  }

  private static let moment = 1_793_891_049.0
  private static let units = ["second", "minute", "hour", "day", "week", "month", "year"]
}
