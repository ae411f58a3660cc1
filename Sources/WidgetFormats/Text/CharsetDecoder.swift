import CCharacters

/// Converts text in other charsets to UTF-8, as browsers do: ill-formed input becomes U+FFFD.
///
/// Source: WHATWG Encoding, sections 4 and 8 to 14.
public enum CharsetDecoder {
  /// The text of a response: a byte order mark takes precedence, then the charset of the label, then UTF-8.
  ///
  /// - Parameter label: The charset of the Content-Type; an unknown one counts as UTF-8.
  /// - Returns: UTF-8 without a byte order mark.
  public static func decode(_ bytes: [UInt8], label: String?) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return decode(bytes.dropFirst(2), from: .utf16le) }
    if bytes.starts(with: [0xFE, 0xFF]) { return decode(bytes.dropFirst(2), from: .utf16be) }
    return decode(bytes[...], from: label.flatMap { Charset(label: $0) } ?? .utf8)
  }

  static func decode(_ bytes: ArraySlice<UInt8>, from charset: Charset) -> [UInt8] {
    if charset == .utf8 { return repaired(bytes) }
    return bytes.withUnsafeBufferPointer { bytes in
      var text = CharsetReader(bytes)
      switch charset.name {
      case "utf-16le": text.readUTF16(isBigEndian: false)
      case "utf-16be": text.readUTF16(isBigEndian: true)
      case "gbk", "gb18030": text.readGB18030()
      case "big5": text.readBig5()
      case "euc-jp": text.readEUCJP()
      case "iso-2022-jp": text.readISO2022JP()
      case "shift_jis": text.readShiftJIS()
      case "euc-kr": text.readEUCKR()
      // Encodings in which ASCII can mean something else aren't decoded at all.
      case "replacement": if !bytes.isEmpty { text.fail() }
      case "x-user-defined": text.readSingleBytes { 0xF700 + UInt32($0) }
      case let name: text.readSingleBytes(of: name)
      }
      return text.output
    }
  }

  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }
}

/// A text that is being decoded: the bytes, a position, and the UTF-8 so far.
struct CharsetReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private(set) var output: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count + bytes.count / 2)
  }

  /// The byte at a distance from the position; nil after the end.
  func byte(_ distance: Int = 0) -> UInt8? { position + distance < bytes.count ? bytes[position + distance] : nil }

  /// Writes a character; U+FFFD for a code that isn't one.
  mutating func emit(_ code: UInt32) {
    if code < 0x80 {
      output.append(UInt8(code))
    } else {
      output.append(contentsOf: UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Writes U+FFFD.
  mutating func fail() { output.append(contentsOf: UTF8.encodedReplacementCharacter) }

  /// Decodes the rest with a character for each byte from 0x80 on.
  mutating func readSingleBytes(_ character: (UInt8) -> UInt32) {
    while let byte = byte() {
      emit(byte < 0x80 ? UInt32(byte) : character(byte))
      position += 1
    }
  }

  /// The tables name each unassigned byte's character U+FFFD.
  mutating func readSingleBytes(of name: String) {
    let tables = UnsafeBufferPointer(start: luawidget_single_byte_table(), count: Int(luawidget_single_byte_count))
    guard let table = tables.first(where: { Charset.text($0.name) == name }) else { return readSingleBytes { _ in 0xFFFD } }
    withUnsafeBytes(of: table.characters) { characters in
      let characters = characters.assumingMemoryBound(to: UInt16.self)
      readSingleBytes { UInt32(characters[Int($0) - 0x80]) }
    }
  }

  mutating func readUTF16(isBigEndian: Bool) {
    func unit(_ distance: Int) -> UInt32? {
      guard let first = byte(distance), let second = byte(distance + 1) else { return nil }
      return isBigEndian ? UInt32(first) << 8 | UInt32(second) : UInt32(second) << 8 | UInt32(first)
    }
    while position < bytes.count {
      guard let code = unit(0) else {
        position = bytes.count
        return fail()
      }
      guard (0xD800..<0xDC00).contains(code) else {
        emit(code)
        position += 2
        continue
      }
      guard let low = unit(2) else {
        // One error for all that is left.
        position = bytes.count
        return fail()
      }
      let isPair = (0xDC00..<0xE000).contains(low)
      emit(isPair ? 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD)
      position += isPair ? 4 : 2
    }
  }
}
