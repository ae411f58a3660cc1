import Testing
import WidgetModel
import WidgetSystem

@Suite struct CalendarDateTests {
  /// The C library's calendar.
  private func reference(_ seconds: Int) -> CalendarDate {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return CalendarDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
      minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  @Test("every day of the years 1 to 9999 matches the C library") func everyDay() {
    var wrong: [Int] = []
    // A step that isn't a multiple of a day reaches every time of day.
    for seconds in stride(from: -62_135_596_800, through: 253_402_300_799, by: 86_399) {
      let date = CalendarDate(localSeconds: seconds)
      let expected = reference(seconds)
      if date != expected || date.localSeconds != seconds { wrong.append(seconds) }
    }
    #expect(wrong == [])
  }

  @Test(
    "seconds, weekdays and days of the year are those of timegm",
    arguments: [1, 4, 100, 400, 1582, 1900, 1969, 1970, 2000, 2024, 9999])
  func timegmAgrees(_ year: Int) {
    for month in 1...12 {
      for day in 1...CalendarDate.days(inMonth: month, of: year) {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        let seconds = timegm(&parts)
        let date = CalendarDate(year: year, month: month, day: day)
        #expect(date.localSeconds == Int(seconds))
        #expect(date.weekday % 7 == Int(parts.tm_wday))
        #expect(date.dayOfYear == Int(parts.tm_yday) + 1)
        #expect(date.isValid)
      }
      #expect(!CalendarDate(year: year, month: month, day: CalendarDate.days(inMonth: month, of: year) + 1).isValid)
    }
  }

  @Test("leap years", arguments: [(2024, 29), (2023, 28), (2000, 29), (1900, 28), (2100, 28), (4, 29), (9996, 29)])
  func leapYears(_ year: Int, _ days: Int) { #expect(CalendarDate.days(inMonth: 2, of: year) == days) }

  @Test("days before 1970 are negative")
  func negativeDays() {
    #expect(CalendarDate(year: 1969, month: 12, day: 31).days == -1)
    #expect(CalendarDate(days: -1) == CalendarDate(year: 1969, month: 12, day: 31))
    #expect(CalendarDate(localSeconds: -1) == CalendarDate(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59))
    #expect(CalendarDate(year: 1, month: 1, day: 1).days == -719_162)
  }

  @Test("a month later, a shorter month has its last day")
  func months() {
    #expect(CalendarDate(year: 2026, month: 1, day: 31).adding(months: 1) == CalendarDate(year: 2026, month: 2, day: 28))
    #expect(CalendarDate(year: 2026, month: 1, day: 31).adding(months: -11) == CalendarDate(year: 2025, month: 2, day: 28))
  }
}
