import CSQLite

/// A prepared statement. Its connection owns and finalizes it.
struct SQLiteStatement {
  private let statement: OpaquePointer
  private let connection: OpaquePointer

  /// - Throws: If the text isn't exactly one statement.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    self.connection = connection
    var statement: OpaquePointer?
    var code = SQLITE_OK
    var rest = 0
    var sql = sql
    sql.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        code = sqlite3_prepare_v3(
          connection, text.baseAddress, Int32(clamping: text.count), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &tail)
        if let start = text.baseAddress, let tail { rest = text.count - (tail - start) }
      }
    }
    guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
    guard let statement, rest == 0 else {
      sqlite3_finalize(statement)
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "not exactly one statement")
    }
    self.statement = statement
  }

  func finalize() { sqlite3_finalize(statement) }

  /// Runs the statement to its end.
  ///
  /// - Parameter onRow: Returns whether to continue.
  func run(_ values: [SQLiteValue], onRow: (borrowing SQLiteRow) -> Bool) throws(SQLiteError) {
    guard values.count == Int(sqlite3_bind_parameter_count(statement)) else {
      throw SQLiteError(extendedCode: SQLITE_RANGE, message: "\(values.count) values for another number of parameters")
    }
    // Releases locks and values. It repeats the last step's code.
    defer {
      sqlite3_reset(statement)
      if !values.isEmpty { sqlite3_clear_bindings(statement) }
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      let code = sqlite3_step(statement)
      switch code {
      case SQLITE_ROW: if !onRow(SQLiteRow(statement)) { return }
      case SQLITE_DONE: return
      default: throw SQLiteError(code, of: connection)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .real(let number): sqlite3_bind_double(statement, index, number)
      case .text(let text):
        text.withCString { lw_sqlite_bind_text(statement, index, $0, UInt64(text.utf8.count)) }
      // A null pointer would be NULL.
      case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
      case .blob(let bytes):
        bytes.withUnsafeBytes { lw_sqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
      }
    guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
  }
}

/// The current row of a statement.
///
/// Files are untrusted, so nothing is converted: a column of another type, or one that doesn't exist, is nil. Text and bytes are
/// copied once.
public struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  public func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  /// The text; nil if it isn't UTF-8, too.
  public func text(_ column: Int) -> String? {
    guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, Int32(clamping: column)) else { return nil }
    return String(validating: UnsafeBufferPointer(start: start, count: count(column)), as: UTF8.self)
  }

  public func bytes(_ column: Int) -> [UInt8]? { withBytes(column) { Array($0) } }

  /// Reads bytes without copying them.
  public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard type(column) == SQLITE_BLOB else { return nil }
    // Null for no bytes, but also if there's no memory, which the length shows.
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

/// A statement's parameter.
///
/// SQLite stores NaN as NULL.
public enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  /// May contain NUL.
  case text(String)
  case blob([UInt8])

  public init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  public init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  public init(_ number: Int) { self = .integer(Int64(number)) }
  public init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  public init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }
}

extension SQLiteValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(nilLiteral: ()) { self = .null }
}
