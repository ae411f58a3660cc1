import WidgetModel

/// A cron schedule, as in crontab(5): minute, hour, day of the month, month, day of the week.
///
/// A field is `*`, a number, a range, or a list of them, each with a step (`*/15`, `1-10/2`); months and days of the week have
/// English three-letter names, and Sunday is 0 or 7. If both days are given, either can match.
public struct CronSchedule: Sendable, Equatable {
  /// The schedule as written, with single spaces.
  public let text: String
  let minutes: CronField
  let hours: CronField
  let days: CronField
  let months: CronField
  let weekdays: CronField

  /// - Throws: ``CronError`` naming the malformed field, or a date that doesn't exist (31 February).
  public init(parsing text: String) throws(CronError) {
    guard text.utf8.count <= 200 else { throw .fieldCount(0) }
    let fields = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard fields.count == 5 else { throw .fieldCount(fields.count) }
    self.text = fields.joined(separator: " ")
    minutes = try CronField(fields[0], .minute)
    hours = try CronField(fields[1], .hour)
    days = try CronField(fields[2], .day)
    months = try CronField(fields[3], .month)
    weekdays = try CronField(fields[4], .weekday)
    let longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard !weekdays.isAny || months.values.contains(where: { month in days.values.contains { $0 <= longest[month - 1] } })
    else { throw .neverComes(self.text) }
  }

  /// nil for text that isn't a schedule.
  public init?(_ text: String) {
    guard let schedule = try? CronSchedule(parsing: text) else { return nil }
    self = schedule
  }

  /// The next match after a time, in seconds since 1970; nil if there's none within nine years.
  ///
  /// A local time that a clock change skips matches when the clocks are set, unless the hour or the minute is a `*`: then others follow
  /// soon. One that occurs twice matches twice.
  ///
  /// - Parameter utcOffset: Seconds east of UTC at a time.
  public func next(after moment: Double, utcOffset: (Double) -> Int) -> Double? {
    guard moment.isFinite, abs(moment) < 200_000_000_000 else { return nil }
    func offset(_ time: Int) -> Int { min(93_600, max(-93_600, utcOffset(Double(time)))) }
    let minute = Int(saturating: moment.rounded(.down)).floorDivided(by: 60) * 60
    var time = minute + 60
    if let change = skippedMatch(between: minute, time, offset) { return Double(change) }
    let end = time + 9 * 366 * 86_400
    while time < end {
      let date = CalendarDate(localSeconds: time + offset(time))
      guard let next = nextLocal(date) else { return Double(time) }
      // If clocks go forward in between, the local time comes sooner. If they go back, the repeated hour is traversed minute by
      // minute. The time always advances, even where the local time doesn't exist.
      let later = next - offset(time)
      let reached = max(time + 60, min(later, next - offset(later)))
      if let change = skippedMatch(between: time, reached, offset) { return Double(change) }
      time = reached
    }
    return nil
  }

  /// When clocks go forward past a local time that matches; nil if they don't between two times.
  private func skippedMatch(between start: Int, _ end: Int, _ offset: (Int) -> Int) -> Int? {
    let before = offset(start)
    guard !hours.isAny, !minutes.isAny, offset(end) > before else { return nil }
    var (early, late) = (start, end)
    while late - early > 60 {
      let middle = early + (late - early) / 120 * 60
      if offset(middle) > before { late = middle } else { early = middle }
    }
    var local = late + before
    while local < late + offset(late) {
      guard let next = nextLocal(CalendarDate(localSeconds: local)) else { return late }
      local = next
    }
    return nil
  }

  /// The start of the next month, day, hour or minute that could match, in local seconds; nil if the date itself matches.
  private func nextLocal(_ date: CalendarDate) -> Int? {
    if !months.contains(date.month) {
      let (year, month) = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
      return CalendarDate(year: year, month: month, day: 1).localSeconds
    }
    let day = CalendarDate(year: date.year, month: date.month, day: date.day).localSeconds
    if !matchesDay(date) { return day + 86_400 }
    if !hours.contains(date.hour) { return day + (date.hour + 1) * 3600 }
    if !minutes.contains(date.minute) { return day + date.hour * 3600 + (date.minute + 1) * 60 }
    return nil
  }

  private func matchesDay(_ date: CalendarDate) -> Bool {
    let day = days.contains(date.day)
    let weekday = weekdays.contains(date.weekday % 7)
    return days.isAny || weekdays.isAny ? day && weekday : day || weekday
  }
}
