import WidgetModel

extension MaskableText {
  /// The text without characters that a reader doesn't see: every surface removes them or draws nothing for them, so a secret
  /// interrupted by them is still there to read. nil if there are none.
  ///
  /// Line breaks and tabs stay: they're visible.
  var visible: MaskableText? {
    guard bytes.contains(where: Self.mayBeHidden) else { return nil }
    var output: [UInt8] = []
    var outputStarts: [UInt32] = []
    output.reserveCapacity(bytes.count)
    outputStarts.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let length: Int
      if Self.mayBeHidden(bytes[index]), let scalar = scalar(at: index) {
        length = UTF8.width(scalar)
        if Self.isHidden(scalar) {
          index += length
          continue
        }
      } else {
        length = 1
      }
      for next in index..<index + length {
        output.append(bytes[next])
        outputStarts.append(starts?[next] ?? UInt32(truncatingIfNeeded: next))
      }
      index += length
    }
    return output.count < bytes.count ? MaskableText(output, starts: outputStarts, sourceCount: sourceCount) : nil
  }

  /// Whether a character starting with this byte can be one that isn't shown.
  private static func mayBeHidden(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x20..<0x7F: false
    // The middle of a character.
    case 0x80..<0xC0: false
    default: true
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if case .plain = ScalarSafety(scalar) { false } else { true }
  }

  /// nil for ill-formed UTF-8.
  private func scalar(at index: Int) -> Unicode.Scalar? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes[index..<min(index + 4, bytes.count)].makeIterator()
    guard case .valid(let encoded) = parser.parseScalar(from: &rest) else { return nil }
    return Unicode.UTF8.decode(encoded)
  }
}
