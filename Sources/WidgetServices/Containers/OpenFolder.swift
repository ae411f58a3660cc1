import WidgetSystem

/// An open folder. Names are single, validated segments.
final class OpenFolder {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// nil if there is no such folder.
  convenience init?(at path: String) throws(ContainerError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw .unavailable(path: path, reason: String(cString: strerror(errno)))
    }
    self.init(descriptor: descriptor)
  }

  /// nil if it does not exist and is not to be created.
  func folder(_ name: String, creating: Bool) throws(ContainerError) -> OpenFolder? {
    if creating {
      // A file is durable only if the folders above it are.
      if mkdirat(descriptor, name, 0o700) == 0 {
        fsync(descriptor)
      } else if errno != EEXIST {
        throw .unavailable(path: name, reason: String(cString: strerror(errno)))
      }
    }
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if opened >= 0 { return OpenFolder(descriptor: opened) }
    switch errno {
    case ENOENT: return nil
    case ELOOP, ENOTDIR: throw .notAFolder(name)
    default: throw .unavailable(path: name, reason: String(cString: strerror(errno)))
    }
  }

  /// nil if there is no such file. Opening a pipe or a device does not block.
  func file(_ name: String, _ path: String) throws(ContainerError) -> OpenFile? {
    let opened = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if opened >= 0 { return OpenFile(descriptor: opened) }
    switch errno {
    case ENOENT: return nil
    case ELOOP, ENXIO, ENOTDIR: throw .notAFile(path)
    default: throw .unavailable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Waits until no other process, and no other store of this one, writes to this folder.
  ///
  /// The lock leaves no file behind and is released with the descriptor, however the process ends. File systems without locks are
  /// used without one.
  func lock(_ path: String) throws(ContainerError) {
    for _ in 0..<5000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(1000)
    }
    throw .busy(path)
  }

  /// The prefix of incomplete files. A widget's path cannot contain `~`.
  private static let unfinished = "~unfinished-"

  /// Writes a temporary file and renames it: a reader sees the old bytes or the new ones.
  func replace(_ name: String, with bytes: [UInt8], _ path: String) throws(ContainerError) {
    let temporary = "\(Self.unfinished)\(getpid())-\(name)"
    unlinkat(descriptor, temporary, 0)
    let opened = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .unavailable(path: path, reason: String(cString: strerror(errno))) }
    var code: Int32 = OpenFile(descriptor: opened).write(bytes) ? 0 : errno
    if code == 0, renameat(descriptor, temporary, descriptor, name) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    guard code == 0 else {
      unlinkat(descriptor, temporary, 0)
      throw code == EISDIR || code == ENOTEMPTY
        ? .isAFolder(path) : .unavailable(path: path, reason: String(cString: strerror(code)))
    }
  }

  func remove(_ name: String, _ path: String) throws(ContainerError) -> Bool {
    if unlinkat(descriptor, name, 0) == 0 { return true }
    // Other systems report EPERM for a folder.
    if errno == EISDIR || errno == EPERM, unlinkat(descriptor, name, Int32(AT_REMOVEDIR)) == 0 { return true }
    if errno == ENOENT { return false }
    if errno == ENOTEMPTY || errno == EEXIST { throw .notEmpty(path) }
    throw .unavailable(path: path, reason: String(cString: strerror(errno)))
  }

  /// Sorted; folders end in `/`. Names that a widget could not have created are omitted.
  func names(_ path: String) throws(ContainerError) -> [String] {
    try entries(path).compactMap { name in
      guard ContainerName.isSegment(name), let kind = kind(of: name) else { return nil }
      return kind.isFolder ? name + "/" : kind.isFile ? name : nil
    }.sorted()
  }

  /// Adds the contents of this folder and its subfolders, and removes the incomplete files of killed writers. Requires the lock.
  func measure(_ usage: inout ContainerUsage, depth: Int, path: String) throws(ContainerError) {
    for name in try entries(path) {
      guard let kind = kind(of: name) else { continue }
      if kind.isFile, name.hasPrefix(Self.unfinished), unlinkat(descriptor, name, 0) == 0 { continue }
      usage.files += 1
      usage.bytes += kind.size
      if kind.isFolder, depth > 0, let folder = try? folder(name, creating: false) {
        try folder.measure(&usage, depth: depth - 1, path: name)
      }
    }
  }

  private func kind(of name: String) -> (isFile: Bool, isFolder: Bool, size: Int)? {
    var info = stat()
    guard fstatat(descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    let type = info.st_mode & S_IFMT
    return (type == S_IFREG, type == S_IFDIR, type == S_IFREG ? Int(clamping: info.st_size) : 0)
  }

  private func entries(_ path: String) throws(ContainerError) -> [String] {
    // A separate descriptor: reading a folder moves its position.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      throw .unavailable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < 20_000 {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
