import Testing

@testable import WidgetFormats

@Suite struct RecurrenceRuleTests {
  @Test(
    "beyond the RFC's examples",
    arguments: [
      // 29 February exists in leap years only, and a 31st in long months only.
      ("20040229T090000", "FREQ=YEARLY;COUNT=2", "2004: 2/29 2008: 2/29"),
      ("20070131T090000", "FREQ=MONTHLY;COUNT=4", "2007: 1/31 3/31 5/31 7/31"),
      ("20070131T090000", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4", "2007: 1/31 2/28 3/31 4/30"),
      ("20070101T090000", "FREQ=YEARLY;BYYEARDAY=-1;COUNT=3", "2007: 1/1 12/31 2008: 12/31"),
      ("20070101T090000", "FREQ=YEARLY;BYDAY=-1MO;COUNT=3", "2007: 1/1 12/31 2008: 12/29"),
      ("20070101T090000", "FREQ=YEARLY;BYMONTH=2;BYDAY=-1MO;COUNT=3", "2007: 1/1 2/26 2008: 2/25"),
      // Week 1 of 2009 begins in 2008, that of 2010 in January; week 53 exists in 2004 and 2009.
      ("20080101T090000", "FREQ=YEARLY;BYWEEKNO=1;COUNT=3", "2008: 1/1 12/30"),
      ("20041227T090000", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "2004: 12/27 2009: 12/28"),
      ("20041227T090000", "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO;COUNT=3", "2004: 12/27 2005: 12/26 2006: 12/25"),
      ("20070101T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1;COUNT=4", "2007: 1/1 1/31 2/1 2/28"),
      ("20070101T090000", "FREQ=DAILY;BYHOUR=9,12;BYSETPOS=-1;COUNT=3", "2007: 1/1 1/1T1200 1/2T1200"),
      ("20070101T090000", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR;COUNT=3", "2007: 1/1 4/13 7/13"),
      ("20070101T090000", "FREQ=HOURLY;INTERVAL=5;BYDAY=WE;COUNT=3", "2007: 1/1 1/3T0100 1/3T0600"),
      ("20070101T090000", "FREQ=SECONDLY;INTERVAL=86400;COUNT=3", "2007: 1/1 1/2 1/3"),
      ("20070101T090000", "FREQ=SECONDLY;BYHOUR=10;BYMINUTE=30;BYSECOND=60,0;COUNT=3", "2007: 1/1 1/1T1030 1/1T1030"),
      ("20070101T090000", "freq=weekly; count=2 ;byday= mo , we", "2007: 1/1 1/3"),
      // Whichever comes first.
      ("20070101T090000", "FREQ=DAILY;COUNT=5;UNTIL=20070102", "2007: 1/1 1/2"),
      ("20070101T090000", "FREQ=DAILY;UNTIL=20070103T090000", "2007: 1/1 1/2 1/3"),
      ("20070101T090000", "FREQ=DAILY;UNTIL=20070103T135959Z", "2007: 1/1 1/2"),
      ("20070101T090000", "FREQ=DAILY;COUNT=2;X-NOTE=1;RSCALE=GREGORIAN;SKIP=OMIT", "2007: 1/1 1/2"),
      ("20070101T090000", "FREQ=YEARLY;INTERVAL=999999999999999999", "2007: 1/1"),
    ])
  func dates(_ start: String, _ rule: String, _ expected: String) throws {
    #expect(try RecurrenceExampleTests.dates(start, rule, limit: 1000) == expected)
  }

  @Test(
    "text that is not a rule is refused",
    arguments: [
      "", "FREQ", "FREQ=", "FREQ=OFTEN", "COUNT=3", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;COUNT=x",
      "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;UNTIL=tomorrow",
      "FREQ=DAILY;UNTIL=20070230", "FREQ=DAILY;BYMONTH=0", "FREQ=DAILY;BYMONTH=13", "FREQ=DAILY;BYMONTH=-1",
      "FREQ=DAILY;BYMONTH=",
      "FREQ=DAILY;BYMONTH=1,", "FREQ=YEARLY;BYWEEKNO=54", "FREQ=YEARLY;BYWEEKNO=0", "FREQ=YEARLY;BYYEARDAY=367",
      "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=-32", "FREQ=MONTHLY;BYDAY=XX", "FREQ=MONTHLY;BYDAY=0MO",
      "FREQ=MONTHLY;BYDAY=54MO", "FREQ=MONTHLY;BYDAY=1", "FREQ=MONTHLY;BYDAY=é", "FREQ=DAILY;BYHOUR=24", "FREQ=DAILY;BYMINUTE=60",
      "FREQ=DAILY;BYSECOND=61", "FREQ=MONTHLY;BYSETPOS=0", "FREQ=MONTHLY;BYSETPOS=367", "FREQ=WEEKLY;WKST=XX",
      "FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "FREQ=YEARLY;RSCALE=HEBREW", "FREQ=YEARLY;BYEASTER=0",
    ])
  func badRules(_ text: String) { #expect(RecurrenceRule(text) == nil) }

  /// A rule that would visit centuries of seconds stops at the work limit.
  @Test(
    "every rule ends",
    arguments: [
      "FREQ=SECONDLY", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=SECONDLY;BYSECOND=59",
      "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4", "FREQ=SECONDLY;COUNT=999999999999999999", "FREQ=DAILY;BYDAY=MO;COUNT=999999999999",
      "FREQ=MINUTELY;BYHOUR=3;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
      "FREQ=HOURLY;BYYEARDAY=366;COUNT=99999",
    ])
  func bounded(_ rule: String) throws {
    let rule = try #require(RecurrenceRule(rule))
    var steps = 20_000
    var visited = 0
    RecurrenceSequence(rule, start: moment(1, 1, 1)).walk(moment(1, 1, 1)...moment(9999, 12, 31), steps: &steps) { _ in
      visited += 1
      return true
    }
    #expect(steps >= -12 && visited <= 20_000)
  }

  @Test(
    "a rule that started long ago is as fast as a recent one",
    arguments: ["FREQ=SECONDLY", "FREQ=DAILY;COUNT=9999999", "FREQ=WEEKLY"])
  func jump(_ rule: String) throws {
    let rule = try #require(RecurrenceRule(rule))
    var steps = 100
    var found: [Int] = []
    let start = moment(1000, 1, 1)
    RecurrenceSequence(rule, start: start).walk(moment(2026, 1, 1)...moment(2027, 1, 1), steps: &steps) {
      found.append($0)
      return found.count < 5
    }
    #expect(found.count == 5 && (found.first ?? 0) < moment(2026, 1, 8) && steps > 80)
  }

  @Test(
    "durations",
    arguments: [
      ("P1W", "7 0"), ("P2D", "2 0"), ("PT1H30M", "0 5400"), ("P1DT2H3M4S", "1 7384"), ("+PT10S", "0 10"), ("P0D", "0 0"),
      ("PT90M", "0 5400"), ("P", nil), ("PT", nil), ("-PT5M", nil), ("P1", nil), ("1D", nil), ("P1H", nil), ("PT1D", nil),
      ("PT1M1H", nil), ("P1DT", nil), ("P9999999999D", nil), ("PT1HT1M", nil), ("P1.5D", nil), ("", nil), ("P-1D", nil),
    ])
  func durations(_ text: String, _ expected: String?) {
    #expect(CalendarDuration(text).map { "\($0.days) \($0.seconds)" } == expected)
  }

  @Test(
    "dates and times",
    arguments: [
      ("20260331", "2026-03-31 00:00 date"), ("20260331T235960", "2026-03-31 23:59"),
      ("20260331T120000Z", "2026-03-31 12:00 UTC"),
      ("20260332", nil), ("20260229", nil), ("20261301", nil), ("00000101", nil), ("2026-03-31", nil), ("20260331T", nil),
      ("20260331T240000", nil), ("20260331T1200", nil), ("20260331T120000X", nil), ("20260331t120000", nil), ("", nil),
      ("２０２６", nil), ("20260331T120061", nil),
    ])
  func times(_ text: String, _ expected: String?) {
    let read = CalendarTime.Literal(text).map {
      Calendars.text($0.local, .utc) + ($0.isDate ? " date" : "") + ($0.isUTC ? " UTC" : "")
    }
    #expect(read == expected)
  }
}
