/// Files that the user has chosen for a widget, which reads them again and again.
///
/// Whoever may change a folder above such a file, or a link on the way to it, could put a link to any file of the user's in its place,
/// and the widget would get that. So a private file isn't opened through a path that others can change. What everybody may read is no
/// secret, and neither is a file of theirs.
public enum ChosenFile {
  /// Opens a file for reading, without waiting for a named pipe.
  ///
  /// - Throws: `EPERM` for a private file behind a path that others can change.
  public static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var info = stat()
    guard fstat(file.rawValue, &info) == 0, !isExposed(FileStatus(info), path) else {
      file.close()
      throw SystemError(code: EPERM)
    }
    return file
  }

  /// Whether a file is private and others can change what its path leads to.
  public static func isExposed(_ status: FileStatus, _ path: String) -> Bool {
    isTrusted(status.owner) && status.permissions & 0o004 == 0 && isChangeable(path)
  }

  private static func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == getuid() }

  /// Whether somebody besides root and this user can change a folder or a link on the way to a file.
  public static func isChangeable(_ path: String) -> Bool {
    var rest = path.split(separator: "/").map(String.init)[...]
    var folder = ""
    var links = 0
    while let name = rest.popFirst() {
      guard let status = try? FileStatus(path: folder.isEmpty ? "/" : folder), isTrusted(status.owner) else { return true }
      // In a folder with the sticky bit others can't replace what isn't theirs.
      guard status.permissions & 0o022 == 0 || status.permissions & 0o1000 != 0 else { return true }
      if name == "." { continue }
      if name == ".." {
        folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        continue
      }
      let next = "\(folder)/\(name)"
      guard let part = try? FileStatus(path: next, followsLinks: false), isTrusted(part.owner) else { return true }
      guard part.kind == .symbolicLink else {
        folder = next
        continue
      }
      links += 1
      guard links <= 40, let target = try? SymbolicLink.target(of: next) else { return true }
      if target.hasPrefix("/") { folder = "" }
      rest = target.split(separator: "/").map(String.init) + rest
    }
    return false
  }
}
