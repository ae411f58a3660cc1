import WidgetServices
import WidgetSystem

/// A line of standard input that nobody should see.
enum SecretInput {
  /// Reads up to the end of the line or of the input.
  ///
  /// On a terminal: with a prompt, without echo. Control-C gives up, and the terminal is as before.
  static func line(prompt: String) throws -> [UInt8] {
    guard isatty(0) == 1 else { return read { $0 != 0x0A } }
    var before = termios()
    guard tcgetattr(0, &before) == 0 else { throw CommandFailure("the terminal cannot be used", .internalError) }
    var unseen = before
    // Signals come as characters: nothing may end the program while the terminal is like this.
    unseen.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(0, TCSAFLUSH, &unseen) == 0 else { throw CommandFailure("the terminal cannot be used", .internalError) }
    defer { tcsetattr(0, TCSAFLUSH, &before) }
    Console.standardError.write(prompt)
    defer { Console.standardError.write("\n") }
    var line: [UInt8] = []
    var isInterrupted = false
    _ = read { byte in
      switch byte {
      case 0x03, 0x1C:
        isInterrupted = true
        return false
      case 0x04, 0x0A, 0x0D: return false
      // Backspace takes a whole character, Control-U everything.
      case 0x08, 0x7F: while let last = line.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: line = []
      default: line.append(byte)
      }
      return true
    }
    if isInterrupted { throw Exit.interrupted }
    return line
  }

  /// Bytes up to the first that is not wanted, and hardly more than a secret may have.
  private static func read(while isWanted: (UInt8) -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= SecretRules.limit + 1 {
      let count = systemRead(&byte)
      if count < 0, errno == EINTR { continue }
      guard count == 1, isWanted(byte) else { break }
      bytes.append(byte)
    }
    return bytes
  }
}

private func systemRead(_ byte: inout UInt8) -> Int { read(0, &byte, 1) }
