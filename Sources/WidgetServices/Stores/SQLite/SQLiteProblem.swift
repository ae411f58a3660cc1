import GRDB
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

  init(_ error: DatabaseError, path: String) {
    let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case _ where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: self = .replaced
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .damaged(reason)
    // Our statements match the version that the file claims to have.
    case .SQLITE_ERROR where Self.isAboutTables(reason): self = .damaged(reason)
    case .SQLITE_FULL: self = .error(.full(.file(path)))
    case .SQLITE_READONLY: self = .error(.readOnly(.file(path)))
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .error(.busy(.file(path)))
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM:
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
