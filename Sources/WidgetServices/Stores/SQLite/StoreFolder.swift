import WidgetSystem

/// The folder of a store's file.
struct StoreFolder {
  let path: String

  init(of file: String) {
    // A path always has a slash; see ``StorePath/file()``.
    let end = file.lastIndex(of: "/") ?? file.startIndex
    path = end == file.startIndex ? "/" : String(file[..<end])
  }

  /// Creates the folder and its missing parents with mode 0700.
  func create() throws(StoreError) {
    if try Inode(of: path) != nil { return }
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o700) == 0 {
        Self.synchronize(String(path[..<end]))
        continue
      }
      // EEXIST also means another process was faster.
      if errno != EEXIST, errno != EISDIR {
        let code = errno
        // Parent folders can look read-only (automounts, for example) although they exist.
        if end < path.endIndex, try Inode(of: String(path[..<end])) != nil { continue }
        throw StoreError(errno: code, path: String(path[..<end]))
      }
    }
  }

  /// Makes the new folder's name durable. A file system without support for this isn't an error.
  private static func synchronize(_ folder: String) {
    try? Directory(StoreFolder(of: folder).path).descriptor.synchronize()
  }

  /// An error that names the folder, if no file in it can be locked.
  var lockProblem: StoreError? {
    (try? Directory(path))?.lockProblem().map { .noLocks(.file(path), reason: "\($0)") }
  }

  /// Runs the body while no other process, and no other store of this one, opens a file here or sets one aside.
  ///
  /// The lock is on the folder itself and leaves no file behind. If the file system has no locks, or the folder doesn't exist,
  /// the body runs without one.
  ///
  /// - Parameter exclusively: false lets others open files at the same time.
  func locked<Result>(exclusively: Bool, _ body: () throws -> Result) throws -> Result {
    guard let directory = try? Directory(path) else { return try body() }
    guard directory.lock(exclusively: exclusively) else { throw StoreError.busy(.file(path)) }
    // Closing the directory releases the lock.
    return try withExtendedLifetime(directory) { try body() }
  }
}

/// The identity of the file at a path, which shows whether the file was replaced.
struct Inode: Equatable, Sendable {
  private var device: UInt64
  private var number: UInt64
  var isRegularFile: Bool
  var isFolder: Bool

  /// The end of a sentence about a link. The file isn't created: its disk may not be mounted.
  static let dangling = "it is a symbolic link to a file that doesn't exist"

  /// nil if there's no file.
  ///
  /// - Throws: If there's no telling: no permission, a file where a folder should be, or a link to nothing.
  init?(of path: String) throws(StoreError) {
    var info = stat()
    if stat(path, &info) != 0 {
      guard errno == ENOENT else { throw StoreError(errno: errno, path: path) }
      guard lstat(path, &info) == 0 else { return nil }
      // Something is there: a link to nothing, or a file that another process has just created.
      guard stat(path, &info) == 0 else { throw StoreError.unavailable(.file(path), reason: Self.dangling) }
    }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
    isRegularFile = info.st_mode & S_IFMT == S_IFREG
    isFolder = info.st_mode & S_IFMT == S_IFDIR
  }
}

extension StoreLocation {
  /// A store in a file.
  static func file(_ path: String) -> StoreLocation {
    let word = ShellWord.quoted(path)
    return StoreLocation(
      path, replacement: "move \(word) away; a new one is created (`luawidget doctor` checks all stores)",
      writeAccess: "make \(word) and its folder writable")
  }
}

extension StoreError {
  /// The error for a failed system call on a store's file or folder.
  init(errno code: Int32, path: String) {
    guard code == ENOTDIR, let obstacle = FileStatus.obstacle(in: path + "/") else {
      self.init(errno: code, at: .file(path))
      return
    }
    let remedy = FileStatus.remedy(obstacle, named: ShellWord.quoted(obstacle))
    self = .unavailable(
      StoreLocation(path, replacement: remedy + (remedy.hasPrefix("move") ? "; luawidget makes a folder in its place" : "")),
      reason: "\(obstacle) is a file, not a folder")
  }

  /// The error for a failed system call on a store.
  package init(errno code: Int32, at location: StoreLocation) {
    switch code {
    case EROFS, EACCES, EPERM: self = .readOnly(location)
    case ENOSPC, EDQUOT: self = .full(location)
    default: self = .unavailable(location, reason: String(cString: strerror(code)))
    }
  }
}
