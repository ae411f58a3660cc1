import Foundation
import GRDB
public import WidgetModel

/// Snapshots and update leases in a SQLite file.
public final class SQLiteSnapshotStore: SnapshotStore {
  private let database: StoreDatabase

  /// Opens nothing yet.
  ///
  /// - Parameter onNotice: Called for a damaged file that was replaced, and for snapshots that are ignored.
  public convenience init(path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) {
    self.init(path: path, pageLimit: nil, onNotice: onNotice)
  }

  init(path: StorePath, pageLimit: Int?, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    database = StoreDatabase(
      path, StoreSchema(versions: [Self.tables], isDurable: false, pageLimit: pageLimit), onNotice: onNotice)
  }

  private static let tables = """
    CREATE TABLE snapshots (
      instance TEXT PRIMARY KEY NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, icon TEXT, version INTEGER NOT NULL,
      updated_at REAL NOT NULL, size INTEGER NOT NULL, failure BLOB, failed_at REAL, snapshot BLOB NOT NULL, images BLOB);
    CREATE TABLE leases (instance TEXT PRIMARY KEY NOT NULL, owner TEXT NOT NULL, taken_at REAL NOT NULL, until REAL NOT NULL);
    """

  public func load(_ instance: String) throws(StoreError) -> Snapshot? {
    try StoreLimits().check(name: instance)
    let found = try database.perform(.read) { database -> Snapshot?? in
      guard
        let row = try database.row("SELECT version, snapshot, images, failure FROM snapshots WHERE instance = ?", [instance])
      else { return nil }
      guard let version = row.integer(0), version <= Snapshot.currentVersion, let json = row.data(1),
        var snapshot = StoredSnapshot(json: json, images: row.data(2)).snapshot
      else { return .some(nil) }
      snapshot.failure = row.data(3).flatMap { StoredSnapshot.decode(Failure.self, $0) }
      return snapshot
    }
    // No file, no row, an unreadable row, or a snapshot.
    guard case .some(.some(let readable)) = found else { return nil }
    if readable == nil { database.report(.unreadableSnapshot(instance: instance)) }
    return readable
  }

  public func save(_ snapshot: Snapshot) throws(StoreError) {
    try StoreLimits().check(name: snapshot.widget.instance)
    let stored: StoredSnapshot
    let failure: Data?
    do {
      stored = try StoredSnapshot(snapshot)
      failure = try snapshot.failure.map { try StoredSnapshot.encode($0) }
    } catch {
      throw .unavailable(StoreLocation(snapshot.widget.instance), reason: "\(error)")
    }
    _ = try database.perform(.create) { database in
      try database.run(
        """
        INSERT OR REPLACE INTO snapshots
          (instance, id, name, icon, version, updated_at, size, failure, failed_at, snapshot, images)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          snapshot.widget.instance, snapshot.widget.id, snapshot.widget.name, snapshot.widget.icon, snapshot.version,
          snapshot.updatedAt.isNaN ? 0 : snapshot.updatedAt, stored.json.count + (stored.images?.count ?? 0), failure,
          failure.map { _ in snapshot.updatedAt }, stored.json, stored.images,
        ])
    }
  }

  public func markFailure(_ failure: Failure, at time: Double, instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    let json: Data
    do { json = try StoredSnapshot.encode(failure) } catch { throw .unavailable(StoreLocation(instance), reason: "\(error)") }
    _ = try database.perform(.modify) { database in
      try database.run("UPDATE snapshots SET failure = ?, failed_at = ? WHERE instance = ?", [json, time, instance])
    }
  }

  public func clearFailure(instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    _ = try database.perform(.modify) { database in
      try database.run("UPDATE snapshots SET failure = NULL, failed_at = NULL WHERE instance = ?", [instance])
    }
  }

  public func list() throws(StoreError) -> [SnapshotSummary] {
    try database.perform(.read) { database in
      try database.rows(
        "SELECT instance, id, name, icon, updated_at, failure, failed_at, size FROM snapshots ORDER BY instance"
      ).compactMap { row in
        guard let instance = row.text(0), let id = row.text(1), let name = row.text(2) else { return nil }
        return SnapshotSummary(
          widget: WidgetIdentity(id: id, instance: instance, name: name, icon: row.text(3)), updatedAt: row.number(4) ?? 0,
          failure: row.data(5).flatMap { StoredSnapshot.decode(Failure.self, $0) }, failedAt: row.number(6),
          size: row.integer(7) ?? 0)
      }
    } ?? []
  }

  public func clear(instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    _ = try database.perform(.modify) { try $0.run("DELETE FROM snapshots WHERE instance = ?", [instance]) }
  }

  public func clearAll() throws(StoreError) {
    _ = try database.perform(.modify) { try $0.run("DELETE FROM snapshots") }
  }

  // MARK: UpdateLease

  public func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: owner)
    guard until.isFinite, now.isFinite else { return false }
    return try database.perform(.create) { database in
      try database.run(
        """
        INSERT INTO leases (instance, owner, until, taken_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (instance) DO UPDATE SET owner = excluded.owner, until = excluded.until, taken_at = excluded.taken_at
          WHERE owner = excluded.owner OR until <= excluded.taken_at OR taken_at > excluded.taken_at
        """, [instance, owner, until, now])
      return database.changesCount > 0
    } ?? false
  }

  public func release(_ instance: String, owner: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: owner)
    _ = try database.perform(.modify) { try $0.run("DELETE FROM leases WHERE instance = ? AND owner = ?", [instance, owner]) }
  }
}
