import WidgetModel
import WidgetSystem

/// A store's file that SQLite reported as damaged.
struct DamagedFile {
  var path: String
  /// The file containing the damage.
  var inode: Inode?
  var reason: String

  /// The files SQLite keeps next to a database in use.
  private static let companions = ["-wal", "-shm"]

  /// Renames the file and its companions to `NAME.damaged-YYYYMMDD-HHMMSS`; nothing is deleted.
  ///
  /// - Returns: nil if another process has already replaced the file.
  func setAside() throws -> StoreNotice? {
    try StoreFolder(of: path).locked(exclusively: true) {
      guard let inode, try Inode(of: path) == inode else { return nil }
      let name = try freeName()
      // The journal is renamed first: next to a new database, even briefly, it would be replayed into it.
      var renamed: [(from: String, to: String)] = []
      for suffix in Self.companions + [""] {
        if rename(path + suffix, name + suffix) == 0 {
          renamed.append((path + suffix, name + suffix))
        } else if errno != ENOENT {
          let code = errno
          for (from, to) in renamed.reversed() { rename(to, from) }
          throw StoreError.damaged(.file(path), reason: "\(reason); \(String(cString: strerror(code)))")
        }
      }
      return .replacedDamaged(.file(path), keptAs: name, reason: reason)
    }
  }

  private func freeName() throws -> String {
    let date = CalendarDate(localSeconds: Int(saturating: WallTime.now()))
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(date.year)\(digits(date.month))\(digits(date.day))"
    let stamp = "\(path).damaged-\(day)-\(digits(date.hour))\(digits(date.minute))\(digits(date.second))"
    for attempt in 1...1000 {
      let name = attempt == 1 ? stamp : "\(stamp)-\(attempt)"
      var info = stat()
      if ([""] + Self.companions).allSatisfy({ lstat(name + $0, &info) != 0 }) { return name }
    }
    throw StoreError.damaged(.file(path), reason: "\(reason); there are too many damaged files already")
  }
}

/// How to handle a SQLite error.
///
/// Source: sqlite.org/rescode.html.
enum SQLiteProblem {
  /// Set the file aside and create a new one.
  case damaged(String)
  /// The path leads to another file now: repeat the operation there.
  case replaced
  case error(StoreError)

  init(_ error: SQLiteError, path: String) {
    let reason = error.message
    if error.mayBeAboutLocks, let problem = StoreFolder(of: path).lockProblem {
      self = .error(problem)
      return
    }
    switch error.code {
    case _ where error.isFileMoved: self = .replaced
    case .corrupt, .notADatabase, .format: self = .damaged(reason)
    // Our statements match the version the file claims to have.
    case .error where Self.isAboutTables(reason): self = .damaged(reason)
    case .interrupted:
      self = .error(.unavailable(.file(path), reason: "reading it does not end; its tables are not those of luawidget"))
    case .tooLong:
      self = .error(
        .unavailable(
          .file(path),
          reason: "it has a row of more than \(SQLiteConnection.maximumLength >> 20) MiB, which luawidget never stores"))
    case .full: self = .error(.full(.file(path)))
    case .readOnly: self = .error(.readOnly(.file(path)))
    case .busy, .locked: self = .error(.busy(.file(path)))
    case .cannotOpen, .input, .permission:
      if Self.isFull(path) {
        self = .error(.full(.file(path)))
      } else if !Self.isWritable(path) || !Self.isWritable(StoreFolder(of: path).path) {
        self = .error(.readOnly(.file(path)))
      } else {
        self = .error(.unavailable(.file(path), reason: reason))
      }
    default: self = .error(.unavailable(.file(path), reason: reason))
    }
  }

  private static func isAboutTables(_ reason: String) -> Bool {
    reason.hasPrefix("no such table") || reason.hasPrefix("no such column") || reason.hasPrefix("table ")
      || reason.hasSuffix("already exists")
  }

  /// Whether the disk is full, which SQLite reports like any other failure for some of its files.
  private static func isFull(_ path: String) -> Bool {
    var volume = statvfs()
    return statvfs(StoreFolder(of: path).path, &volume) == 0 && volume.f_bavail == 0 && volume.f_blocks > 0
  }

  private static func isWritable(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || (errno != EACCES && errno != EROFS)
  }
}
