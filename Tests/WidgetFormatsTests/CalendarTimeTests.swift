import Testing
import WidgetFormats
import WidgetModel

/// The times of events: zones, days, durations, clock changes. The user is in Berlin.
@Suite struct CalendarTimeTests {
  @Test(
    "starts and durations",
    arguments: [
      // UTC, a zone of the database, the user's own clock.
      ("DTSTART:20260302T100000Z", "2026-03-02 11:00 0h00"), ("DTSTART;TZID=Asia/Tokyo:20260302T100000", "2026-03-02 02:00 0h00"),
      ("DTSTART:20260302T100000", "2026-03-02 10:00 0h00"),
      ("DTSTART;TZID=\"Asia/Tokyo\":20260302T100000", "2026-03-02 02:00 0h00"),
      ("DTSTART;TZID=Asia/Tokyo:20260302T100000Z", "2026-03-02 11:00 0h00"),
      ("DTSTART;TZID=Nowhere/Town:20260302T100000", "2026-03-02 10:00 0h00"),
      ("DTSTART;TZID=../../etc/passwd:20260302T100000", "2026-03-02 10:00 0h00"),
      // Whole days are the user's.
      ("DTSTART;VALUE=DATE:20260302", "2026-03-02 1d"), ("DTSTART:20260302", "2026-03-02 1d"),
      ("DTSTART;VALUE=DATE:20260302T100000Z", "2026-03-02 1d"), ("DTSTART;TZID=Asia/Tokyo;VALUE=DATE:20260302", "2026-03-02 1d"),
      ("DTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260305", "2026-03-02 3d"),
      ("DTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260302", "2026-03-02 1d"),
      ("DTSTART;VALUE=DATE:20260302\nDURATION:P2D", "2026-03-02 2d"),
      ("DTSTART;VALUE=DATE:20260302\nDURATION:PT30H", "2026-03-02 2d"),
      // Across a clock change a day is still a day.
      ("DTSTART;VALUE=DATE:20260329\nDTEND;VALUE=DATE:20260330", "2026-03-29 1d"),
      ("DTSTART:20260302T100000\nDTEND:20260302T113000", "2026-03-02 10:00 1h30"),
      ("DTSTART:20260302T100000\nDTEND:20260302T100000", "2026-03-02 10:00 0h00"),
      ("DTSTART:20260302T100000\nDTEND:20260302T110000Z", "2026-03-02 10:00 2h00"),
      ("DTSTART;TZID=Europe/London:20260302T100000\nDTEND;TZID=Europe/Berlin:20260302T120000", "2026-03-02 11:00 1h00"),
      ("DTSTART:20260302T100000\nDTEND;VALUE=DATE:20260303", "2026-03-02 10:00 14h00"),
      ("DTSTART:20260302T100000\nDURATION:PT90M", "2026-03-02 10:00 1h30"),
      ("DTSTART:20260302T100000\nDURATION:P1W", "2026-03-02 10:00 168h00"),
      ("DTSTART:20260328T100000\nDURATION:P1D", "2026-03-28 10:00 23h00"),
      ("DTSTART:20260328T100000\nDURATION:PT24H", "2026-03-28 10:00 24h00"),
      // The night of the change: 02:30 doesn't exist in March and occurs twice in October (RFC 5545, 3.3.5).
      ("DTSTART:20260329T023000", "2026-03-29 03:30 0h00"), ("DTSTART:20261025T023000Z", "2026-10-25 03:30 0h00"),
      ("DTSTART:20261025T023000\nDTEND:20261025T033000", "2026-10-25 02:30 2h00"),
      ("DTSTART: 20260302T100000 \nDTEND: 20260302T110000 ", "2026-03-02 10:00 1h00"),
    ])
  func starts(_ event: String, _ expected: String) throws { #expect(try Calendars(event).lines() == [expected]) }

  @Test(
    "Windows names and names with a prefix are zones of the database; any other name is reported",
    arguments: [
      ("W. Europe Standard Time", "2026-03-02 10:00 0h00", []), ("pacific standard time", "2026-03-02 19:00 0h00", []),
      ("Tokyo Standard Time", "2026-03-02 02:00 0h00", []), ("UTC", "2026-03-02 11:00 0h00", []),
      ("tzone://Microsoft/Utc", "2026-03-02 11:00 0h00", []),
      ("/freeassociation.sourceforge.net/Asia/Tokyo", "2026-03-02 02:00 0h00", []),
      ("/mozilla.org/20070129_1/America/Argentina/Buenos_Aires", "2026-03-02 14:00 0h00", []),
      ("/citadel.org/20190914_1/Asia/Tokyo", "2026-03-02 02:00 0h00", []),
      ("Nowhere/Town", "2026-03-02 10:00 0h00", ["Nowhere/Town"]),
      ("/x.org/Nowhere", "2026-03-02 10:00 0h00", ["/x.org/Nowhere"]),
      ("Standard Time", "2026-03-02 10:00 0h00", ["Standard Time"]),
    ] as [(String, String, [String])])
  func names(_ zone: String, _ expected: String, _ unknown: [String]) throws {
    let calendar = Calendars("DTSTART;TZID=\"\(zone)\":20260302T100000")
    #expect(try calendar.lines() == [expected])
    #expect(try calendar.events().unknownZones == unknown)
  }

  @Test("the wall-clock time stays the same across a clock change")
  func wallClock() throws {
    var calendar = Calendars(
      "DTSTART;TZID=America/New_York:20261030T090000\nDTEND;TZID=America/New_York:20261030T100000\nRRULE:FREQ=DAILY;COUNT=4")
    // In New York always 9 o'clock; New York changes a week after Berlin.
    #expect(
      try calendar.lines() == [
        "2026-10-30 14:00 1h00", "2026-10-31 14:00 1h00", "2026-11-01 15:00 1h00", "2026-11-02 15:00 1h00",
      ])
    calendar.zone = "America/New_York"
    #expect(try calendar.lines().allSatisfy { $0.hasSuffix("09:00 1h00") })
  }

  @Test("a time that does not exist on one day is moved on that day only")
  func gap() throws {
    #expect(
      try Calendars("DTSTART:20260328T023000\nRRULE:FREQ=DAILY;COUNT=3").lines() == [
        "2026-03-28 02:30 0h00", "2026-03-29 03:30 0h00", "2026-03-30 02:30 0h00",
      ])
    // 02:00 and 03:00 are one moment.
    #expect(
      try Calendars("DTSTART:20260329T000000\nRRULE:FREQ=HOURLY;COUNT=5").lines() == [
        "2026-03-29 00:00 0h00", "2026-03-29 01:00 0h00", "2026-03-29 03:00 0h00", "2026-03-29 04:00 0h00",
      ])
  }

  @Test("DTEND gives every occurrence the same time, DURATION the same days")
  func lengths() throws {
    let rule = "RRULE:FREQ=DAILY;COUNT=2"
    #expect(
      try Calendars("DTSTART:20260327T100000\nDTEND:20260328T100000\n\(rule)").lines() == [
        "2026-03-27 10:00 24h00", "2026-03-28 10:00 24h00",
      ])
    #expect(
      try Calendars("DTSTART:20260327T100000\nDURATION:P1D\n\(rule)").lines() == [
        "2026-03-27 10:00 24h00", "2026-03-28 10:00 23h00",
      ])
    #expect(try Calendars("DTSTART;VALUE=DATE:20260328\n\(rule)").lines() == ["2026-03-28 1d", "2026-03-29 1d"])
  }

  static let custom = """
    BEGIN:VTIMEZONE
    TZID:Our Office
    BEGIN:STANDARD
    DTSTART:16010101T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010101T020000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
    END:DAYLIGHT
    END:VTIMEZONE

    """

  @Test(
    "zones that the file defines itself",
    arguments: [
      ("20260328T100000", "2026-03-28 10:00 0h00"), ("20260329T100000", "2026-03-29 10:00 0h00"),
      ("20260329T023000", "2026-03-29 03:30 0h00"), ("20261024T100000", "2026-10-24 10:00 0h00"),
      ("20261025T023000", "2026-10-25 02:30 0h00"), ("20261025T100000", "2026-10-25 10:00 0h00"),
    ])
  func customZones(_ start: String, _ expected: String) throws {
    // As in Berlin, where the user is.
    let calendar = Calendars("DTSTART;TZID=Our Office:\(start)", zones: Self.custom)
    #expect(try calendar.lines() == [expected])
    #expect(try calendar.events().unknownZones == [])
  }

  @Test("a defined zone with dates instead of rules, an end of the rule, and seconds")
  func otherZones() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:X
      BEGIN:STANDARD
      DTSTART:20260101T000000
      TZOFFSETFROM:+0000
      TZOFFSETTO:-033015
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20260301T000000
      RDATE:20260501T000000
      RRULE:FREQ=MONTHLY;UNTIL=20260402T000000Z
      TZOFFSETFROM:-033015
      TZOFFSETTO:+0100
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20260415T000000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0000
      END:STANDARD
      END:VTIMEZONE

      """
    func utc(_ start: String) throws -> String? {
      var calendar = Calendars("DTSTART;TZID=X:\(start)", zones: zone)
      calendar.zone = "UTC"
      return try calendar.lines().first
    }
    #expect(try utc("20260215T120000") == "2026-02-15 15:30 0h00")
    #expect(try utc("20260315T120000") == "2026-03-15 11:00 0h00")
    #expect(try utc("20260420T120000") == "2026-04-20 12:00 0h00")
    #expect(try utc("20260520T120000") == "2026-05-20 11:00 0h00")
    #expect(try utc("20261120T120000") == "2026-11-20 11:00 0h00")
  }

  @Test("the tz database takes precedence over a definition of the same name; a malformed definition is ignored")
  func databaseFirst() throws {
    let wrong =
      "BEGIN:VTIMEZONE\nTZID:Asia/Tokyo\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0000\n"
      + "END:STANDARD\nEND:VTIMEZONE\n"
    #expect(try Calendars("DTSTART;TZID=Asia/Tokyo:20260302T100000", zones: wrong).lines() == ["2026-03-02 02:00 0h00"])
    for part in ["TZOFFSETTO:+9900", "TZOFFSETTO:1", "TZOFFSETTO:+01", "DTSTART:x\nTZOFFSETTO:+0100", "TZOFFSETTO:++100"] {
      let zone =
        "BEGIN:VTIMEZONE\nTZID:Y\nBEGIN:STANDARD\n\(part)\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nEND:STANDARD\n"
        + "END:VTIMEZONE\n"
      #expect(try Calendars("DTSTART;TZID=Y:20260302T100000", zones: zone).lines() == ["2026-03-02 10:00 0h00"], "\(part)")
    }
  }

  @Test(
    "a range includes the events that overlap it",
    arguments: [
      ("DTSTART:20260301T090000\nDTEND:20260301T100000", false), ("DTSTART:20260301T090000\nDTEND:20260301T100100", true),
      ("DTSTART:20260301T100000", true), ("DTSTART:20260301T095959", false), ("DTSTART:20260301T115959", true),
      ("DTSTART:20260301T120000", false), ("DTSTART:20250101T000000\nDTEND:20270101T000000", true),
      ("DTSTART;VALUE=DATE:20260301", true), ("DTSTART;VALUE=DATE:20260228", false),
      // Long occurrences in the distant past.
      ("DTSTART:20200101T000000\nDURATION:P20D\nRRULE:FREQ=MONTHLY;BYMONTHDAY=15", true),
      ("DTSTART:20200101T000000\nDURATION:P10D\nRRULE:FREQ=MONTHLY;BYMONTHDAY=15", false),
      ("DTSTART:19000101T110000\nRRULE:FREQ=DAILY", true), ("DTSTART:19000101T110000\nRRULE:FREQ=DAILY;COUNT=9", false),
    ]) func range(_ event: String, _ expected: Bool) throws
  {
    var calendar = Calendars(event)
    calendar.from = CalendarDate(year: 2026, month: 3, day: 1, hour: 10)
    calendar.to = CalendarDate(year: 2026, month: 3, day: 1, hour: 12)
    #expect(try calendar.lines().count == (expected ? 1 : 0))
  }
}
