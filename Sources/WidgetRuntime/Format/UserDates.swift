import WidgetFormats
public import WidgetModel

/// Dates in a locale's patterns, written as the functions in `format` do. In English, relative dates and offsets
/// stay short: `20 h ago`.
public struct UserDates: LocalDates {
  private let writer: DateWriter
  private let relative: RelativeText?
  private let offset: OffsetText?

  /// - Parameters:
  ///   - locale: BCP 47.
  ///   - timeZone: A tz database name.
  public init(locale: String, timeZone: String) {
    let language = LocaleData(locale)
    writer = DateWriter(language, zone: TimeZoneData.named(timeZone))
    relative = language.language == "en" ? nil : RelativeText(language)
    offset = language.language == "en" ? nil : OffsetText(language)
  }

  /// Whether there's data for a locale's language. Otherwise the conventions of international English apply.
  ///
  /// - Parameter locale: BCP 47.
  public static func hasData(for locale: String) -> Bool { LocaleData(known: locale) != nil }

  public func text(_ moment: Double, style: DateStyle, now: Double) -> String? {
    switch style {
    case .time: writer.text(moment, style: .time)
    case .date: writer.text(moment, style: .date)
    case .relative: relative?.text(moment, now: now, zone: writer.zone)
    case .offset: offset?.text(moment, now: now)
    case .timer, .elapsed, .remaining: nil
    }
  }
}

/// The context of formatting: the user's language and time zone, and the time.
protocol LocalMoment {
  /// BCP 47.
  var locale: String { get }
  /// A tz database name.
  var timeZone: String { get }
  /// Seconds since 1970.
  func now() -> Double
}

extension LocalMoment {
  var language: LocaleData { LocaleData(locale) }
  var zone: TimeZoneData { TimeZoneData.named(timeZone) }
}
