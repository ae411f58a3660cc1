import Foundation
import GRDB
public import WidgetModel

/// Defaults in a SQLite file that processes share. A commit waits until the disk has it.
public final class SQLiteDefaultsStore: DefaultsStore {
  private static let schema = StoreSchema(
    versions: [
      """
      CREATE TABLE value (suite TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (suite, key)) WITHOUT ROWID;
      """
    ], isDurable: true)

  public let limits: StoreLimits
  private let path: StorePath
  private let database: StoreDatabase

  /// - Parameter onNotice: Hears once of a damaged file that was set aside, and of a damaged value.
  public init(
    path: StorePath, limits: StoreLimits = StoreLimits(), onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    self.limits = limits
    self.path = path
    database = StoreDatabase(path, Self.schema, onNotice: onNotice)
  }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    let found = try database.perform(.read) {
      try $0.row("SELECT value FROM value WHERE suite = ? AND key = ?", [suite, key]).map { $0.bytes(0) }
    }
    guard let found = found.flatMap({ $0 }) else { return nil }
    return try decode(found, suite, key)
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    let rows = try database.perform(.read) {
      try $0.rows("SELECT key, value FROM value WHERE suite = ?", [suite]).map { (key: $0.text(0), bytes: $0.bytes(1)) }
    }
    var values: [String: LuaValue] = [:]
    for case let (key?, bytes) in rows ?? [] { values[key] = try decode(bytes, suite, key) }
    return values
  }

  public func suites() throws(StoreError) -> [String] {
    try database.perform(.read) {
      try $0.rows("SELECT DISTINCT suite FROM value ORDER BY suite").compactMap { $0.text(0) }
    } ?? []
  }

  public func apply(_ changes: [DefaultsChange]) throws(StoreError) {
    var encoded: [(DefaultsChange, [UInt8])] = []
    for change in changes {
      if case .set(let suite, let key, let value) = change {
        try limits.check(name: suite)
        try limits.check(key: key)
        encoded.append((change, try limits.encode(value)))
      } else {
        encoded.append((change, []))
      }
    }
    let removesOnly = changes.allSatisfy { if case .set = $0 { false } else { true } }
    let limits = limits
    _ = try database.perform(removesOnly ? .modify : .create) { [encoded] database in
      var grown: Set<String> = []
      for (change, bytes) in encoded {
        switch change {
        case .set(let suite, let key, _):
          try database.run("INSERT OR REPLACE INTO value (suite, key, value) VALUES (?, ?, ?)", [suite, key, Data(bytes)])
          grown.insert(suite)
        case .remove(let suite, let key): try database.run("DELETE FROM value WHERE suite = ? AND key = ?", [suite, key])
        case .removeAll(let suite): try database.run("DELETE FROM value WHERE suite = ?", [suite])
        }
      }
      for suite in grown {
        let used = try database.row(
          "SELECT SUM(length(CAST(key AS BLOB)) + length(value) + \(StoreLimits.overhead)) FROM value WHERE suite = ?", [suite])
        if let used = used?.integer(0), used > limits.total {
          throw StoreError.quotaExceeded(suite: suite, limit: limits.total)
        }
      }
    }
  }

  private func decode(_ bytes: [UInt8]?, _ suite: String, _ key: String) throws(StoreError) -> LuaValue? {
    if let value = bytes.flatMap(StoreLimits.decode) { return value }
    database.report(.unreadableValue(path: try path.file(), owner: suite, key: key))
    return nil
  }
}
