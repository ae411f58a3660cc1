/// A property: `NAME;PARAMETER=VALUE,"VALUE":VALUE`. Source: RFC 5545, 3.1; RFC 6868 for `^` in parameters.
struct ContentLine: Sendable, Equatable {
  /// Uppercase, without a group (`item1.SUMMARY` in vCard is `SUMMARY`).
  var name: String
  /// Parameters by uppercase name. The last one wins if a name is repeated.
  var parameters: [String: [String]] = [:]
  /// Still escaped. Ill-formed UTF-8 becomes U+FFFD.
  var value: String

  /// nil for bytes that aren't a property.
  init?(_ bytes: [UInt8]) {
    var position = 0
    guard let name = Self.name(bytes, &position) else { return nil }
    self.name = name
    while position < bytes.count, bytes[position] == UInt8(ascii: ";") {
      position += 1
      guard let parameter = Self.name(bytes, &position), position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
        return nil
      }
      var values: [String] = []
      repeat {
        position += 1
        guard let value = Self.parameterValue(bytes, &position) else { return nil }
        values.append(value)
      } while position < bytes.count && bytes[position] == UInt8(ascii: ",")
      parameters[parameter] = values
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
    value = String(decoding: bytes[(position + 1)...], as: UTF8.self)
  }

  /// The first value of a parameter.
  subscript(parameter: String) -> String? { parameters[parameter]?.first }

  /// Letters, digits and hyphens after an optional group and its dot.
  private static func name(_ bytes: [UInt8], _ position: inout Int) -> String? {
    var start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), position > start {
        start = position + 1
      } else if !((97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == 45 || byte == 95) {
        break
      }
      position += 1
    }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self).uppercased() : nil
  }

  private static func parameterValue(_ bytes: [UInt8], _ position: inout Int) -> String? {
    let quote = UInt8(ascii: "\"")
    if position < bytes.count, bytes[position] == quote {
      guard let end = bytes[(position + 1)...].firstIndex(of: quote) else { return nil }
      defer { position = end + 1 }
      return uncaret(bytes[(position + 1)..<end])
    }
    let rest = bytes[position...].prefix {
      $0 != quote && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ",")
    }
    position = rest.endIndex
    return uncaret(rest)
  }

  /// `^n` is a line break, `^'` a quote and `^^` a caret; any other caret is literal.
  private static func uncaret(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "^") else {
        result.append(byte)
        continue
      }
      switch iterator.next() {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "'"): result.append(UInt8(ascii: "\""))
      case UInt8(ascii: "^"): result.append(byte)
      case let other?: result += [byte, other]
      case nil: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
