/// What time it is, and how far local time is from UTC: all that dates need, so that a test or `--at` can fix it.
public struct CalendarClock: Sendable {
  /// Seconds since 1970.
  public var now: Double
  /// Seconds east of UTC at a moment in seconds since 1970.
  public var utcOffset: @Sendable (Double) -> Int

  public init(now: Double, utcOffset: @escaping @Sendable (Double) -> Int = { _ in 0 }) {
    self.now = now
    self.utcOffset = utcOffset
  }

  /// The local date and time of day; nil for a moment beyond about 30 million years, or none at all.
  func components(of moment: Double) -> CalendarComponents? {
    guard moment.isFinite, abs(moment) < 1e15 else { return nil }
    // No zone is further than a day away; a hostile entry must not overflow.
    let offset = min(86_400, max(-86_400, utcOffset(moment)))
    return CalendarComponents(seconds: Int(moment.rounded(.down)) + offset)
  }
}

/// A date of the proleptic Gregorian calendar and a time of day.
struct CalendarComponents: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int

  /// - Parameter seconds: Since 1970 in local time.
  init(seconds: Int) {
    let second = ((seconds % 86_400) + 86_400) % 86_400
    hour = second / 3600
    minute = second / 60 % 60
    // Days are counted from 1 March of year 0, so that the leap day is the last of its year; eras are 400 years.
    let days = (seconds - second) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
