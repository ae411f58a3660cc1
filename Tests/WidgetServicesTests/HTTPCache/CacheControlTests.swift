import Testing

@testable import WidgetServices

@Suite struct CacheControlTests {
  private func read(_ lines: String...) -> [String] {
    CacheControl(lines.map { HeaderField("Cache-Control", $0) }).directives.map { directive in
      directive.argument.map { "\(directive.name)=\($0)" } ?? directive.name
    }
  }

  @Test("RFC 9111 5.2: names are case-insensitive, unknown directives are ignored")
  func names() {
    #expect(read("No-Store, MAX-AGE=5, x-thing, y=\"a, b\"") == ["no-store", "max-age=5", "x-thing", "y=a, b"])
  }

  @Test(
    "RFC 9111 5.2: both argument forms are parsed, and malformed text affects nothing else",
    arguments: [
      ("", []), (",,  ,", []), ("max-age=5", ["max-age=5"]), ("max-age=\"5\"", ["max-age=5"]),
      ("max-age=\"5\" , no-store", ["max-age=5", "no-store"]), (" no-cache\t", ["no-cache"]),
      ("a=\"x\\\"y\", b", ["a=x\"y", "b"]), ("a=\"x\"y, b", ["a=xy", "b"]), ("a=\"open, no-store", ["a=\"open", "no-store"]),
      ("a=\"open\\", ["a=\"open\\"]), ("max-age =5", ["max-age= 5"]), ("max-age= 5", ["max-age= 5"]), ("=5", ["=5"]),
      ("a=", ["a="]),
      ("a=b=c", ["a=b=c"]), ("no-cache, no-cache=\"Set-Cookie\"", ["no-cache", "no-cache=Set-Cookie"]),
    ] as [(String, [String])])
  func arguments(_ text: String, _ directives: [String]) {
    #expect(read(text) == directives)
  }

  @Test("RFC 9110 5.3: several lines form one list; an unterminated quote on one hides no other")
  func lines() {
    #expect(read("max-age=5", "no-store") == ["max-age=5", "no-store"])
    #expect(read("a=\"open", "no-store") == ["a=\"open", "no-store"])
  }

  @Test(
    "RFC 9111 1.2.2: an overflowing number counts as 2147483648",
    arguments: [("0", 0), ("60", 60), ("007", 7), ("2147483648", 2_147_483_648), ("99999999999999999999999", 2_147_483_648)]
      as [(String, Double)])
  func delta(_ text: String, _ seconds: Double) {
    #expect(CacheControl.Delta(text) == .seconds(seconds))
  }

  @Test("RFC 9111 1.2.2: a number with a million digits is parsed")
  func longDelta() {
    #expect(CacheControl.Delta(String(repeating: "9", count: 1_000_000)) == .seconds(2_147_483_648))
  }

  @Test(
    "RFC 9111 1.2.2: anything but digits is invalid",
    arguments: [nil, "", "-1", "+1", "1.5", "1e3", "0x10", " 1", "1 ", "'60'", "1s", "\u{0661}", "nan", "inf"])
  func invalidDelta(_ text: String?) {
    #expect(CacheControl.Delta(text) == .invalid)
  }

  @Test(
    "RFC 9111 5.2.2.4: no-cache covers everything or the named fields",
    arguments: [
      ("max-age=5", .nothing), ("no-cache", .everything), ("no-cache=\"Set-Cookie, X-A\"", .fields(["set-cookie", "x-a"])),
      ("no-cache=Set-Cookie", .fields(["set-cookie"])), ("no-cache=\"\"", .everything),
      ("no-cache=\"a\", no-cache", .everything), ("no-cache=\"a\", no-cache=b", .fields(["a", "b"])),
    ] as [(String, CacheControl.NoCache)])
  func noCache(_ text: String, _ covered: CacheControl.NoCache) {
    #expect(CacheControl([HeaderField("cache-control", text)]).noCache == covered)
  }

  @Test("a field with a hundred thousand directives is parsed")
  func many() {
    #expect(read(String(repeating: "a=\"b\",", count: 100_000)).count == 100_000)
    #expect(read(String(repeating: "a=\"", count: 1000)).count == 1)
  }
}
