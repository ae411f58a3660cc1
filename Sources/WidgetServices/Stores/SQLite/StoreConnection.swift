import GRDB
import WidgetSystem

/// An open database with its tables ready.
struct StoreConnection: Sendable {
  let queue: DatabaseQueue
  let path: String
  /// The open file; the path may lead to another one later.
  let inode: Inode
  /// Whether later operations may reuse it. A file that was opened read-only may have become writable.
  let isReusable: Bool

  /// Whether the path still leads to this file, which was neither set aside nor deleted.
  var isCurrent: Bool { (try? Inode(of: path)) == inode }

  /// Opens a file for an operation; creates it and its tables only if the operation adds rows.
  ///
  /// - Parameter seen: The file that was opened, also on failure.
  /// - Returns: nil if nothing is stored and nothing will be added.
  static func open(_ path: String, _ schema: StoreSchema, _ access: StoreAccess, seen: inout Inode?) throws -> StoreConnection? {
    let folder = StoreFolder(of: path)
    if access == .create { try folder.create() }
    // Opening takes several steps by name. The file must not be renamed between them.
    switch try folder.locked(exclusively: false, { try attempt(path, schema, access, seen: &seen) }) {
    case .opened(let connection): return connection
    case .empty where access != .create: return nil
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
    /// No file, or one without our tables.
    case empty
    /// Tables of an older luawidget.
    case outdated
  }

  private static func attempt(
    _ path: String, _ schema: StoreSchema, _ access: StoreAccess, preparing: Bool = false, seen: inout Inode?
  ) throws -> Outcome {
    guard let inode = try Inode(of: path) else { return .empty }
    guard inode.isRegularFile else { throw StoreError.unavailable(.file(path), reason: "it is not a regular file") }
    seen = inode
    let (queue, isReusable) = try openQueue(path, schema, access)
    let version = try queue.inDatabase { try $0.row("PRAGMA user_version")?.integer(0) ?? 0 }
    if version != schema.version {
      // Left unchanged.
      guard (0..<schema.version).contains(version) else {
        try? queue.close()
        throw StoreError.newerVersion(.file(path), found: version, supported: schema.version)
      }
      guard preparing else {
        try? queue.close()
        return version == 0 ? .empty : .outdated
      }
      try queue.inDatabase { try prepare($0, schema) }
    }
    if isReusable { trimJournal(of: queue, path) }
    return .opened(StoreConnection(queue: queue, path: path, inode: inode, isReusable: isReusable))
  }

  /// A process that exits without closing its stores leaves its changes in the journal, which every later process has to read.
  /// Therefore a process that finds a long journal checkpoints it. That waits for the disk, so it is not done on every run.
  private static func trimJournal(of queue: DatabaseQueue, _ path: String) {
    var info = stat()
    guard stat(path + "-wal", &info) == 0, info.st_size > 256 << 10 else { return }
    try? queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  private static func prepare(_ database: Database, _ schema: StoreSchema) throws {
    // A file system without shared memory keeps the rollback journal, which is slower and equally safe.
    try database.execute(sql: "PRAGMA journal_mode = WAL")
    try database.inTransaction(.immediate) {
      let version = try database.row("PRAGMA user_version")?.integer(0) ?? 0
      for script in schema.versions.dropFirst(version) { try database.execute(sql: script) }
      try database.execute(sql: "PRAGMA user_version = \(schema.version)")
      return .commit
    }
  }

  /// Created with mode 0600. SQLite uses the same mode for the files that it creates next to it.
  private static func createFile(_ path: String) throws {
    if try Inode(of: path) != nil { return }
    let descriptor = Self.create(path)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw StoreError(errno: errno, path: path)
    }
    // Closing a file releases this process's locks on it; it has none yet, because we hold the folder's lock.
    close(descriptor)
  }

  private static func create(_ path: String) -> Int32 {
    Libc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  }

  // MARK: Opening

  private static func openQueue(_ path: String, _ schema: StoreSchema, _ access: StoreAccess) throws -> (DatabaseQueue, Bool) {
    do {
      return (try DatabaseQueue(path: path, configuration: configuration(schema)), true)
    } catch let error as DatabaseError where access == .read && error.mayBeForWritingOnly {
      if let queue = try? DatabaseQueue(path: path, configuration: configuration(schema, readOnly: true)) {
        return (queue, false)
      }
      // In a read-only folder SQLite must be told that no other process writes either, which is not true while a journal contains
      // changes.
      var info = stat()
      guard stat(path + "-wal", &info) != 0 || info.st_size == 0,
        let queue = try? DatabaseQueue(path: immutableURI(path), configuration: configuration(schema, readOnly: true))
      else { throw error }
      return (queue, false)
    }
  }

  private static func configuration(_ schema: StoreSchema, readOnly: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      let synchronous = schema.isDurable ? "FULL" : "NORMAL"
      // The file is untrusted: no functions in its schema, no malformed pages.
      try database.execute(
        sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = \(synchronous)")
      if let limit = schema.pageLimit { try database.execute(sql: "PRAGMA max_page_count = \(limit)") }
    }
    return configuration
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

extension DatabaseError {
  /// Whether reading may still succeed when writing fails.
  fileprivate var mayBeForWritingOnly: Bool {
    switch resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR, .SQLITE_FULL: true
    default: false
    }
  }
}
