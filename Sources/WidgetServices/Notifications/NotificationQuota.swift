/// Limits how many notifications a widget shows, across all processes that run it.
public protocol NotificationQuota: Sendable {
  /// Counts one notification of a widget, unless it has reached ``NotificationLimit/count``.
  ///
  /// Checking and counting are one transaction: two processes together cannot exceed the limit.
  ///
  /// - Parameters:
  ///   - widget: The widget's id.
  ///   - time: Now, in seconds since 1970.
  /// - Returns: Whether the notification may be shown.
  func take(widget: String, at time: Double) throws(StoreError) -> Bool
}

/// The number of notifications that a widget may show within a period.
public enum NotificationLimit {
  public static let count = 5
  /// Seconds.
  public static let period = 3600.0

  /// The moments that count. Later ones are from before the clock was set back, except those of the last minute: another process may have
  /// counted one after this process looked at the clock.
  static func counted(at time: Double) -> ClosedRange<Double> { (time - period).nextUp...(time + 60) }
}
