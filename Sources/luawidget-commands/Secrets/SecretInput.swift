import WidgetCommands
import WidgetServices
import WidgetSystem

/// Reads a secret from standard input.
enum SecretInput {
  /// Reads one line. On a terminal, prompts without echoing; Ctrl-C restores the terminal and exits.
  static func line(prompt: String) throws -> [UInt8] {
    guard isatty(0) == 1 else { return read { $0 != 0x0A } }
    var before = termios()
    guard tcgetattr(0, &before) == 0 else { throw CommandFailure.terminal("\(SystemError.current)") }
    var hidden = before
    // Without ISIG, no key can end the program before the terminal is restored.
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(0, TCSAFLUSH, &hidden) == 0 else { throw CommandFailure.terminal("\(SystemError.current)") }
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
      // Backspace removes a character, Ctrl-U the line.
      case 0x08, 0x7F: while let last = line.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: line = []
      // Keys without a character, such as Ctrl-Z, and escape sequences: nobody types secrets with them.
      case 0..<0x20: break
      default: line.append(byte)
      }
      return true
    }
    if isInterrupted { throw Exit.interrupted }
    return line
  }

  /// Reads bytes up to the first unaccepted one, at most slightly beyond the limit on secrets.
  private static func read(while accepts: (UInt8) -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= SecretRules.limit + 1 {
      let count = systemRead(&byte)
      if count < 0, errno == EINTR { continue }
      guard count == 1, accepts(byte) else { break }
      bytes.append(byte)
    }
    return bytes
  }
}

private func systemRead(_ byte: inout UInt8) -> Int { read(0, &byte, 1) }
