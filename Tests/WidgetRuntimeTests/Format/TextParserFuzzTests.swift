import Testing
import WidgetFormats
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

/// Truncated and mutated text through the parsers of `date`, `format` and `url`.
@Suite struct TextParserFuzzTests {
  private static func variants(of text: String, count: Int = 3000) -> [[UInt8]] {
    var generator = SeededGenerator(seed: 11)
    let bytes = Array(text.utf8)
    var variants = (0...bytes.count).map { Array(bytes.prefix($0)) }
    for _ in 0..<count {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !changed.isEmpty {
        let index = Int.random(in: 0..<changed.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: changed[index] = .random(in: 0...255, using: &generator)
        case 1: changed.remove(at: index)
        case 2: changed.insert(contentsOf: changed[index...].prefix(8), at: index)
        default: changed[index] = bytes.randomElement(using: &generator) ?? 0
        }
      }
      variants.append(changed)
    }
    return variants
  }

  @Test("a pattern that parses can be used to write and to read") func patterns() throws {
    let writer = DateWriter(LocaleData("de"), zone: .named("Europe/Berlin"))
    let reader = DateReader(locale: LocaleData("de"), zone: .named("Europe/Berlin"))
    for bytes in Self.variants(of: "EEE, dd. MMMM yyyy 'um' HH:mm:ss.SSS a XXX z Z") {
      let text = String(decoding: bytes, as: UTF8.self)
      guard let pattern = try? DatePattern(text) else { continue }
      let written = try #require(writer.text(1_795_262_400.25, pattern: pattern))
      _ = try? reader.moment(written, pattern: pattern, patternText: text)
    }
  }

  @Test("the counterpart of a strftime pattern is a valid pattern") func strftime() throws {
    for bytes in Self.variants(of: "%A %d. %B %Y %H:%M:%S 100%% o'clock %p") {
      guard let pattern = StrftimePattern(String(decoding: bytes, as: UTF8.self)).datePattern, pattern.utf8.count <= 200 else {
        continue
      }
      #expect(throws: Never.self, "\(pattern)") { try DatePattern(pattern) }
    }
  }

  @Test("URLs, queries and percent-encoding") func urls() {
    for bytes in Self.variants(of: "https://u:p@[::1]:8080/a%20b/../c?x=1&x=%41&y#z") {
      if let parts = try? URLParts(parsing: bytes) { _ = try? URLParts.build(parts.luaValue) }
    }
  }

  @Test("locale names") func locales() {
    for bytes in Self.variants(of: "zh-Hant_TW.UTF-8@x") {
      let locale = LocaleData(String(decoding: bytes, as: UTF8.self))
      #expect(!NumberText(locale).number(DecimalNumber(1234)).isEmpty)
    }
  }
}
