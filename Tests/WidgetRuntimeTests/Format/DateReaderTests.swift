import Testing
import WidgetFormats
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

@Suite struct DateReaderTests {
  private func iso(_ text: String, _ zone: String = "Europe/Berlin", _ locale: String = "en-GB") throws -> String {
    let reader = DateReader(locale: LocaleData(locale), zone: .named(zone))
    let moment = try reader.moment(text)
    return try #require(DateWriter(LocaleData("en"), zone: .utc).text(moment, pattern: DatePattern("yyyy-MM-dd HH:mm:ss.SSS")))
  }

  @Test(
    "ISO 8601 and RFC 3339",
    arguments: [
      ("2026-11-05T15:04:09Z", "2026-11-05 15:04:09.000"), ("2026-11-05t15:04:09z", "2026-11-05 15:04:09.000"),
      ("2026-11-05 15:04:09Z", "2026-11-05 15:04:09.000"), ("2026-11-05T15:04:09.5Z", "2026-11-05 15:04:09.500"),
      ("2026-11-05T15:04:09,250Z", "2026-11-05 15:04:09.250"), ("2026-11-05T15:04:09+01:00", "2026-11-05 14:04:09.000"),
      ("2026-11-05T15:04:09-0530", "2026-11-05 20:34:09.000"), ("2026-11-05T15:04:09+01", "2026-11-05 14:04:09.000"),
      ("2026-11-05T15:04:09 +0100", "2026-11-05 14:04:09.000"), ("2026-11-05T15:04:09 UTC", "2026-11-05 15:04:09.000"),
      ("2026-11-05T15:04Z", "2026-11-05 15:04:00.000"), ("2026-11-05T15Z", "2026-11-05 15:00:00.000"),
      ("20261105T150409Z", "2026-11-05 15:04:09.000"), ("20261105T1504Z", "2026-11-05 15:04:00.000"),
      // Berlin is an hour ahead in November, two in July.
      ("2026-11-05T15:04:09", "2026-11-05 14:04:09.000"), ("2026-07-05T15:04:09", "2026-07-05 13:04:09.000"),
      ("2026-11-05", "2026-11-04 23:00:00.000"), ("20261105", "2026-11-04 23:00:00.000"),
      ("2026/11/5", "2026-11-04 23:00:00.000"),
      ("2026-11", "2026-10-31 23:00:00.000"), ("2026-309", "2026-11-04 23:00:00.000"), ("2026-W45-4", "2026-11-04 23:00:00.000"),
      ("2026-W01", "2025-12-28 23:00:00.000"), ("  2026-11-05T15:04:09Z\n", "2026-11-05 15:04:09.000"),
      ("2016-12-31T23:59:60Z", "2017-01-01 00:00:00.000"), ("2026-12-31T24:00:00Z", "2027-01-01 00:00:00.000"),
      ("2024-02-29T00:00Z", "2024-02-29 00:00:00.000"), ("2000-02-29T00:00Z", "2000-02-29 00:00:00.000"),
      ("0001-01-01T00:00:00Z", "0001-01-01 00:00:00.000"), ("9999-12-31T23:59:59Z", "9999-12-31 23:59:59.000"),
      ("1969-12-31T23:59:59.5Z", "1969-12-31 23:59:59.500"),
    ])
  func isoTexts(_ text: String, _ expected: String) throws { #expect(try iso(text) == expected) }

  @Test(
    "mail, HTTP and older formats",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06 08:49:37.000"), ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06 08:49:37.000"),
      ("Sun Nov  6 08:49:37 1994", "1994-11-06 07:49:37.000"), ("6 Nov 1994 08:49 +0100", "1994-11-06 07:49:00.000"),
      ("06 Nov 94 08:49 EST", "1994-11-06 13:49:00.000"), ("Thu, 5 November 2026 15:04:09 -0800", "2026-11-05 23:04:09.000"),
      ("5 Nov 2026", "2026-11-04 23:00:00.000"), ("November 5, 2026", "2026-11-04 23:00:00.000"),
      ("sun, 06 nov 1994 08:49:37 gmt", "1994-11-06 08:49:37.000"), ("6 Nov 49 00:00 GMT", "2049-11-06 00:00:00.000"),
    ])
  func mailTexts(_ text: String, _ expected: String) throws { #expect(try iso(text) == expected) }

  @Test(
    "texts that are not dates",
    arguments: [
      "yesterday", "2026", "2026-", "2026-11-05T", "2026-11-05T15:04:09X", "2026-11-05T15:4", "2026-11-05T15:04:09+1",
      "20261105T",
      "2026-11-05T15:04:09.Z", "2026-11-05T15:04:09Z Z", "2026-W54-1", "2026-W45-8", "2025-366", "2026-000",
      "12345678901234567890",
      "Sun,", "Nov", "5 Foo 2026", "5 Nov", "5 Nov 2026 x", "Nov 5 15:04:09", "٢٠٢٦-11-05", "-2026-11-05", "\0", "2026-11-05T25",
      "2026-11-05T15:04:09+24:00",
    ])
  func unreadable(_ text: String) {
    #expect(throws: DateReadingError.self) { try iso(text) }
  }

  @Test(
    "dates that do not exist",
    arguments: [
      "2026-02-29", "1900-02-29T00:00Z", "2026-13-01", "2026-00-01", "2026-11-31", "2026-11-00", "0000-01-01T00:00Z",
      "2026-11-05T24:00:01Z", "2026-11-05T15:60Z", "31 Feb 2026", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00",
    ])
  func noSuchDate(_ text: String) { #expect(throws: DateReadingError.noSuchDate(text.quoted)) { try iso(text) } }

  @Test("errors are sentences") func messages() {
    #expect(throws: DateReadingError.empty) { try iso("  ") }
    #expect(
      DateReadingError.unreadable("\"x\"").description
        == #""x" is not a date such as "2026-11-05T15:04:09Z" or "Thu, 05 Nov 2026 15:04:09 GMT""#)
    #expect(throws: DateReadingError.unreadable("\"\(String(repeating: "1", count: 40))...\"")) {
      try iso(String(repeating: "1", count: 100_000))
    }
  }

  @Test(
    "patterns",
    arguments: [
      ("05.11.2026 15:04", "dd.MM.yyyy HH:mm", "en", "2026-11-05 14:04:00.000"),
      ("5.1.26", "d.M.yy", "en", "2026-01-04 23:00:00.000"),
      ("20261105", "yyyyMMdd", "en", "2026-11-04 23:00:00.000"),
      ("5 Nov 2026 3:04 PM", "d MMM y h:mm a", "en", "2026-11-05 14:04:00.000"),
      ("12:00 am 2026", "h:mm a y", "en", "2025-12-31 23:00:00.000"),
      ("5 listopada 2026", "d MMMM y", "pl", "2026-11-04 23:00:00.000"),
      ("5 November 2026", "d MMMM y", "pl", "2026-11-04 23:00:00.000"),
      ("Do, 5. Nov. 2026", "EEE, d. MMM y", "de", "2026-11-04 23:00:00.000"),
      ("2026-11-05T15:04+02:00", "yyyy-MM-dd'T'HH:mmXXX", "en", "2026-11-05 13:04:00.000"),
      ("2026-11-05 1.25", "yyyy-MM-dd s.SS", "en", "2026-11-04 23:00:01.250"),
      ("15:04", "HH:mm", "en", "1970-01-01 14:04:00.000"),
    ])
  func patterns(_ text: String, _ pattern: String, _ locale: String, _ expected: String) throws {
    let reader = DateReader(locale: LocaleData(locale), zone: .named("Europe/Berlin"))
    let moment = try reader.moment(text, pattern: DatePattern(pattern), patternText: pattern)
    #expect(
      DateWriter(LocaleData("en"), zone: .utc).text(moment, pattern: try DatePattern("yyyy-MM-dd HH:mm:ss.SSS")) == expected)
  }

  @Test(
    "text that does not match its pattern",
    arguments: [
      ("5.11.2026", "yyyy-MM-dd"), ("2026-11-05x", "yyyy-MM-dd"), ("", "yyyy"), ("26", "yyyy"), ("5 Foo", "d MMM"),
      ("13 pm", "h a"),
      ("0 pm", "h a"), ("2026-02-30", "yyyy-MM-dd"),
    ])
  func misfits(_ text: String, _ pattern: String) {
    #expect(throws: DateReadingError.self) {
      try DateReader(locale: LocaleData("en"), zone: .utc).moment(text, pattern: DatePattern(pattern), patternText: pattern)
    }
  }

  @Test("written dates are parsed back") func roundTrip() throws {
    var generator = SeededGenerator(seed: 3)
    for zone in ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"].map(TimeZoneData.named) {
      let writer = DateWriter(LocaleData("en"), zone: zone)
      let reader = DateReader(locale: LocaleData("en"), zone: zone)
      for _ in 0..<200 {
        let moment = Double(Int.random(in: -2_000_000_000...250_000_000_000, using: &generator))
        // Before zones were whole minutes an offset can't be written exactly.
        guard zone.utcOffset(at: moment).isMultiple(of: 60) else { continue }
        let text = try #require(writer.text(moment, style: .iso))
        #expect(try reader.moment(text) == moment, "\(text)")
      }
    }
  }

  @Test("20 000 random texts never trap") func random() throws {
    var generator = SeededGenerator(seed: 4)
    let pieces = [
      "2026", "-", "11", "05", "T", ":", "15", ".", "+", "Z", "W", "Nov", "Sun", ",", " ", "9", "é", "\0", "GMT", "99",
    ]
    let reader = DateReader(locale: LocaleData("de"), zone: .named("Europe/Berlin"))
    var read = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      .joined()
      if let moment = try? reader.moment(text) {
        read += 1
        #expect(CalendarDate.moments.contains(moment))
      }
    }
    #expect(read > 0)
  }
}
