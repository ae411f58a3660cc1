import Testing
import WidgetFormats

/// Damage to one event, which is counted, and to the file, which is an error.
@Suite struct BrokenCalendarTests {
  private func error(_ text: String) -> String? {
    do throws(CalendarError) {
      _ = try CalendarFile(Array(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "a file that is not a calendar is refused",
    arguments: [
      ("", "calendar: the text is empty"), ("\n \r\n", "calendar: the text is empty"),
      ("<html>", "calendar, line 1: a calendar begins with BEGIN:VCALENDAR"),
      ("\nSUMMARY:x", "calendar, line 2: a calendar begins with BEGIN:VCALENDAR"),
      ("BEGIN:VEVENT\nEND:VEVENT", "calendar, line 1: a calendar begins with BEGIN:VCALENDAR"),
      ("END:VCALENDAR", "calendar, line 1: a calendar begins with BEGIN:VCALENDAR"),
      ("BEGIN:VCALENDAR", "calendar, line 1: VCALENDAR has no END"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "calendar, line 3: END:VCALENDAR, but VEVENT of line 2 is still open"),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\n b\n\nEND:VTODO",
        "calendar, line 6: END:VTODO, but VEVENT of line 2 is still open"
      ),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "calendar, line 2: VEVENT has no END"),
      ("BEGIN:VCALENDAR\nBEGIN:VALARM\nBEGIN:X\nEND:VALARM", "calendar, line 4: END:VALARM, but X of line 3 is still open"),
      ("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR", "calendar, line 3: a calendar begins with BEGIN:VCALENDAR"),
      ("BEGIN:VCALENDAR\nEND:VCALENDAR\nx", "calendar, line 3: a calendar begins with BEGIN:VCALENDAR"),
      ("BEGIN:VCALENDAR\nno line\nEND:VCALENDAR", "calendar, line 2: not a line of the form NAME:VALUE"),
      ("BEGIN:VCALENDAR\nX;Y:z\nEND:VCALENDAR", "calendar, line 2: not a line of the form NAME:VALUE"),
      ("BEGIN:VCALENDAR\nX;Y=\"z:a\nEND:VCALENDAR", "calendar, line 2: not a line of the form NAME:VALUE"),
      ("BEGIN:VCALENDAR\nX;Y=\"z\"a:b\nEND:VCALENDAR", "calendar, line 2: not a line of the form NAME:VALUE"),
      ("BEGIN:VCALENDAR\n:b\nEND:VCALENDAR", "calendar, line 2: not a line of the form NAME:VALUE"),
      ("BEGIN:VCALENDAR\r\nX\r\n :b\r\n=\r\nEND:VCALENDAR", "calendar, line 4: not a line of the form NAME:VALUE"),
      (" BEGIN:VCALENDAR\nEND:VCALENDAR", "calendar, line 1: a calendar begins with BEGIN:VCALENDAR"),
    ])
  func damagedFile(_ text: String, _ expected: String) { #expect(error(text) == expected) }

  @Test("the nesting of components is limited")
  func depth() {
    let text = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 100_000)
    #expect(error(text) == "calendar, line 33: components are nested deeper than the limit of 32")
    #expect(error(String(repeating: "x", count: (4 << 20) + 1)) == "calendar of 4194305 bytes is larger than 4194304")
  }

  @Test(
    "a malformed event is counted, and the others are read",
    arguments: [
      "SUMMARY:no start", "DTSTART:", "DTSTART:tomorrow", "DTSTART:20260230", "DTSTART:20260301T250000",
      "DTSTART:20260301T100000+0100",
      "DTSTART;VALUE=DATE:2026-03-01", "DTSTART:20260301T100000\nDTEND:x", "DTSTART:20260301T100000\nDTEND:20260301T095959",
      "DTSTART:20260301\nDTEND:20260228", "DTSTART:20260301T100000\nDURATION:-PT5M",
      "DTSTART:20260301T100000\nDURATION:5 minutes",
      "DTSTART:20260301T100000\nRRULE:FREQ=SOMETIMES", "DTSTART:20260301T100000\nRRULE:", "DTSTART:20260301T100000\nRDATE:x",
      "DTSTART:20260301T100000\nRDATE:20260301T100000/x", "DTSTART:20260301T100000\nRDATE:20260301T100000/PT1H/PT1H",
      "DTSTART:20260301T100000\nRDATE:20260301T100000/20260301T090000", "DTSTART:20260301T100000\nEXDATE:20260301T100000,x",
      "DTSTART:20260301T100000\nRECURRENCE-ID:x", "DTSTART:00000000", "DTSTART:99999999T999999Z", "",
    ])
  func damagedEvents(_ lines: String) throws {
    let found = try Calendars("SUMMARY:good\nDTSTART:20260301T100000", lines, "SUMMARY:also\nDTSTART:20260302T100000").events()
    #expect(found.events.map(\.details.title) == ["good", "also"])
    #expect(found.skipped == 1)
  }

  @Test(
    "work is limited for the whole file, and truncation is reported",
    arguments: [
      "DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=999999999;BYSECOND=1",
      "DTSTART:00010101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3",
      "DTSTART:00010101T000000Z\nDURATION:P3652425D\nRRULE:FREQ=SECONDLY",
    ]) func hostileRules(_ event: String) throws
  {
    let text = String(repeating: "BEGIN:VEVENT\n\(event)\nEND:VEVENT\n", count: 200)
    let found = try Calendars(text: "BEGIN:VCALENDAR\n\(text)END:VCALENDAR").events()
    #expect(found.isTruncated && found.events.count <= 1000)
  }

  @Test("many zones, many dates and many parameters are parsed in time")
  func large() throws {
    let zones = (0..<5000).map { "BEGIN:VEVENT\nDTSTART;TZID=Z/\($0):20260301T100000\nEND:VEVENT\n" }.joined()
    #expect(try Calendars(text: "BEGIN:VCALENDAR\n\(zones)END:VCALENDAR").events().events.count == 1000)
    let parts = (0..<20_000).map {
      "BEGIN:STANDARD\nTZNAME:\($0)\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\nRRULE:FREQ=SECONDLY\nEND:STANDARD\n"
    }
    let zone = "BEGIN:VTIMEZONE\nTZID:Q\n\(parts.joined())END:VTIMEZONE\n"
    #expect(try Calendars("DTSTART;TZID=Q:20260301T100000", zones: zone).lines() == ["2026-03-01 10:00 0h00"])
    let dates = String(repeating: "20260301T100000,", count: 9_000) + "20260301T100000"
    #expect(try Calendars("DTSTART:20260301T100000\nRDATE:\(dates)\nEXDATE:\(dates)").lines().isEmpty)
    let fold = String(repeating: "\n x", count: 200_000)
    #expect(try Calendars("DTSTART:20260301T100000\nSUMMARY:\(fold)").events().events.first?.details.title?.count == 200_000)
    let parameters = (0..<50_000).map { ";X\($0)=\"y\"" }.joined()
    #expect(try Calendars("DTSTART\(parameters):20260301T100000").lines().count == 1)
    let changes = (0..<3000).map {
      "BEGIN:VEVENT\nUID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260301T10\(Calendars.two($0 % 60))00\nDTSTART:20260301T100000\nEND:VEVENT\n"
    }
    let master = String(repeating: "BEGIN:VEVENT\nUID:1\nDTSTART:20260301T100000\nRRULE:FREQ=DAILY\nEND:VEVENT\n", count: 3000)
    #expect(try Calendars(text: "BEGIN:VCALENDAR\n\(changes.joined())\(master)END:VCALENDAR").events().isTruncated)
  }
}
