/// Decodes bytes from a terminal into keys. A pure state machine: any bytes are valid, in chunks of any size.
///
/// The Escape key and the start of a sequence look the same. If ``isPending`` stays true for about 50 ms without more bytes, call
/// ``flush()``: it was the key. Responses to queries aren't keys: see ``takeResponses()``. Unknown sequences are ignored
/// completely. Pasted text is one key, so a pasted `q` doesn't quit. Sequences as in ECMA-48 and xterm's control sequences.
public struct KeyDecoder: Sendable {
  private enum State: Sendable, Equatable {
    case ground
    case utf8(scalar: UInt32, left: Int, least: UInt32)
    case escape
    case csi
    case ss3
    /// The three bytes after `ESC[M`: a mouse report in X11's old encoding.
    case oldMouse
    /// OSC, DCS, APC, PM or SOS: a string up to BEL or `ESC \`.
    case text(afterEscape: Bool)
    /// - matched: The bytes of `ESC[201~` received so far.
    case paste(matched: Int)
  }

  private var state = State.ground
  /// The current sequence's bytes. Longer ones are ignored.
  private var parameters: [UInt8] = []
  private static let longestSequence = 64
  /// The byte introducing the string.
  private var introducer: UInt8 = 0
  private static let longestText = 256
  /// The most bytes in a pasted text. Longer ones are ignored.
  private static let longestPaste = 4096
  private var responses: [TerminalResponse] = []
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  public init() {}

  /// Whether ``flush()`` would decide an unfinished sequence.
  public var isPending: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Whether the unfinished sequence is part of a response: no key starts like this, and the rest may be late.
  public var isInResponse: Bool {
    switch state {
    case .text: !parameters.isEmpty
    case .csi: parameters.first.map { (0x3C...0x3F).contains($0) } ?? false
    default: false
    }
  }

  /// Whether a string has begun, of which nothing may have come: `ESC P` is also Alt-P.
  public var isInString: Bool { if case .text = state { true } else { false } }

  /// Whether the end of a pasted text is missing.
  public var isInPaste: Bool { if case .paste = state { true } else { false } }

  /// Drops a pasted text whose end never came: the next byte is a key again.
  public mutating func abandonPaste() {
    guard isInPaste else { return }
    state = .ground
    reset()
  }

  /// The responses since the last call, at most 64.
  public mutating func takeResponses() -> [TerminalResponse] {
    defer { responses = [] }
    return responses
  }

  private mutating func keep(_ response: TerminalResponse?) {
    if let response, responses.count < 64 { responses.append(response) }
  }

  /// The keys completed by the bytes. The next call continues with the rest.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { decode(byte, into: &keys) }
    return keys
  }

  /// Ends an unfinished sequence: a lone ESC was the Escape key, `ESC [` was Alt-[, and an incomplete sequence is dropped.
  public mutating func flush() -> [Key] {
    defer { reset() }
    switch state {
    case .ground, .paste: return []
    case .utf8: return [.character("\u{FFFD}")]
    case .escape: return [.escape]
    case .csi: return parameters.isEmpty ? [.alt("[")] : []
    case .ss3: return [.alt("O")]
    case .oldMouse, .text: return []
    }
  }

  private mutating func reset() {
    if case .paste = state { return }
    state = .ground
    parameters.removeAll(keepingCapacity: true)
  }

  private mutating func decode(_ byte: UInt8, into keys: inout [Key]) {
    switch state {
    case .ground: ground(byte, into: &keys)
    case .utf8(let scalar, let left, let least): utf8(byte, scalar, left, least, into: &keys)
    case .escape: escape(byte, into: &keys)
    case .csi: csi(byte, into: &keys)
    case .ss3:
      reset()
      if let key = Self.cursorKey(byte) { keys.append(key) } else if byte == 0x4D { keys.append(.enter) }
    case .oldMouse:
      parameters.append(byte)
      guard parameters.count == 3 else { return }
      let cell = (column: Int(parameters[1]) - 33, row: Int(parameters[2]) - 33)
      let button = Int(parameters[0]) - 32
      reset()
      mouse(button: button, column: cell.column, row: cell.row, into: &keys)
    case .text(let afterEscape):
      if byte == 0x07 || (afterEscape && byte == 0x5C) {
        keep(TerminalResponse(string: parameters, introducer: introducer))
        reset()
      } else if byte == 0x18 || byte == 0x1A {
        reset()
      } else {
        state = .text(afterEscape: byte == 0x1B)
        if byte != 0x1B, parameters.count < Self.longestText { parameters.append(byte) }
      }
    case .paste(let matched):
      if parameters.count < Self.longestPaste + Self.pasteEnd.count { parameters.append(byte) }
      guard byte == Self.pasteEnd[matched] else { return state = .paste(matched: byte == 0x1B ? 1 : 0) }
      state = .paste(matched: matched + 1)
      guard matched + 1 == Self.pasteEnd.count else { return }
      let text = parameters.dropLast(Self.pasteEnd.count)
      let isWhole = parameters.count < Self.longestPaste + Self.pasteEnd.count
      state = .ground
      reset()
      if isWhole, !text.isEmpty { keys.append(.paste(String(decoding: text, as: UTF8.self))) }
    }
  }

  private mutating func ground(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x7F, 0x08: keys.append(.backspace)
    case 0x00...0x1F: keys.append(.control(Self.controlCharacter(byte)))
    case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: state = .utf8(scalar: UInt32(byte & 0x1F), left: 1, least: 0x80)
    case 0xE0...0xEF: state = .utf8(scalar: UInt32(byte & 0x0F), left: 2, least: 0x800)
    case 0xF0...0xF4: state = .utf8(scalar: UInt32(byte & 0x07), left: 3, least: 0x10000)
    default: keys.append(.character("\u{FFFD}"))
    }
  }

  private mutating func utf8(_ byte: UInt8, _ scalar: UInt32, _ left: Int, _ least: UInt32, into keys: inout [Key]) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      keys.append(.character("\u{FFFD}"))
      ground(byte, into: &keys)
      return
    }
    let next = scalar << 6 | UInt32(byte & 0x3F)
    if left > 1 {
      state = .utf8(scalar: next, left: left - 1, least: least)
      return
    }
    state = .ground
    // Overlong forms and surrogates are ill-formed (RFC 3629). C1 controls are well-formed, but no key produces them.
    let valid = next >= least && next >= 0xA0 ? Unicode.Scalar(next) : nil
    keys.append(.character(Character(valid ?? "\u{FFFD}")))
  }

  private mutating func escape(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x5B: state = .csi
    case 0x4F: state = .ss3
    case 0x5D, 0x50, 0x5F, 0x5E, 0x58:
      state = .text(afterEscape: false)
      introducer = byte
    case 0x1B: keys.append(.escape)
    case 0x20...0x7E:
      state = .ground
      keys.append(.alt(Character(Unicode.Scalar(byte))))
    default:
      // Alt with Enter, a control character or a non-ASCII letter counts as the key alone.
      state = .ground
      ground(byte, into: &keys)
    }
  }

  private mutating func csi(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x20...0x3F:
      if parameters.count < Self.longestSequence { parameters.append(byte) }
    case 0x5B where parameters.isEmpty:
      // F1 to F5 on the Linux console: `ESC[[A`. The letter is ignored as one more byte.
      parameters.append(byte)
    case 0x40...0x7E:
      let sequence = parameters
      reset()
      if sequence.first != 0x5B { finish(sequence, byte, into: &keys) }
    case 0x7F: break
    default:
      // A control character or non-ASCII letter ends the sequence and starts something new.
      reset()
      ground(byte, into: &keys)
    }
  }

  private mutating func finish(_ sequence: [UInt8], _ final: UInt8, into keys: inout [Key]) {
    if sequence.first == 0x3C {
      guard final == 0x4D || final == 0x6D, let numbers = TerminalResponse.numbers(sequence.dropFirst()), numbers.count == 3
      else { return }
      // A release has its own final byte, and the number of the button.
      let button = final == 0x6D && numbers[0] & 0b11 == 0 ? Self.release : numbers[0]
      guard final == 0x4D || button == Self.release else { return }
      return mouse(button: button, column: numbers[1] - 1, row: numbers[2] - 1, into: &keys)
    }
    if let response = TerminalResponse(controlSequence: sequence, final: final) { return keep(response) }
    guard let numbers = TerminalResponse.numbers(sequence[...]) else { return }
    switch final {
    case 0x4D where sequence.isEmpty: state = .oldMouse
    case 0x5A: keys.append(.backTab)
    case 0x49 where sequence.isEmpty: keys.append(.focusGained)
    case 0x4F where sequence.isEmpty: keys.append(.focusLost)
    case 0x52 where numbers.count == 2 && numbers.allSatisfy { $0 >= 1 }:
      keys.append(.cursorPosition(column: numbers[1] - 1, row: numbers[0] - 1))
    case 0x7E:
      if numbers.first == 200 {
        state = .paste(matched: 0)
      } else if let key = Self.editingKey(numbers.first ?? 0) {
        keys.append(key)
      }
    default:
      // rxvt sends a to d for the shifted arrow keys.
      let isShifted = numbers.count == 2 && numbers[1] == 2 || (0x61...0x64).contains(final)
      if isShifted, let key = Self.shiftedKey(final) {
        keys.append(key)
      } else if let key = Self.cursorKey(final) {
        keys.append(key)
      }
    }
  }

  /// A released button's number in X11's old encoding.
  private static let release = 3

  /// Decodes a button number as in xterm: 0...2 buttons, 3 release, 4 Shift, 8 Alt, 16 Ctrl, 32 motion, 64 wheel.
  private func mouse(button: Int, column: Int, row: Int, into keys: inout [Key]) {
    guard column >= 0, row >= 0, button >= 0 else { return }
    switch button & ~0b11100 {
    case 0: keys.append(.click(column: column, row: row))
    case Self.release: keys.append(.release(column: column, row: row))
    case 32: keys.append(.drag(column: column, row: row))
    case 64: keys.append(.scrollUp)
    case 65: keys.append(.scrollDown)
    default: break
    }
  }

  private static func controlCharacter(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar((1...26).contains(byte) ? byte | 0x60 : byte | 0x40))
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    default: nil
    }
  }

  private static func shiftedKey(_ final: UInt8) -> Key? {
    switch final {
    case 0x41, 0x61: .shiftUp
    case 0x42, 0x62: .shiftDown
    case 0x43, 0x63: .shiftRight
    case 0x44, 0x64: .shiftLeft
    default: nil
    }
  }

  private static func editingKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }
}

/// A decoded keyboard or mouse event.
public enum Key: Sendable, Equatable, Hashable {
  /// A printable character: one Unicode scalar, U+FFFD for bytes that aren't UTF-8.
  case character(Character)
  /// Ctrl and a key: `control("c")` for Ctrl-C, also `@ [ \ ] ^ _`.
  case control(Character)
  /// Alt or Option and a character, or Esc followed by it.
  case alt(Character)
  /// Clipboard text as sent by the terminal: it can have several lines and control characters.
  case paste(String)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  case shiftUp, shiftDown, shiftLeft, shiftRight
  /// The left button was pressed. Cells from 0: on the screen from ``KeyDecoder``, in the frame from ``LiveTerminal/events``.
  case click(column: Int, row: Int)
  /// The mouse moved to another cell with the left button held down.
  case drag(column: Int, row: Int)
  /// The left button was released. Like ``drag(column:row:)``, only from ``KeyDecoder`` and on the alternate screen.
  case release(column: Int, row: Int)
  case scrollUp, scrollDown
  case focusGained, focusLost
  /// A cursor position report (the response to `ESC[6n`), cells from 0.
  case cursorPosition(column: Int, row: Int)
}
