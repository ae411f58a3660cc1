import WidgetSystem

/// The folder of a store's file.
struct StoreFolder {
  let path: String

  init(of file: String) {
    // A path always has a slash; see ``StorePath/file()``.
    let end = file.lastIndex(of: "/") ?? file.startIndex
    path = end == file.startIndex ? "/" : String(file[..<end])
  }

  /// Makes the folder and those above it that are missing, for the user's eyes only.
  func create() throws(StoreError) {
    if try Inode(of: path) != nil { return }
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o700) == 0 {
        Self.synchronize(String(path[..<end]))
        continue
      }
      // EEXIST also when another process was faster.
      if errno != EEXIST, errno != EISDIR {
        let code = errno
        // Above what may be written there can be folders that only look read-only.
        if end < path.endIndex, try Inode(of: String(path[..<end])) != nil { continue }
        throw StoreError(errno: code, path: String(path[..<end]))
      }
    }
  }

  /// Makes the name of a new folder last. A file system that cannot is no reason to store nothing.
  private static func synchronize(_ folder: String) {
    let descriptor = open(StoreFolder(of: folder).path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Runs something while no other process, and no other store of this one, opens a file here or sets one aside.
  ///
  /// The lock is on the folder itself and leaves no file behind. Where the file system has no locks, or the folder does not exist,
  /// it runs without.
  ///
  /// - Parameter exclusively: false lets others open files at the same time.
  func locked<Result>(exclusively: Bool, _ body: () throws -> Result) throws -> Result {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return try body() }
    // Closing gives the lock back.
    defer { close(descriptor) }
    let operation = (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB
    var waited = 0
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }
      guard waited < 5000 else { throw StoreError.busy(path: path) }
      usleep(2000)
      waited += 2
    }
    return try body()
  }
}
