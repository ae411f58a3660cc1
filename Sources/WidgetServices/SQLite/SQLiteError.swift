import CSQLite

/// A SQLite error.
///
/// Source: sqlite.org/rescode.html.
public struct SQLiteError: Error, Sendable, Equatable {
  /// The extended result code, such as `SQLITE_READONLY_DBMOVED`.
  public var extendedCode: Int32
  /// SQLite's message.
  public var message: String

  public init(extendedCode: Int32, message: String) {
    self.extendedCode = extendedCode
    self.message = message
  }

  /// The error of the last call on a connection.
  ///
  /// - Parameter code: The call's result code.
  init(_ code: Int32, of handle: OpaquePointer?) {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    // The message belongs to the connection's last error, which may be a different one.
    let isLast = extended & 0xFF == code & 0xFF
    extendedCode = isLast ? extended : code
    message = String(cString: isLast && handle != nil ? sqlite3_errmsg(handle) : sqlite3_errstr(code))
  }

  /// The kind of error.
  public var code: Code { Code(rawValue: extendedCode & 0xFF) }

  /// A primary result code.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Invalid SQL, or SQL that doesn't fit the schema.
    public static let error = Code(rawValue: SQLITE_ERROR)
    public static let busy = Code(rawValue: SQLITE_BUSY)
    public static let locked = Code(rawValue: SQLITE_LOCKED)
    public static let permission = Code(rawValue: SQLITE_PERM)
    public static let readOnly = Code(rawValue: SQLITE_READONLY)
    public static let input = Code(rawValue: SQLITE_IOERR)
    public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    public static let full = Code(rawValue: SQLITE_FULL)
    public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    public static let misuse = Code(rawValue: SQLITE_MISUSE)
    public static let format = Code(rawValue: SQLITE_FORMAT)
    public static let range = Code(rawValue: SQLITE_RANGE)
    /// A value or a row is longer than ``SQLiteConnection/maximumLength``.
    public static let tooLong = Code(rawValue: SQLITE_TOOBIG)
    /// A statement didn't end.
    public static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
    public static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }

  /// Whether locks that another process has, or that the file system lacks, are a possible cause. SQLite takes "no locks" (`ENOLCK`) for
  /// "locked by another process".
  public var mayBeAboutLocks: Bool { code == .busy || code == .locked || code == .input }

  /// Whether the file was moved or deleted after it was opened (`SQLITE_READONLY_DBMOVED`).
  public var isFileMoved: Bool { extendedCode == SQLITE_READONLY | 4 << 8 }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String { "SQLite error \(extendedCode): \(message)" }
}
