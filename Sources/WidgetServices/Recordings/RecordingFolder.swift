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
    let probe = ".probe.\(getpid()).tmp"
    do throws(RecordingError) {
      try write([], to: probe)
    } catch {
      guard case .unwritable(_, let reason) = error else { throw error }
      throw .unwritable(path: path, reason: reason)
    }
    remove(probe)
  }

  /// The names of its entries, sorted.
  func names() throws(RecordingError) -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOENT { throw .noFolder(path) }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Reads a file.
  ///
  /// - Returns: nil if there is no such file, or it is not a regular file.
  /// - Parameter limit: One more byte than this is read, so that the caller can detect a file that is too large.
  func read(_ name: String, limit: Int) throws(RecordingError) -> [UInt8]? {
    let path = file(name)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = systemRead(descriptor, &buffer, min(buffer.count, limit + 1 - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// Replaces a file atomically.
  func write(_ bytes: [UInt8], to name: String) throws(RecordingError) {
    let path = file(name)
    let temporary = file(".\(name).\(getpid()).tmp")
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
    var code: Int32 = 0
    var written = 0
    while code == 0, written < bytes.count {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0, from: written) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { code = count == 0 ? EIO : errno } else { written += count }
    }
    close(descriptor)
    if code == 0, rename(temporary, path) != 0 { code = errno }
    if code != 0 {
      unlink(temporary)
      throw .unwritable(path: path, reason: String(cString: strerror(code)))
    }
  }

  func remove(_ name: String) { unlink(file(name)) }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int { read(descriptor, &buffer, count) }

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, from offset: Int) -> Int {
  write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
}
