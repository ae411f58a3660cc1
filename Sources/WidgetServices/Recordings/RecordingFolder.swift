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

  /// Creates it and its missing parents, and checks that it is writable.
  func create() throws(RecordingError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o755) != 0, errno != EEXIST, errno != EISDIR, end == path.endIndex {
        throw .unwritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    // The folder may exist and still not be writable.
    try write([], to: ".probe")
    remove(".probe")
  }

  /// The names of its entries, sorted.
  func names() throws(RecordingError) -> [String] {
    do {
      return try Directory.names(at: path).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw error.code == ENOENT ? .noFolder(path) : .unreadable(path: path, reason: error.description)
    }
  }

  /// Reads a file. Symbolic links are not followed.
  ///
  /// - Returns: nil if there is no such file, or it is not a regular file.
  /// - Parameter limit: One more byte than this is read, so that the caller can detect a file that is too large.
  func read(_ name: String, limit: Int) throws(RecordingError) -> [UInt8]? {
    do throws(SystemError) {
      let file = try FileDescriptor.open(self.file(name), O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      defer { file.close() }
      guard try file.status().kind == .regular else { return nil }
      return try file.readAll(limit: limit + 1)
    } catch {
      if error.code == ENOENT || error.code == ELOOP { return nil }
      throw .unreadable(path: file(name), reason: error.description)
    }
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
