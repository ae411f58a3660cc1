import CZlib

/// Decodes the content codings `gzip` and `deflate` with zlib.
enum Inflate {
  /// One or more gzip members (RFC 1952 section 2.2), optionally followed by zero padding.
  static func gzip(_ bytes: [UInt8], limit: Int) throws(ContentCoding.Failure) -> [UInt8] {
    try inflate(bytes, windowBits: 15 + 16, limit: limit)
  }

  /// A zlib stream (RFC 1950) or a raw deflate stream (RFC 1951): the coding means the former, but servers send both.
  static func deflate(_ bytes: [UInt8], limit: Int) throws(ContentCoding.Failure) -> [UInt8] {
    let isFramed = bytes.count >= 2 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    return try inflate(bytes, windowBits: isFramed ? 15 : -15, limit: limit)
  }

  private static func inflate(_ bytes: [UInt8], windowBits: Int32, limit: Int) throws(ContentCoding.Failure) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK,
      var left = UInt32(exactly: bytes.count)
    else { throw .damaged }
    defer { inflateEnd(&stream) }
    var decoded: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let consumed = bytes.count - Int(left)
      var free = UInt32(part.count)
      let status = bytes.withUnsafeBufferPointer { input in
        part.withUnsafeMutableBufferPointer { output in
          stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + consumed) }
          stream.avail_in = left
          stream.next_out = output.baseAddress
          stream.avail_out = free
          defer { (left, free) = (stream.avail_in, stream.avail_out) }
          return CZlib.inflate(&stream, Z_NO_FLUSH)
        }
      }
      let produced = part.count - Int(free)
      guard decoded.count + produced <= limit else { throw .tooLarge }
      decoded.append(contentsOf: part[..<produced])
      switch status {
      case Z_OK where free == 0 || left > 0: continue
      case Z_STREAM_END:
        let rest = bytes[(bytes.count - Int(left))...]
        if rest.isEmpty { return decoded }
        // Only gzip has several members.
        guard windowBits > 15 else { throw .damaged }
        if rest.allSatisfy({ $0 == 0 }) { return decoded }
        guard rest.starts(with: [0x1F, 0x8B]), inflateReset(&stream) == Z_OK else { throw .damaged }
      default: throw .damaged
      }
    }
  }
}
