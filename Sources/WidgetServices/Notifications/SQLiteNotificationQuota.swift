import GRDB

/// The quota in the durable store, with defaults and permissions: clearing the cache does not reset it.
public final class SQLiteNotificationQuota: NotificationQuota {
  private let database: StoreDatabase

  /// Opens nothing yet.
  public init(path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) {
    database = StoreDatabase(path, .data, onNotice: onNotice)
  }

  public func take(widget: String, at time: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: widget)
    return try database.perform(.create) { database in
      // After the clock was set back, later moments no longer count.
      try database.run("DELETE FROM notification WHERE shown <= ? OR shown > ?", [time - NotificationLimit.period, time])
      let count = try database.row("SELECT COUNT(*) FROM notification WHERE widget = ?", [widget])?.integer(0) ?? 0
      guard count < NotificationLimit.count else { return false }
      try database.run("INSERT INTO notification (widget, shown) VALUES (?, ?)", [widget, time])
      return true
    } ?? false
  }
}
