/// Values of the type TEXT. Source: RFC 5545, 3.3.11.
enum CalendarText {
  /// Resolves `\n`, `\,`, `\;` and `\\`; drops a backslash before anything else.
  static func unescape(_ text: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let next = iterator.next() else { break }
      result.append(next | 0x20 == UInt8(ascii: "n") ? 10 : next)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The parts between unescaped commas.
  static func list(_ text: String) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ","), !isEscaped {
        parts.append(unescape(part))
        part = []
        continue
      }
      part.append(byte)
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    parts.append(unescape(part))
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }
}

extension String {
  /// Without spaces and tabs at either end.
  var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
    guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
