import Testing
import WidgetFormats
import WidgetTesting

/// Any bytes give a value or an error.
@Suite struct FormatFuzzTests {

  private static let calendar =
    "BEGIN:VCALENDAR\r\nX-WR-CALNAME:A\r\n" + CalendarTimeTests.custom
      + """
      BEGIN:VEVENT
      UID:1
      DTSTART;TZID=Our Office:20260302T100000
      DTEND;TZID=Our Office:20260302T110000
      RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,2TU,-1FR;BYSETPOS=1,-1;BYHOUR=9,10;COUNT=40;WKST=SU
      EXDATE:20260401T100000,20260501T100000
      RDATE;VALUE=PERIOD:20260601T100000Z/PT1H
      SUMMARY;X="a,b":Long\\, text\\n
        folded
      END:VEVENT
      BEGIN:VEVENT
      UID:1
      RECURRENCE-ID;RANGE=THISANDFUTURE:20260601T080000Z
      DTSTART;VALUE=DATE:20260602
      DURATION:P1DT2H
      RRULE:FREQ=YEARLY;BYWEEKNO=1,-1;BYYEARDAY=1,-1;UNTIL=20300101
      END:VEVENT
      END:VCALENDAR

      """
  private static let table = "name,\"a \"\"b\"\"\",c\r\n1,2,3\n\"x\ny\",,\n\n\"\",5\r"
  private static let words = [
    "9999", "-", "00000000", "BEGIN:VEVENT\n", "END:VEVENT\n", "FREQ=SECONDLY", "\r\n ", "\"", "\\", ":", ";", "=", ",", "T", "Z",
    "\u{0}",
    "COUNT=999999999999", "P9999999W", "+2359", "BYMONTHDAY=31", "INTERVAL=1", "1", "-53",
  ]

  @Test("2 000 mutated texts give values or errors")
  func mutations() {
    var numbers = SeededGenerator(seed: 5545)
    var values = 0
    for round in 0..<2000 {
      let isCalendar = round % 4 != 0
      var bytes = Array((isCalendar ? Self.calendar : Self.table).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: (Self.words.randomElement(using: &numbers) ?? "").utf8, at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &numbers)))
        default:
          bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + Int.random(in: 1...60, using: &numbers))], at: place)
        }
      }
      if !isCalendar {
        if let document = try? CSVDocument(bytes, hasHeader: round % 8 != 0) {
          values += 1
          _ = document.value
        }
      } else if let file = try? CalendarFile(bytes) {
        let range = round % 200 == 1 ? Int.min..<Int.max : 1_767_225_600..<1_800_000_000
        let found = file.events(in: range, zone: .named("Europe/Berlin"))
        #expect(found.events.count <= 1000 && found.events.allSatisfy { $0.starts <= $0.ends })
        values += 1
      }
    }
    #expect(values > 500 && values < 2000)
  }
}
