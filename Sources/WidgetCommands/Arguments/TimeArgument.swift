import WidgetModel

/// A time on the command line.
package enum TimeArgument {
  /// Parses seconds since 1970, or RFC 3339: `2026-11-21T12:00:00Z`, `2026-11-21T12:00:00+01:00`, `2026-11-21` (midnight, UTC).
  ///
  /// - Returns: Seconds since 1970; nil for any other text, for a time without a zone, and outside of the years 1 to 9999.
  package static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text) { return CalendarDate.moments.contains(seconds) ? seconds : nil }
    guard let date = InternetDate(text), date.utcOffset != nil || !date.hasTime else { return nil }
    return date.seconds()
  }
}
