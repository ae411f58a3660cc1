import WidgetSystem

/// The identity of the file at a path, which shows whether the file was replaced.
struct Inode: Equatable, Sendable {
  private var device: UInt64
  private var number: UInt64
  var isRegularFile: Bool

  /// nil if there is no file.
  ///
  /// - Throws: If it cannot be determined: no permission, or a file where a folder should be.
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
