import Testing
import WidgetModel
import WidgetSystem

@testable import WidgetServices

/// Files of SQLite stores: creation, damage, replacement, concurrency, errors.
@Suite struct StoreFileTests {
  private let folder = TemporaryFolder()
  private let notices = Notices()
  private var path: String { folder("defaults.db") }

  private func makeStore() -> SQLiteDefaultsStore { SQLiteDefaultsStore(.data(StorePath(path), onNotice: notices.handler)) }

  private func set(_ key: String, _ value: LuaValue) -> DefaultsChange { .set(suite: "w", key: key, value: value) }

  /// Several pages of values, all in the file itself and none in a journal.
  private func fill(_ count: Int = 200) throws {
    do { try makeStore().apply((0..<count).map { set("key\($0)", .string(String(repeating: "v", count: 500))) }) }
    try SQLiteConnection(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private var damaged: [String] { folder.names.filter { $0.hasPrefix("defaults.db.damaged-") } }

  // MARK: Other programs' tables

  @Test("a view without an end in place of a table is an error, and the file is left unchanged")
  func endlessView() throws {
    try fill(1)
    let database = try SQLiteConnection(path)
    try database.execute(
      """
      DROP TABLE value;
      CREATE VIEW value (suite, key, value) AS
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 'w', 'k' || x, x'01' FROM n WHERE x < 0;
      """)
    #expect(
      throws: StoreError.unavailable(.file(path), reason: "reading it does not end; its tables are not those of luawidget")
    ) { try makeStore().suites() }
    #expect(notices.all.isEmpty && damaged.isEmpty)
  }

  // MARK: Creation

  @Test("folders and files are accessible only to the user")
  func modes() throws {
    let store = SQLiteDefaultsStore(.data(StorePath(folder("share/luawidget/defaults.db"))))
    try store.apply([set("key", 1)])
    #expect(mode(of: folder("share")) == 0o700)
    #expect(mode(of: folder("share/luawidget")) == 0o700)
    for name in TemporaryFolder.entries(folder("share/luawidget")) {
      #expect(mode(of: folder("share/luawidget/\(name)")) == 0o600, "\(name)")
    }
    #expect(TemporaryFolder.entries(folder("share/luawidget")).sorted() == ["defaults.db", "defaults.db-shm", "defaults.db-wal"])
  }

  @Test("write-ahead logging with full durability and our schema version")
  func settings() throws {
    try makeStore().apply([set("key", 1)])
    let database = try SQLiteConnection(path)
    let mode = try database.row("PRAGMA journal_mode") { $0.text(0) }
    let version = try database.row("PRAGMA user_version") { $0.integer(0) }
    #expect(mode == "wal" && version == 5)
  }

  @Test("a path with characters that are special in a URI")
  func oddPath() throws {
    let odd = folder("a b?c#d%20e\u{E9}&f=")
    let store = SQLiteDefaultsStore(.data(StorePath("\(odd)/defaults.db")))
    try store.apply([set("key", 1)])
    #expect(exists("\(odd)/defaults.db"))
  }

  @Test("an empty file is a new store, without a notice")
  func emptyFile() throws {
    write([], to: path)
    let store = makeStore()
    #expect(try store.value("key", in: "w") == nil)
    try store.apply([set("key", 1)])
    #expect(try store.value("key", in: "w") == 1)
    #expect(folder.names == ["defaults.db"] && notices.all == [])
  }

  @Test("stores that create the file concurrently lose nothing")
  func simultaneousCreation() async throws {
    let stores = (0..<8).map { _ in makeStore() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask { for step in 0..<20 { try store.apply([self.set("key\(index)-\(step)", .integer(Int64(step)))]) } }
      }
      try await group.waitForAll()
    }
    #expect(try makeStore().all(in: "w").count == 160)
    #expect(folder.names == ["defaults.db"] && notices.all == [])
  }

  @Test("a link to nothing is an error at once, for reading and for writing, and stays as it is")
  func danglingLink() throws {
    let target = folder("elsewhere/defaults.db")
    #expect(symlink(target, path) == 0)
    let error = StoreError.unavailable(.file(path), reason: "it is a symbolic link to a file that doesn't exist")
    #expect(throws: error) { try makeStore().value("key", in: "w") }
    #expect(throws: error) { try makeStore().apply([set("key", 1)]) }
    #expect(throws: error) { try SQLiteGrantStore(.data(StorePath(path))).list() }
    #expect(throws: error) { try StorePath(path).check(isFolder: false) }
    let snapshots = SQLiteSnapshotStore(path: StorePath(path))
    #expect(throws: error) { try snapshots.list() }
    #expect(throws: error) { try snapshots.acquire("a", owner: "o", until: 100, now: 0) }
    // A link to an existing file is a store like any other.
    #expect(mkdir(folder("elsewhere"), 0o700) == 0)
    write([], to: target)
    try makeStore().apply([set("key", 1)])
    #expect(try makeStore().value("key", in: "w") == 1)
  }

  @Test("a pipe in place of a file that SQLite keeps beside the store is named", arguments: ["-journal", "-wal"])
  func pipeBeside(_ suffix: String) throws {
    do { try makeStore().apply([set("key", 1)]) }
    unlink(path + suffix)
    #expect(mkfifo(path + suffix, 0o600) == 0)
    let error = StoreError.unavailable(.file(path + suffix), reason: "it is not a regular file")
    #expect(throws: error) { try makeStore().value("key", in: "w") }
    unlink(path + suffix)
    #expect(try makeStore().value("key", in: "w") == 1)
  }

  @Test("a link in place of a store's folder that leads nowhere is named")
  func danglingFolder() throws {
    let link = folder("share")
    #expect(symlink(folder("gone"), link) == 0)
    let store = SQLiteDefaultsStore(.data(StorePath(link + "/defaults.db")))
    #expect(throws: StoreError.unavailable(.file(link), reason: "it is a symbolic link to a file that doesn't exist")) {
      try store.apply([set("key", 1)])
    }
    #expect(throws: StoreError.self) { try StorePath(link).check(isFolder: true) }
    #expect(throws: Never.self) { try StorePath(folder("nothing")).check(isFolder: true) }
  }

  // MARK: Damage

  /// Kinds of damage to a file that was ``fill``ed.
  enum Damage: CaseIterable {
    case garbage, header, truncated, zeroedPages, noTables, otherTables, text

    func apply(to path: String) throws {
      let bytes = contents(of: path)
      switch self {
      case .garbage: write((0..<20000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 7) }, to: path)
      case .header: write([UInt8](repeating: 0x58, count: 16) + bytes.dropFirst(16), to: path)
      case .truncated: write(Array(bytes.prefix(4096 * 3)), to: path)
      case .zeroedPages: write(bytes.prefix(4096) + [UInt8](repeating: 0, count: bytes.count - 4096), to: path)
      case .noTables: try SQLiteConnection(path).execute("DROP TABLE value")
      case .otherTables:
        try SQLiteConnection(path).execute(
          "DROP TABLE value; CREATE TABLE value (something TEXT); INSERT INTO value VALUES ('kept')")
      case .text: write(Array("export PATH=/usr/bin\n".utf8), to: path)
      }
    }
  }

  @Test("a damaged file is set aside, reported once, and replaced; reading works", arguments: Damage.allCases)
  func damagedOnRead(_ damage: Damage) throws {
    try fill()
    try damage.apply(to: path)
    let before = contents(of: path)
    let store = makeStore()
    #expect(try store.all(in: "w") == [:])
    #expect(try store.value("key1", in: "w") == nil)
    try store.apply([set("key", 1)])
    #expect(try store.all(in: "w") == ["key": 1])
    #expect(try makeStore().all(in: "w") == ["key": 1])
    let kept = try #require(damaged.first)
    #expect(damaged.count == 1)
    #expect(kept.wholeMatch(of: /defaults\.db\.damaged-\d{8}-\d{6}/) != nil)
    #expect(contents(of: folder(kept)) == before)
    guard case .replacedDamaged(.file(path), folder(kept), _)? = notices.all.first, notices.all.count == 1 else {
      Issue.record("\(notices.all)")
      return
    }
  }

  @Test("the same if the first operation writes", arguments: [Damage.garbage, .header, .noTables, .otherTables, .text])
  func damagedOnWrite(_ damage: Damage) throws {
    try fill()
    try damage.apply(to: path)
    let store = makeStore()
    try store.apply([set("key", 1)])
    #expect(try store.all(in: "w") == ["key": 1])
    #expect(damaged.count == 1 && notices.all.count == 1)
  }

  @Test("damage that appears while the file is open")
  func damagedLater() throws {
    try fill()
    let store = makeStore()
    #expect(try store.value("key1", in: "w") != nil)
    // In place: the same file with other bytes. The connection caches pages, so everything is read.
    let descriptor = open(path, O_WRONLY)
    let size = contents(of: path).count
    let zeros = [UInt8](repeating: 0xA5, count: size)
    _ = zeros.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    #expect(try store.all(in: "w") == [:])
    try store.apply([set("key", 1)])
    #expect(try store.all(in: "w") == ["key": 1])
    #expect(damaged.count == 1)
  }

  @Test("stores that notice the damage concurrently set the file aside once")
  func damagedForMany() async throws {
    try fill()
    try Damage.garbage.apply(to: path)
    let stores = (0..<8).map { _ in makeStore() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask { try store.apply([self.set("key\(index)", 1)]) }
      }
      try await group.waitForAll()
    }
    #expect(try makeStore().all(in: "w").count == 8)
    #expect(damaged.count == 1 && notices.all.count == 1)
  }

  @Test("damaged files of the same second have distinct names; their journals move with them")
  func namesAndCompanions() throws {
    for number in UInt8(1)...3 {
      for suffix in ["", "-wal", "-shm"] { write([number], to: path + suffix) }
      guard
        case .replacedDamaged(_, let name, "why")? = try DamagedFile(path: path, inode: Inode(of: path), reason: "why").setAside()
      else {
        Issue.record("not set aside")
        return
      }
      for suffix in ["", "-wal", "-shm"] { #expect(contents(of: name + suffix) == [number], "\(name)\(suffix)") }
    }
    #expect(Set(damaged).count == 3)
    #expect(!exists(path) && !exists(path + "-wal"))
  }

  @Test("a damaged value counts as not set and is reported once; the others remain")
  func damagedValue() throws {
    let store = makeStore()
    try store.apply([set("bad", "x"), set("good", 1), set("odd", "y")])
    try SQLiteConnection(path).execute(
      "UPDATE value SET value = x'c1' WHERE key = 'bad'; UPDATE value SET value = 'text' WHERE key = 'odd'")
    for _ in 0..<2 {
      #expect(try store.value("bad", in: "w") == nil)
      #expect(try store.value("odd", in: "w") == nil)
      #expect(try store.all(in: "w") == ["good": 1])
    }
    #expect(
      notices.all == [
        .unreadableValue(.file(path), owner: "w", key: "bad"), .unreadableValue(.file(path), owner: "w", key: "odd"),
      ])
    #expect(damaged == [])
  }

  // MARK: Files that mustn't be touched

  @Test("a newer luawidget's file is left unchanged", arguments: [6, 1000, -1])
  func newerVersion(_ version: Int) throws {
    try fill(3)
    try SQLiteConnection(path).execute(
      "PRAGMA user_version = \(version); PRAGMA wal_checkpoint(TRUNCATE)")
    let before = contents(of: path)
    let error = StoreError.newerVersion(.file(path), found: version, supported: 5)
    #expect(throws: error) { try makeStore().value("key1", in: "w") }
    #expect(throws: error) { try makeStore().apply([set("key", 1)]) }
    #expect(contents(of: path) == before)
    #expect(damaged == [] && notices.all == [])
    #expect(error.description == "\(path): the store was written by a newer luawidget (version \(version), this one supports 5)")
  }

  @Test("a folder in its place is left unchanged")
  func folderInPlace() throws {
    mkdir(path, 0o700)
    write([1], to: path + "/file")
    let error = StoreError.unavailable(.file(path), reason: "it is not a regular file")
    #expect(throws: error) { try makeStore().value("key", in: "w") }
    #expect(throws: error) { try makeStore().apply([set("key", 1)]) }
    #expect(contents(of: path + "/file") == [1])
    #expect(damaged == [])
  }

  @Test("a file in place of a folder is an error with the reason")
  func fileAbove() throws {
    write([1], to: folder("share"))
    let store = SQLiteDefaultsStore(.data(StorePath(folder("share/luawidget/defaults.db"))))
    do throws(StoreError) { _ = try store.value("key", in: "w") } catch {
      #expect(error.description.hasSuffix("defaults.db: the store cannot be used: \(folder("share")) is a file, not a folder"))
      #expect(error.remedy == "move \(folder("share")) away; luawidget makes a folder in its place")
    }
    #expect(throws: StoreError.self) { try store.apply([set("key", 1)]) }
    #expect(contents(of: folder("share")) == [1])
  }

  @Test("an error is not permanent: the next operation tries again")
  func recovery() throws {
    mkdir(path, 0o700)
    let store = makeStore()
    #expect(throws: StoreError.self) { try store.apply([set("key", 1)]) }
    rmdir(path)
    try store.apply([set("key", 1)])
    #expect(try store.value("key", in: "w") == 1)
  }

  // MARK: Replacement and deletion

  @Test("when the file is deleted while it is open, writes go into a new one")
  func deleted() throws {
    let store = makeStore()
    try store.apply([set("old", 1)])
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    #expect(try store.all(in: "w") == [:])
    try store.apply([set("new", 1)])
    #expect(try makeStore().all(in: "w") == ["new": 1])
  }

  @Test("when another process sets it aside, this one follows")
  func followed() throws {
    let store = makeStore()
    try store.apply([set("old", 1)])
    let inode = try Inode(of: path)
    #expect(try DamagedFile(path: path, inode: inode, reason: "for a test").setAside() != nil)
    #expect(try DamagedFile(path: path, inode: inode, reason: "for a test").setAside() == nil)
    try makeStore().apply([set("theirs", 1)])
    #expect(try DamagedFile(path: path, inode: inode, reason: "for a test").setAside() == nil)
    try store.apply([set("mine", 1)])
    #expect(try makeStore().all(in: "w") == ["mine": 1, "theirs": 1])
    #expect(damaged.count == 1)
  }

  @Test("a write to a file that was set aside meanwhile is repeated")
  func replacedDuringWrite() throws {
    let database = StoreDatabase(
      StorePath(path), StoreSchema(versions: ["CREATE TABLE t (x)"], isDurable: false), onNotice: notices.handler)
    var runs = 0
    _ = try database.access(.create) { connection in
      runs += 1
      try connection.run("INSERT INTO t VALUES (1)")
      if runs == 1 {
        let inode = try Inode(of: path)
        _ = try DamagedFile(path: path, inode: inode, reason: "for a test").setAside()
      }
    }
    #expect(runs == 2)
    let count = try SQLiteConnection(path).row("SELECT COUNT(*) FROM t") { $0.integer(0) }
    #expect(count == 1)
  }

  // MARK: Concurrency

  @Test("no value acknowledged by two stores is lost")
  func concurrentWriters() async throws {
    let stores = [makeStore(), makeStore(), makeStore()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<6 {
        let store = stores[writer % 3]
        group.addTask {
          for step in 0..<40 {
            try store.apply([.set(suite: "w\(writer)", key: "key\(step)", value: .integer(Int64(step)))])
            let read = try store.value("key\(step)", in: "w\(writer)")
            #expect(read == .integer(Int64(step)))
          }
        }
      }
      try await group.waitForAll()
    }
    let reader = makeStore()
    for writer in 0..<6 { #expect(try reader.all(in: "w\(writer)").count == 40, "\(writer)") }
    #expect(notices.all == [])
  }

  @Test("an operation that throws is rolled back")
  func rollback() throws {
    let database = StoreDatabase(
      StorePath(path), StoreSchema(versions: ["CREATE TABLE t (x)"], isDurable: false), onNotice: notices.handler)
    #expect(throws: StoreError.zeroByte) {
      _ = try database.access(.create) { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        throw StoreError.zeroByte
      }
    }
    let count = try database.access(.read) { try $0.row("SELECT COUNT(*) FROM t") { $0.integer(0) } }
    #expect(count == 0)
  }

  @Test("an older schema is upgraded, also by reading")
  func upgrade() throws {
    let first = "CREATE TABLE t (x)"
    let old = StoreDatabase(StorePath(path), StoreSchema(versions: [first], isDurable: false), onNotice: notices.handler)
    _ = try old.access(.create) { try $0.run("INSERT INTO t VALUES (7)") }
    let new = StoreDatabase(
      StorePath(path), StoreSchema(versions: [first, "ALTER TABLE t ADD COLUMN y DEFAULT 8"], isDurable: false),
      onNotice: notices.handler)
    let row = try new.access(.read) { try $0.row("SELECT x, y FROM t") { [$0.integer(0), $0.integer(1)] } }
    #expect(row == [7, 8])
    #expect(throws: StoreError.newerVersion(.file(path), found: 2, supported: 1)) {
      _ = try StoreDatabase(StorePath(path), StoreSchema(versions: [first], isDurable: false), onNotice: notices.handler)
        .access(.read) { _ in }
    }
    #expect(notices.all == [])
  }

  // MARK: Full, locked, read-only

  @Test("a full disk is an error; stored data remains readable")
  func full() throws {
    var schema = SQLiteSnapshotStore.schema
    schema.pageLimit = 20
    let store = SQLiteSnapshotStore(StoreDatabase(StorePath(path), schema, onNotice: notices.handler))
    var snapshot = Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w", name: "W"), view: ViewNode(.text("good")), result: .newData, reason: .manual,
      updatedAt: 1)
    try store.save(snapshot)
    let good = snapshot
    snapshot.view = ViewNode(.image(.bytes([UInt8](repeating: 1, count: 200_000)), mode: .fit))
    #expect(throws: StoreError.full(.file(path))) { try store.save(snapshot) }
    #expect(try store.newest(of: "w") == good)
    try store.markFailure(Failure(.internalError, "full"), at: 2, instance: "w")
    #expect(try store.newest(of: "w")?.view == good.view)
    #expect(damaged == [] && notices.all == [])
  }

  @Test("where SQLite cannot create its journal, reading works and writing is an error")
  func noJournal() throws {
    try fill(3)
    // Like a read-only folder, but for root too.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    mkdir(path + "-shm", 0o700)
    let store = makeStore()
    #expect(try store.value("key1", in: "w") == .string(String(repeating: "v", count: 500)))
    #expect(try store.all(in: "w").count == 3)
    #expect(throws: StoreError.self) { try store.apply([set("key", 1)]) }
    #expect(try store.all(in: "w").count == 3)
    rmdir(path + "-shm")
    try store.apply([set("key", 1)])
    #expect(try store.all(in: "w").count == 4)
    #expect(damaged == [] && notices.all == [])
  }

  #if os(Linux)
    @Test("the stores of one file open it once")
    func sharedConnection() throws {
      let database = StoreDatabase.data(StorePath(path), onNotice: notices.handler)
      try SQLiteDefaultsStore(database).apply([set("key", 1)])
      #expect(try SQLiteGrantStore(database).list() == [])
      #expect(try SQLiteNotificationQuota(database).take(widget: "w", at: 100))
      let descriptors = TemporaryFolder.entries("/proc/self/fd").filter { name in
        var target = [CChar](repeating: 0, count: 4096)
        return readlink("/proc/self/fd/\(name)", &target, target.count - 1) > 0
          && target.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } == path
      }
      #expect(descriptors.count == 1)
    }

    @Test("in a read-only folder reading works and writing is an error", arguments: [false, true])
    func readOnlyFolder(_ isInUse: Bool) throws {
      var writer: SQLiteDefaultsStore?
      try fill(3)
      if isInUse {
        // Its latest value is only in the journal.
        writer = makeStore()
        try writer?.apply([set("new", 1)])
      }
      for name in TemporaryFolder.entries(folder.path) { chmod(folder(name), 0o444) }
      chmod(folder.path, 0o555)
      try withoutPrivileges { () throws in
        let store = makeStore()
        #expect(try store.value("key1", in: "w") == .string(String(repeating: "v", count: 500)))
        #expect(try store.all(in: "w").count == (isInUse ? 4 : 3))
        #expect(throws: StoreError.readOnly(.file(path))) { try store.apply([set("key", 1)]) }
        #expect(throws: StoreError.readOnly(.file(path))) { try store.apply([.remove(suite: "w", key: "key1")]) }
        #expect(try store.all(in: "w").count == (isInUse ? 4 : 3))
        let missing = SQLiteDefaultsStore(.data(StorePath(folder("other.db"))))
        #expect(try missing.value("key", in: "w") == nil)
        #expect(throws: StoreError.readOnly(.file(folder("other.db")))) { try missing.apply([set("key", 1)]) }
        let below = SQLiteDefaultsStore(.data(StorePath(folder("below/defaults.db"))))
        #expect(throws: StoreError.readOnly(.file(folder("below")))) { try below.apply([set("key", 1)]) }
      }
      chmod(folder.path, 0o700)
      #expect(notices.all == [])
      withExtendedLifetime(writer) {}
    }

    @Test("a damaged file that cannot be set aside is an error, and remains")
    func damagedReadOnly() throws {
      write([UInt8](repeating: 0x67, count: 8192), to: path)
      chmod(path, 0o444)
      chmod(folder.path, 0o555)
      try withoutPrivileges { () throws in
        let error = #expect(throws: StoreError.self) { try makeStore().value("key", in: "w") }
        #expect(error == .damaged(.file(path), reason: "file is not a database; Permission denied"))
      }
      chmod(folder.path, 0o700)
      #expect(folder.names == ["defaults.db"] && notices.all == [])
    }

    /// Permissions don't restrict root. On Linux a single thread can access files as another user.
    private func withoutPrivileges(_ body: () throws -> Void) throws {
      guard geteuid() == 0 else { return try body() }
      // From <sys/fsuid.h>, which Swift's C library module omits.
      let address = try #require(dlsym(dlopen(nil, RTLD_NOW), "setfsuid"))
      let setFileSystemUser = unsafeBitCast(address, to: (@convention(c) (uid_t) -> Int32).self)
      _ = setFileSystemUser(65534)
      defer { _ = setFileSystemUser(0) }
      try body()
    }
  #endif
}
