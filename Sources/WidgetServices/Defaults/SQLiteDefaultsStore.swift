public import WidgetModel

/// Defaults in a SQLite file shared between processes. A commit waits for the disk.
public final class SQLiteDefaultsStore: DefaultsStore {
  public let limits: StoreLimits
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/data(_:onNotice:)``.
  public init(_ database: StoreDatabase, limits: StoreLimits = StoreLimits()) {
    self.database = database
    self.limits = limits
  }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    try limits.check(name: suite)
    try limits.check(key: key)
    let found = try database.access(.read) {
      // A value that isn't a blob is unreadable, not absent.
      try $0.row("SELECT value FROM value WHERE suite = ? AND key = ?", [.text(suite), .text(key)]) { row in
        Optional(row.bytes(0))
      }
    }
    guard case .some(.some(let bytes)) = found else { return nil }
    return try decode(bytes, suite, key)
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    try limits.check(name: suite)
    let rows = try database.access(.read) {
      try $0.rows("SELECT key, value FROM value WHERE suite = ?", [.text(suite)]) { (key: $0.text(0), bytes: $0.bytes(1)) }
    }
    var values: [String: LuaValue] = [:]
    for case let (key?, bytes) in rows ?? [] { values[key] = try decode(bytes, suite, key) }
    return values
  }

  public func sizes(in suite: String) throws(StoreError) -> [String: Int] {
    try limits.check(name: suite)
    let rows = try database.access(.read) {
      try $0.rows("SELECT key, \(Self.size) FROM value WHERE suite = ?", [.text(suite)]) {
        (key: $0.text(0), size: $0.integer(1))
      }
    }
    var sizes: [String: Int] = [:]
    for case let (key?, size?) in rows ?? [] { sizes[key] = size }
    return sizes
  }

  public func suites() throws(StoreError) -> [String] {
    try database.access(.read) {
      try $0.rows("SELECT DISTINCT suite FROM value ORDER BY suite") { $0.text(0) }
    } ?? []
  }

  public func apply(_ changes: [DefaultsChange]) throws(StoreError) {
    let encoded = try EncodedDefaultsChange.encode(changes, limits: limits)
    guard !encoded.isEmpty else { return }
    _ = try database.access(encoded.contains(where: \.sets) ? .create : .modify) { [limits] database in
      for change in encoded {
        switch change.kind {
        case .set(let key, let value):
          try database.run(
            "INSERT OR REPLACE INTO value (suite, key, value) VALUES (?, ?, ?)",
            [.text(change.suite), .text(key), .blob(value)])
        case .remove(let key):
          try database.run("DELETE FROM value WHERE suite = ? AND key = ?", [.text(change.suite), .text(key)])
        case .removeAll: try database.run("DELETE FROM value WHERE suite = ?", [.text(change.suite)])
        }
      }
      for suite in Set(encoded.lazy.filter(\.sets).map(\.suite)) {
        let used = try database.row("SELECT SUM(\(Self.size)) FROM value WHERE suite = ?", [.text(suite)]) { $0.integer(0) } ?? 0
        guard used <= limits.total else { throw StoreError.quotaExceeded(suite: suite, limit: limits.total) }
      }
    }
  }

  /// ``StoreLimits/size(key:valueBytes:)`` of a row, in SQL.
  private static let size = "length(CAST(key AS BLOB)) + length(value) + \(StoreLimits.overhead)"

  private func decode(_ bytes: [UInt8]?, _ suite: String, _ key: String) throws(StoreError) -> LuaValue? {
    if let value = bytes.flatMap(StoreLimits.decode) { return value }
    database.report(.unreadableValue(.file(try database.path.file()), owner: suite, key: key))
    return nil
  }
}

/// A validated and encoded change, ready before the store is opened.
struct EncodedDefaultsChange {
  enum Kind {
    case set(key: String, value: [UInt8])
    case remove(key: String)
    case removeAll
  }

  var suite: String
  var kind: Kind

  init(_ change: DefaultsChange, limits: StoreLimits) throws(StoreError) {
    switch change {
    case .set(let suite, let key, let value):
      try limits.check(key: key)
      self.suite = suite
      kind = .set(key: key, value: try limits.encode(value))
    case .remove(let suite, let key):
      try limits.check(key: key)
      self.suite = suite
      kind = .remove(key: key)
    case .removeAll(let suite):
      self.suite = suite
      kind = .removeAll
    }
    try limits.check(name: suite)
  }

  static func encode(_ changes: [DefaultsChange], limits: StoreLimits) throws(StoreError) -> [Self] {
    var encoded: [Self] = []
    for change in changes { encoded.append(try Self(change, limits: limits)) }
    return encoded
  }

  var sets: Bool { if case .set = kind { true } else { false } }
}
