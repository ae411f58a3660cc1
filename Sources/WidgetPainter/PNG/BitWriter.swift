/// Writes numbers bit by bit, lowest bit first.
struct BitWriter {
  private var words: [UInt32] = []
  private var buffer: UInt64 = 0
  private var count = 0

  /// The bytes, with the last one filled up with zeros.
  var bytes: [UInt8] {
    var bytes = words.withUnsafeBytes { Array($0) }
    withUnsafeBytes(of: buffer.littleEndian) { bytes.append(contentsOf: $0.prefix((count + 7) / 8)) }
    return bytes
  }

  /// - Parameters:
  ///   - number: Less than two to the power of `count`.
  ///   - count: At most 32.
  @inline(__always)
  mutating func append(_ number: UInt64, count: Int) {
    buffer |= number &<< UInt64(self.count)
    self.count &+= count
    guard self.count >= 32 else { return }
    words.append(UInt32(truncatingIfNeeded: buffer).littleEndian)
    buffer &>>= 32
    self.count &-= 32
  }
}
