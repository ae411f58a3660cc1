import WidgetSystem

/// An open database with its tables ready.
struct StoreConnection: Sendable {
  private let connection: SQLiteConnection
  private let path: String
  /// The open file; the path may lead to another one later.
  let inode: Inode
  /// Whether later operations can reuse it. A file opened read-only may have become writable.
  let isReusable: Bool

  /// Whether the path still leads to this file, so it was neither set aside nor deleted.
  var isCurrent: Bool { (try? Inode(of: path)) == inode }

  /// The number of statements run, not counting those for opening the file.
  var statementCount: Int { connection.statementCount }

  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value { try body(connection) }

  func transaction<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    try connection.transaction { try body(connection) }
  }

  func close() { connection.close() }

  /// Opens a file for an operation; creates it and its tables only if the operation adds rows.
  ///
  /// - Parameter seen: The opened file, even after a failure.
  /// - Returns: nil if nothing is stored and nothing will be added.
  static func open(_ path: String, _ schema: StoreSchema, _ access: StoreAccess, seen: inout Inode?) throws -> StoreConnection? {
    let folder = StoreFolder(of: path)
    if access.creates { try folder.create() }
    // Opening takes several steps by name, and the file mustn't be renamed between them.
    switch try folder.locked(exclusively: false, { try attempt(path, schema, access, seen: &seen) }) {
    case .opened(let connection): return connection
    case .empty where !access.creates: return nil
    case .empty, .outdated: break
    }
    return try folder.locked(exclusively: true) {
      try createFile(path)
      guard case .opened(let connection) = try attempt(path, schema, access, preparing: true, seen: &seen) else { return nil }
      return connection
    }
  }

  private enum Outcome {
    case opened(StoreConnection)
    /// There's no file, or one without our tables.
    case empty
    /// Tables of an older luawidget.
    case outdated
  }

  private static func attempt(
    _ path: String, _ schema: StoreSchema, _ access: StoreAccess, preparing: Bool = false, seen: inout Inode?
  ) throws -> Outcome {
    guard let inode = try Inode(of: path) else { return .empty }
    // SQLite opens the files beside it too, and would wait for a pipe's writer.
    for (file, kind) in [(path, inode)] + (try ["-journal", "-wal"].map { (path + $0, try Inode(of: path + $0)) }) {
      guard kind?.isRegularFile != false else {
        throw StoreError.unavailable(.file(file), reason: "it is \(RegularFile.refusal)")
      }
    }
    seen = inode
    let (connection, version, isReusable) = try connect(path, schema, access)
    if version != schema.version {
      // Left unchanged.
      guard (0..<schema.version).contains(version) else {
        throw StoreError.newerVersion(.file(path), found: version, supported: schema.version)
      }
      guard preparing else { return version == 0 ? .empty : .outdated }
      try prepare(connection, schema)
    }
    if isReusable { trimJournal(of: connection, path) }
    return .opened(StoreConnection(connection: connection, path: path, inode: inode, isReusable: isReusable))
  }

  /// A process that exits without closing its stores leaves its changes in the journal, which every later process has to read. So
  /// a process finding a long journal checkpoints it. That waits for the disk, so it isn't done on every run.
  private static func trimJournal(of connection: SQLiteConnection, _ path: String) {
    var info = stat()
    guard stat(path + "-wal", &info) == 0, info.st_size > 256 << 10 else { return }
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func prepare(_ connection: SQLiteConnection, _ schema: StoreSchema) throws {
    // A file system without shared memory keeps the rollback journal, which is slower but equally safe.
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.transaction {
      let version = try version(of: connection)
      for script in schema.versions.dropFirst(version) { try connection.execute(script) }
      try connection.execute("PRAGMA user_version = \(schema.version)")
    }
  }

  private static func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
    try connection.row("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  /// Creates a file with mode 0600. SQLite uses the same mode for the files it creates next to it.
  private static func createFile(_ path: String) throws {
    if try Inode(of: path) != nil { return }
    let descriptor = Libc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw StoreError(errno: errno, path: path)
    }
    // Closing a file releases this process's locks on it; it has none yet, because we hold the folder's lock.
    Libc.close(descriptor)
  }

  // MARK: Opening

  private typealias Opened = (connection: SQLiteConnection, version: Int, isReusable: Bool)

  private static func connect(_ path: String, _ schema: StoreSchema, _ access: StoreAccess) throws(SQLiteError) -> Opened {
    do {
      return try connect(path, schema, .readWrite)
    } catch {
      guard access == .read, error.mayBeForWritingOnly else { throw error }
      if let opened = try? connect(path, schema, .readOnly) { return opened }
      // In a read-only folder SQLite must be told that no other process writes either, which isn't true while a journal contains
      // changes.
      var info = stat()
      guard stat(path + "-wal", &info) != 0 || info.st_size == 0, let opened = try? connect(path, schema, .immutable) else {
        throw error
      }
      return opened
    }
  }

  private static func connect(
    _ path: String, _ schema: StoreSchema, _ mode: SQLiteConnection.Mode
  ) throws(SQLiteError) -> Opened {
    let connection = try SQLiteConnection(path, mode)
    // The file is untrusted: malformed pages are errors.
    var settings = "PRAGMA cell_size_check = ON; PRAGMA synchronous = \(schema.isDurable ? "FULL" : "NORMAL")"
    if let limit = schema.pageLimit { settings += "; PRAGMA max_page_count = \(limit)" }
    try connection.execute(settings)
    // The first access to the file: opening it reads nothing.
    return (connection, try version(of: connection), mode == .readWrite)
  }
}

extension SQLiteError {
  /// Whether reading may still succeed although writing fails.
  fileprivate var mayBeForWritingOnly: Bool {
    switch code {
    case .cannotOpen, .readOnly, .permission, .input, .full: true
    default: false
    }
  }
}
