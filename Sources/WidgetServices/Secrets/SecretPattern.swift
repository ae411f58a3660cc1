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
