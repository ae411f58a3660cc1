import WidgetSQLite

extension SQLiteSnapshotStore {
  static let scheduleTable = """
    CREATE TABLE schedule (
      instance TEXT PRIMARY KEY NOT NULL, ended_at REAL NOT NULL, succeeded_at REAL, due_at REAL NOT NULL, interval REAL NOT NULL);
    """

  public func scheduledUpdate(of instance: String) throws(StoreError) -> ScheduledUpdate? {
    try StoreLimits().check(name: instance)
    let found = try database.perform(.read) { database in
      try database.row(
        "SELECT ended_at, succeeded_at, due_at, interval FROM schedule WHERE instance = ?", [.text(instance)]
      ) { row -> ScheduledUpdate? in
        guard let endedAt = row.number(0), let dueAt = row.number(2), let interval = row.number(3) else { return nil }
        return ScheduledUpdate(endedAt: endedAt, succeededAt: row.number(1), dueAt: dueAt, interval: interval)
      }
    }
    guard case .some(.some(let update)) = found else { return nil }
    return update
  }

  public func schedule(_ update: ScheduledUpdate, of instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    guard update.endedAt.isFinite, !update.dueAt.isNaN, !update.interval.isNaN else { return }
    _ = try database.perform(.create) { database in
      try database.run(
        """
        INSERT INTO schedule (instance, ended_at, succeeded_at, due_at, interval) VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (instance) DO UPDATE SET ended_at = ?2, succeeded_at = COALESCE(?3, succeeded_at), due_at = ?4, interval = ?5
        """,
        [
          .text(instance), .real(update.endedAt), SQLiteValue(update.succeededAt), .real(update.dueAt), .real(update.interval),
        ])
    }
  }
}
