import WidgetFormats
public import WidgetRendering
import WidgetRuntime

extension CalendarClock {
  /// The clock of a user.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - locale: BCP 47.
  ///   - timeZone: A name of the tz database.
  public init(now: Double, locale: String, timeZone: String) {
    let zone = TimeZoneData.named(timeZone)
    self.init(now: now, dates: UserDates(locale: locale, timeZone: timeZone)) { zone.utcOffset(at: $0) }
  }
}
