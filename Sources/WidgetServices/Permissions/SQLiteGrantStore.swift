/// Decisions in the same database as the defaults. Committing waits until they're durable.
public final class SQLiteGrantStore: GrantStore {
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/data(_:onNotice:)``.
  public init(_ database: StoreDatabase) { self.database = database }

  public func decisions(of widget: String, manifest: [UInt8]) throws(StoreError) -> StoredDecisions {
    try StoreLimits().check(name: widget)
    return try database.access(.read) {
      StoredDecisions(
        records: try $0.rows(
          "SELECT permission, allowed, program FROM permission WHERE widget = ? AND manifest = ? ORDER BY permission",
          [.text(widget), .blob(manifest)], Self.record),
        revocations: try Self.revocations(of: widget, $0))
    } ?? StoredDecisions()
  }

  public func revision() throws(StoreError) -> GrantRevision? {
    try database.access(.read) { try $0.revision() }.flatMap { $0 }.map { .database($0) }
  }

  public func remember(
    _ records: [GrantRecord], of widget: String, manifest: [UInt8], unlessRevokedSince revocations: Revocations?
  ) throws(StoreError) -> [GrantRecord] {
    try StoreLimits().check(name: widget)
    return try database.access(.create) { database in
      let now = try Self.revocations(of: widget, database)
      let valid = records.filter { (revocations ?? now).latest($0.permission) == now.latest($0.permission) }
      try database.run("DELETE FROM permission WHERE widget = ? AND manifest <> ?", [.text(widget), .blob(manifest)])
      for record in valid {
        try database.run(
          "INSERT OR REPLACE INTO permission (widget, manifest, permission, allowed, program) VALUES (?, ?, ?, ?, ?)",
          [
            .text(widget), .blob(manifest), .text(record.permission.description), SQLiteValue(record.isAllowed),
            SQLiteValue(record.program),
          ])
      }
      return valid
    } ?? []
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
    if let widget { try StoreLimits().check(name: widget) }
    // A running program may have decisions that were never stored, so the revocation is recorded in any case.
    return try database.access(.create) { database in
      let next = try database.row("SELECT ifnull(max(number), 0) + 1 FROM revocation") { $0.integer(0) } ?? 1
      let covered: [SQLiteValue] = [SQLiteValue(widget), SQLiteValue(permission?.description)]
      let sameScope = "WHERE (?1 IS NULL OR widget = ?1) AND (?2 IS NULL OR permission = ?2)"
      let count = try database.run("DELETE FROM permission \(sameScope)", covered)
      // The new row covers them.
      try database.run("DELETE FROM revocation \(sameScope)", covered)
      try database.run(
        "INSERT INTO revocation (number, widget, permission) VALUES (?, ?, ?)",
        [SQLiteValue(next), .text(widget ?? ""), .text(permission?.description ?? "")])
      return count
    } ?? 0
  }

  /// An empty widget or permission stands for all of them.
  private static func revocations(of widget: String, _ database: SQLiteConnection) throws -> Revocations {
    var result = Revocations()
    let rows = try database.rows("SELECT number, permission FROM revocation WHERE widget IN ('', ?)", [.text(widget)]) { row in
      row.integer(0).flatMap { number in row.text(1).map { (number, $0) } }
    }
    for (number, text) in rows {
      if let permission = Permission(text) {
        result.single[permission] = max(number, result.single[permission] ?? 0)
      } else {
        result.all = max(number, result.all)
      }
    }
    return result
  }

  private static func record(_ row: borrowing SQLiteRow) -> GrantRecord? {
    guard let permission = row.text(0).flatMap(Permission.init) else { return nil }
    return GrantRecord(permission, isAllowed: row.integer(1) == 1, program: row.text(2))
  }
}
