/// The quota in the durable store, with defaults and permissions: clearing the cache does not reset it.
public final class SQLiteNotificationQuota: NotificationQuota {
  private let database: StoreDatabase

  /// - Parameter database: One for ``StoreDatabase/data(_:onNotice:)``.
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
