import GRDB
import WidgetSystem

/// What to do about an error of SQLite's.
///
/// Source: sqlite.org/rescode.html.
enum StoreProblem {
  /// Set it aside, start anew.
  case damaged(String)
  /// The path leads to another file now: do it again there.
  case replaced
  case error(StoreError)

  init(_ error: DatabaseError, path: String) {
    let reason = error.message ?? "error \(error.extendedResultCode.rawValue) of SQLite"
    switch error.resultCode {
    case _ where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: self = .replaced
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .damaged(reason)
    // Our statements are right for the version that the file claims to have.
    case .SQLITE_ERROR where Self.isAboutTables(reason): self = .damaged(reason)
    case .SQLITE_FULL: self = .error(.full(path: path))
    case .SQLITE_READONLY: self = .error(.readOnly(path: path))
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .error(.busy(path: path))
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM:
      if Self.isFull(path) {
        self = .error(.full(path: path))
      } else if !Self.isWritable(path) || !Self.isWritable(StoreFolder(of: path).path) {
        self = .error(.readOnly(path: path))
      } else {
        self = .error(.unavailable(path: path, reason: reason))
      }
    default: self = .error(.unavailable(path: path, reason: reason))
    }
  }

  private static func isAboutTables(_ reason: String) -> Bool {
    reason.hasPrefix("no such table") || reason.hasPrefix("no such column") || reason.hasPrefix("table ")
      || reason.hasSuffix("already exists")
  }

  /// Some of SQLite's files report a full disk as any other failure.
  private static func isFull(_ path: String) -> Bool {
    var volume = statvfs()
    return statvfs(StoreFolder(of: path).path, &volume) == 0 && volume.f_bavail == 0 && volume.f_blocks > 0
  }

  private static func isWritable(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || (errno != EACCES && errno != EROFS)
  }
}
