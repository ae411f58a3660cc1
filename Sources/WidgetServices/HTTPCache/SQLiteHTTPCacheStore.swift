/// Responses in a SQLite file shared between processes.
public final class SQLiteHTTPCacheStore: HTTPCacheStore {
  public let limits: HTTPCacheLimits
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/cache(_:onNotice:)``.
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
    // Everything up to the response whose removal frees enough.
    try database.run(
      """
      DELETE FROM response WHERE number IN (
        SELECT number FROM (
          SELECT number, size, SUM(size) OVER (ORDER BY used, number) AS freed FROM response)
        WHERE freed - size < ?)
      """, [SQLiteValue(excess)])
  }
}

/// A stored response as columns: field lists as text, and a checksum to detect damage.
struct StoredResponseRow {
  var varied: String
  var headers: String
  var checksum: Int64

  static let headColumns = "url, status, requested, received, used, varied, headers"
  static let columns = "\(headColumns), checksum, body"

  /// nil for a response that wouldn't read back identically.
  init?(_ response: StoredResponse) {
    guard let varied = Self.text(response.varied), let headers = Self.text(response.headers),
      response.requestTime.isFinite, response.responseTime.isFinite, response.lastUse.isFinite
    else { return nil }
    self.varied = varied
    self.headers = headers
    checksum = Self.checksum(headers, response.body)
  }

  /// A damaged row counts as absent: caches can lose entries.
  static func response(_ row: borrowing SQLiteRow) -> StoredResponse? {
    guard var response = head(row), let headers = row.text(6), let checksum = row.integer(7), let body = row.bytes(8),
      Int64(checksum) == Self.checksum(headers, body)
    else { return nil }
    response.body = body
    return response
  }

  static func entry(_ row: borrowing SQLiteRow) -> HTTPCacheEntry? {
    guard let response = head(row), let partition = row.text(7), let size = row.integer(8) else { return nil }
    return HTTPCacheEntry(response, partition: partition, size: size)
  }

  private static func head(_ row: borrowing SQLiteRow) -> StoredResponse? {
    guard let url = row.text(0), let status = row.integer(1), (200...599).contains(status), let requested = row.number(2),
      let received = row.number(3), let used = row.number(4), requested.isFinite, received.isFinite, used.isFinite,
      let varied = row.text(5).flatMap(fields), let headers = row.text(6).flatMap(fields)
    else { return nil }
    return StoredResponse(
      url: url, varied: varied, status: status, headers: headers, requestTime: requested, responseTime: received, lastUse: used)
  }

  /// One field per line. No received field contains a line break.
  private static func text(_ fields: [HeaderField]) -> String? {
    let isPlain = fields.allSatisfy { field in
      !field.name.utf8.contains { $0 < 0x21 || $0 == UInt8(ascii: ":") } && !field.value.utf8.contains { $0 == 0 || $0 == 10 }
    }
    return isPlain ? fields.map { "\($0.name):\($0.value)\n" }.joined() : nil
  }

  private static func fields(_ text: String) -> [HeaderField]? {
    var fields: [HeaderField] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      fields.append(HeaderField(String(Substring(line[..<colon])), String(Substring(line[line.index(after: colon)...]))))
    }
    return fields
  }

  /// FNV-1a, 64 bits: detects accidental damage, not tampering.
  private static func checksum(_ headers: String, _ body: [UInt8]) -> Int64 {
    var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in headers.utf8 { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in body { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: checksum)
  }
}
