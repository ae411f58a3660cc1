import CSQLite

/// A prepared statement. It belongs to its connection, which finalizes it.
struct SQLiteStatement {
  private let statement: OpaquePointer
  private let connection: OpaquePointer

  /// - Throws: If the text is not exactly one statement.
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
    // Releases locks and values. Its code is that of the last step.
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
