/// A text to search for secrets, decoded in each way it may have been encoded.
///
/// Decoding accepts any mixture of encoded and plain characters, so it doesn't matter which of them an encoder chose.
struct MaskableText {
  /// The most bytes encoding a single byte of a secret, with a margin: two JSON escapes need 36, one of `&#x0000041;` 66.
  static let longestEncoding = 108

  let bytes: [UInt8]
  /// Where each byte begins in the original text; nil for the original text itself.
  let starts: [UInt32]?
  let sourceCount: Int

  init(_ bytes: [UInt8]) { self.init(bytes, starts: nil, sourceCount: bytes.count) }

  init(_ bytes: [UInt8], starts: [UInt32]?, sourceCount: Int) {
    self.bytes = bytes
    self.starts = starts
    self.sourceCount = sourceCount
  }

  /// The text to compare: ASCII letters in lowercase, and `+` as a space, its meaning in a form.
  var folded: [UInt8] {
    bytes.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "+"): UInt8(ascii: " ")
      default: byte
      }
    }
  }

  /// Visits the text itself, and what it becomes after removing characters that aren't shown and one or two layers of
  /// percent-encoding, JSON escapes and character references. Only a few of these are in memory at the same time.
  func forEachDecoding(depth: Int = 2, _ visit: (MaskableText) -> Void) {
    visit(self)
    if let visible {
      visible.forEachDecoding(depth: depth, visit)
      return
    }
    guard depth > 0 else { return }
    percentDecoded?.forEachDecoding(depth: depth - 1, visit)
    htmlDecoded?.forEachDecoding(depth: depth - 1, visit)
    forEachJSONDecoding { $0.forEachDecoding(depth: depth - 1, visit) }
  }

  /// The part of the original text that a part of this one was decoded from.
  func sourceRange(_ range: Range<Int>) -> Range<Int> {
    guard let starts else { return range }
    var end = range.upperBound
    // An escape can stand for several bytes.
    while end < starts.count, end > 0, starts[end] == starts[end - 1] { end += 1 }
    return Int(starts[range.lowerBound])..<(end < starts.count ? Int(starts[end]) : sourceCount)
  }
}

// MARK: Percent-encoding (RFC 3986 section 2.1)

extension MaskableText {
  /// nil if nothing is encoded.
  private var percentDecoded: MaskableText? {
    decoding(UInt8(ascii: "%")) { index in
      guard let high = hexDigit(at: index + 1), let low = hexDigit(at: index + 2) else { return nil }
      return ([high << 4 | low], 3)
    }
  }

  private func hexDigit(at index: Int) -> UInt8? {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return bytes[index] - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return bytes[index] - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return bytes[index] - UInt8(ascii: "A") + 10
    default: return nil
    }
  }

  /// Replaces sequences starting with a byte.
  ///
  /// - Parameters:
  ///   - skipsFirstOfRun: Whether to take the first of several such bytes in a row literally.
  ///   - decode: Gives the replacement for the sequence at an index, and its length; nil if it isn't an encoded character.
  private func decoding(
    _ first: UInt8, skipsFirstOfRun: Bool = false, _ decode: (_ index: Int) -> ([UInt8], length: Int)?
  ) -> MaskableText? {
    guard bytes.contains(first) else { return nil }
    var output: [UInt8] = []
    var outputStarts: [UInt32] = []
    output.reserveCapacity(bytes.count)
    outputStarts.reserveCapacity(bytes.count)
    var isChanged = false
    var isInRun = false
    var index = 0
    while index < bytes.count {
      let start = starts?[index] ?? UInt32(truncatingIfNeeded: index)
      let isSkipped = skipsFirstOfRun && !isInRun && index + 1 < bytes.count && bytes[index + 1] == first
      isInRun = bytes[index] == first
      if isInRun, !isSkipped, let (replacement, length) = decode(index) {
        for byte in replacement {
          output.append(byte)
          outputStarts.append(start)
        }
        index += length
        isChanged = true
      } else {
        output.append(bytes[index])
        outputStarts.append(start)
        index += 1
      }
    }
    return isChanged ? MaskableText(output, starts: outputStarts, sourceCount: sourceCount) : nil
  }
}

// MARK: JSON strings (RFC 8259 section 7)

extension MaskableText {
  /// Removes JSON escapes. After a backslash that isn't part of the JSON text, escapes begin one byte later, so both ways are
  /// tried.
  private func forEachJSONDecoding(_ body: (MaskableText) -> Void) {
    let backslash = UInt8(ascii: "\\")
    if let aligned = decoding(backslash, jsonEscape) { body(aligned) }
    guard zip(bytes, bytes.dropFirst()).contains(where: { $0 == backslash && $1 == backslash }) else { return }
    if let shifted = decoding(backslash, skipsFirstOfRun: true, jsonEscape) { body(shifted) }
  }

  private func jsonEscape(at index: Int) -> ([UInt8], length: Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([bytes[index + 1]], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let unit = codeUnit(at: index) else { return scalarEscape(at: index) }
    if let scalar = Unicode.Scalar(unit) { return (Array(String(Character(scalar)).utf8), 6) }
    // A surrogate pair.
    guard let low = codeUnit(at: index + 6), UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(low) else { return nil }
    return (Array(String(decoding: [unit, low], as: UTF16.self).utf8), 12)
  }

  /// `\u{X}`, used by error messages to quote control characters.
  private func scalarEscape(at index: Int) -> ([UInt8], length: Int)? {
    guard index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "{") else { return nil }
    var value: UInt32 = 0
    var end = index + 3
    while end < index + 9, let digit = hexDigit(at: end) {
      value = value << 4 | UInt32(digit)
      end += 1
    }
    guard end > index + 3, end < bytes.count, bytes[end] == UInt8(ascii: "}"), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return (Array(String(Character(scalar)).utf8), end + 1 - index)
  }

  /// `\uXXXX`.
  private func codeUnit(at index: Int) -> UInt16? {
    guard index + 5 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard let digit = hexDigit(at: index + offset) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

// MARK: Character references (HTML section 13.5, XML section 4.1)

extension MaskableText {
  /// Decodes the characters that have to be escaped, and numeric references; nil if there are none.
  private var htmlDecoded: MaskableText? {
    decoding(UInt8(ascii: "&")) { index in
      guard let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      return Self.character(named: name).map { (Array(String($0).utf8), end + 1 - index) }
    }
  }

  private static func character(named name: String) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().first == "x" || name.dropFirst().first == "X"
    let value = isHexadecimal ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    return value.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
