import WidgetSystem

/// Which file a path leads to now: tells whether it was replaced since.
struct Inode: Equatable, Sendable {
  private var device: UInt64
  private var number: UInt64
  var isRegularFile: Bool

  /// nil when there is nothing.
  ///
  /// - Throws: When that cannot be found out: no permission, or a file where a folder should be.
  init?(of path: String) throws(StoreError) {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT { return nil }
      throw StoreError(errno: errno, path: path)
    }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
    isRegularFile = info.st_mode & S_IFMT == S_IFREG
  }
}

extension StoreError {
  init(errno code: Int32, path: String) {
    switch code {
    case EROFS, EACCES, EPERM: self = .readOnly(path: path)
    case ENOSPC, EDQUOT: self = .full(path: path)
    default: self = .unavailable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
