/// Frames and header blocks of HTTP/2 as bytes (RFC 9113 section 4, RFC 7541).
enum HTTP2Bytes {
  /// A frame: DATA 0, HEADERS 1, PRIORITY 2, RST_STREAM 3, SETTINGS 4, PUSH_PROMISE 5, PING 6, GOAWAY 7, WINDOW_UPDATE 8,
  /// CONTINUATION 9. Flags: END_STREAM or ACK 1, END_HEADERS 4, PADDED 8.
  static func frame(_ type: UInt8, flags: UInt8 = 0, stream: Int, _ payload: [UInt8] = []) -> [UInt8] {
    let length = payload.count
    return [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
      + [type, flags] + number(stream) + payload
  }

  /// Four bytes, the most significant first.
  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

  /// A field without indexing.
  static func field(_ name: String, _ value: String) -> [UInt8] { [0] + text(name) + text(value) }

  /// A header block with these fields after `:status`.
  static func block(status: String = "200", _ fields: [(String, String)] = []) -> [UInt8] {
    field(":status", status) + fields.flatMap { field($0.0, $0.1) }
  }

  /// A HEADERS frame, with CONTINUATION frames if the block is long.
  static func headers(_ block: [UInt8], stream: Int, endStream: Bool = false) -> [UInt8] {
    let parts = stride(from: 0, to: max(block.count, 1), by: 16384).map { Array(block[$0..<min($0 + 16384, block.count)]) }
    return parts.enumerated().flatMap { index, part in
      let ends: UInt8 = index == parts.count - 1 ? 4 : 0
      return frame(index == 0 ? 1 : 9, flags: ends | (index == 0 && endStream ? 1 : 0), stream: stream, part)
    }
  }

  /// A complete response.
  static func response(_ body: String, stream: Int, status: String = "200", _ fields: [(String, String)] = []) -> [UInt8] {
    headers(block(status: status, fields), stream: stream) + frame(0, flags: 1, stream: stream, Array(body.utf8))
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var length: [UInt8] = []
    if bytes.count < 127 {
      length = [UInt8(bytes.count)]
    } else {
      length = [127]
      var rest = bytes.count - 127
      while rest >= 128 {
        length.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      length.append(UInt8(rest))
    }
    return length + bytes
  }
}
