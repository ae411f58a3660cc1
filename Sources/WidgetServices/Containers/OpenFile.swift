import WidgetSystem

/// An open file, checked through its descriptor.
final class OpenFile {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// - Throws: For anything but a regular file with a single name, and for a file that is too large.
  func checkedSize(_ path: String, limit: Int) throws(ContainerError) -> Int {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw .unavailable(path: path, reason: String(cString: strerror(errno))) }
    if info.st_mode & S_IFMT == S_IFDIR { throw .isAFolder(path) }
    guard info.st_mode & S_IFMT == S_IFREG, info.st_nlink == 1 else { throw .notAFile(path) }
    guard info.st_size <= limit else { throw .tooLarge(path: path, bytes: Int(clamping: info.st_size), limit: limit) }
    return Int(clamping: info.st_size)
  }

  /// Reads the whole file; one that grows meanwhile is truncated at the limit.
  func read(_ path: String, size: Int, limit: Int) throws(ContainerError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < limit {
      let count = systemRead(descriptor, &buffer, min(buffer.count, limit - bytes.count))
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unavailable(path: path, reason: String(cString: strerror(errno)))
      }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// - Returns: false on failure, with `errno` set.
  func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written) }
      if count > 0 { written += count } else if errno != EINTR { return false }
    }
    return fsync(descriptor) == 0
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int { read(descriptor, &buffer, count) }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
