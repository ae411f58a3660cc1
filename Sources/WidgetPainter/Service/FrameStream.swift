import WidgetSystem

/// Frames over a pair of descriptors: sockets, pipes or files. A frame is a length (32 bits, little-endian) and that many bytes.
struct FrameStream {
  var input: Int32
  var output: Int32
  /// Bytes of a frame. One that says it has more ends the conversation, before anything of that size is allocated.
  var maximumSize: Int

  /// nil at the end, and for a frame that is cut off or too long.
  func receive() -> [UInt8]? {
    guard let head = read(4) else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(head[$1]) << (8 * $1) }
    return length <= maximumSize ? read(length) : nil
  }

  /// - Returns: false when nobody reads any more.
  func send(_ payload: [UInt8]) -> Bool {
    var length: [UInt8] = []
    withUnsafeBytes(of: UInt32(clamping: payload.count).littleEndian) { length.append(contentsOf: $0) }
    return write(length) && write(payload)
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { Libc.read(input, $0.baseAddress! + filled, count - filled) }
      if got > 0 {
        filled += got
      } else if got == 0 || errno != EINTR {
        return nil
      }
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Libc.write(output, $0.baseAddress! + written, $0.count - written) }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
