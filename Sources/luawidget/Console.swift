import WidgetSystem

/// Standard output and standard error, written whole, without buffers that could be lost at `_exit`.
struct Console {
  let descriptor: Int32

  static let standardOutput = Console(descriptor: 1)
  static let standardError = Console(descriptor: 2)

  /// - Returns: false when the reader has gone away, or the disk behind it is full.
  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    do {
      try FileDescriptor(rawValue: descriptor).writeAll(bytes)
      return true
    } catch {
      errno = error.code
      return false
    }
  }

  /// Why the newest write failed.
  static var lastErrorText: String { String(cString: strerror(errno)) }
  static var lastErrorIsBrokenPipe: Bool { errno == EPIPE }

  var isTerminal: Bool { isatty(descriptor) == 1 }
}
