import Testing
import WidgetFormats
import WidgetModel

/// The examples of RFC 5545, 3.8.5.3, all with their own start in New York.
@Suite struct RecurrenceExampleTests {
  /// `9/2 9/3` after each year, with the time unless it's 09:00.
  static func dates(_ start: String, _ rule: String, extra: String = "", limit: Int) throws -> String {
    var calendar = Calendars("UID:1\nDTSTART;TZID=America/New_York:\(start)\nRRULE:\(rule)\n\(extra)")
    calendar.from = CalendarDate(year: 1990, month: 1, day: 1)
    calendar.to = CalendarDate(year: 2010, month: 1, day: 1)
    let zone = TimeZoneData.named("America/New_York")
    var text = ""
    var year = 0
    for event in try calendar.events().events.prefix(limit) {
      guard let date = zone.date(at: Double(event.starts)) else { continue }
      if date.year != year { text += (text.isEmpty ? "" : " ") + "\(date.year):" }
      year = date.year
      text += " \(date.month)/\(date.day)"
      if date.hour != 9 || date.minute != 0 { text += "T\(Calendars.two(date.hour))\(Calendars.two(date.minute))" }
    }
    return text
  }

  /// A range of days in one month: `9/2 9/3 ...`.
  static func days(_ month: Int, _ days: ClosedRange<Int>) -> String { days.map { "\(month)/\($0)" }.joined(separator: " ") }

  static let autumn = "\(days(9, 2...30)) \(days(10, 1...31)) \(days(11, 1...30)) \(days(12, 1...23))"
  static let january = "1998: \(days(1, 1...31)) 1999: \(days(1, 1...31)) 2000: \(days(1, 1...31))"
  static let twentyMinutes = (9...16).flatMap { hour in ["00", "20", "40"].map { "\(Calendars.two(hour))\($0)" } }
  static let everyTwentyMinutes = [2, 3].flatMap { day in
    twentyMinutes.map { $0 == "0900" ? "9/\(day)" : "9/\(day)T\($0)" }
  }.joined(separator: " ")

  @Test(
    "counted and ended rules give exactly these dates",
    arguments: [
      ("19970902T090000", "FREQ=DAILY;COUNT=10", "1997: \(days(9, 2...11))"),
      ("19970902T090000", "FREQ=DAILY;UNTIL=19971224T000000Z", "1997: \(autumn)"),
      ("19970902T090000", "FREQ=DAILY;INTERVAL=10;COUNT=5", "1997: 9/2 9/12 9/22 10/2 10/12"),
      ("19980101T090000", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", january),
      ("19980101T090000", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", january),
      ("19970902T090000", "FREQ=WEEKLY;COUNT=10", "1997: 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4"),
      (
        "19970902T090000", "FREQ=WEEKLY;UNTIL=19971224T000000Z",
        "1997: 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4 11/11 11/18 11/25 12/2 12/9 12/16 12/23"
      ),
      (
        "19970902T090000", "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
        "1997: 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2"
      ),
      (
        "19970902T090000", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
        "1997: 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2"
      ),
      (
        "19970901T090000", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
        "1997: 9/1 9/3 9/5 9/15 9/17 9/19 9/29 10/1 10/3 10/13 10/15 10/17 10/27 10/29 10/31 11/10 11/12 11/14 11/24 11/26 11/28"
          + " 12/8 12/10 12/12 12/22"
      ),
      ("19970902T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997: 9/2 9/4 9/16 9/18 9/30 10/2 10/14 10/16"),
      (
        "19970905T090000", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997: 9/5 10/3 11/7 12/5 1998: 1/2 2/6 3/6 4/3 5/1 6/5"
      ),
      ("19970905T090000", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997: 9/5 10/3 11/7 12/5"),
      (
        "19970907T090000", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
        "1997: 9/7 9/28 11/2 11/30 1998: 1/4 1/25 3/1 3/29 5/3 5/31"
      ),
      ("19970922T090000", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997: 9/22 10/20 11/17 12/22 1998: 1/19 2/16"),
      (
        "19970902T090000", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
        "1997: 9/2 9/15 10/2 10/15 11/2 11/15 12/2 12/15 1998: 1/2 1/15"
      ),
      (
        "19970930T090000", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
        "1997: 9/30 10/1 10/31 11/1 11/30 12/1 12/31 1998: 1/1 1/31 2/1"
      ),
      (
        "19970910T090000", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
        "1997: \(days(9, 10...15)) 1999: \(days(3, 10...13))"
      ),
      (
        "19970610T090000", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
        "1997: 6/10 7/10 1998: 6/10 7/10 1999: 6/10 7/10 2000: 6/10 7/10 2001: 6/10 7/10"
      ),
      (
        "19970310T090000", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
        "1997: 3/10 1999: 1/10 2/10 3/10 2001: 1/10 2/10 3/10 2003: 1/10 2/10 3/10"
      ),
      (
        "19970101T090000", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
        "1997: 1/1 4/10 7/19 2000: 1/1 4/9 7/18 2003: 1/1 4/10 7/19 2006: 1/1"
      ),
      ("19970904T090000", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997: 9/4 10/7 11/6"),
      // As corrected by the RFC's erratum 3883: 17:00 in New York.
      ("19970902T090000", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", "1997: 9/2 9/2T1200 9/2T1500"),
      ("19970902T090000", "FREQ=MINUTELY;INTERVAL=15;COUNT=6", "1997: 9/2 9/2T0915 9/2T0930 9/2T0945 9/2T1000 9/2T1015"),
      ("19970902T090000", "FREQ=MINUTELY;INTERVAL=90;COUNT=4", "1997: 9/2 9/2T1030 9/2T1200 9/2T1330"),
      ("19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997: 8/5 8/10 8/19 8/24"),
      ("19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997: 8/5 8/17 8/19 8/31"),
      ("20070115T090000", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007: 1/15 1/30 2/15 3/15 3/30"),
    ])
  func ended(_ start: String, _ rule: String, _ expected: String) throws {
    #expect(try Self.dates(start, rule, limit: 1000) == expected)
  }

  @Test(
    "rules without an end begin with these dates",
    arguments: [
      (
        "19970902T090000", "FREQ=DAILY;INTERVAL=2",
        "1997: 9/2 9/4 9/6 9/8 9/10 9/12 9/14 9/16 9/18 9/20 9/22 9/24 9/26 9/28 9/30 10/2"
      ),
      (
        "19970902T090000", "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
        "1997: 9/2 9/16 9/30 10/14 10/28 11/11 11/25 12/9 12/23 1998: 1/6 1/20 2/3 2/17"
      ),
      ("19970928T090000", "FREQ=MONTHLY;BYMONTHDAY=-3", "1997: 9/28 10/29 11/28 12/29 1998: 1/29 2/26"),
      (
        "19970902T090000", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
        "1997: 9/2 9/9 9/16 9/23 9/30 11/4 11/11 11/18 11/25 1998: 1/6 1/13 1/20 1/27 3/3 3/10 3/17 3/24 3/31"
      ),
      ("19970519T090000", "FREQ=YEARLY;BYDAY=20MO", "1997: 5/19 1998: 5/18 1999: 5/17"),
      ("19970512T090000", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997: 5/12 1998: 5/11 1999: 5/17"),
      (
        "19970313T090000", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
        "1997: 3/13 3/20 3/27 1998: 3/5 3/12 3/19 3/26 1999: 3/4 3/11 3/18 3/25"
      ),
      (
        "19970605T090000", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
        "1997: 6/5 6/12 6/19 6/26 7/3 7/10 7/17 7/24 7/31 8/7 8/14 8/21 8/28 1998: 6/4 6/11 6/18 6/25 7/2 7/9 7/16 7/23 7/30 8/6"
          + " 8/13 8/20 8/27 1999: 6/3 6/10 6/17 6/24 7/1 7/8 7/15 7/22 7/29 8/5 8/12 8/19 8/26"
      ),
      (
        "19970913T090000", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
        "1997: 9/13 10/11 11/8 12/13 1998: 1/10 2/7 3/7 4/11 5/9 6/13"
      ),
      (
        "19961105T090000", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
        "1996: 11/5 2000: 11/7 2004: 11/2"
      ),
      (
        "19970929T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
        "1997: 9/29 10/30 11/27 12/30 1998: 1/29 2/26 3/30"
      ),
      ("19970902T090000", "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", "1997: \(everyTwentyMinutes)"),
      ("19970902T090000", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", "1997: \(everyTwentyMinutes)"),
    ])
  func endless(_ start: String, _ rule: String, _ expected: String) throws {
    let count = expected.split(separator: " ").filter { !$0.hasSuffix(":") }.count
    #expect(try Self.dates(start, rule, limit: count) == expected)
  }

  @Test("every Friday the 13th, without a start on another day")
  func fridays() throws {
    let dates = try Self.dates(
      "19970902T090000", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", extra: "EXDATE;TZID=America/New_York:19970902T090000", limit: 5)
    #expect(dates == "1998: 2/13 3/13 11/13 1999: 8/13 2000: 10/13")
  }
}
