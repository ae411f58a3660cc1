/// A comma-separated field value (RFC 9110 section 5.6.1).
enum FieldList {
  /// The members without surrounding whitespace; empty members are omitted.
  static func members(_ value: String) -> [String] {
    value.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
      let member = trimmed(Array(part)[...])
      return member.isEmpty ? nil : String(decoding: member, as: UTF8.self)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}
