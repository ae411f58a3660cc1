import Testing
import WidgetFormats

/// Occurrences that are added, excluded or changed individually.
@Suite struct CalendarChangeTests {
  private static let daily =
    "UID:1\nSUMMARY:Stand-up\nDTSTART;TZID=Europe/Berlin:20260302T100000\nDURATION:PT15M\nRRULE:FREQ=DAILY;COUNT=4"

  private static func days(_ days: Int...) -> [String] { days.map { "2026-03-0\($0) 10:00 0h15 Stand-up" } }

  @Test(
    "EXDATE",
    arguments: [
      ("EXDATE;TZID=Europe/Berlin:20260303T100000", days(2, 4, 5)), ("EXDATE:20260303T090000Z", days(2, 4, 5)),
      ("EXDATE:20260303T100000", days(2, 4, 5)), ("EXDATE;VALUE=DATE:20260303", days(2, 4, 5)),
      ("EXDATE;TZID=Europe/Berlin:20260303T100000,20260305T100000", days(2, 4)),
      ("EXDATE:20260302T090000Z\nEXDATE:20260303T090000Z", days(4, 5)), ("EXDATE:20260303T100000Z", days(2, 3, 4, 5)),
    ])
  func exclusions(_ line: String, _ expected: [String]) throws {
    #expect(try Calendars("\(Self.daily)\n\(line)").lines() == expected)
  }

  @Test("RDATE: times, days, own durations, with and without a rule; no occurrence is duplicated")
  func additions() throws {
    let event = "SUMMARY:S\nDTSTART:20260302T100000\nDTEND:20260302T110000"
    #expect(
      try Calendars("\(event)\nRDATE:20260305T120000,20260304T090000Z,20260302T100000").lines() == [
        "2026-03-02 10:00 1h00 S", "2026-03-04 10:00 1h00 S", "2026-03-05 12:00 1h00 S",
      ])
    #expect(
      try Calendars("\(event)\nRDATE;VALUE=PERIOD:20260305T120000/PT3H,20260306T120000/20260306T123000").lines() == [
        "2026-03-02 10:00 1h00 S", "2026-03-05 12:00 3h00 S", "2026-03-06 12:00 0h30 S",
      ])
    #expect(
      try Calendars("\(event)\nRRULE:FREQ=DAILY;COUNT=2\nRDATE;VALUE=DATE:20260309\nEXDATE:20260303T100000").lines() == [
        "2026-03-02 10:00 1h00 S", "2026-03-09 10:00 1h00 S",
      ])
    #expect(
      try Calendars("DTSTART;VALUE=DATE:20260302\nRDATE;VALUE=DATE:20260305").lines() == ["2026-03-02 1d", "2026-03-05 1d"])
  }

  @Test("RECURRENCE-ID: an occurrence that was moved, renamed or cancelled replaces the original")
  func overrides() throws {
    let moved = "UID:1\nSUMMARY:Moved\nRECURRENCE-ID;TZID=Europe/Berlin:20260303T100000\nDTSTART:20260303T150000\nDURATION:PT1H"
    let expected = [
      "2026-03-02 10:00 0h15 Stand-up", "2026-03-03 15:00 1h00 Moved", "2026-03-04 10:00 0h15 Stand-up",
      "2026-03-05 10:00 0h15 Stand-up",
    ]
    #expect(try Calendars(Self.daily, moved).lines() == expected)
    #expect(try Calendars(moved, Self.daily).lines() == expected, "in any order")
    let byDay = moved.split(separator: "\n").map {
      $0.hasPrefix("RECURRENCE-ID") ? "RECURRENCE-ID;VALUE=DATE:20260303" : String($0)
    }
    #expect(try Calendars(Self.daily, byDay.joined(separator: "\n")).lines() == expected, "by its day")
    let other = moved.split(separator: "\n").map { $0 == "UID:1" ? "UID:2" : String($0) }.joined(separator: "\n")
    #expect(try Calendars(Self.daily, other).lines().count == 5, "another event's")
    let cancelled = "UID:1\nSUMMARY:Off\nSTATUS:CANCELLED\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T090000Z"
    let events = try Calendars(Self.daily, cancelled).events().events
    #expect(events.map(\.details.status) == [nil, "cancelled", nil, nil])
    #expect(events.allSatisfy { $0.isRecurring })
  }

  @Test("of two versions of a change the higher SEQUENCE wins, then the later one in the file")
  func versions() throws {
    func change(_ title: String, _ sequence: String) -> String {
      "UID:1\nSUMMARY:\(title)\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T090000Z\n\(sequence)"
    }
    func titles(_ first: String, _ second: String) throws -> [String?] {
      try Calendars(Self.daily, change("A", first), change("B", second)).events().events.map(\.details.title)
    }
    #expect(try titles("SEQUENCE:2", "SEQUENCE:1") == ["Stand-up", "A", "Stand-up", "Stand-up"])
    #expect(try titles("SEQUENCE:1", "SEQUENCE:2") == ["Stand-up", "B", "Stand-up", "Stand-up"])
    #expect(try titles("", "") == ["Stand-up", "B", "Stand-up", "Stand-up"])
  }

  @Test("RANGE=THISANDFUTURE changes all later occurrences in wall-clock time, also across a clock change")
  func following() throws {
    let event = "UID:1\nSUMMARY:Old\nDTSTART;TZID=Europe/Berlin:20260327T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5"
    let change =
      "UID:1\nSUMMARY:New\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T100000\n"
      + "DTSTART;TZID=Europe/Berlin:20260328T113000\nDURATION:PT2H"
    let once = "UID:1\nSUMMARY:Once\nRECURRENCE-ID;TZID=Europe/Berlin:20260330T100000\nDTSTART;TZID=Europe/Berlin:20260330T200000"
    #expect(
      try Calendars(event, change, once).lines() == [
        "2026-03-27 10:00 1h00 Old", "2026-03-28 11:30 2h00 New", "2026-03-29 11:30 2h00 New", "2026-03-30 20:00 0h00 Once",
        "2026-03-31 11:30 2h00 New",
      ])
  }

  @Test("a change without its event is an event; an event of the same name without RECURRENCE-ID is another one")
  func orphans() throws {
    #expect(
      try Calendars("UID:1\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T110000Z").lines() == ["2026-03-03 12:00 0h00"])
    #expect(try Calendars("UID:1\nDTSTART:20260303", "UID:1\nDTSTART:20260304").lines() == ["2026-03-03 1d", "2026-03-04 1d"])
    #expect(try Calendars(Self.daily, "RECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T110000Z").lines().count == 5)
  }

  @Test("two rules give the occurrences of both")
  func twoRules() throws {
    #expect(
      try Calendars("DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=2").lines() == [
        "2026-03-02 1d", "2026-03-03 1d", "2026-03-04 1d",
      ])
  }

  @Test(
    "UNTIL is a day for whole days and a moment for times",
    arguments: [
      ("DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;UNTIL=20260304", 3),
      ("DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;UNTIL=20260304T000000Z", 3),
      ("DTSTART:20260302T100000\nRRULE:FREQ=DAILY;UNTIL=20260304", 3),
      ("DTSTART:20260302T100000\nRRULE:FREQ=DAILY;UNTIL=20260304T090000Z", 3),
      ("DTSTART:20260302T100000\nRRULE:FREQ=DAILY;UNTIL=20260304T085959Z", 2),
      ("DTSTART:20260302T100000\nRRULE:FREQ=DAILY;UNTIL=20260304T095959", 2),
      ("DTSTART;TZID=Asia/Tokyo:20260302T010000\nRRULE:FREQ=DAILY;UNTIL=20260304", 3),
      ("DTSTART:20260302T100000\nRRULE:FREQ=DAILY;UNTIL=20260301", 0),
    ]) func until(_ event: String, _ count: Int) throws
  { #expect(try Calendars(event).lines().count == count) }
}
