import Synchronization

/// Limits how many notifications a widget shows, across all processes running it.
public protocol NotificationQuota: Sendable {
  /// Counts a widget's notification, unless it has reached ``NotificationLimit/count``.
  ///
  /// Checking and counting are one transaction, so two processes together can't exceed the limit.
  ///
  /// - Parameters:
  ///   - widget: The widget's id.
  ///   - time: Now, in seconds since 1970.
  /// - Returns: Whether the notification may be shown.
  func take(widget: String, at time: Double) throws(StoreError) -> Bool
}

/// The number of notifications a widget may show within a period.
public enum NotificationLimit {
  public static let count = 5
  /// Seconds.
  public static let period = 3600.0

  /// The moments that count. Later ones are from before the clock was set back, except within the last minute: another process
  /// may have counted one after this one looked at the clock.
  static func counted(at time: Double) -> ClosedRange<Double> { (time - period).nextUp...(time + 60) }
}

/// The in-memory implementation.
public final class MemoryNotificationQuota: NotificationQuota {
  private let shown = Mutex<[String: [Double]]>([:])

  public init() {}

  public func take(widget: String, at time: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: widget)
    return shown.withLock { shown in
      let recent = (shown[widget] ?? []).filter(NotificationLimit.counted(at: time).contains)
      let isAllowed = recent.count < NotificationLimit.count
      shown[widget] = isAllowed ? recent + [time] : recent
      return isAllowed
    }
  }
}

/// The quota in the durable store, along with defaults and permissions: clearing the cache doesn't reset it.
public final class SQLiteNotificationQuota: NotificationQuota {
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/data(_:onNotice:)``.
  public init(_ database: StoreDatabase) { self.database = database }

  public func take(widget: String, at time: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: widget)
    return try database.access(.create) { database in
      let counted = NotificationLimit.counted(at: time)
      try database.run(
        "DELETE FROM notification WHERE shown < ? OR shown > ?", [.real(counted.lowerBound), .real(counted.upperBound)])
      let count = try database.row("SELECT COUNT(*) FROM notification WHERE widget = ?", [.text(widget)]) { $0.integer(0) } ?? 0
      guard count < NotificationLimit.count else { return false }
      try database.run("INSERT INTO notification (widget, shown) VALUES (?, ?)", [.text(widget), .real(time)])
      return true
    } ?? false
  }
}
