import Testing
import WidgetFormats
import WidgetModel

@testable import WidgetRuntime

@Suite struct CronScheduleTests {
  /// The next times after another, as texts of a zone.
  private func next(_ cron: String, after text: String, in zoneName: String = "UTC", count: Int = 1) throws -> [String] {
    let zone = TimeZoneData.named(zoneName)
    let locale = LocaleData("en-GB")
    let schedule = try CronSchedule(parsing: cron)
    var moment = try DateReader(locale: locale, zone: zone).moment(text)
    return try (0..<count).map { _ in
      moment = try #require(schedule.next(after: moment, utcOffset: { zone.utcOffset(at: $0) }))
      return try #require(DateWriter(locale, zone: zone).text(moment, pattern: DatePattern("yyyy-MM-dd HH:mm z")))
    }
  }

  @Test(
    "the next time",
    arguments: [
      ("* * * * *", "2026-11-05T15:04:30", "2026-11-05 15:05 UTC"),
      ("0 7 * * *", "2026-11-05T07:00:00", "2026-11-06 07:00 UTC"),
      ("0 7 * * *", "2026-11-05T06:59:59.5", "2026-11-05 07:00 UTC"),
      ("*/15 * * * *", "2026-11-05T15:04", "2026-11-05 15:15 UTC"),
      ("5/20 * * * *", "2026-11-05T15:26", "2026-11-05 15:45 UTC"),
      ("0 9-17/4 * * *", "2026-11-05T13:00", "2026-11-05 17:00 UTC"),
      ("0 7 * * mon-fri", "2026-11-06T08:00", "2026-11-09 07:00 UTC"),
      ("0 7 * * 7", "2026-11-05T08:00", "2026-11-08 07:00 UTC"),
      ("0 7 * * FRI-SUN", "2026-11-07T08:00", "2026-11-08 07:00 UTC"),
      ("0 0 1 jan *", "2026-11-05T08:00", "2027-01-01 00:00 UTC"),
      ("0 0 29 2 *", "2026-11-05T08:00", "2028-02-29 00:00 UTC"),
      ("0 0 29 2 *", "2097-01-01T08:00", "2104-02-29 00:00 UTC"),
      ("0 0 31 * *", "2026-11-05T08:00", "2026-12-31 00:00 UTC"),
      // If both days are given, either matches.
      ("0 0 13 * fri", "2026-11-05T08:00", "2026-11-06 00:00 UTC"),
      ("30 23 31 12 *", "2026-12-31T23:30", "2027-12-31 23:30 UTC"),
    ])
  func next(_ cron: String, _ after: String, _ expected: String) throws { #expect(try next(cron, after: after) == [expected]) }

  @Test("clock changes") func daylight() throws {
    // 2026-03-29 02:00 CET is 03:00 CEST; 2026-10-25 03:00 CEST is 02:00 CET.
    #expect(
      try next("0 7 * * *", after: "2026-03-28T08:00", in: "Europe/Berlin", count: 2)
        == ["2026-03-29 07:00 CEST", "2026-03-30 07:00 CEST"])
    // A time in the lost hour runs once, as soon as the clocks are set; an hourly one isn't missed.
    #expect(
      try next("30 2 * * *", after: "2026-03-28T08:00", in: "Europe/Berlin", count: 2)
        == ["2026-03-29 03:00 CEST", "2026-03-30 02:30 CEST"])
    #expect(
      try next("0,15,30 2,3 * * *", after: "2026-03-29T01:59", in: "Europe/Berlin", count: 2)
        == ["2026-03-29 03:00 CEST", "2026-03-29 03:15 CEST"])
    #expect(try next("30 2 * * *", after: "2026-03-29T01:59", in: "Europe/Berlin") == ["2026-03-29 03:00 CEST"])
    #expect(try next("30 2 29 3 *", after: "2026-01-05T08:00", in: "Europe/Berlin") == ["2026-03-29 03:00 CEST"])
    #expect(try next("30 2 * * mon", after: "2026-03-28T08:00", in: "Europe/Berlin") == ["2026-03-30 02:30 CEST"])
    #expect(
      try next("30 * * * *", after: "2026-03-29T01:00", in: "Europe/Berlin", count: 2)
        == ["2026-03-29 01:30 CET", "2026-03-29 03:30 CEST"])
    #expect(
      try next("30 * * * *", after: "2026-10-25T01:00", in: "Europe/Berlin", count: 4)
        == ["2026-10-25 01:30 CEST", "2026-10-25 02:30 CEST", "2026-10-25 02:30 CET", "2026-10-25 03:30 CET"])
    #expect(try next("0 0 * * *", after: "2026-03-29T01:30", in: "Europe/Berlin") == ["2026-03-30 00:00 CEST"])
    // There, midnight doesn't exist on 24 April 2026: 00:00 is 01:00.
    #expect(
      try next("0 1 * * *", after: "2026-04-23T12:00", in: "Africa/Cairo", count: 2)
        == ["2026-04-24 01:00 EEST", "2026-04-25 01:00 EEST"])
    #expect(
      try next("30 0 * * *", after: "2026-04-23T12:00", in: "Africa/Cairo", count: 2)
        == ["2026-04-24 01:00 EEST", "2026-04-25 00:30 EEST"])
  }

  @Test(
    "text that is not a schedule",
    arguments: [
      ("", #"must have five fields: minute hour day month weekday, such as "0 7 * * mon-fri""#),
      ("* * * *", #"must have five fields: minute hour day month weekday, such as "0 7 * * mon-fri""#),
      ("* * * * * *", #"must have five fields: minute hour day month weekday, such as "0 7 * * mon-fri""#),
      ("60 * * * *", "the minute must be from 0 to 59, got 60"),
      ("* 24 * * *", "the hour must be from 0 to 23, got 24"),
      ("* * 0 * *", "the day of the month must be from 1 to 31, got 0"),
      ("* * * 13 *", "the month must be from 1 to 12, got 13"),
      ("* * * * 8", "the day of the week must be from 0 to 7, got 8"),
      ("*/0 * * * *", #"the minute "*/0" is not a number, a range, a list or a step"#),
      ("5-1 * * * *", #"the minute "5-1" is not a number, a range, a list or a step"#),
      ("1,,2 * * * *", #"the minute "1,,2" is not a number, a range, a list or a step"#),
      ("1-2-3 * * * *", #"the minute "1-2-3" is not a number, a range, a list or a step"#),
      ("a * * * *", #"the minute "a" is not a number, a range, a list or a step"#),
      ("-1 * * * *", #"the minute "-1" is not a number, a range, a list or a step"#),
      ("* * * jan-foo *", #"the month "jan-foo" is not a number, a range, a list or a step"#),
      ("99999999999999999999 * * * *", #"the minute "99999999999999999999" is not a number, a range, a list or a step"#),
      ("0 0 31 2,4,6 *", #""0 0 31 2,4,6 *" names a date that never comes"#),
    ])
  func bad(_ text: String, _ expected: String) {
    #expect(CronSchedule(text) == nil)
    do {
      _ = try CronSchedule(parsing: text)
    } catch {
      #expect(error.description == expected)
    }
  }

  @Test("extreme times have no next match and do not trap") func oddMoments() throws {
    let schedule = try CronSchedule(parsing: "0 0 29 2 *")
    for moment in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      #expect(schedule.next(after: moment, utcOffset: { _ in 0 }) == nil)
    }
    #expect(schedule.next(after: 0, utcOffset: { _ in .max }) != nil)
    _ = schedule.next(after: 0, utcOffset: { Int($0) % 90_000 })
  }
}
