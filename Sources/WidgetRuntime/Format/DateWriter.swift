import WidgetFormats
import WidgetModel

/// Formats moments in a language.
struct DateWriter: Sendable {
  /// The named styles.
  enum Style: String, Sendable, CaseIterable {
    case short, medium, long, time, date, iso
    /// RFC 1123 (now RFC 5322, 3.3), in English whatever the language.
    case rfc1123
    /// The same in GMT, as in HTTP (RFC 9110, 5.6.7).
    case http
  }

  let locale: LocaleData
  let zone: TimeZoneData

  private let symbols: NumberSymbols

  init(_ locale: LocaleData, zone: TimeZoneData) {
    self.locale = locale
    self.zone = zone
    symbols = NumberSymbols(locale)
  }

  /// nil if the moment is outside the years 1 to 9999.
  func text(_ moment: Double, style: Style) -> String? {
    if style == .http { return CalendarDate.moments.contains(moment) ? HTTPDate.text(moment) : nil }
    if style == .rfc1123 || style == .iso {
      let pattern = try? DatePattern(style == .iso ? "yyyy-MM-dd'T'HH:mm:ssXXX" : "EEE, dd MMM yyyy HH:mm:ss Z")
      return pattern.flatMap { DateWriter(LocaleData("en"), zone: zone).text(moment, pattern: $0) }
    }
    let patterns = DatePatterns(locale)
    let pattern =
      switch style {
      case .short: patterns.short
      case .medium: patterns.medium
      case .long: patterns.long
      case .time: patterns.time
      case .date: patterns.date
      case .iso, .rfc1123, .http: ""
      }
    guard let pattern = try? DatePattern(pattern) else { return nil }
    return text(moment, pattern: pattern)
  }

  func text(_ moment: Double, pattern: DatePattern) -> String? {
    guard let date = zone.date(at: moment) else { return nil }
    var result = ""
    for part in pattern.parts {
      switch part {
      case .text(let text): result += text
      case .field(let field, let count): result += self.text(field, count, date, moment)
      }
    }
    return result
  }

  private func text(_ field: DatePattern.Field, _ count: Int, _ date: CalendarDate, _ moment: Double) -> String {
    switch field {
    case .year: count == 2 ? padded(date.year % 100, 2) : padded(date.year, count)
    case .month: month(date.month, count, standsAlone: false)
    case .standaloneMonth: month(date.month, count, standsAlone: true)
    case .day: padded(date.day, count)
    case .weekday: locale.row(count <= 3 ? .weekdaysShort : .weekdaysWide).column(date.weekday - 1)
    case .hour: padded(date.hour, count)
    case .hour12: padded((date.hour + 11) % 12 + 1, count)
    case .dayPeriod: locale.row(.dayPeriods).column(date.hour < 12 ? 0 : 1)
    case .minute: padded(date.minute, count)
    case .second: padded(date.second, count)
    case .fraction: fraction(moment, count)
    case .zoneName: zone.abbreviation(at: moment)
    case .offset: offset(at: moment, separator: "")
    case .isoOffset: zone.utcOffset(at: moment) == 0 ? "Z" : offset(at: moment, separator: count == 3 ? ":" : "")
    }
  }

  private func month(_ month: Int, _ count: Int, standsAlone: Bool) -> String {
    if count <= 2 { return padded(month, count) }
    let aspect: LocaleAspect =
      standsAlone
      ? (count == 3 ? .monthsStandaloneShort : .monthsStandalone)
      : (count == 3 ? .monthsShort : .monthsWide)
    return locale.row(aspect).column(month - 1)
  }

  private func fraction(_ moment: Double, _ count: Int) -> String {
    let digits = String(Int(saturating: (moment - moment.rounded(.down)) * 1_000_000))
    return symbols.localized(
      String((String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + "000").prefix(count)))
  }

  /// `+01:00`.
  private func offset(at moment: Double, separator: String) -> String {
    let offset = zone.utcOffset(at: moment)
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + separator + padded(minutes % 60, 2)
  }

  private func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return symbols.localized(String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits)
  }
}
