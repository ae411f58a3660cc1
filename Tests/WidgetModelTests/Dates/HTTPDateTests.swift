import Testing
import WidgetModel

/// 2027-01-15T08:00:00Z.
private let start = 1_800_000_000.0

@Suite struct HTTPDateTests {
  @Test(
    "RFC 9110 5.6.7: all three date formats are parsed",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
      ("Fri, 15 Jan 2027 08:00:00 GMT", 1_800_000_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
    ] as [(String, Double)])
  func forms(_ text: String, _ seconds: Double) {
    #expect(HTTPDate.seconds(text, now: start) == seconds)
  }

  @Test(
    "RFC 9110 5.6.7: a two-digit year is at most 50 years in the future",
    arguments: [("27", 1_798_761_600), ("77", 3_376_684_800), ("78", 252_460_800), ("99", 915_148_800)] as [(String, Double)])
  func shortYears(_ year: String, _ seconds: Double) {
    #expect(HTTPDate.seconds("Friday, 01-Jan-\(year) 08:00:00 GMT", now: start) == seconds + 28800)
  }

  @Test("RFC 9111 4.2: case is ignored")
  func letterCase() {
    #expect(HTTPDate.seconds("sun, 06 NOV 1994 08:49:37 gmt", now: start) == 784_111_777)
  }

  @Test(
    "RFC 9111 4.2: other time zones and malformed dates are invalid",
    arguments: [
      "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 EST",
      "Sun, 06 Nov 1994 08:49:37 +0000", "06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 12:00:00 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, \u{0660}6 Nov 1994 08:49:37 GMT",
      String(repeating: "Sun, ", count: 10000),
    ])
  func invalid(_ text: String) {
    #expect(HTTPDate.seconds(text, now: start) == nil)
  }

  @Test(
    "a date is written as IMF-fixdate",
    arguments: [
      (1_800_000_000, "Fri, 15 Jan 2027 08:00:00 GMT"), (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"), (-.infinity, "Mon, 01 Jan 0001 00:00:00 GMT"),
      (.nan, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ] as [(Double, String)])
  func written(_ seconds: Double, _ text: String) {
    #expect(HTTPDate.text(seconds) == text)
  }

  @Test("written dates are parsed back, over four centuries")
  func roundTrip() {
    for day in stride(from: 0.0, through: 146_100, by: 1) {
      let seconds = day * 86400 - 1_000_000
      let text = HTTPDate.text(seconds)
      if HTTPDate.seconds(text, now: start) != seconds { Issue.record("\(text) is not \(seconds)") }
    }
  }
}
