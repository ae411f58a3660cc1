public import WidgetModel

/// The current time, the local UTC offset and the language: everything dates depend on, so a test or `--at` can fix it.
public struct CalendarClock: Sendable {
  /// Seconds since 1970.
  public var now: Double
  /// Seconds east of UTC at a moment in seconds since 1970.
  public var utcOffset: @Sendable (Double) -> Int

  /// Writes dates in the user's language; nil writes them as in ISO 8601, and relative ones in English.
  public var dates: (any LocalDates)?
  /// luawidget's words about the age of something.
  public var words: HostWords

  public init(
    now: Double, dates: (any LocalDates)? = nil, words: HostWords = .english,
    utcOffset: @escaping @Sendable (Double) -> Int = { _ in 0 }
  ) {
    self.now = now
    self.dates = dates
    self.words = words
    self.utcOffset = utcOffset
  }

  /// The local date and time of day; nil for NaN and more than about 30 million years away.
  func components(of moment: Double) -> CalendarDate? {
    guard moment.isFinite, abs(moment) < 1e15 else { return nil }
    // No zone is more than a day away from UTC; an invalid offset mustn't overflow.
    let offset = min(86_400, max(-86_400, utcOffset(moment)))
    return CalendarDate(localSeconds: Int(saturating: moment.rounded(.down)) + offset)
  }
}
