/// A cache in a SQLite file shared between processes.
public final class SQLiteCacheStore: CacheStore {
  public let limits: StoreLimits
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/cache(_:onNotice:)``.
  public init(_ database: StoreDatabase, limits: StoreLimits = StoreLimits()) {
    self.database = database
    self.limits = limits
  }

  public func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try limits.check(name: instance)
    try limits.check(key: key)
    let entry = try database.access(.read) { database in
      try database.row(
        "SELECT key, value, stored, expires FROM entry WHERE instance = ? AND key = ? AND (expires IS NULL OR expires > ?)",
        [.text(instance), .text(key), .real(now)], Self.entry)
    }
    return entry.flatMap { $0 }
  }

  public func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError) {
    try limits.check(name: instance)
    let encoded = try EncodedCacheChange.encode(changes, limits: limits)
    guard !encoded.isEmpty else { return }
    let adds = encoded.contains(where: \.sets)
    _ = try database.access(adds ? .create : .modify) { [limits] database in
      for change in encoded {
        switch change {
        case .set(let key, let value, let expires):
          try database.run(
            "INSERT OR REPLACE INTO entry (instance, key, value, size, stored, expires) VALUES (?, ?, ?, ?, ?, ?)",
            [
              .text(instance), .text(key), .blob(value), SQLiteValue(StoreLimits.size(key: key, valueBytes: value.count)),
              .real(now), SQLiteValue(expires),
            ])
        case .remove(let key):
          try database.run("DELETE FROM entry WHERE instance = ? AND key = ?", [.text(instance), .text(key)])
        case .clear: try database.run("DELETE FROM entry WHERE instance = ?", [.text(instance)])
        }
      }
      if adds { try Self.evict(database, instance, now, limits.total) }
    }
  }

  public func list(of instance: String) throws(StoreError) -> [CacheEntry] {
    try limits.check(name: instance)
    return try database.access(.read) { database in
      try database.rows(
        "SELECT key, value, stored, expires FROM entry WHERE instance = ? ORDER BY key", [.text(instance)], Self.entry)
    } ?? []
  }

  public func instances() throws(StoreError) -> [String] {
    try database.access(.read) {
      try $0.rows("SELECT DISTINCT instance FROM entry ORDER BY instance") { $0.text(0) }
    } ?? []
  }

  /// A damaged value counts as absent: caches can lose entries.
  private static func entry(_ row: borrowing SQLiteRow) -> CacheEntry? {
    guard let key = row.text(0), let bytes = row.bytes(1), let value = StoreLimits.decode(bytes), let stored = row.number(2)
    else { return nil }
    return CacheEntry(key: key, value: value, storedAt: stored, expiresAt: row.number(3))
  }

  private static func evict(_ database: SQLiteConnection, _ instance: String, _ now: Double, _ total: Int) throws {
    func excess() throws -> Int {
      (try database.row("SELECT SUM(size) FROM entry WHERE instance = ?", [.text(instance)]) { $0.integer(0) } ?? 0) - total
    }
    guard try excess() > 0 else { return }
    try database.run("DELETE FROM entry WHERE instance = ? AND expires <= ?", [.text(instance), .real(now)])
    let excess = try excess()
    guard excess > 0 else { return }
    // Everything up to the row whose removal frees enough.
    try database.run(
      """
      DELETE FROM entry WHERE instance = ?1 AND number <= (
        SELECT MIN(number) FROM (SELECT number, SUM(size) OVER (ORDER BY number) AS freed FROM entry WHERE instance = ?1)
        WHERE freed >= ?2)
      """, [.text(instance), SQLiteValue(excess)])
  }
}

/// A validated and encoded change, ready before the store is opened.
enum EncodedCacheChange {
  case set(key: String, value: [UInt8], expiresAt: Double?)
  case remove(key: String)
  case clear

  init(_ change: CacheChange, limits: StoreLimits) throws(StoreError) {
    switch change {
    case .set(let key, let value, let expiresAt):
      try limits.check(key: key)
      self = .set(key: key, value: try limits.encode(value), expiresAt: Self.finite(expiresAt))
    case .remove(let key):
      try limits.check(key: key)
      self = .remove(key: key)
    case .clear: self = .clear
    }
  }

  static func encode(_ changes: [CacheChange], limits: StoreLimits) throws(StoreError) -> [Self] {
    var encoded: [Self] = []
    for change in changes { encoded.append(try Self(change, limits: limits)) }
    return encoded
  }

  var sets: Bool { if case .set = self { true } else { false } }

  /// Turns infinity into nil (never) and NaN into 0 (expired): SQLite would read both as NULL.
  private static func finite(_ time: Double?) -> Double? {
    guard let time, time != .infinity else { return nil }
    return time.isFinite ? time : 0
  }
}
