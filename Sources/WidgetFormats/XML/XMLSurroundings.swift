import CExpat

/// The text around the place where expat stopped: it explains an error better than expat's code.
struct XMLSurroundings {
  var bytes: [UInt8]
  /// Negative if the place is unknown.
  var index: Int
  /// The innermost open element.
  var open: String?

  func problem(_ code: XML_Error, refusedEncoding: String?) -> XMLProblem {
    switch code {
    case XML_ERROR_NO_MEMORY: .outOfMemory
    case XML_ERROR_NO_ELEMENTS: open.map { .unclosed($0.shown) } ?? .noElement
    case XML_ERROR_INVALID_TOKEN: invalidToken
    case XML_ERROR_UNCLOSED_TOKEN: byte(index) == 0 ? .forbiddenCharacter(0) : .unfinishedTag
    case XML_ERROR_PARTIAL_CHAR: .invalidBytes
    case XML_ERROR_TAG_MISMATCH: .mismatch(open: (open ?? "").shown, closing: name)
    case XML_ERROR_DUPLICATE_ATTRIBUTE: .duplicateAttribute(name)
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: .afterRoot
    case XML_ERROR_UNDEFINED_ENTITY, XML_ERROR_ENTITY_DECLARED_IN_PE, XML_ERROR_RECURSIVE_ENTITY_REF:
      .unknownEntity(name ?? "")
    case XML_ERROR_BAD_CHAR_REF: .badCharacterReference
    case XML_ERROR_MISPLACED_XML_PI: .lateDeclaration
    case XML_ERROR_XML_DECL, XML_ERROR_TEXT_DECL: .badDeclaration
    case XML_ERROR_UNKNOWN_ENCODING: .unknownEncoding((refusedEncoding ?? "").shown)
    case XML_ERROR_INCORRECT_ENCODING: .wrongEncoding
    case XML_ERROR_UNCLOSED_CDATA_SECTION: .unfinishedSection
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: .amplification
    default: .syntax
    }
  }

  private func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  /// The name at that place, after `<`, `</` or `&`; nil if there is none.
  private var name: String? {
    var start = index
    while let byte = byte(start), byte == UInt8(ascii: "<") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "&") {
      start += 1
    }
    var end = start
    while let byte = byte(end), byte > 0x20, !"<>/=&;\"'".utf8.contains(byte), end - start < 240 { end += 1 }
    guard end > start, let name = String(validating: bytes[start..<end], as: UTF8.self) else { return nil }
    return name.shown
  }

  private var invalidToken: XMLProblem {
    guard let byte = byte(index) else { return .syntax }
    // In UTF-16 every second byte would look forbidden.
    if bytes.prefix(2).contains(where: { $0 >= 0xFE || $0 == 0 }), byte != 0 || self.byte(index + 1) != 0 { return .syntax }
    if byte < 0x20, byte != 9, byte != 10, byte != 13 { return .forbiddenCharacter(UInt32(byte)) }
    if self.byte(index - 1) == UInt8(ascii: "&") { return .bareAmpersand }
    if self.byte(index - 1) == UInt8(ascii: "<"), !"!/?".utf8.contains(byte) { return .bareLessThan }
    var iterator = bytes[index...].prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return .invalidBytes }
    if scalar.value == 0xFFFE || scalar.value == 0xFFFF { return .forbiddenCharacter(scalar.value) }
    return .unexpected(scalar.value <= 0x20 ? "a blank" : String(Character(scalar)))
  }
}
