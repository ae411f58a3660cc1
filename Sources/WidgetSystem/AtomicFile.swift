/// Replaces files atomically: a reader sees either the old bytes or the new ones, and a full disk or a killed writer leaves the
/// old ones.
public enum AtomicFile {
  /// Writes a temporary file in the same folder and renames it.
  ///
  /// - Parameters:
  ///   - permissions: The new file's mode, before the umask is applied.
  ///   - isDurable: Whether the bytes reach the disk before the name points to them (fsync).
  public static func write(
    _ bytes: [UInt8], to path: String, permissions: mode_t = 0o644, isDurable: Bool = true
  ) throws(SystemError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard !name.isEmpty else { throw SystemError(code: path.isEmpty ? ENOENT : EISDIR) }
    try write(bytes, to: name, in: FileDescriptor.open(folder, searchOnly | O_DIRECTORY), permissions, isDurable, closing: true)
  }

  /// Replaces a file in an open directory; see ``write(_:to:permissions:isDurable:)``.
  public static func write(
    _ bytes: [UInt8], to name: String, in directory: Directory, permissions: mode_t = 0o600
  ) throws(SystemError) {
    try write(bytes, to: name, in: directory.descriptor, permissions, true, closing: false)
    try directory.descriptor.synchronize()
  }

  /// Replaces a file you've read, keeping its permissions and, if possible, its owner.
  ///
  /// - Parameters:
  ///   - path: Not a symbolic link. A new file gets mode 0644, minus the umask.
  ///   - isCurrent: Whether the file is still the one you read. Called once the new bytes are on the disk.
  /// - Returns: false if it isn't; nothing has changed then.
  public static func replace(_ path: String, with bytes: [UInt8], if isCurrent: () -> Bool) throws(SystemError) -> Bool {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = try Directory(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    defer { withExtendedLifetime(folder) {} }
    let directory = folder.descriptor
    let old = try? FileStatus(path: path)
    let (temporary, file) = try create(in: directory, old == nil ? 0o644 : 0o600)
    do throws(SystemError) {
      defer { file.close() }
      if let old {
        if old.owner != geteuid() { _ = fchown(file.rawValue, old.owner, gid_t.max) }
        fchmod(file.rawValue, old.permissions)
      }
      try file.writeAll(bytes)
      try file.synchronize()
      guard isCurrent() else {
        unlinkat(directory.rawValue, temporary, 0)
        return false
      }
      guard renameat(directory.rawValue, temporary, directory.rawValue, name) == 0 else { throw .current }
    } catch {
      unlinkat(directory.rawValue, temporary, 0)
      throw error
    }
    // The file has been replaced even if the file system can't make that durable.
    try? directory.synchronize()
    return true
  }

  /// The start of every unfinished file's name. A killed writer leaves such files behind.
  public static let temporaryPrefix = ".~unfinished-"

  #if os(Linux)
    /// Opens directories that can be searched but not listed; they can still be written to. O_PATH, hidden behind _GNU_SOURCE.
    private static let searchOnly: Int32 = 0o10000000
  #else
    private static let searchOnly = O_RDONLY
  #endif

  private static func write(
    _ bytes: [UInt8], to name: String, in directory: FileDescriptor, _ permissions: mode_t, _ isDurable: Bool, closing: Bool
  ) throws(SystemError) {
    defer { if closing { directory.close() } }
    let (temporary, file) = try create(in: directory, permissions)
    do throws(SystemError) {
      defer { file.close() }
      // The umask can only have removed bits from a private file's mode.
      if permissions & 0o077 == 0 { fchmod(file.rawValue, permissions) }
      try file.writeAll(bytes)
      if isDurable { try file.synchronize() }
      guard renameat(directory.rawValue, temporary, directory.rawValue, name) == 0 else { throw .current }
    } catch {
      unlinkat(directory.rawValue, temporary, 0)
      throw error
    }
  }

  /// Creates a file with a random name, so files left by a killed writer or planted by an attacker don't get in the way.
  private static func create(
    in directory: FileDescriptor, _ permissions: mode_t
  ) throws(SystemError) -> (name: String, FileDescriptor) {
    var attempts = 0
    while true {
      let name = temporaryPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
      do throws(SystemError) {
        return (name, try directory.open(below: name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: permissions))
      } catch {
        attempts += 1
        guard error.code == EEXIST, attempts < 100 else { throw error }
      }
    }
  }
}
