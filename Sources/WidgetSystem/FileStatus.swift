/// A file's type, size and other attributes (stat(2)).
public struct FileStatus: Sendable, Equatable {
  /// The kinds of file that matter here.
  public enum Kind: Sendable, Equatable { case regular, directory, symbolicLink, other }

  public let kind: Kind
  /// Bytes.
  public let size: Int
  /// The number of names (hard links) the file has.
  public let linkCount: Int
  /// The owner's user id.
  public let owner: uid_t
  /// The lower twelve bits of its mode.
  public let permissions: mode_t
  public let device: UInt64
  public let inode: UInt64
  /// When its content last changed; seconds since 1970.
  public let modifiedAt: Double
  /// When its content, name or attributes last changed; seconds since 1970. No program can set it.
  public let changedAt: Double

  public init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    size = Int(clamping: status.st_size)
    linkCount = Int(clamping: status.st_nlink)
    owner = status.st_uid
    permissions = status.st_mode & 0o7777
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    modifiedAt = Double(modified.tv_sec) + Double(modified.tv_nsec) / 1e9
    changedAt = Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9
  }

  /// The status of the file at a path.
  ///
  /// - Parameter followsLinks: Whether to follow a symbolic link at the end of the path.
  public init(path: String, followsLinks: Bool = true) throws(SystemError) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw .current }
    self.init(status)
  }
}

extension FileStatus {
  /// The innermost part of a path that someone besides root and this user can replace, or whose content they can; nil if there's none.
  ///
  /// In a folder with the sticky bit, others can add files and can't replace existing ones.
  ///
  /// - Parameter path: An absolute path without symbolic links. Parts that don't exist or are links count as others'.
  public static func partOfOthers(in path: String) -> String? {
    var part = path
    while true {
      guard let status = try? FileStatus(path: part, followsLinks: false), status.owner == 0 || status.owner == getuid(),
        status.kind != .symbolicLink
      else { return part }
      let isShared = status.permissions & 0o022 != 0
      guard !isShared || status.kind == .directory && status.permissions & 0o1000 != 0 else { return part }
      guard part != "/", let slash = part.lastIndex(of: "/") else { return nil }
      part = slash == part.startIndex ? "/" : String(part[..<slash])
    }
  }

  /// The innermost folder above a path that someone besides root and this user can write to; nil if there's none, or no folder.
  public static func folderOfOthers(above path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    guard let real = realpath(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".", nil) else { return nil }
    defer { free(real) }
    return partOfOthers(in: String(cString: real))
  }

  /// The part of a path that's no folder, although others are below it: the reason for `ENOTDIR`.
  public static func obstacle(in path: String) -> String? {
    var end = path.startIndex
    while end < path.endIndex, let slash = path[path.index(after: end)...].firstIndex(of: "/") {
      end = slash
      let part = String(path[..<end])
      guard let status = try? FileStatus(path: part) else { return nil }
      if status.kind != .directory { return part }
    }
    return nil
  }

  /// The remedy for an obstacle: a file can be moved, a device can not.
  public static func remedy(_ obstacle: String, named name: String) -> String {
    (try? FileStatus(path: obstacle))?.kind == .regular
      ? "move \(name) away" : "set HOME, or the XDG variable that leads there, to a folder of your own"
  }
}

extension FileStatus {
  /// The deepest part above a path's last one that exists: the one that has to be writable for the rest to be made.
  public static func nearestFolder(of path: String) -> String {
    var path = path
    var status = stat()
    repeat {
      let end = path.lastIndex(of: "/") ?? path.startIndex
      path = end == path.startIndex ? "/" : String(path[..<end])
    } while stat(path, &status) != 0 && path != "/"
    return path
  }
}

/// Symbolic links.
public enum SymbolicLink {
  /// The path of the file you reach by following symbolic links in the last part of a path. The file needn't exist.
  ///
  /// - Throws: `ELOOP` after 40 links.
  public static func destination(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      guard (try? FileStatus(path: path, followsLinks: false))?.kind == .symbolicLink else { return path }
      let target = try target(of: path)
      path = target.hasPrefix("/") ? target : (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + target
    }
    throw SystemError(code: ELOOP)
  }

  /// The text of a link.
  public static func target(of path: String) throws(SystemError) -> String {
    let capacity = 4096
    var buffer = [CChar](repeating: 0, count: capacity)
    let count = readlink(path, &buffer, capacity)
    guard count >= 0 else { throw .current }
    guard count < capacity else { throw SystemError(code: ENAMETOOLONG) }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
