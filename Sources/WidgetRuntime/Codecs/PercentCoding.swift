/// Percent-encoding (RFC 3986 section 2.1).
enum PercentCoding {
  /// Encodes everything but the unreserved characters.
  static func encode(_ bytes: [UInt8]) -> String {
    var text = ""
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if isUnreserved(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text.unicodeScalars.append("%")
        text.unicodeScalars.append(digit(byte >> 4))
        text.unicodeScalars.append(digit(byte & 15))
      }
    }
    return text
  }

  struct Damage: Error, Equatable {
    /// The offset of the percent sign that isn't followed by two hexadecimal digits.
    var offset: Int

    var text: String { "character \(offset + 1): % is not followed by two hexadecimal digits" }
  }

  /// - Parameter plusIsSpace: Whether `+` means a space, as in form fields.
  static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) throws(Damage) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    var offset = 0
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { throw Damage(offset: offset) }
        decoded.append(high << 4 | low)
        offset += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        offset += 1
      }
    }
    return decoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ nibble: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
