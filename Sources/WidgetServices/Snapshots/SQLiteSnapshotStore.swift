public import WidgetModel

/// Snapshots and leases in a SQLite file.
public final class SQLiteSnapshotStore: SnapshotStore {
  let database: StoreDatabase
  let changeNotice: ChangeNotice

  /// Doesn't open anything yet.
  ///
  /// - Parameter onNotice: Called for a damaged file that was replaced, and for ignored snapshots.
  public convenience init(path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) {
    self.init(StoreDatabase(path, Self.schema, onNotice: onNotice))
  }

  init(_ database: StoreDatabase) {
    self.database = database
    changeNotice = ChangeNotice(database.path)
  }

  var location: StoreLocation { (try? database.path.file()).map { .file($0) } ?? StoreLocation("the snapshots") }

  /// The first two versions, with one snapshot per instance and with JSON, were never released, so their tables are dropped. A
  /// snapshot comes back with the next update.
  static let schema = StoreSchema(
    versions: [
      "", "",
      """
      DROP TABLE IF EXISTS snapshots;
      DROP TABLE IF EXISTS leases;
      CREATE TABLE snapshots (
        number INTEGER PRIMARY KEY, instance TEXT NOT NULL, context TEXT NOT NULL, appearance TEXT NOT NULL, family TEXT NOT NULL,
        revision INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, icon TEXT, path TEXT, version INTEGER NOT NULL,
        updated_at REAL NOT NULL, size INTEGER NOT NULL, failure BLOB, failed_at REAL, snapshot BLOB NOT NULL, images BLOB,
        UNIQUE (instance, context));
      CREATE TABLE leases (
        instance TEXT PRIMARY KEY NOT NULL, owner TEXT NOT NULL, taken_at REAL NOT NULL, until REAL NOT NULL);
      """,
      // A lease's number never decreases, so a row outlives its lease.
      """
      DROP TABLE leases;
      CREATE TABLE leases (
        instance TEXT PRIMARY KEY NOT NULL, owner TEXT NOT NULL, number INTEGER NOT NULL, taken_at REAL NOT NULL,
        until REAL NOT NULL, change INTEGER NOT NULL DEFAULT 0, updated_at REAL, succeeded_at REAL, next_update REAL,
        interval REAL);
      CREATE INDEX lease_change ON leases (change);
      CREATE TABLE contexts (
        instance TEXT NOT NULL, host TEXT NOT NULL, context TEXT NOT NULL, PRIMARY KEY (instance, host, context)) WITHOUT ROWID;
      """,
    ], isDurable: false)

  // MARK: Reading

  public func nearest(to context: SnapshotContext, of instance: String) throws(StoreError) -> NearestSnapshot? {
    try read(
      instance,
      """
      SELECT version, snapshot, images, failure, context, path,
          revision = (SELECT MAX(revision) FROM snapshots WHERE instance = ?1)
        FROM snapshots WHERE number = (
          SELECT number FROM snapshots WHERE instance = ?1
            ORDER BY appearance = ?3 DESC, family = ?4 DESC, revision DESC, context = ?2 DESC, number DESC LIMIT 1)
      """, [.text(instance), .text(context.key), .text(context.appearanceKey), .text(context.family?.rawValue ?? "")]
    ).map { NearestSnapshot($0.snapshot, isCurrent: $0.isNewest && $0.snapshot.context == context) }
  }

  public func load(_ instance: String, for context: SnapshotContext) throws(StoreError) -> Snapshot? {
    try read(
      instance, "SELECT version, snapshot, images, failure, context, path, 1 FROM snapshots WHERE instance = ? AND context = ?",
      [.text(instance), .text(context.key)])?.snapshot
  }

  private typealias ReadSnapshot = (snapshot: Snapshot, isNewest: Bool)

  private func read(
    _ instance: String, _ sql: String, _ values: [SQLiteValue]
  ) throws(StoreError) -> ReadSnapshot? {
    try StoreLimits().check(name: instance)
    let found = try database.access(.read) { database in
      try database.row(sql, values) { row in Optional(Self.snapshot(row)) }
    }
    // No file, no row, an unreadable row, or a snapshot.
    guard case .some(.some(let readable)) = found else { return nil }
    if readable == nil { database.report(.unreadableSnapshot(instance: instance)) }
    return readable
  }

  /// nil if this version didn't write the row.
  private static func snapshot(_ row: borrowing SQLiteRow) -> ReadSnapshot? {
    guard let version = row.integer(0), version <= Snapshot.currentVersion, let bytes = row.bytes(1),
      var snapshot = StoredSnapshot(bytes: bytes, images: row.bytes(2)).snapshot,
      let context = row.text(4).flatMap(SnapshotContext.init(key:))
    else { return nil }
    snapshot.failure = row.bytes(3).flatMap { StoredSnapshot.decode(Failure.self, $0) }
    snapshot.context = context
    snapshot.widget.path = row.text(5)
    return (snapshot, row.integer(6) == 1)
  }

  public func list() throws(StoreError) -> [SnapshotSummary] {
    try database.access(.read) { database in
      try database.rows(
        """
        SELECT instance, id, name, icon, updated_at, failure, failed_at, size, context, path FROM snapshots
          ORDER BY instance, revision DESC, number DESC
        """
      ) { row in
        guard let instance = row.text(0), let id = row.text(1), let name = row.text(2) else { return nil }
        return SnapshotSummary(
          widget: WidgetIdentity(id: id, instance: instance, name: name, icon: row.text(3), path: row.text(9)),
          context: row.text(8).flatMap(SnapshotContext.init(key:)) ?? SnapshotContext(), updatedAt: row.number(4) ?? 0,
          failure: row.bytes(5).flatMap { StoredSnapshot.decode(Failure.self, $0) }, failedAt: row.number(6),
          size: row.integer(7) ?? 0)
      }
    } ?? []
  }

  // MARK: Writing

  public func save(_ snapshot: Snapshot, under lease: Lease?, finishing update: FinishedUpdate?) throws(StoreError) {
    let (widget, context) = (snapshot.widget, snapshot.context)
    try StoreLimits().check(name: widget.instance)
    let stored = StoredSnapshot(snapshot)
    let failure = SQLiteValue(snapshot.failure.map(StoredSnapshot.encode))
    let failedAt = SQLiteValue(snapshot.failure.map { _ in snapshot.updatedAt })
    let values: [SQLiteValue] = [
      .text(widget.instance), .text(context.key), .text(context.appearanceKey), .text(context.family?.rawValue ?? ""),
      SQLiteValue(snapshot.result == .newData), .text(widget.id), .text(widget.name), SQLiteValue(widget.icon),
      SQLiteValue(widget.path), SQLiteValue(snapshot.version), .real(snapshot.updatedAt.isNaN ? 0 : snapshot.updatedAt),
      SQLiteValue(stored.size), failure, failedAt, .blob(stored.bytes), SQLiteValue(stored.images),
    ]
    _ = try database.access(.create) { database in
      if let lease, let update {
        guard try Self.finish(update, under: lease, releasing: true, database) else {
          throw StoreError.leaseLost(instance: widget.instance)
        }
      } else {
        try Self.check(lease, database)
      }
      let replaced = try database.run(
        """
        UPDATE snapshots SET number = (SELECT MAX(number) + 1 FROM snapshots), appearance = ?3, family = ?4,
            revision = (SELECT MAX(revision) FROM snapshots WHERE instance = ?1) + ?5, id = ?6, name = ?7, icon = ?8, path = ?9,
            version = ?10, updated_at = ?11, size = ?12, failure = ?13, failed_at = ?14, snapshot = ?15, images = ?16
          WHERE instance = ?1 AND context = ?2
        """, values)
      if replaced == 0 {
        try database.run(
          """
          INSERT INTO snapshots (instance, context, appearance, family, revision, id, name, icon, path, version, updated_at, size,
              failure, failed_at, snapshot, images)
            VALUES (?1, ?2, ?3, ?4, (SELECT COALESCE(MAX(revision), 0) FROM snapshots WHERE instance = ?1) + ?5, ?6, ?7, ?8, ?9,
              ?10, ?11, ?12, ?13, ?14, ?15, ?16)
          """, values)
        try Self.evict(database, widget.instance, context)
      }
      // One update serves all contexts.
      try database.run(
        "UPDATE snapshots SET failure = ?2, failed_at = ?3 WHERE instance = ?1 AND failure IS NOT ?2",
        [.text(widget.instance), failure, failedAt])
    }
    if lease != nil, update != nil { changeNotice.send() }
  }

  /// - Throws: ``StoreError/leaseLost(instance:)``. A store that was replaced meanwhile has no leases, and accepts the write.
  private static func check(_ lease: Lease?, _ database: SQLiteConnection) throws {
    guard let lease else { return }
    let another = try database.row(
      "SELECT 1 FROM leases WHERE instance = ? AND (number <> ? OR owner <> ?)",
      [.text(lease.instance), SQLiteValue(lease.number), .text(lease.owner)]
    ) { _ in true }
    if another == true { throw StoreError.leaseLost(instance: lease.instance) }
  }

  private static func evict(_ database: SQLiteConnection, _ instance: String, _ context: SnapshotContext) throws {
    try database.run(
      """
      DELETE FROM snapshots WHERE instance = ?1 AND appearance = ?2 AND number NOT IN (
        SELECT number FROM snapshots WHERE instance = ?1 AND appearance = ?2 ORDER BY number DESC LIMIT ?3)
      """, [.text(instance), .text(context.appearanceKey), SQLiteValue(SnapshotLimits.sizes)])
    try database.run(
      """
      DELETE FROM snapshots WHERE instance = ?1 AND number NOT IN (
        SELECT number FROM snapshots WHERE instance = ?1 ORDER BY number DESC LIMIT ?2)
      """, [.text(instance), SQLiteValue(SnapshotLimits.contexts)])
  }

  public func markFailure(_ failure: Failure, at time: Double, instance: String, under lease: Lease?) throws(StoreError) {
    try StoreLimits().check(name: instance)
    _ = try database.access(.modify) { database in
      try Self.check(lease, database)
      try database.run(
        "UPDATE snapshots SET failure = ?, failed_at = ? WHERE instance = ?",
        [.blob(StoredSnapshot.encode(failure)), .real(time), .text(instance)])
    }
  }

  public func clearFailure(instance: String, under lease: Lease?) throws(StoreError) {
    try StoreLimits().check(name: instance)
    _ = try database.access(.modify) { database in
      try Self.check(lease, database)
      try database.run("UPDATE snapshots SET failure = NULL, failed_at = NULL WHERE instance = ?", [.text(instance)])
    }
  }

  public func clear(instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    _ = try database.access(.modify) { database in
      try database.run("DELETE FROM snapshots WHERE instance = ?", [.text(instance)])
      try database.run(
        "UPDATE leases SET updated_at = NULL, succeeded_at = NULL, next_update = NULL, interval = NULL WHERE instance = ?",
        [.text(instance)])
    }
  }

  public func clearAll() throws(StoreError) {
    _ = try database.access(.modify) { database in
      try database.run("DELETE FROM snapshots")
      try database.run("UPDATE leases SET updated_at = NULL, succeeded_at = NULL, next_update = NULL, interval = NULL")
    }
  }
}
