import WidgetFormats
public import WidgetModel
import WidgetRuntime

extension Refresh {
  /// Seconds until the next update is due; infinite for `never`.
  ///
  /// - Parameter timeZone: The time zone of a cron schedule; a name of the tz database.
  public func delay(from now: Double, timeZone: String) -> Double {
    switch self {
    case .every(let seconds): return seconds
    case .never: return .infinity
    case .cron(let text):
      let zone = TimeZoneData.named(timeZone)
      guard let schedule = CronSchedule(text), let next = schedule.next(after: now, utcOffset: { zone.utcOffset(at: $0) })
      else { return .infinity }
      return next - now
    }
  }
}
