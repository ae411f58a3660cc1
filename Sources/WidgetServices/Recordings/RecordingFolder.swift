import WidgetSystem

/// A folder of recordings.
struct RecordingFolder: Sendable {
  let path: String

  init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path.isEmpty ? "." : path
  }

  func file(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

  /// Creates it and its missing parents, and checks that it's writable.
  func create() throws(RecordingError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o755) != 0, errno != EEXIST, errno != EISDIR, end == path.endIndex {
        throw .unwritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    do throws(SystemError) { _ = try directory() } catch { throw .unwritable(path: path, reason: reason(error)) }
    // The folder may exist but not be writable.
    try write([], to: ".probe")
    remove(".probe")
  }

  /// The names of its entries, sorted.
  func names() throws(RecordingError) -> [String] {
    do {
      return try directory().names().filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw error.code == ENOENT ? .noFolder(path) : .unreadable(path: path, reason: reason(error))
    }
  }

  /// The folder itself; a symbolic link in its place isn't followed.
  private func directory() throws(SystemError) -> Directory { try Directory(path, followsLinks: false) }

  private func reason(_ error: SystemError) -> String {
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    return isLink ? "a symbolic link is not followed" : error.description
  }

  /// Reads a file in this very folder, like a resource: a link, or a file with several names, could lead anywhere.
  ///
  /// - Returns: nil if there's no such file.
  /// - Parameter limit: Reads one more byte than this, so the caller can detect a file that's too large.
  func read(_ name: String, limit: Int) throws(RecordingError) -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try directory().file(name)
      defer { file.close() }
      let status = try file.status()
      bytes = status.kind == .regular && status.linkCount == 1 ? try file.readAll(limit: limit + 1) : nil
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP, ENXIO, ENOTDIR: throw .notRegular(path: file(name))
      default: throw .unreadable(path: file(name), reason: error.description)
      }
    }
    guard let bytes else { throw .notRegular(path: file(name)) }
    return bytes
  }

  /// Replaces a file atomically.
  func write(_ bytes: [UInt8], to name: String) throws(RecordingError) {
    do {
      try AtomicFile.write(bytes, to: file(name), isDurable: false)
    } catch {
      throw .unwritable(path: name == ".probe" ? path : file(name), reason: error.description)
    }
  }

  func remove(_ name: String) { unlink(file(name)) }
}
