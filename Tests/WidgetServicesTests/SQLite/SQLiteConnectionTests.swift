import Testing
import WidgetSystem

@testable import WidgetServices

@Suite final class SQLiteConnectionTests {
  private let folder: String
  private var path: String { folder + "/test.db" }

  init() throws {
    var name = Array("/tmp/luawidget-sqlite-XXXXXX".utf8CString)
    folder = try #require(
      name.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      })
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    rmdir(folder)
  }

  private func error(_ body: () throws -> Void) -> SQLiteError? {
    do { try body() } catch { return error as? SQLiteError }
    return nil
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func filled(rows: Int = 100) throws -> SQLiteConnection {
    let database = try SQLiteConnection(path)
    try database.execute("CREATE TABLE t (number INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    try database.transaction {
      for number in 0..<rows {
        try database.run("INSERT INTO t VALUES (?, ?)", [SQLiteValue(number), .text(String(repeating: "x", count: 200))])
      }
    }
    return database
  }

  private func overwrite(from offset: Int, _ bytes: [UInt8]) {
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
  }

  // MARK: Limits

  @Test("a statement without an end is an error, and the connection remains usable")
  func endless() throws {
    let database = try SQLiteConnection(path)
    try database.execute(
      "CREATE VIEW v AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n; CREATE TABLE t (x)")
    for _ in 0..<2 {
      #expect(error { _ = try database.row("SELECT MAX(x) FROM v") { $0.integer(0) } }?.code == .interrupted)
    }
    #expect(error { try database.execute("INSERT INTO t SELECT x FROM v") }?.code == .interrupted)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test("a value that is too long is an error before it is read")
  func tooLong() throws {
    let database = try SQLiteConnection(path)
    try database.execute("CREATE TABLE t (x)")
    let most = Int(SQLiteConnection.maximumLength)
    #expect(error { try database.run("INSERT INTO t VALUES (zeroblob(?))", [SQLiteValue(most + 1)]) }?.code == .tooLong)
    #expect(error { _ = try database.row("SELECT hex(zeroblob(?))", [SQLiteValue(most)]) { $0.text(0) } }?.code == .tooLong)
  }

  // MARK: Opening

  @Test("only the mode `create` creates a file", arguments: [SQLiteConnection.Mode.readWrite, .readOnly, .immutable])
  func missing(_ mode: SQLiteConnection.Mode) throws {
    #expect(error { _ = try SQLiteConnection(path, mode) }?.code == .cannotOpen)
    #expect(!exists(path))
    _ = try SQLiteConnection(path)
    #expect(exists(path))
  }

  @Test("a folder and a path with NUL cannot be opened")
  func impossiblePaths() {
    #expect(error { _ = try SQLiteConnection(folder) }?.code == .cannotOpen)
    #expect(error { _ = try SQLiteConnection(path + "\0x") }?.code == .cannotOpen)
    #expect(!exists(path))
  }

  @Test("a name that starts like a URI is a name")
  func uriName() throws {
    let name = folder + "/file:x?mode=memory"
    _ = try SQLiteConnection(name)
    #expect(unlink(name) == 0)
  }

  @Test("an immutable file needs no journal, and its path may have special characters")
  func immutable() throws {
    try filled().close()
    let database = try SQLiteConnection(path, .immutable)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 100)
    #expect(SQLiteConnection.immutableURI("/a b?c#%\u{E9}.db") == "file:/a%20b%3Fc%23%25%C3%A9.db?immutable=1")
  }

  // MARK: Statements

  @Test("a statement that is run again reads again, with other values")
  func reuse() throws {
    let database = try filled(rows: 5)
    for number in 0..<5 {
      #expect(try database.row("SELECT number FROM t WHERE number = ?", [SQLiteValue(number)]) { $0.integer(0) } == number)
    }
    #expect(try database.row("SELECT number FROM t WHERE number = ?", [7]) { $0.integer(0) } == nil)
    // The first row, twice: the statement starts from the beginning.
    for _ in 0..<2 { #expect(try database.row("SELECT number FROM t ORDER BY number") { $0.integer(0) } == 0) }
    #expect(try database.rows("SELECT number FROM t ORDER BY number") { $0.integer(0) } == [0, 1, 2, 3, 4])
  }

  @Test("rows that cannot be read are left out")
  func unreadableRows() throws {
    let database = try SQLiteConnection(":memory:")
    #expect(try database.rows("SELECT 1 UNION ALL SELECT 'x' UNION ALL SELECT 3") { $0.integer(0) } == [1, 3])
  }

  @Test("the number of changed rows")
  func changes() throws {
    let database = try filled(rows: 5)
    #expect(try database.run("UPDATE t SET text = 'y' WHERE number < 3") == 3)
    #expect(try database.run("UPDATE t SET text = 'y' WHERE number = 99") == 0)
    #expect(try database.run("INSERT INTO t VALUES (1, 'z') ON CONFLICT DO NOTHING") == 0)
    #expect(try database.run("DELETE FROM t") == 5)
  }

  @Test("more or fewer values than parameters are an error")
  func wrongNumberOfValues() throws {
    let database = try filled(rows: 1)
    #expect(error { try database.run("SELECT ?") }?.code == .range)
    #expect(error { try database.run("SELECT ?", [1, 2]) }?.code == .range)
  }

  @Test("invalid SQL, no SQL and two statements are errors", arguments: ["SELEKT 1", "SELECT 1; SELECT 2", "", "-- nothing"])
  func invalid(_ sql: String) throws {
    let database = try filled(rows: 1)
    let code = error { try database.run(sql) }?.code
    #expect(code == .error || code == .misuse)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 1)
  }

  @Test("a constraint is an error, and the statement can be run again")
  func constraint() throws {
    let database = try filled(rows: 1)
    for _ in 0..<2 {
      let error = error { try database.run("INSERT INTO t VALUES (?, ?)", [0, "again"]) }
      #expect(error?.code == .constraint && error?.message == "UNIQUE constraint failed: t.number")
    }
    #expect(try database.run("INSERT INTO t VALUES (?, ?)", [1, "new"]) == 1)
  }

  @Test("a statement follows a change of the schema")
  func schemaChange() throws {
    let database = try filled(rows: 1)
    #expect(try database.row("SELECT * FROM t") { $0.text(2) } == nil)
    try SQLiteConnection(path).execute("ALTER TABLE t ADD COLUMN more TEXT DEFAULT 'more'")
    #expect(try database.row("SELECT * FROM t") { $0.text(2) } == "more")
  }

  @Test("functions in the schema of a file do not run")
  func untrustedSchema() throws {
    let database = try filled(rows: 1)
    try database.execute("CREATE VIEW v AS SELECT load_extension('x') AS x; CREATE VIEW w AS SELECT randomblob(1) AS x")
    #expect(error { try database.run("SELECT * FROM v") }?.code == .error)
  }

  // MARK: Transactions

  @Test("an error rolls back, and the connection remains usable")
  func rollback() throws {
    let database = try filled(rows: 1)
    struct Cancelled: Error {}
    #expect(throws: Cancelled.self) {
      try database.transaction {
        try database.run("DELETE FROM t")
        throw Cancelled()
      }
    }
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 1)
    #expect(try database.transaction { try database.run("DELETE FROM t") } == 1)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test("a transaction inside a transaction is an error of the inner one, and rolls back")
  func nested() throws {
    let database = try filled(rows: 1)
    let error = error { _ = try database.transaction { try database.transaction { try database.run("DELETE FROM t") } } }
    #expect(error?.code == .error)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 1)
    try database.transaction {}
  }

  // MARK: Errors

  @Test("another connection's lock is waited for, then it is busy")
  func busy() throws {
    let database = try filled(rows: 1)
    let other = try SQLiteConnection(path, .readWrite, busyTimeout: 10)
    try database.transaction {
      #expect(error { try other.transaction {} }?.code == .busy)
      #expect(error { try other.run("DELETE FROM t") }?.code == .busy)
    }
    #expect(try other.run("DELETE FROM t") == 1)
  }

  @Test("a full database keeps what it has")
  func full() throws {
    let database = try filled(rows: 1)
    try database.execute("PRAGMA max_page_count = 4")
    let error = error {
      _ = try database.transaction {
        try database.run("INSERT INTO t VALUES (1, ?)", [.text(String(repeating: "x", count: 100_000))])
      }
    }
    #expect(error?.code == .full)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 1)
    #expect(try database.run("INSERT INTO t VALUES (1, 'small')") == 1)
  }

  @Test("a file that is not a database")
  func notADatabase() throws {
    try SQLiteConnection(path).close()
    overwrite(from: 0, [UInt8](repeating: 0x67, count: 8192))
    let database = try SQLiteConnection(path)
    #expect(error { try database.run("PRAGMA user_version") }?.code == .notADatabase)
  }

  @Test("damaged pages are corrupt, also in the middle of the rows")
  func corrupt() throws {
    try filled(rows: 500).close()
    overwrite(from: 4096, [UInt8](repeating: 0xA5, count: 4096 * 4))
    let database = try SQLiteConnection(path)
    #expect(error { _ = try database.rows("SELECT * FROM t") { $0.text(1) } }?.code == .corrupt)
  }

  @Test("a connection for reading does not write")
  func readOnly() throws {
    try filled(rows: 1).close()
    let database = try SQLiteConnection(path, .readOnly)
    #expect(try database.row("SELECT COUNT(*) FROM t") { $0.integer(0) } == 1)
    #expect(error { try database.run("DELETE FROM t") }?.code == .readOnly)
  }

  @Test("a file that was deleted meanwhile is not written to")
  func moved() throws {
    let database = try filled(rows: 1)
    unlink(path)
    let error = error { try database.run("DELETE FROM t") }
    #expect(error?.isFileMoved == true && error?.code == .readOnly)
  }

  // MARK: Closing

  @Test("closing finalizes all statements, so that the journal is removed; later calls are misuse")
  func closing() throws {
    let database = try filled(rows: 5)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.run("DELETE FROM t WHERE number = 0")
    // Not read to the end.
    #expect(try database.row("SELECT number FROM t") { $0.integer(0) } == 1)
    #expect(exists(path + "-wal"))
    database.close()
    #expect(!exists(path + "-wal"))
    database.close()
    #expect(error { try database.run("SELECT 1") }?.code == .misuse)
    #expect(error { try database.execute("SELECT 1") }?.code == .misuse)
    #expect(error { try database.transaction {} }?.code == .misuse)
  }

  @Test("a connection that is no longer used is closed")
  func deinitialization() throws {
    do {
      let database = try filled(rows: 1)
      try database.execute("PRAGMA journal_mode = WAL")
      try database.run("DELETE FROM t")
    }
    #expect(!exists(path + "-wal"))
  }

  @Test("statements are prepared once and counted")
  func counting() throws {
    let database = try filled(rows: 1)
    let before = database.statementCount
    try database.run("DELETE FROM t")
    _ = try database.rows("SELECT * FROM t") { $0.integer(0) }
    #expect(database.statementCount == before + 2)
  }
}
