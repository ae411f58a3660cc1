import Foundation
import GRDB
import WidgetModel

/// The cache in a SQLite file that processes share.
public final class SQLiteCacheStore: CacheStore {
  private static let schema = StoreSchema(
    versions: [
      """
      CREATE TABLE entry (
        instance TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, stored REAL NOT NULL, expires REAL,
        PRIMARY KEY (instance, key)) WITHOUT ROWID;
      """
    ], isDurable: false)

  public let limits: StoreLimits
  private let database: StoreDatabase

  /// - Parameter onNotice: Hears once of a damaged file that was set aside.
  public init(
    path: StorePath, limits: StoreLimits = StoreLimits(), onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    self.limits = limits
    database = StoreDatabase(path, Self.schema, onNotice: onNotice)
  }

  public func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry? {
    let entry = try database.perform(.read) { database in
      try database.row(
        "SELECT key, value, stored, expires FROM entry WHERE instance = ? AND key = ? AND (expires IS NULL OR expires > ?)",
        [instance, key, now]
      ).flatMap(Self.entry)
    }
    return entry.flatMap { $0 }
  }

  public func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError) {
    var encoded: [(CacheChange, [UInt8])] = []
    for change in changes {
      if case .set(let key, let value, _) = change {
        try limits.check(key: key)
        encoded.append((change, try limits.encode(value)))
      } else {
        encoded.append((change, []))
      }
    }
    let removesOnly = changes.allSatisfy { if case .set = $0 { false } else { true } }
    let total = limits.total
    _ = try database.perform(removesOnly ? .modify : .create) { [encoded] database in
      for (change, bytes) in encoded {
        switch change {
        case .set(let key, _, let expires):
          try database.run(
            "INSERT OR REPLACE INTO entry (instance, key, value, stored, expires) VALUES (?, ?, ?, ?, ?)",
            [instance, key, Data(bytes), now, expires])
        case .remove(let key): try database.run("DELETE FROM entry WHERE instance = ? AND key = ?", [instance, key])
        case .clear: try database.run("DELETE FROM entry WHERE instance = ?", [instance])
        }
      }
      if !removesOnly { try Self.makeRoom(database, instance, now, total) }
    }
  }

  public func list(of instance: String) throws(StoreError) -> [CacheEntry] {
    try database.perform(.read) { database in
      try database.rows("SELECT key, value, stored, expires FROM entry WHERE instance = ? ORDER BY key", [instance])
        .compactMap(Self.entry)
    } ?? []
  }

  public func instances() throws(StoreError) -> [String] {
    try database.perform(.read) {
      try $0.rows("SELECT DISTINCT instance FROM entry ORDER BY instance").compactMap { $0.text(0) }
    } ?? []
  }

  /// A damaged value counts as absent: a cache may forget.
  private static func entry(_ row: Row) -> CacheEntry? {
    guard let key = row.text(0), let bytes = row.bytes(1), let value = StoreLimits.decode(bytes), let stored = row.number(2)
    else { return nil }
    return CacheEntry(key: key, value: value, storedAt: stored, expiresAt: row.number(3))
  }

  private static func makeRoom(_ database: Database, _ instance: String, _ now: Double, _ total: Int) throws {
    func used() throws -> Int {
      try database.row(
        "SELECT SUM(length(CAST(key AS BLOB)) + length(value) + \(StoreLimits.overhead)) FROM entry WHERE instance = ?", [instance]
      )?.integer(0) ?? 0
    }
    guard try used() > total else { return }
    try database.run("DELETE FROM entry WHERE instance = ? AND expires <= ?", [instance, now])
    while try used() > total {
      try database.run(
        """
        DELETE FROM entry WHERE instance = ?1 AND key IN (SELECT key FROM entry WHERE instance = ?1 ORDER BY stored, key LIMIT 8)
        """, [instance])
    }
  }
}
