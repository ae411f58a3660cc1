import WidgetModel

/// A zone's rule for all later years: `CET-1CEST,M3.5.0,M10.5.0/3`. Source: POSIX, the TZ variable, with RFC 9636's hours.
struct TimeZoneRule: Sendable, Equatable {
  private var standard: TimeZoneData.Kind
  private var daylight: TimeZoneData.Kind?
  private var start: Day = .month(3, week: 2, weekday: 0, time: 7200)
  private var end: Day = .month(11, week: 1, weekday: 0, time: 7200)

  /// A day of each year, and a time that day in seconds.
  private enum Day: Sendable, Equatable {
    /// Week 5 is the month's last; weekday 0 is Sunday.
    case month(Int, week: Int, weekday: Int, time: Int)
    /// Counts days from 1, without 29 February.
    case julian(Int, time: Int)
    /// Counts days from 0, with 29 February.
    case ordinal(Int, time: Int)
  }

  /// nil for text that isn't a rule, or is empty.
  init?(_ text: String) {
    var reader = Reader(rest: Substring(text).utf8)
    guard let name = reader.name(), let west = reader.time() else { return nil }
    standard = TimeZoneData.Kind(offset: -west, isDaylight: false, abbreviation: name)
    guard !reader.rest.isEmpty else { return }
    guard let name = reader.name() else { return nil }
    let offset = reader.rest.isEmpty || reader.rest.first == 44 ? standard.offset + 3600 : reader.time().map { -$0 }
    guard let offset else { return nil }
    daylight = TimeZoneData.Kind(offset: offset, isDaylight: true, abbreviation: name)
    guard !reader.rest.isEmpty else { return }
    guard let first = reader.day(), let second = reader.day(), reader.rest.isEmpty else { return nil }
    (start, end) = (first, second)
  }

  func kind(at moment: Int) -> TimeZoneData.Kind {
    guard let daylight else { return standard }
    let year = CalendarDate(localSeconds: moment + standard.offset).year
    let begins = local(start, year) - standard.offset
    let ends = local(end, year) - daylight.offset
    let isDaylight = begins < ends ? moment >= begins && moment < ends : moment >= begins || moment < ends
    return isDaylight ? daylight : standard
  }

  /// A rule's day in a year, in wall-clock seconds since 1970.
  private func local(_ day: Day, _ year: Int) -> Int {
    let newYear = CalendarDate(year: year, month: 1, day: 1).days
    switch day {
    case .month(let month, let week, let weekday, let time):
      let first = CalendarDate(year: year, month: month, day: 1)
      var date = 1 + (weekday - first.weekday).modulo(7) + (week - 1) * 7
      if date > CalendarDate.days(inMonth: month, of: year) { date -= 7 }
      return CalendarDate(year: year, month: month, day: date).days * 86_400 + time
    case .julian(let number, let time):
      let leapDay = number >= 60 && CalendarDate.days(inMonth: 2, of: year) == 29 ? 1 : 0
      return (newYear + number - 1 + leapDay) * 86_400 + time
    case .ordinal(let number, let time): return (newYear + number) * 86_400 + time
    }
  }

  private struct Reader {
    var rest: Substring.UTF8View

    mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character.asciiValue else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Letters, or anything between `<` and `>`.
    mutating func name() -> String? {
      let isQuoted = skip("<")
      let name = rest.prefix { isQuoted ? $0 != 62 : (97...122).contains($0 | 0x20) }
      rest = rest.dropFirst(name.count)
      guard name.count >= 1, name.count <= 10, !isQuoted || skip(">") else { return nil }
      return String(Substring(name))
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { (48...57).contains($0) }
      guard digits.count <= 4, let number = Int(Substring(digits)), range.contains(number) else { return nil }
      rest = rest.dropFirst(digits.count)
      return number
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time() -> Int? {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard let hours = number(0...167) else { return nil }
      var seconds = hours * 3600
      if skip(":") {
        guard let minutes = number(0...59) else { return nil }
        seconds += minutes * 60
        if skip(":") {
          guard let more = number(0...59) else { return nil }
          seconds += more
        }
      }
      return isNegative ? -seconds : seconds
    }

    /// `,M3.5.0/2`, `,J60`, `,59`.
    mutating func day() -> Day? {
      guard skip(",") else { return nil }
      if skip("M") {
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let weekday = number(0...6),
          let time = timeOfDay()
        else { return nil }
        return .month(month, week: week, weekday: weekday, time: time)
      }
      if skip("J") {
        guard let day = number(1...365), let time = timeOfDay() else { return nil }
        return .julian(day, time: time)
      }
      guard let day = number(0...365), let time = timeOfDay() else { return nil }
      return .ordinal(day, time: time)
    }

    private mutating func timeOfDay() -> Int? { skip("/") ? time() : 7200 }
  }
}
