/// Decisions in the same database as the defaults. A commit waits until it is durable.
public final class SQLiteGrantStore: GrantStore {
  private let database: StoreDatabase

  /// - Parameter database: One for ``StoreDatabase/data(_:onNotice:)``.
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
