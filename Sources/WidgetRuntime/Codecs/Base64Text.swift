/// Base64 (RFC 4648 sections 4 and 5).
enum Base64Text {
  struct Damage: Error, Equatable {
    /// Bytes before the first that does not belong there.
    var offset: Int
    /// Whether the text ends there and should not.
    var isEnd = false
  }

  static func encode(_ bytes: [UInt8], urlSafe: Bool = false) -> String {
    let alphabet = urlSafe ? urlSafeAlphabet : alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
      for position in 0..<4 {
        if position <= count {
          text.append(alphabet[group >> (18 - 6 * position) & 63])
        } else if !urlSafe {
          text.append(UInt8(ascii: "="))
        }
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes both alphabets, white space between the characters, and a missing padding; refuses all else, bits that no encoder
  /// writes included.
  static func decode(_ text: [UInt8]) throws(Damage) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits = 0
    var count = 0
    var padding = 0
    // Where the last character stands that is not padding.
    var last = 0
    for (offset, byte) in text.enumerated() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        guard count % 4 >= 2, count % 4 + padding <= 4 else { throw Damage(offset: offset) }
        continue
      }
      guard padding == 0, let value = value(byte) else { throw Damage(offset: offset) }
      bits = (bits << 6 | value) & 0xFFFFFF
      count += 1
      last = offset
      if count % 4 == 0 { for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) } }
    }
    guard padding == 0 || (count + padding) % 4 == 0 else { throw Damage(offset: text.count, isEnd: true) }
    switch count % 4 {
    case 0: break
    case 2 where bits & 0xF == 0: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3 where bits & 0x3 == 0:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    case 1: throw Damage(offset: text.count, isEnd: true)
    // Bits that belong to no byte.
    default: throw Damage(offset: last)
    }
    return bytes
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlSafeAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
