/// Writes the dates of views as the user's language does.
public protocol LocalDates: Sendable {
  /// The text of a moment.
  ///
  /// - Returns: nil for a style that is the same in every language, and outside of the calendar.
  func text(_ moment: Double, style: DateStyle, now: Double) -> String?
}
