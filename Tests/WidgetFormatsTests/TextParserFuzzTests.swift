import Testing
import WidgetModel

@testable import WidgetFormats

/// Truncated and mutated text through every small parser: a value or an error, never a trap.
@Suite struct TextParserFuzzTests {
  /// Every prefix of a text, and random changes to it.
  static func variants(of text: String, count: Int, seed: UInt64) -> [[UInt8]] {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let bytes = Array(text.utf8)
    var variants = (0...bytes.count).map { Array(bytes.prefix($0)) }
    for _ in 0..<count {
      var changed = bytes
      for _ in 0...random(4) where !changed.isEmpty {
        let index = random(changed.count)
        switch random(4) {
        case 0: changed[index] = UInt8(random(256))
        case 1: changed.remove(at: index)
        case 2: changed.insert(contentsOf: changed[index...].prefix(1 + random(20)), at: index)
        default: changed[index] = bytes[random(bytes.count)]
        }
      }
      variants.append(changed)
    }
    return variants
  }

  @Test("JSON") func json() throws {
    var parsed = 0
    for bytes in Self.variants(
      of: #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\ud800",true,null],"b":{"c":"x\n"}}"#, count: 4000, seed: 1)
    {
      guard let value = try? JSONReader.read(bytes) else { continue }
      parsed += 1
      // A value that was read can be written, and reads back the same.
      #expect(try JSONReader.read(JSONWriter(keepsFloats: true).bytes(JSONValue(value))) == value)
    }
    #expect(parsed > 20)
  }

  @Test(
    "a lone surrogate is U+FFFD",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
      (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud800\ud83d\ude00""#, "\u{FFFD}\u{1F600}"), (#""\ud83d\ude00""#, "\u{1F600}"),
    ])
  func loneSurrogates(_ text: String, _ expected: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == .string(expected))
  }

  @Test(
    "rules of time zones", arguments: ["CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30<+0430>,J79/24,J263/24", "EST5EDT,59,300/-2"])
  func zoneRules(_ text: String) {
    for bytes in Self.variants(of: text, count: 3000, seed: 2) {
      guard let rule = TimeZoneRule(String(decoding: bytes, as: UTF8.self)) else { continue }
      for moment in [-62_135_596_800, 0, 1_795_262_400, 253_402_300_799] {
        #expect(abs(rule.kind(at: moment).offset) < 8 * 86_400)
      }
    }
  }

  @Test(
    "text in every charset",
    arguments: [
      "utf-16", "utf-16be", "shift_jis", "gb18030", "euc-kr", "big5", "windows-1252", "koi8-r", "unknown", "euc-jp",
      "iso-2022-jp",
    ])
  func charsets(_ charset: String) {
    for bytes in Self.variants(of: "Grüße, 世界 \u{1F600}", count: 1000, seed: 3) {
      let text = CharsetDecoder.decode(bytes, label: charset)
      #expect(String(validating: text, as: UTF8.self) != nil)
    }
  }

  @Test("HTML, URLs, content lines and durations")
  func others() {
    for bytes in Self.variants(
      of: "<p title='a>b'>A &amp; B &#x41;&eacute;<br/><!-- c --><script>x</script> d", count: 3000, seed: 4)
    {
      #expect(FeedText.plain(html: String(decoding: bytes, as: UTF8.self), limit: 50)?.count ?? 0 <= 51)
    }
    let base = FeedURL("https://a.example/b/c?d#e")
    for bytes in Self.variants(of: "https://user@b.example:80/../x/./y?z=1#f", count: 3000, seed: 5) {
      _ = FeedURL.resolve(String(decoding: bytes, as: UTF8.self), base)
    }
    for bytes in Self.variants(of: "P1DT2H3M4S", count: 2000, seed: 6) {
      _ = CalendarDuration(String(decoding: bytes, as: UTF8.self))
    }
    for bytes in Self.variants(of: "20260302T100000Z", count: 2000, seed: 7) {
      _ = CalendarTime.Literal(String(decoding: bytes, as: UTF8.self))
    }
  }
}
