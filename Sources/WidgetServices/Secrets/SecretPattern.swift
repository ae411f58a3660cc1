import WidgetModel

/// One encoding of a secret to search for.
struct SecretPattern: Sendable, Equatable {
  let bytes: [UInt8]
  /// Characters before and after a match that contain some of the secret's bits: base64 groups do not end at byte boundaries.
  let before: Int
  let after: Int
  /// For each prefix, the length of its longest proper border (Knuth, Morris and Pratt 1977).
  private let borders: [Int]

  init(_ bytes: [UInt8], before: Int = 0, after: Int = 0) {
    self.bytes = bytes
    self.before = before
    self.after = after
    var borders = [Int](repeating: 0, count: bytes.count)
    var length = 0
    for index in bytes.indices.dropFirst() {
      while length > 0, bytes[index] != bytes[length] { length = borders[length - 1] }
      if bytes[index] == bytes[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// All matches in order, overlapping ones included.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    guard !bytes.isEmpty, bytes.count <= text.count else { return [] }
    var found: [Range<Int>] = []
    text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { bytes in
        var length = 0
        for index in text.indices {
          let byte = text[index]
          while length > 0, byte != bytes[length] { length = borders[length - 1] }
          if byte == bytes[length] { length += 1 }
          guard length == bytes.count else { continue }
          length = borders[length - 1]
          let start = index + 1 - bytes.count
          found.append(max(0, start - before)..<min(text.count, index + 1 + after))
        }
      }
    }
    return found
  }
}

extension SecretPattern {
  /// The value itself, percent-encoded (RFC 3986 section 2.1, and as forms do), escaped in a JSON string (RFC 8259 section 7) once
  /// or twice, and inside base64 of a longer text (RFC 4648 sections 4 and 5).
  static func forms(of value: [UInt8]) -> [SecretPattern] {
    var forms = [SecretPattern(value)]
    func add(_ pattern: SecretPattern) { if !forms.contains(pattern) { forms.append(pattern) } }
    for digits in ["0123456789ABCDEF", "0123456789abcdef"] {
      for kept in ["-._~", "-._~!'()*", "-._*", "-._~!$&'()*+,;=:@/?"] {
        add(SecretPattern(percentEncoded(value, keeping: kept, digits: Array(digits.utf8))))
      }
      add(SecretPattern(percentEncoded(value, keeping: "-._*", digits: Array(digits.utf8), plusForSpace: true)))
      for slash in [false, true] {
        let once = jsonEscaped(value, slash: slash, digits: Array(digits.utf8))
        add(SecretPattern(once))
        // JSON inside a JSON string; either may escape slashes.
        for slash in [false, true] { add(SecretPattern(jsonEscaped(once, slash: slash, digits: Array(digits.utf8)))) }
      }
    }
    for alphabet in Base64.Alphabet.allCases {
      for offset in 0..<3 { if let pattern = base64(value, offset: offset, alphabet) { add(pattern) } }
    }
    return forms
  }

  private static func percentEncoded(
    _ value: [UInt8], keeping kept: String, digits: [UInt8], plusForSpace: Bool = false
  ) -> [UInt8] {
    value.flatMap { byte -> [UInt8] in
      if isLetter(byte) || isDigit(byte) || kept.utf8.contains(byte) { return [byte] }
      if plusForSpace, byte == UInt8(ascii: " ") { return [UInt8(ascii: "+")] }
      return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static func jsonEscaped(_ value: [UInt8], slash: Bool, digits: [UInt8]) -> [UInt8] {
    value.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where slash: [UInt8(ascii: "\\"), byte]
      case 0x08: Array("\\b".utf8)
      case 0x09: Array("\\t".utf8)
      case 0x0A: Array("\\n".utf8)
      case 0x0C: Array("\\f".utf8)
      case 0x0D: Array("\\r".utf8)
      case 0..<0x20: Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: [byte]
      }
    }
  }

  /// The characters that depend only on the value when `offset` bytes (modulo 3) precede it.
  private static func base64(_ value: [UInt8], offset: Int, _ alphabet: Base64.Alphabet) -> SecretPattern? {
    let encoded = Base64.encode([UInt8](repeating: 0, count: offset) + value, alphabet, padding: false)
    let first = (offset * 8 + 5) / 6
    let end = (offset + value.count) * 8 / 6
    guard end - first >= SecretMask.minimumLength else { return nil }
    return SecretPattern(
      Array(encoded[first..<end]), before: offset == 0 ? 0 : 1, after: (offset + value.count) % 3 == 0 ? 0 : 1)
  }
}
