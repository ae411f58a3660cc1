import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetFormats
@testable import WidgetRuntime

@Suite struct TimeZoneDataTests {
  private func offset(_ zone: String, _ utc: String) throws -> String {
    let zone = try #require(TimeZoneData.find(zone))
    let moment = try DateReader(locale: LocaleData("en"), zone: .utc).moment(utc)
    return "\(zone.utcOffset(at: moment)) \(zone.abbreviation(at: moment))"
  }

  @Test(
    "offsets before and after a change",
    arguments: [
      ("Europe/Berlin", "2026-03-29T00:59:59Z", "3600 CET"), ("Europe/Berlin", "2026-03-29T01:00:00Z", "7200 CEST"),
      ("Europe/Berlin", "2026-10-25T00:59:59Z", "7200 CEST"), ("Europe/Berlin", "2026-10-25T01:00:00Z", "3600 CET"),
      ("America/New_York", "2026-03-08T06:59:59Z", "-18000 EST"), ("America/New_York", "2026-03-08T07:00:00Z", "-14400 EDT"),
      ("America/New_York", "2026-11-01T05:59:59Z", "-14400 EDT"), ("America/New_York", "2026-11-01T06:00:00Z", "-18000 EST"),
      // Far beyond the table: the rule of the footer.
      ("Europe/Berlin", "2150-07-01T00:00:00Z", "7200 CEST"), ("Europe/Berlin", "2150-12-01T00:00:00Z", "3600 CET"),
      ("America/New_York", "2200-01-01T00:00:00Z", "-18000 EST"), ("Australia/Sydney", "2150-01-01T00:00:00Z", "39600 AEDT"),
      ("Australia/Sydney", "2150-07-01T00:00:00Z", "36000 AEST"), ("Asia/Kolkata", "2026-01-01T00:00:00Z", "19800 IST"),
      ("America/Sao_Paulo", "2026-01-01T00:00:00Z", "-10800 -03"), ("Europe/Dublin", "2150-07-01T00:00:00Z", "3600 IST"),
      ("Etc/GMT-14", "2026-01-01T00:00:00Z", "50400 +14"), ("UTC", "2026-01-01T00:00:00Z", "0 UTC"),
      // Before 1893 Berlin used local mean time.
      ("Europe/Berlin", "1880-01-01T00:00:00Z", "3208 LMT"), ("Europe/Berlin", "0001-01-02T00:00:00Z", "3208 LMT"),
    ])
  func offsets(_ zone: String, _ utc: String, _ expected: String) throws { #expect(try offset(zone, utc) == expected) }

  @Test("an ambiguous wall-clock time is the first one; a nonexistent one is moved forward") func wallClocks() throws {
    let berlin = TimeZoneData.named("Europe/Berlin")
    func utc(_ local: CalendarDate) -> String? {
      DateWriter(LocaleData("en"), zone: .utc).text(Double(berlin.moment(localSeconds: local.localSeconds)), style: .iso)
    }
    #expect(utc(CalendarDate(year: 2026, month: 3, day: 29, hour: 1, minute: 59)) == "2026-03-29T00:59:00Z")
    #expect(utc(CalendarDate(year: 2026, month: 3, day: 29, hour: 2, minute: 30)) == "2026-03-29T01:30:00Z")
    #expect(utc(CalendarDate(year: 2026, month: 3, day: 29, hour: 3)) == "2026-03-29T01:00:00Z")
    #expect(utc(CalendarDate(year: 2026, month: 10, day: 25, hour: 2, minute: 30)) == "2026-10-25T00:30:00Z")
    #expect(utc(CalendarDate(year: 2026, month: 10, day: 25, hour: 3)) == "2026-10-25T02:00:00Z")
  }

  @Test(
    "an unknown name is UTC, and never a path",
    arguments: [
      "", "Europe/Berln", "../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", ".", "Europe", "zone.tab",
      "Europe/Berlin\0", "a b",
      "tzdata.zi", String(repeating: "A", count: 5000), "Europe//../..", "leapseconds",
    ])
  func noZone(_ name: String) {
    #expect(TimeZoneData.find(name) == nil)
    #expect(TimeZoneData.named(name) == .utc)
  }

  @Test("any number has an offset") func odd() {
    let zone = TimeZoneData.named("Europe/Berlin")
    for moment in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e18] { #expect(abs(zone.utcOffset(at: moment)) <= 7200) }
  }

  @Test(
    "rules for the future",
    arguments: [
      ("UTC0", "0 0"), ("CET-1CEST,M3.5.0,M10.5.0/3", "3600 7200"), ("EST5EDT,M3.2.0,M11.1.0", "-18000 -14400"),
      ("EST5EDT", "-18000 -14400"),
      ("<-03>3", "-10800 -10800"), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "39600 37800"),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "0 3600"),
      ("XXX3YYY,J60/0,J300/0", "-10800 -7200"), ("XXX3YYY,59/0,299/0", "-10800 -7200"),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "7200 10800"),
    ])
  func rules(_ text: String, _ expected: String) throws {
    let rule = try #require(TimeZoneRule(text))
    // 15 January and 15 July 2030.
    #expect("\(rule.kind(at: 1_894_665_600).offset) \(rule.kind(at: 1_910_304_000).offset)" == expected)
  }

  @Test(
    "texts that are not rules",
    arguments: [
      "", "5", "CET", "CET-1CEST,", "CET-1CEST,M3", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.5.0", "<CET-1", "CET-999",
      "CET-1CEST,J0,J1", "é-1",
    ])
  func badRules(_ text: String) { #expect(TimeZoneRule(text) == nil) }

  @Test("a file that is truncated or changed at any byte is rejected and never traps") func damaged() throws {
    let bytes = try #require(
      ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"].lazy.compactMap { TimeZoneFile.read($0 + "/Europe/Berlin") }.first)
    #expect(TimeZoneData(name: "x", tzif: bytes)?.utcOffset(at: 1_800_000_000) == 3600)
    for count in 0..<bytes.count { _ = TimeZoneData(name: "x", tzif: Array(bytes[..<count]))?.utcOffset(at: 1_800_000_000) }
    var generator = SeededGenerator(seed: 5)
    for index in 0..<min(bytes.count, 400) {
      var changed = bytes
      changed[index] = UInt8.random(in: 0...255, using: &generator)
      for moment in [-3e9, 0, 1.8e9, 1e11] { _ = TimeZoneData(name: "x", tzif: changed)?.utcOffset(at: moment) }
    }
    #expect(TimeZoneData(name: "x", tzif: []) == nil)
    #expect(TimeZoneData(name: "x", tzif: Array(repeating: 0xFF, count: 5000)) == nil)
  }

  @Test("the calendar agrees with itself for every day of a thousand years") func calendar() {
    var expected = CalendarDate(year: 1600, month: 1, day: 1)
    var weekday = 6  // a Saturday
    let start = expected.days
    for day in start..<start + 366_000 {
      let date = CalendarDate(localSeconds: day * 86_400 + 3661)
      guard date.year == expected.year, date.month == expected.month, date.day == expected.day, date.weekday == weekday,
        date.days == day,
        date.hour == 1, date.minute == 1, date.second == 1
      else {
        Issue.record("\(date)")
        return
      }
      weekday = weekday % 7 + 1
      expected.day += 1
      if expected.day > CalendarDate.days(inMonth: expected.month, of: expected.year) {
        expected.day = 1
        expected.month = expected.month % 12 + 1
        if expected.month == 1 { expected.year += 1 }
      }
    }
  }
}
