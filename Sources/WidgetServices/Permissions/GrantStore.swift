import Synchronization

/// The user's decision about one permission of one widget.
public struct GrantRecord: Sendable, Equatable {
  public var permission: Permission
  public var isAllowed: Bool
  /// The program's absolute path when `run` was allowed; nil for other permissions.
  public var program: String?

  public init(_ permission: Permission, isAllowed: Bool, program: String? = nil) {
    self.permission = permission
    self.isAllowed = isAllowed
    self.program = program
  }
}

/// A record and the widget it belongs to.
public struct GrantEntry: Sendable, Equatable {
  /// The widget's id.
  public var widget: String
  public var record: GrantRecord

  public init(widget: String, record: GrantRecord) {
    self.widget = widget
    self.record = record
  }
}

/// Decisions about permissions. Each holds for the manifest it was made for: any change to the manifest asks again.
public protocol GrantStore: Sendable {
  /// - Parameter manifest: The whole encoded manifest, compared byte for byte.
  func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord]

  /// Stores decisions, dropping those for another manifest of the same widget.
  func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError)

  /// Everything, sorted by widget and permission.
  func list() throws(StoreError) -> [GrantEntry]

  /// - Parameters:
  ///   - widget: An id; nil for all.
  ///   - permission: nil for all.
  /// - Returns: How many decisions were dropped.
  func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int
}

extension GrantStore {
  /// The other widgets allowed to use a group.
  public func users(ofGroup name: String, besides widget: String) throws(StoreError) -> [String] {
    try list().filter { $0.record.permission == .group(name) && $0.record.isAllowed && $0.widget != widget }.map(\.widget)
  }
}

/// The in-memory implementation, for tests.
public final class MemoryGrantStore: GrantStore {
  private struct Decisions {
    var manifest: [UInt8]
    var records: [Permission: GrantRecord]
  }

  private let widgets = Mutex<[String: Decisions]>([:])

  public init() {}

  public func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord] {
    widgets.withLock { widgets in
      guard let found = widgets[widget], found.manifest == manifest else { return [] }
      return found.records.values.sorted { $0.permission < $1.permission }
    }
  }

  public func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError) {
    widgets.withLock { widgets in
      if widgets[widget]?.manifest != manifest { widgets[widget] = Decisions(manifest: manifest, records: [:]) }
      for record in records { widgets[widget]?.records[record.permission] = record }
    }
  }

  public func list() throws(StoreError) -> [GrantEntry] {
    widgets.withLock { widgets in
      widgets.sorted { $0.key < $1.key }.flatMap { widget in
        widget.value.records.values.sorted { $0.permission < $1.permission }.map { GrantEntry(widget: widget.key, record: $0) }
      }
    }
  }

  public func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int {
    widgets.withLock { widgets in
      var count = 0
      for id in widgets.keys where widget == nil || widget == id {
        for known in widgets[id]?.records.keys.map({ $0 }) ?? [] where permission == nil || permission == known {
          widgets[id]?.records[known] = nil
          count += 1
        }
      }
      return count
    }
  }
}

/// Decisions in the same database as the defaults. Committing waits until they're durable.
public final class SQLiteGrantStore: GrantStore {
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/data(_:onNotice:)``.
  public init(_ database: StoreDatabase) { self.database = database }

  public func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord] {
    try StoreLimits().check(name: widget)
    return try database.access(.read) {
      try $0.rows(
        "SELECT permission, allowed, program FROM permission WHERE widget = ? AND manifest = ? ORDER BY permission",
        [.text(widget), .blob(manifest)], Self.record)
    } ?? []
  }

  public func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError) {
    try StoreLimits().check(name: widget)
    _ = try database.access(.create) { database in
      try database.run("DELETE FROM permission WHERE widget = ? AND manifest <> ?", [.text(widget), .blob(manifest)])
      for record in records {
        try database.run(
          "INSERT OR REPLACE INTO permission (widget, manifest, permission, allowed, program) VALUES (?, ?, ?, ?, ?)",
          [
            .text(widget), .blob(manifest), .text(record.permission.description), SQLiteValue(record.isAllowed),
            SQLiteValue(record.program),
          ])
      }
    }
  }

  public func list() throws(StoreError) -> [GrantEntry] {
    try database.access(.read) {
      try $0.rows("SELECT permission, allowed, program, widget FROM permission ORDER BY widget, permission") { row in
        guard let record = Self.record(row), let widget = row.text(3) else { return nil }
        return GrantEntry(widget: widget, record: record)
      }
    } ?? []
  }

  public func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int {
    try database.access(.modify) {
      try $0.run(
        "DELETE FROM permission WHERE (?1 IS NULL OR widget = ?1) AND (?2 IS NULL OR permission = ?2)",
        [SQLiteValue(widget), SQLiteValue(permission?.description)])
    } ?? 0
  }

  private static func record(_ row: borrowing SQLiteRow) -> GrantRecord? {
    guard let permission = row.text(0).flatMap(Permission.init) else { return nil }
    return GrantRecord(permission, isAllowed: row.integer(1) == 1, program: row.text(2))
  }
}
