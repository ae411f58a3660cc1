import Foundation
import GRDB
public import WidgetModel

/// Defaults in a SQLite file shared between processes. A commit waits for the disk.
public final class SQLiteDefaultsStore: DefaultsStore {
  public let limits: StoreLimits
  private let path: StorePath
  private let database: StoreDatabase

  /// - Parameter onNotice: Called once for each damaged file that was set aside, and for each damaged value.
  public init(
    path: StorePath, limits: StoreLimits = StoreLimits(), onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    self.limits = limits
    self.path = path
    database = StoreDatabase(path, .data, onNotice: onNotice)
  }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    try limits.check(name: suite)
    try limits.check(key: key)
    let found = try database.perform(.read) {
      try $0.row("SELECT value FROM value WHERE suite = ? AND key = ?", [suite, key]).map { $0.bytes(0) }
    }
    guard let found = found.flatMap({ $0 }) else { return nil }
    return try decode(found, suite, key)
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    try limits.check(name: suite)
    let rows = try database.perform(.read) {
      try $0.rows("SELECT key, value FROM value WHERE suite = ?", [suite]).map { (key: $0.text(0), bytes: $0.bytes(1)) }
    }
    var values: [String: LuaValue] = [:]
    for case let (key?, bytes) in rows ?? [] { values[key] = try decode(bytes, suite, key) }
    return values
  }

  public func sizes(in suite: String) throws(StoreError) -> [String: Int] {
    try limits.check(name: suite)
    let rows = try database.perform(.read) {
      try $0.rows("SELECT key, \(Self.size) FROM value WHERE suite = ?", [suite]).map { (key: $0.text(0), size: $0.integer(1)) }
    }
    var sizes: [String: Int] = [:]
    for case let (key?, size?) in rows ?? [] { sizes[key] = size }
    return sizes
  }

  public func suites() throws(StoreError) -> [String] {
    try database.perform(.read) {
      try $0.rows("SELECT DISTINCT suite FROM value ORDER BY suite").compactMap { $0.text(0) }
    } ?? []
  }

  public func apply(_ changes: [DefaultsChange]) throws(StoreError) {
    let encoded = try EncodedDefaultsChange.encode(changes, limits: limits)
    guard !encoded.isEmpty else { return }
    _ = try database.perform(encoded.contains(where: \.sets) ? .create : .modify) { [limits] database in
      for change in encoded {
        switch change.kind {
        case .set(let key, let value):
          try database.run(
            "INSERT OR REPLACE INTO value (suite, key, value) VALUES (?, ?, ?)", [change.suite, key, Data(value)])
        case .remove(let key): try database.run("DELETE FROM value WHERE suite = ? AND key = ?", [change.suite, key])
        case .removeAll: try database.run("DELETE FROM value WHERE suite = ?", [change.suite])
        }
      }
      for suite in Set(encoded.lazy.filter(\.sets).map(\.suite)) {
        let used = try database.row("SELECT SUM(\(Self.size)) FROM value WHERE suite = ?", [suite])?.integer(0) ?? 0
        guard used <= limits.total else { throw StoreError.quotaExceeded(suite: suite, limit: limits.total) }
      }
    }
  }

  /// ``StoreLimits/size(key:valueBytes:)`` of a row, in SQL.
  private static let size = "length(CAST(key AS BLOB)) + length(value) + \(StoreLimits.overhead)"

  private func decode(_ bytes: [UInt8]?, _ suite: String, _ key: String) throws(StoreError) -> LuaValue? {
    if let value = bytes.flatMap(StoreLimits.decode) { return value }
    database.report(.unreadableValue(.file(try path.file()), owner: suite, key: key))
    return nil
  }
}
