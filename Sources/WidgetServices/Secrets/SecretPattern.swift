import WidgetModel
import WidgetSystem

/// A sequence of bytes to search for: a secret, or a part of its base64 encoding.
struct SecretPattern: Sendable, Equatable {
  let bytes: [UInt8]
  /// Characters around a match that contain some of the secret's bits: base64 groups don't end at byte boundaries.
  let before: Int
  let after: Int
  /// The length of each prefix's longest proper border (Knuth, Morris and Pratt 1977).
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

  /// How many bytes of a secret's beginning are recognised where a text was cut off.
  static let minimumBeginning = 8

  /// All matches in order, overlapping ones included, and beginnings of the pattern where the text was cut off: at its end,
  /// before an escape that was cut too, and in front of an ellipsis.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    guard let first = bytes.first, text.count >= min(bytes.count, Self.minimumBeginning) else { return [] }
    var found: [Range<Int>] = []
    text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { bytes in
        var length = 0
        var index = 0
        while index < text.count {
          let byte = text[index]
          if length >= Self.minimumBeginning, Self.isCut(text, at: index) {
            found.append(max(0, index - length - before)..<index)
          }
          while length > 0, byte != bytes[length] { length = borders[length - 1] }
          if byte == bytes[length] { length += 1 }
          index += 1
          if length == bytes.count {
            length = borders[length - 1]
            found.append(max(0, index - bytes.count - before)..<min(text.count, index + after))
          } else if length == 0 {
            guard index < text.count, let base = text.baseAddress,
              let next = memchr(base + index, Int32(first), text.count - index)
            else { break }
            index = UnsafeRawPointer(base).distance(to: next)
          }
        }
        if length >= Self.minimumBeginning { found.append(max(0, text.count - length - before)..<text.count) }
      }
    }
    return found
  }

  /// Whether the text before an index was cut off there: an ellipsis or the end of the text follows, possibly after the beginning
  /// of an escape.
  private static func isCut(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case 0xE2, UInt8(ascii: "."): return isEllipsis(text, at: index)
    case UInt8(ascii: " "): return index + 1 < text.count && isEllipsis(text, at: index + 1)
    case UInt8(ascii: "%"): return isCut(text, within: 2, after: index)
    case UInt8(ascii: "\\"): return isCut(text, within: 5, after: index)
    case UInt8(ascii: "&"): return isCut(text, within: 9, after: index)
    default: return false
    }
  }

  /// Whether at most `count` characters of an escape follow, and then an ellipsis or the end of the text.
  private static func isCut(_ text: UnsafeBufferPointer<UInt8>, within count: Int, after index: Int) -> Bool {
    for next in index + 1...index + 1 + count {
      if next >= text.count || isEllipsis(text, at: next) { return true }
      if text[next] == UInt8(ascii: ";") { return false }
    }
    return false
  }

  private static func isEllipsis(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 2 < text.count else { return false }
    return (text[index] == 0xE2 && text[index + 1] == 0x80 && text[index + 2] == 0xA6)
      || (text[index] == 0x2E && text[index + 1] == 0x2E && text[index + 2] == 0x2E)
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

  /// The characters depending only on the value if `offset` bytes (modulo 3) precede it.
  private static func base64(_ value: [UInt8], offset: Int, _ alphabet: Base64.Alphabet) -> SecretPattern? {
    let encoded = Base64.encode([UInt8](repeating: 0, count: offset) + value, alphabet, padding: false)
    let first = (offset * 8 + 5) / 6
    let end = (offset + value.count) * 8 / 6
    guard end - first >= SecretMask.minimumLength else { return nil }
    return SecretPattern(
      Array(encoded[first..<end]), before: offset == 0 ? 0 : 1, after: (offset + value.count) % 3 == 0 ? 0 : 1)
  }
}
