import WidgetSystem

/// Received bytes, cut into frames. A frame is a 32-bit little-endian length and that many bytes (`docs/protocol.md`).
package struct FrameBuffer {
  /// The announced length; nothing of that size was allocated.
  package struct TooLarge: Error {
    package let length: Int
  }

  private let maximum: Int
  private var bytes: [UInt8] = []
  private var start = 0

  /// - Parameter maximum: Bytes per frame.
  package init(maximum: Int) { self.maximum = maximum }

  /// Appends the result of one read.
  ///
  /// - Parameter read: Fills the memory and returns the count, or less than 0.
  /// - Returns: The result of `read`.
  package mutating func fill(_ capacity: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    var count = 0
    var code: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
      count = read(UnsafeMutableRawBufferPointer(buffer))
      code = errno
      used = max(0, count)
    }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    errno = code
    return count
  }

  /// The payload of the next frame; nil while it's incomplete.
  package mutating func next() throws(TooLarge) -> [UInt8]? {
    let available = bytes.count - start
    guard available >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    guard length <= maximum else { throw TooLarge(length: length) }
    guard available >= 4 + length else { return nil }
    let payload = Array(bytes[(start + 4)..<(start + 4 + length)])
    start += 4 + length
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 256 << 10)
      start = 0
    }
    return payload
  }

  /// The bytes of a frame.
  package static func frame(_ payload: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(payload.count + 4)
    withUnsafeBytes(of: UInt32(clamping: payload.count).littleEndian) { frame.append(contentsOf: $0) }
    frame.append(contentsOf: payload)
    return frame
  }
}
