/// A picture's bytes as a `data:` URL (RFC 2397), when they are of a kind that browsers draw and that cannot hold code.
///
/// SVG is none of these: it may hold scripts and load other files.
struct ImageData: Sendable, Equatable {
  enum Kind: String, Sendable { case png, jpeg, gif, webp }

  let kind: Kind
  let bytes: [UInt8]

  /// - Returns: nil for anything that does not begin as a PNG, JPEG, GIF or WebP file does.
  init?(_ bytes: [UInt8]) {
    func begins(_ magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      kind = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      kind = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      kind = .gif
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
      kind = .webp
    } else {
      return nil
    }
    self.bytes = bytes
  }

  var url: String { "data:image/\(kind.rawValue);base64," + Self.base64(bytes) }

  /// RFC 4648, 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let end = min(bytes.count, start + 3)
      let group = (start..<start + 3).reduce(UInt32(0)) { $0 << 8 | ($1 < end ? UInt32(bytes[$1]) : 0) }
      for place in 0..<4 {
        text.append(place <= end - start ? digits[Int(group >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
