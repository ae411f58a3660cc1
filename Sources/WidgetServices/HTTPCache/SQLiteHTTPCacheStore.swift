/// Responses in a SQLite file shared between processes.
public final class SQLiteHTTPCacheStore: HTTPCacheStore {
  public let limits: HTTPCacheLimits
  private let database: StoreDatabase

  /// - Parameter database: One for ``StoreDatabase/cache(_:onNotice:)``.
  public init(_ database: StoreDatabase, limits: HTTPCacheLimits = HTTPCacheLimits()) {
    self.database = database
    self.limits = limits
  }

  public func responses(for url: String, of partition: String) throws(StoreError) -> [StoredResponse] {
    try database.access(.read) { [limits] database in
      try database.rows(
        "SELECT \(StoredResponseRow.columns) FROM response WHERE partition = ? AND url = ? ORDER BY number DESC LIMIT ?",
        [.text(partition), .text(url), SQLiteValue(limits.variants)], StoredResponseRow.response)
    } ?? []
  }

  public func store(_ response: StoredResponse, of partition: String) throws(StoreError) {
    guard response.size <= limits.response, let row = StoredResponseRow(response) else {
      _ = try database.access(.modify) { try Self.delete($0, response, partition) }
      return
    }
    _ = try database.access(.create) { [limits] database in
      try Self.delete(database, response, partition)
      try database.run(
        """
        INSERT INTO response
          (partition, url, variant, status, requested, received, used, size, checksum, varied, headers, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(partition), .text(response.url), .text(response.variant), SQLiteValue(response.status),
          .real(response.requestTime), .real(response.responseTime), .real(response.lastUse), SQLiteValue(response.size),
          .integer(row.checksum), .text(row.varied), .text(row.headers), .blob(response.body),
        ])
      try database.run(
        """
        DELETE FROM response WHERE number IN (
          SELECT number FROM response WHERE partition = ? AND url = ? ORDER BY number DESC LIMIT -1 OFFSET ?)
        """, [.text(partition), .text(response.url), SQLiteValue(limits.variants)])
      try Self.evict(database, limits.total)
    }
  }

  public func touch(_ response: StoredResponse, of partition: String, at now: Double) throws(StoreError) {
    guard response.shouldRecordUse(at: now) else { return }
    _ = try database.access(.modify) { database in
      try database.run(
        "UPDATE response SET used = ? WHERE partition = ? AND url = ? AND variant = ?",
        [.real(now), .text(partition), .text(response.url), .text(response.variant)])
    }
  }

  public func remove(_ url: String, of partition: String?) throws(StoreError) {
    _ = try database.access(.modify) { database in
      try database.run(
        "DELETE FROM response WHERE url = ?1 AND (?2 IS NULL OR partition = ?2)", [.text(url), SQLiteValue(partition)])
    }
  }

  public func clear(_ partition: String?) throws(StoreError) {
    _ = try database.access(.modify) { database in
      try database.run("DELETE FROM response WHERE ?1 IS NULL OR partition = ?1", [SQLiteValue(partition)])
    }
  }

  public func list(_ partition: String?) throws(StoreError) -> [HTTPCacheEntry] {
    let entries = try database.access(.read) { database in
      try database.rows(
        "SELECT \(StoredResponseRow.headColumns), partition, size FROM response WHERE ?1 IS NULL OR partition = ?1",
        [SQLiteValue(partition)], StoredResponseRow.entry)
    }
    return (entries ?? []).sorted(by: HTTPCacheEntry.precedes)
  }

  private static func delete(_ database: SQLiteConnection, _ response: StoredResponse, _ partition: String) throws {
    try database.run(
      "DELETE FROM response WHERE partition = ? AND url = ? AND variant = ?",
      [.text(partition), .text(response.url), .text(response.variant)])
  }

  private static func evict(_ database: SQLiteConnection, _ total: Int) throws {
    let excess = (try database.row("SELECT SUM(size) FROM response") { $0.integer(0) } ?? 0) - total
    guard excess > 0 else { return }
    // Up to and including the response whose removal frees enough.
    try database.run(
      """
      DELETE FROM response WHERE number IN (
        SELECT number FROM (
          SELECT number, size, SUM(size) OVER (ORDER BY used, number) AS freed FROM response)
        WHERE freed - size < ?)
      """, [SQLiteValue(excess)])
  }
}
