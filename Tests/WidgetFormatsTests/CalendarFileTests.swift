import Testing
import WidgetFormats
import WidgetModel

/// Lines, text and the fields of events.
@Suite struct CalendarFileTests {
  private func details(_ lines: String) throws -> CalendarEvent.Details? {
    try Calendars("DTSTART:20260301T100000\n\(lines)").events().events.first?.details
  }

  @Test("an event's fields")
  func fields() throws {
    let calendar = Calendars(
      text: """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Example//EN\r
        X-WR-CALNAME:Team\\, all of us\r
        BEGIN:VEVENT\r
        UID:1@example.com\r
        DTSTAMP:20260101T000000Z\r
        DTSTART;TZID=Europe/London:20260302T100000\r
        DTEND;TZID=Europe/London:20260302T113000\r
        SUMMARY;LANGUAGE=en:Planning\r
        DESCRIPTION:First line\\nSecond\\, with a comma\\; and \\\\ more\r
        LOCATION:Room 1\r
        URL;VALUE=URI:https://example.com/a,b;c\r
        STATUS:CONFIRMED\r
        ORGANIZER;CN="Ada; L: x";ROLE=CHAIR:mailto:ada@example.com\r
        CATEGORIES:WORK,Plans\\, big\r
        CATEGORIES: MORE ,,\r
        TRANSP:TRANSPARENT\r
        END:VEVENT\r
        END:VCALENDAR\r\n
        """)
    let file = try CalendarFile(Array(calendar.text.utf8))
    #expect(file.name == "Team, all of us")
    let found = try calendar.events()
    #expect(found.skipped == 0 && !found.isTruncated)
    #expect(
      found.events.map(\.value) == [
        [
          "uid": "1@example.com", "title": "Planning", "description": "First line\nSecond, with a comma; and \\ more",
          "location": "Room 1", "url": "https://example.com/a,b;c", "status": "confirmed", "organizer": "Ada; L: x",
          "categories": ["WORK", "Plans, big", "MORE"], "starts": 1_772_445_600, "ends": 1_772_451_000, "all_day": false,
          "recurring": false, "busy": false,
        ]
      ])
  }

  @Test("missing fields are absent")
  func absent() throws {
    #expect(
      try Calendars("DTSTART:20260302T100000Z\nSUMMARY:\nLOCATION: \t").events().events.map(\.value) == [
        [
          "starts": 1_772_445_600, "ends": 1_772_445_600, "all_day": false, "recurring": false, "busy": true, "categories": [],
        ]
      ])
  }

  @Test(
    "folded, escaped and unusual lines",
    arguments: [
      ("SUMMARY:a\n b", "ab"), ("SUMMARY:a\r\n  b", "a b"), ("SUMMARY:a\r\n\tb\r\n c", "abc"), ("SUM\n MARY:a", "a"),
      ("SUMMARY\n :a", "a"), ("summary:a", "a"), ("item1.SUMMARY:a", "a"), ("SUMMARY;X=\"a:b;c,d\":e", "e"),
      ("SUMMARY;X=a,b,c:e", "e"),
      ("SUMMARY;X=:e", "e"), ("SUMMARY;X=\"\":e", "e"), (#"SUMMARY:a\Nb\,\;\\\x"#, "a\nb,;\\x"), (#"SUMMARY:a\\n"#, "a\\n"),
      (#"SUMMARY:a\"#, "a"), ("SUMMARY:  a  ", "a"), ("SUMMARY:a:b;c,d", "a:b;c,d"), ("SUMMARY:a\rX-B:c", "a"),
      ("SUMMARY:日本", "日本"),
      ("SUMMARY:a\n\n\nX-B:c", "a"), ("SUMMARY:a\nSUMMARY:b", "a"),
      // Long texts that were folded wrongly leave malformed lines.
      ("SUMMARY:a\nrest of the text, no property\nX-B:c", "a"),
    ])
  func lines(_ text: String, _ expected: String) throws { #expect(try details(text)?.title == expected) }

  @Test("a fold in the middle of a character")
  func foldedCharacter() throws {
    let parts = ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260301\nSUMMARY:a", "z\nEND:VEVENT\nEND:VCALENDAR\n"].map {
      Array($0.utf8)
    }
    func title(_ middle: [UInt8]) throws -> String? {
      try CalendarFile(parts[0] + middle + parts[1]).events(in: 0..<2_000_000_000, zone: .utc).events.first?.details.title
    }
    #expect(try title([0xC3, 13, 10, 32, 0xA4]) == "aäz")
    #expect(try title([0xC3]) == "a\u{FFFD}z", "bytes that are not UTF-8 are repaired")
  }

  @Test(
    "organizers",
    arguments: [
      ("ORGANIZER:mailto:a@example.com", "a@example.com"), ("ORGANIZER:MAILTO:a@example.com", "a@example.com"),
      ("ORGANIZER:http://example.com", "http://example.com"), ("ORGANIZER;CN=Ada:mailto:a@example.com", "Ada"),
      ("ORGANIZER;CN=\"Ada ^'A^' ^^ ^n B^x\":x", "Ada \"A\" ^ \n B^x"), ("ORGANIZER;CN=:mailto:x", "x"), ("ORGANIZER:", nil),
    ])
  func organizers(_ line: String, _ expected: String?) throws { #expect(try details(line)?.organizer == expected) }

  @Test("to-dos, journals, alarms, busy times and unknown components are ignored")
  func leftOut() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      SUMMARY:no
      DTSTART:20260301T000000
      BEGIN:VALARM
      TRIGGER:-PT5M
      END:VALARM
      END:VTODO
      BEGIN:VJOURNAL
      this is no line
      END:VJOURNAL
      BEGIN:VFREEBUSY
      END:VFREEBUSY
      BEGIN:X-THING
      BEGIN:VEVENT
      DTSTART:20260301T000000
      END:VEVENT
      END:X-THING
      BEGIN:VEVENT
      DTSTART:20260301T100000
      BEGIN:VALARM
      DTSTART:nonsense
      SUMMARY:no
      END:VALARM
      SUMMARY:yes
      END:VEVENT
      END:VCALENDAR
      """
    #expect(try Calendars(text: text).lines() == ["2026-03-01 10:00 0h00 yes"])
  }

  @Test("several calendars in one text are merged; a byte order mark and spaces are ignored")
  func several() throws {
    let one = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260301\nEND:VEVENT\nEND:VCALENDAR\n"
    let two = "\u{FEFF}\n \nbegin:vcalendar\nNAME:B\nBEGIN:VEVENT \nDTSTART:20260302\nEND:VEVENT\nEND:VCALENDAR\n\n"
    #expect(try Calendars(text: two + one).lines() == ["2026-03-01 1d", "2026-03-02 1d"])
    #expect(try CalendarFile(Array((two + one).utf8)).name == "B")
    #expect(try CalendarFile(Array(one.utf8)).name == nil)
  }

  @Test("at most a thousand events, by their start; the result reports that more are missing")
  func most() throws {
    let event =
      "BEGIN:VEVENT\nDTSTART:20260301\nRRULE:FREQ=DAILY;COUNT=40\nDESCRIPTION:\(String(repeating: "x", count: 1000))\nEND:VEVENT\n"
    let calendar = Calendars(text: "BEGIN:VCALENDAR\n\(String(repeating: event, count: 30))END:VCALENDAR")
    let found = try calendar.events()
    #expect(found.events.count == 1000 && found.isTruncated)
    #expect(found.events.map(\.starts) == found.events.map(\.starts).sorted())
    let few = Calendars(text: "BEGIN:VCALENDAR\n\(String(repeating: event, count: 25))END:VCALENDAR")
    #expect(try few.events().events.count == 1000)
    #expect(try !few.events().isTruncated)
  }

  @Test("the text of all occurrences together is limited")
  func longText() throws {
    let text = String(repeating: "x", count: 1 << 20)
    let found = try Calendars("DTSTART:20260301\nRRULE:FREQ=DAILY\nDESCRIPTION:\(text)").events()
    #expect(found.events.count == 1 && found.isTruncated)
  }
}
