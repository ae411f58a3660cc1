public import WidgetModel

/// The current time and the offset of local time from UTC: everything that dates depend on, so that a test or `--at` can fix it.
public struct CalendarClock: Sendable {
  /// Seconds since 1970.
  public var now: Double
  /// Seconds east of UTC at a moment in seconds since 1970.
  public var utcOffset: @Sendable (Double) -> Int

  /// Writes dates in the user's language; nil writes them as in ISO 8601, and relative ones in English.
  public var dates: (any LocalDates)?

  public init(
    now: Double, dates: (any LocalDates)? = nil, utcOffset: @escaping @Sendable (Double) -> Int = { _ in 0 }
  ) {
    self.now = now
    self.dates = dates
    self.utcOffset = utcOffset
  }

  /// The local date and time of day; nil for a time more than about 30 million years away, and for NaN.
  func components(of moment: Double) -> CalendarDate? {
    guard moment.isFinite, abs(moment) < 1e15 else { return nil }
    // No zone is more than a day away from UTC; an invalid offset must not overflow.
    let offset = min(86_400, max(-86_400, utcOffset(moment)))
    return CalendarDate(localSeconds: Int(saturating: moment.rounded(.down)) + offset)
  }
}
