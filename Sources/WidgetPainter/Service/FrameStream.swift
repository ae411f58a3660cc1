import WidgetSystem

/// Frames over a pair of file descriptors. A frame is a length (32 bits, little-endian) and that many bytes.
struct FrameStream {
  var input: FileDescriptor
  var output: FileDescriptor
  /// The maximum bytes of a frame. A longer one ends the stream before any memory is allocated for it.
  var maximumSize: Int

  /// nil at the end of the stream, and for a truncated or too long frame.
  func receive() -> [UInt8]? {
    guard let head = try? input.read(exactly: 4) else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(head[$1]) << (8 * $1) }
    return length <= maximumSize ? (try? input.read(exactly: length)) : nil
  }

  /// - Returns: false if the reader is gone.
  func send(_ payload: [UInt8]) -> Bool {
    var length: [UInt8] = []
    withUnsafeBytes(of: UInt32(clamping: payload.count).littleEndian) { length.append(contentsOf: $0) }
    do {
      try output.writeAll(length)
      try output.writeAll(payload)
      return true
    } catch { return false }
  }
}
