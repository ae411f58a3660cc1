import WidgetSystem

/// What kind of thing a path names.
struct FileStatus {
  var isFolder: Bool
  var isFile: Bool

  /// nil when nothing is there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isFile = status.st_mode & S_IFMT == S_IFREG
  }
}

/// Reads small regular files whole.
enum FileReader {
  enum Problem: Error, Equatable {
    case system(Int32)
    case notAFile
    case tooLarge(Int)
  }

  /// - Parameter limit: Bytes; a larger file is refused before it is read.
  static func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    // Non-blocking, so that a FIFO does not hang the program.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= limit else { throw .tooLarge(Int(status.st_size)) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = fill(&chunk, from: descriptor)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(errno)
      }
      bytes.append(contentsOf: chunk[..<count])
      // The file may have grown since it was measured.
      guard bytes.count <= limit else { throw .tooLarge(bytes.count) }
    }
  }

  private static func fill(_ buffer: inout [UInt8], from descriptor: Int32) -> Int {
    buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
