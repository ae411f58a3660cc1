import WidgetSystem

/// How to handle an SQLite error.
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
    switch error.code {
    case _ where error.isFileMoved: self = .replaced
    case .corrupt, .notADatabase, .format: self = .damaged(reason)
    // Our statements match the version that the file claims to have.
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

  /// For some of its files SQLite reports a full disk like any other failure.
  private static func isFull(_ path: String) -> Bool {
    var volume = statvfs()
    return statvfs(StoreFolder(of: path).path, &volume) == 0 && volume.f_bavail == 0 && volume.f_blocks > 0
  }

  private static func isWritable(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || (errno != EACCES && errno != EROFS)
  }
}
