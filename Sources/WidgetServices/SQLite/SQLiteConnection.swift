import CSQLite
import Synchronization
import WidgetSystem

/// A connection to a SQLite database: statements are prepared once and reused.
///
/// Use it on one thread at a time. Unchecked, because SQLite's handle is a pointer: the stores guard each connection with a lock.
public final class SQLiteConnection: @unchecked Sendable {
  /// How to open a file. Only `create` creates a missing one.
  public enum Mode: Sendable {
    case create
    case readWrite
    case readOnly
    /// Read-only, without locks or a journal, for a file no process is writing.
    case immutable
  }

  /// The longest value and the longest row, in bytes. A longer one in a file is an error before memory is allocated for it.
  public static let maximumLength: Int32 = 64 << 20
  /// The most virtual machine instructions per statement, in units of ten thousand: about a second.
  private static let maximumSteps = 5000

  /// SQLite's setup in this process, which must precede opening the first file.
  private static let configuration: Void = lw_sqlite_allocate_pages_singly()

  private var handle: OpaquePointer?
  /// The steps left for the current statement.
  private let steps = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private let wait = UnsafeMutablePointer<Wait>.allocate(capacity: 1)
  private var statements: [String: SQLiteStatement] = [:]
  /// The number of statements run.
  public private(set) var statementCount = 0
  /// Distinguishes connections: their counts of changes aren't comparable.
  private let number = connections.wrappingAdd(1, ordering: .relaxed).newValue
  private static let connections = Atomic(0)

  /// - Parameters:
  ///   - path: Not empty. A relative one must not start with `file:` or `:`.
  ///   - busyTimeout: Milliseconds to wait for another process's lock.
  public init(_ path: String, _ mode: Mode = .create, busyTimeout: Int32 = 5000) throws(SQLiteError) {
    let flags =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    _ = Self.configuration
    guard !path.utf8.contains(0) else { throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path contains NUL") }
    let name = mode == .immutable ? Self.immutableURI(path) : path
    // The caller's lock replaces SQLite's.
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK else {
      let error = SQLiteError(code, of: handle)
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    wait.initialize(to: Wait(handle: handle, limit: busyTimeout))
    sqlite3_busy_handler(handle, Self.waits, wait)
    _ = lw_sqlite_distrust_schema(handle)
    steps.initialize(to: Self.maximumSteps)
    lw_sqlite_limit(handle, Self.maximumLength, steps)
  }

  deinit {
    close()
    steps.deallocate()
    wait.deallocate()
  }

  /// The limits of waiting for the lock of another process.
  private struct Wait {
    var handle: OpaquePointer?
    /// Milliseconds.
    var limit: Int32
  }

  /// Whether SQLite tries again after a pause. Not if the file system has no locks, which looks the same.
  private static let waits: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { context, count in
    guard let wait = context?.assumingMemoryBound(to: Wait.self).pointee else { return 0 }
    if count == 0, let path = sqlite3_db_filename(wait.handle, "main").map({ String(cString: $0) }),
      StoreFolder(of: path).lockProblem != nil
    {
      return 0
    }
    let (first, later): (Int32, Int32) = (1, 25)
    // 1, 2, 3, ... milliseconds at first.
    let pause = min(first + count, later)
    let waited = count < later ? count * (count + 1) / 2 : later * (later + 1) / 2 + (count - later) * later
    guard waited < wait.limit else { return 0 }
    usleep(UInt32(pause) * 1000)
    return 1
  }

  /// Closes the file. Later calls throw `misuse`.
  public func close() {
    for statement in statements.values { statement.finalize() }
    statements = [:]
    // Never busy: there are no other statements.
    sqlite3_close_v2(handle)
    handle = nil
  }

  // MARK: Changes

  /// The state of the database as this connection sees it. It's equal as long as nobody has written anything, and much cheaper to
  /// compare than rows.
  public struct Revision: Sendable, Equatable {
    private let connection: Int
    /// Changes when another connection commits (`PRAGMA data_version`).
    private let foreign: Int
    /// Rows changed by this connection.
    private let own: Int64

    fileprivate init(_ connection: Int, _ foreign: Int, _ own: Int64) {
      (self.connection, self.foreign, self.own) = (connection, foreign, own)
    }
  }

  public func revision() throws(SQLiteError) -> Revision? {
    let foreign = try row("PRAGMA data_version") { $0.integer(0) }
    return foreign.map { Revision(number, $0, sqlite3_total_changes64(handle)) }
  }

  // MARK: Statements

  /// Runs one statement to its end.
  ///
  /// - Returns: The number of rows inserted, changed or deleted.
  @discardableResult
  public func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
    try statement(sql).run(values) { _ in true }
    return Int(sqlite3_changes64(handle))
  }

  /// All rows returned by a statement, without those `read` can't read.
  public func rows<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (borrowing SQLiteRow) -> Value?
  ) throws(SQLiteError) -> [Value] {
    var rows: [Value] = []
    try statement(sql).run(values) { row in
      if let value = read(row) { rows.append(value) }
      return true
    }
    return rows
  }

  /// The first row returned by a statement. nil if there's none, or `read` returns nil.
  public func row<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (borrowing SQLiteRow) -> Value?
  ) throws(SQLiteError) -> Value? {
    var first: Value?
    try statement(sql).run(values) { row in
      first = read(row)
      return false
    }
    return first
  }

  /// Runs several statements without parameters. Rows are ignored.
  public func execute(_ script: String) throws(SQLiteError) {
    let handle = try opened()
    steps.pointee = Self.maximumSteps
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
  }

  /// Runs the body in a transaction that locks out other writers from the start; an error rolls it back.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some errors SQLite has already rolled back by itself.
      if let handle, sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    statementCount += 1
    steps.pointee = Self.maximumSteps
    if let known = statements[sql] { return known }
    let statement = try SQLiteStatement(sql, on: try opened())
    statements[sql] = statement
    return statement
  }

  private func opened() throws(SQLiteError) -> OpaquePointer {
    guard let handle else { throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "the connection is closed") }
    return handle
  }

  /// The path as a URI (RFC 3986), percent-encoded.
  static func immutableURI(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri = Array("file:".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }
}
