/// How far a moment is from now, in one unit. All relative dates follow it, in every language and style.
///
/// Time is truncated, not rounded: 119 minutes are one hour. From a day on, calendar days count. There are days up to two months,
/// months up to two years, and no weeks, because a week would hide up to six days.
public struct RelativeDistance: Sendable, Equatable {
  public enum Unit: Int, Sendable { case second, minute, hour, day, month, year }

  public var unit: Unit
  /// 0 for less than half a second.
  public var count: Int
  public var isFuture: Bool

  /// - Parameters:
  ///   - seconds: Whole seconds from now, negative for the past.
  ///   - today: The local date now.
  ///   - date: The moment's local date.
  public init(seconds: Int, from today: CalendarDate, to date: CalendarDate) {
    isFuture = seconds > 0
    let distance = Int(clamping: seconds.magnitude)
    switch distance {
    case ..<60: (unit, count) = (.second, distance)
    case ..<3600: (unit, count) = (.minute, distance / 60)
    case ..<86_400: (unit, count) = (.hour, distance / 3600)
    default:
      let days = max(1, abs(date.days - today.days))
      let (early, late) = seconds > 0 ? (today, date) : (date, today)
      let months = (late.year - early.year) * 12 + late.month - early.month - (late.day < early.day ? 1 : 0)
      if days <= 60 {
        (unit, count) = (.day, days)
      } else {
        (unit, count) = months < 24 ? (.month, max(1, months)) : (.year, months / 12)
      }
    }
  }
}
