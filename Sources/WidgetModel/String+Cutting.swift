extension String {
  /// The beginning of a text of untrusted bytes, cut between two scalars. Ill-formed UTF-8 is repaired.
  ///
  /// - Parameter limit: Bytes.
  public init(cutting bytes: [UInt8], to limit: Int) {
    var end = Swift.min(bytes.count, limit)
    if end < bytes.count { while end > Swift.max(0, limit - 4), bytes[end] & 0xC0 == 0x80 { end -= 1 } }
    self.init(decoding: bytes[..<end], as: UTF8.self)
  }
}
