/// ISO-2022-JP (section 12.2), in which escape sequences switch between four character sets.
extension CharsetReader {
  private enum State { case ascii, roman, katakana, lead, trail, escapeStart, escape }

  mutating func readISO2022JP() {
    var state = State.ascii
    var outputState = State.ascii
    // Two escape sequences in a row are an error: the first one would be invisible.
    var hasOutput = false
    var lead: UInt8 = 0
    while true {
      let byte = byte()
      position += 1
      switch (state, byte) {
      case (.ascii, 0x1B), (.roman, 0x1B), (.katakana, 0x1B), (.lead, 0x1B): state = .escapeStart
      case (.trail, 0x1B):
        state = .escapeStart
        fail()
      case (.ascii, nil), (.roman, nil), (.katakana, nil), (.lead, nil): return
      case (.ascii, let byte?), (.roman, let byte?):
        hasOutput = false
        let isText = byte < 0x80 && byte != 0x0E && byte != 0x0F
        let character: UInt32 =
          switch (state, byte) {
          case (.roman, 0x5C): 0xA5
          case (.roman, 0x7E): 0x203E
          default: UInt32(byte)
          }
        emit(isText ? character : 0xFFFD)
      case (.katakana, let byte?):
        hasOutput = false
        emit(0x21...0x5F ~= byte ? 0xFF61 - 0x21 + UInt32(byte) : 0xFFFD)
      case (.lead, let byte?):
        hasOutput = false
        if 0x21...0x7E ~= byte {
          lead = byte
          state = .trail
        } else {
          fail()
        }
      case (.trail, nil):
        fail()
        return
      case (.trail, let byte?):
        state = .lead
        let pointer = 0x21...0x7E ~= byte ? (Int(lead) - 0x21) * 94 + Int(byte) - 0x21 : -1
        emit(CharsetIndex.jis0208[pointer] ?? 0xFFFD)
      case (.escapeStart, 0x24), (.escapeStart, 0x28):
        lead = byte ?? 0
        state = .escape
      case (.escapeStart, _):
        position -= 1
        hasOutput = false
        state = outputState
        fail()
      case (.escape, _):
        if let next = Self.escaped(lead, byte) {
          state = next
          outputState = next
          if hasOutput { fail() }
          hasOutput = true
        } else {
          position -= 2
          hasOutput = false
          state = outputState
          fail()
        }
      }
    }
  }

  /// The character set of an escape sequence by the last two of its three bytes.
  private static func escaped(_ first: UInt8, _ second: UInt8?) -> State? {
    switch (first, second) {
    case (0x28, 0x42): .ascii
    case (0x28, 0x4A): .roman
    case (0x28, 0x49): .katakana
    case (0x24, 0x40), (0x24, 0x42): .lead
    default: nil
    }
  }
}
