public import WidgetModel
import WidgetSystem

extension SQLiteSnapshotStore {
  /// A single writing statement, so there's no transaction of several: `run` acquires a lease every time. Only the owner changes
  /// what's read after it. (RETURNING would compile the columns twice, which takes longer than a second statement.)
  public func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> LeaseAttempt {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: owner)
    guard until.isFinite, now.isFinite else { throw .unavailable(location, reason: StoreError.noTime) }
    let values: [SQLiteValue] = [.text(instance), .text(owner), .real(until), .real(now)]
    let attempt = try database.access(.addInOneStatement) { database -> LeaseAttempt? in
      let isAcquired =
        try database.run(
          """
          INSERT INTO leases (instance, owner, number, until, taken_at) VALUES (?1, ?2, 1, ?3, ?4)
            ON CONFLICT (instance) DO UPDATE SET owner = ?2, number = number + (owner <> ?2), until = ?3, taken_at = ?4
              WHERE owner = ?2 OR until <= ?4 OR taken_at >= ?3
          """, values) > 0
      return try database.row(
        """
        SELECT change, updated_at, succeeded_at, next_update, interval,
            (SELECT group_concat(context, char(10)) FROM contexts WHERE instance = ?1), number, owner, until
          FROM leases WHERE instance = ?1
        """, [.text(instance)]
      ) { row in
        let lease = Lease(
          instance: instance, owner: row.text(7) ?? "", number: row.integer(6) ?? 0, expires: row.number(8) ?? 0)
        return isAcquired && lease.owner == owner ? .acquired(lease, Self.state(row)) : .held(lease)
      }
    }
    guard case .some(.some(let attempt)) = attempt else { throw .busy(location) }
    return attempt
  }

  /// - Parameter row: `change, updated_at, succeeded_at, next_update, interval` and the contexts.
  private static func state(_ row: borrowing SQLiteRow) -> InstanceState {
    InstanceState(
      change: row.integer(0) ?? 0, updatedAt: row.number(1), succeededAt: row.number(2), nextUpdate: row.number(3),
      interval: row.number(4), contexts: contexts(row.text(5)))
  }

  private static func contexts(_ text: String?) -> [SnapshotContext] {
    var seen: Set<SnapshotContext> = []
    return (text ?? "").split(separator: "\n").compactMap { SnapshotContext(key: String($0)) }.filter { seen.insert($0).inserted }
  }

  public func renew(owner: String, until: Double, now: Double) throws(StoreError) -> [Lease] {
    try StoreLimits().check(name: owner)
    return try database.access(.modify) { database in
      try database.rows(
        "UPDATE leases SET until = ?2, taken_at = ?3 WHERE owner = ?1 RETURNING instance, number",
        [.text(owner), .real(until), .real(now)]
      ) { row in
        row.text(0).map { Lease(instance: $0, owner: owner, number: row.integer(1) ?? 0, expires: until) }
      }
    } ?? []
  }

  public func release(_ lease: Lease) throws(StoreError) {
    _ = try database.access(.modifyInOneStatement) {
      try $0.run(
        "UPDATE leases SET owner = '', until = 0 WHERE instance = ? AND number = ? AND owner = ?",
        [.text(lease.instance), SQLiteValue(lease.number), .text(lease.owner)])
    }
  }

  public func finish(_ update: FinishedUpdate, under lease: Lease, releasing: Bool) throws(StoreError) -> Bool {
    let isValid = try database.access(.modifyInOneStatement) { try Self.finish(update, under: lease, releasing: releasing, $0) }
    if isValid == true { changeNotice.send() }
    return isValid ?? false
  }

  static func finish(
    _ update: FinishedUpdate, under lease: Lease, releasing: Bool, _ database: SQLiteConnection
  ) throws(SQLiteError) -> Bool {
    try database.run(
      """
      UPDATE leases SET change = (SELECT MAX(change) FROM leases) + 1, updated_at = ?4, next_update = ?5, interval = ?7,
          succeeded_at = CASE WHEN ?8 THEN succeeded_at ELSE ?4 END,
          owner = CASE WHEN ?6 THEN '' ELSE owner END, until = CASE WHEN ?6 THEN 0 ELSE until END
        WHERE instance = ?1 AND number = ?2 AND owner = ?3
      """,
      [
        .text(lease.instance), SQLiteValue(lease.number), .text(lease.owner), .real(update.time),
        Self.value(update.next), SQLiteValue(releasing), Self.value(update.interval), SQLiteValue(update.isFailed),
      ]) > 0
  }

  private static func value(_ time: Double?) -> SQLiteValue { time.flatMap { $0.isNaN ? nil : .real($0) } ?? .null }

  public func register(_ contexts: [SnapshotContext], of instance: String, host: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: host)
    _ = try database.access(contexts.isEmpty ? .modify : .create) { database in
      try database.run("DELETE FROM contexts WHERE instance = ? AND host = ?", [.text(instance), .text(host)])
      for context in contexts.prefix(SnapshotLimits.contexts) {
        try database.run(
          "INSERT OR IGNORE INTO contexts (instance, host, context) VALUES (?, ?, ?)",
          [.text(instance), .text(host), .text(context.key)])
      }
    }
  }

  public func unregister(host: String) throws(StoreError) {
    _ = try database.access(.modify) { try $0.run("DELETE FROM contexts WHERE host = ?", [.text(host)]) }
  }

  public func hosts() throws(StoreError) -> [String] {
    try database.access(.read) { try $0.rows("SELECT DISTINCT host FROM contexts ORDER BY host") { $0.text(0) } } ?? []
  }

  public func state(of instance: String) throws(StoreError) -> InstanceState {
    try StoreLimits().check(name: instance)
    let state = try database.access(.read) { database in
      try database.row(
        """
        SELECT change, updated_at, succeeded_at, next_update, interval,
            (SELECT group_concat(context, char(10)) FROM contexts WHERE instance = ?1)
          FROM (SELECT 1) LEFT JOIN leases ON instance = ?1
        """, [.text(instance)]
      ) { Self.state($0) }
    }
    guard case .some(.some(let state)) = state else { return InstanceState() }
    return state
  }

  public func changes(after change: Int) throws(StoreError) -> [(instance: String, state: InstanceState)] {
    try database.access(.read) { database in
      try database.rows(
        """
        SELECT change, updated_at, succeeded_at, next_update, interval, NULL, instance FROM leases WHERE change > ? ORDER BY change
        """, [SQLiteValue(change)]
      ) { row in
        guard let instance = row.text(6) else { return nil }
        return (instance: instance, state: Self.state(row))
      }
    } ?? []
  }

  public func observe(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)? { changeNotice.observe(onChange) }
}
