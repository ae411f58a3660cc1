/// Base64 (RFC 4648 sections 4 and 5).
public enum Base64 {
  /// The characters for 62 and 63: `+/` (RFC 4648 section 4) or `-_` (section 5).
  public enum Alphabet: Sendable, CaseIterable { case standard, urlSafe }

  /// Why a text isn't Base64.
  public struct DecodingError: Error, Sendable, Equatable {
    /// The offset of the first byte that doesn't belong there.
    public var offset: Int
    /// Whether the text ends there but shouldn't.
    public var isEnd: Bool

    public init(offset: Int, isEnd: Bool = false) {
      self.offset = offset
      self.isEnd = isEnd
    }
  }

  /// Encodes bytes as characters.
  ///
  /// - Parameter padding: Whether to fill the last group of four with `=`; by default only in the standard alphabet.
  public static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard, padding: Bool? = nil) -> [UInt8] {
    let isPadded = padding ?? (alphabet == .standard)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
      for position in 0..<4 {
        if position <= count {
          text.append(character(group >> (18 - 6 * position) & 63, alphabet))
        } else if isPadded {
          text.append(UInt8(ascii: "="))
        }
      }
    }
    return text
  }

  /// ``encode(_:_:padding:)`` as a string.
  public static func text(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    String(decoding: encode(bytes, alphabet), as: UTF8.self)
  }

  /// Decodes a text in either alphabet. White space between the characters and missing padding are fine; stray bits that no
  /// encoder writes are errors.
  public static func decode(_ text: [UInt8]) throws(DecodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits = 0
    var count = 0
    var padding = 0
    // The offset of the last character that isn't padding.
    var last = 0
    for (offset, byte) in text.enumerated() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        guard count % 4 >= 2, count % 4 + padding <= 4 else { throw DecodingError(offset: offset) }
        continue
      }
      guard padding == 0, let value = value(byte) else { throw DecodingError(offset: offset) }
      bits = (bits << 6 | value) & 0xFFFFFF
      count += 1
      last = offset
      if count % 4 == 0 { for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) } }
    }
    guard padding == 0 || (count + padding) % 4 == 0 else { throw DecodingError(offset: text.count, isEnd: true) }
    switch count % 4 {
    case 0: break
    case 2 where bits & 0xF == 0: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3 where bits & 0x3 == 0:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    case 1: throw DecodingError(offset: text.count, isEnd: true)
    // Bits belonging to no byte.
    default: throw DecodingError(offset: last)
    }
    return bytes
  }

  private static func character(_ value: Int, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + UInt8(value)
    case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
    case 62: alphabet == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
    default: alphabet == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
    }
  }

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
