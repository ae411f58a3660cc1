import CCharacters

/// Reads `&amp;`, `&#8364;` and `&#x20AC;` as browsers do.
enum HTMLEntity {
  /// The longest name has 8 letters, and numbers may have leading zeros.
  private static let longest = 32

  /// The 252 names of HTML 4.01 and XML's `apos`.
  private static let characters: [String: Unicode.Scalar] = {
    let table = UnsafeBufferPointer(start: luawidget_entity_table(), count: Int(luawidget_entity_count))
    var characters: [String: Unicode.Scalar] = [:]
    for entity in table {
      characters[Charset.text(entity.name)] = Unicode.Scalar(entity.character)
    }
    return characters
  }()

  /// - Parameter bytes: Begins with `&`.
  /// - Returns: The character and the index after the entity; nil for anything else.
  static func read(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, end: Int)? {
    let start = bytes.startIndex + 1
    var end = start
    let isNumber = end < bytes.endIndex && bytes[end] == UInt8(ascii: "#")
    if isNumber { end += 1 }
    while end < bytes.endIndex, end - start < longest, isOfName(bytes[end]) { end += 1 }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    let isTerminated = end < bytes.endIndex && bytes[end] == UInt8(ascii: ";")
    let after = isTerminated ? end + 1 : end
    if isNumber { return number(name.dropFirst()).map { ($0, after) } }
    if isTerminated { return characters[name].map { ($0, after) } }
    // Old pages leave out the semicolon of the commonest names.
    for common in ["nbsp", "quot", "amp", "lt", "gt", "copy", "reg"] where name.hasPrefix(common) {
      guard let scalar = characters[common] else { continue }
      return (scalar, start + common.utf8.count)
    }
    return nil
  }

  /// Codes that aren't characters become U+FFFD; 128 to 159 mean Windows-1252.
  private static func number(_ digits: Substring) -> Unicode.Scalar? {
    let isHex = digits.first == "x" || digits.first == "X"
    let digits = isHex ? digits.dropFirst() : digits
    guard !digits.isEmpty, digits.allSatisfy({ isHex ? $0.isHexDigit : $0.isASCII && $0.isNumber }) else { return nil }
    guard let code = UInt32(digits, radix: isHex ? 16 : 10) else { return "\u{FFFD}" }
    if (0x80...0x9F).contains(code) { return windows1252[Int(code - 0x80)] }
    let isControl = code < 0x20 && code != 9 && code != 10 && code != 13
    return isControl || code == 0x7F ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
  }

  private static let windows1252: [Unicode.Scalar] = [
    "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}", "\u{2030}",
    "\u{160}",
    "\u{2039}", "\u{152}", "\u{FFFD}", "\u{17D}", "\u{FFFD}", "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}",
    "\u{2022}",
    "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{FFFD}", "\u{17E}", "\u{178}",
  ]

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
