/// An open directory. Names below it are single path segments, so no other process can divert an operation by renaming or
/// linking. Closed when the last reference goes away.
public final class Directory: Sendable {
  public let descriptor: FileDescriptor

  private init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { descriptor.close() }

  /// - Parameter followsLinks: Whether the path may be a symbolic link to a directory; otherwise that fails with `ELOOP` or `ENOTDIR`.
  public convenience init(_ path: String, followsLinks: Bool = true) throws(SystemError) {
    self.init(try .open(path, O_RDONLY | O_DIRECTORY | (followsLinks ? 0 : O_NOFOLLOW)))
  }

  /// Opens a directory, creating missing ones for the user alone.
  public static func make(_ path: String) throws(SystemError) -> Directory {
    do throws(SystemError) {
      return try Directory(path)
    } catch {
      guard error.code == ENOENT, path != "/", let slash = path.lastIndex(of: "/") else { throw error }
      let parent = try make(slash == path.startIndex ? "/" : String(path[..<slash]))
      let name = String(path[path.index(after: slash)...])
      if !name.isEmpty { try parent.makeDirectory(name) }
      return try Directory(path)
    }
  }

  /// Waits up to five seconds for a lock on the directory, while another process or another instance of this class holds one.
  ///
  /// The lock leaves no file behind and ends with this instance, however the process ends. On a file system without locks,
  /// nothing is locked.
  ///
  /// - Parameter exclusively: false allows others to share the lock.
  /// - Returns: false if someone else still holds the lock.
  public func lock(exclusively: Bool = true) -> Bool {
    for _ in 0..<5000 {
      if flock(descriptor.rawValue, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return true }
      usleep(1000)
    }
    return false
  }

  /// Why no file in this directory can be locked, as on some network file systems; nil if locks work, or if no file can be made to try.
  public func lockProblem() -> SystemError? {
    guard let file = unnamedFile() else { return nil }
    defer { file.close() }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    guard fcntl(file.rawValue, F_SETLK, &lock) != 0 else { return nil }
    return .current
  }

  /// A file that is gone once it's closed, or nil if none can be made.
  private func unnamedFile() -> FileDescriptor? {
    #if os(Linux)
      // Nothing stays behind, whenever the process is killed. Not every file system can do it.
      let unnamed = O_DIRECTORY | 0o20_000_000  // O_TMPFILE, a macro that Swift doesn't import
      if let file = try? descriptor.open(below: ".", O_RDWR | unnamed, mode: 0o600) { return file }
    #endif
    let name = ".lock-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    guard let file = try? descriptor.open(below: name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) else { return nil }
    unlinkat(descriptor.rawValue, name, 0)
    return file
  }

  /// A directory in this one; symbolic links are not followed.
  public func directory(_ name: String) throws(SystemError) -> Directory {
    Directory(try descriptor.open(below: name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  }

  /// Opens a file in this directory for reading. Symbolic links aren't followed, and opening a named pipe doesn't wait.
  public func file(_ name: String) throws(SystemError) -> FileDescriptor {
    try descriptor.open(below: name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Makes a directory, durably and for the user alone, unless it exists.
  public func makeDirectory(_ name: String) throws(SystemError) {
    // A name is durable only if the names of all parent directories are.
    if mkdirat(descriptor.rawValue, name, 0o700) == 0 {
      try? descriptor.synchronize()
    } else if errno != EEXIST {
      throw .current
    }
  }

  /// Deletes a file or an empty directory.
  ///
  /// - Returns: Whether there was one.
  public func remove(_ name: String) throws(SystemError) -> Bool {
    if unlinkat(descriptor.rawValue, name, 0) == 0 { return true }
    // Other systems give EPERM for a directory.
    if errno == EISDIR || errno == EPERM, unlinkat(descriptor.rawValue, name, Int32(AT_REMOVEDIR)) == 0 { return true }
    if errno == ENOENT { return false }
    throw .current
  }

  /// The status of the file with this name; symbolic links aren't followed.
  public func status(of name: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .current }
    return FileStatus(status)
  }

  /// The names in this directory, in no particular order, without `.` and `..`.
  ///
  /// - Parameter limit: The maximum number.
  public func names(limit: Int = .max) throws(SystemError) -> [String] {
    // Reading moves the directory's offset, so use a separate descriptor.
    let copy = try descriptor.open(below: ".", O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(copy.rawValue) else {
      let error = SystemError.current
      copy.close()
      throw error
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The names in the directory at a path; see ``names(limit:)``.
  public static func names(at path: String, limit: Int = .max) throws(SystemError) -> [String] {
    try Directory(path).names(limit: limit)
  }
}
