import CSQLite

/// The current row of a statement.
///
/// Files are untrusted, so nothing is converted: a column of another type, or one that does not exist, is nil. Text is copied once,
/// and so are bytes.
public struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  public func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  /// nil also for text that is not UTF-8.
  public func text(_ column: Int) -> String? {
    guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, Int32(clamping: column)) else { return nil }
    return String(validating: UnsafeBufferPointer(start: start, count: count(column)), as: UTF8.self)
  }

  public func bytes(_ column: Int) -> [UInt8]? { withBytes(column) { Array($0) } }

  /// Reads bytes without copying them.
  public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard type(column) == SQLITE_BLOB else { return nil }
    // Null for no bytes; and if there is no memory, which the length shows.
    let start = sqlite3_column_blob(statement, Int32(clamping: column))
    let count = count(column)
    guard start != nil || count == 0 else { return nil }
    return body(UnsafeRawBufferPointer(start: start, count: count))
  }

  public func integer(_ column: Int) -> Int? {
    guard type(column) == SQLITE_INTEGER else { return nil }
    return Int(exactly: sqlite3_column_int64(statement, Int32(clamping: column)))
  }

  /// A float, or an integer as a float.
  public func number(_ column: Int) -> Double? {
    switch type(column) {
    case SQLITE_FLOAT: sqlite3_column_double(statement, Int32(clamping: column))
    case SQLITE_INTEGER: Double(sqlite3_column_int64(statement, Int32(clamping: column)))
    default: nil
    }
  }

  private func type(_ column: Int) -> Int32 {
    // Outside the range of columns SQLite's result is undefined.
    guard (0..<Int(sqlite3_data_count(statement))).contains(column) else { return SQLITE_NULL }
    return sqlite3_column_type(statement, Int32(clamping: column))
  }

  private func count(_ column: Int) -> Int { Int(sqlite3_column_bytes(statement, Int32(clamping: column))) }
}
