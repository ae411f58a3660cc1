/// A stored response as columns: field lists as text, and a checksum that detects damage.
struct StoredResponseRow {
  var varied: String
  var headers: String
  var checksum: Int64

  static let headColumns = "url, status, requested, received, used, varied, headers"
  static let columns = "\(headColumns), checksum, body"

  /// nil for a response that would not read back identically.
  init?(_ response: StoredResponse) {
    guard let varied = Self.text(response.varied), let headers = Self.text(response.headers),
      response.requestTime.isFinite, response.responseTime.isFinite, response.lastUse.isFinite
    else { return nil }
    self.varied = varied
    self.headers = headers
    checksum = Self.checksum(headers, response.body)
  }

  /// A damaged row counts as absent: a cache may lose entries.
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
