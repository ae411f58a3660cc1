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
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + written, $0.count - written) }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&polled, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Why the newest write failed.
  static var lastErrorText: String { String(cString: strerror(errno)) }
  static var lastErrorIsBrokenPipe: Bool { errno == EPIPE }

  var isTerminal: Bool { isatty(descriptor) == 1 }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
