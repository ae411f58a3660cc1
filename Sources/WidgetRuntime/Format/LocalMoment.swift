import WidgetFormats

/// What formatting depends on: the user's language, the user's zone and the time.
protocol LocalMoment {
  /// BCP 47.
  var locale: String { get }
  /// A name of the tz database.
  var timeZone: String { get }
  /// Seconds since 1970.
  func now() -> Double
}

extension LocalMoment {
  var language: LocaleData { LocaleData(locale) }
  var zone: TimeZoneData { TimeZoneData.named(timeZone) }
}
