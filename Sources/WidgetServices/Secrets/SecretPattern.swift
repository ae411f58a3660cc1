import WidgetModel

/// A sequence of bytes to search for: a secret, or a part of its base64 encoding.
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

  /// Bytes of a secret's beginning that are recognised where a text was cut off.
  static let minimumBeginning = 8

  /// All matches in order, overlapping ones included, and beginnings of the pattern where the text was cut off: at its end,
  /// before an escape that was cut too, and in front of an ellipsis.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    guard !bytes.isEmpty, text.count >= min(bytes.count, Self.minimumBeginning) else { return [] }
    var found: [Range<Int>] = []
    text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { bytes in
        var length = 0
        for index in text.indices {
          let byte = text[index]
          if length >= Self.minimumBeginning, Self.isCut(text, at: index) {
            found.append(max(0, index - length - before)..<index)
          }
          while length > 0, byte != bytes[length] { length = borders[length - 1] }
          if byte == bytes[length] { length += 1 }
          guard length == bytes.count else { continue }
          length = borders[length - 1]
          let start = index + 1 - bytes.count
          found.append(max(0, start - before)..<min(text.count, index + 1 + after))
        }
        if length >= Self.minimumBeginning { found.append(max(0, text.count - length - before)..<text.count) }
      }
    }
    return found
  }

  /// Whether the text before an index was cut off there: an ellipsis follows, or the beginning of an escape and then nothing.
  private static func isCut(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    func follows(_ bytes: [UInt8]) -> Bool {
      index + bytes.count <= text.count && bytes.indices.allSatisfy { text[index + $0] == bytes[$0] }
    }
    switch text[index] {
    case 0xE2: return follows([0xE2, 0x80, 0xA6])
    case UInt8(ascii: "."): return follows([0x2E, 0x2E, 0x2E])
    case UInt8(ascii: "%"): return text.count - index < 3
    case UInt8(ascii: "\\"): return text.count - index < 6
    case UInt8(ascii: "&"): return text.count - index < 10 && !text[index...].contains(UInt8(ascii: ";"))
    default: return false
    }
  }
}

extension SecretPattern {
  /// The value in hexadecimal, in lowercase.
  static func hexadecimal(_ value: [UInt8]) -> SecretPattern {
    let digits = Array("0123456789abcdef".utf8)
    return SecretPattern(value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The value inside base64 of a longer text (RFC 4648 sections 4 and 5), for each alignment.
  static func base64Forms(of value: [UInt8]) -> [SecretPattern] {
    var forms: [SecretPattern] = []
    for alphabet in Base64.Alphabet.allCases {
      for offset in 0..<3 {
        if let form = base64(value, offset: offset, alphabet), !forms.contains(form) { forms.append(form) }
      }
    }
    return forms
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
