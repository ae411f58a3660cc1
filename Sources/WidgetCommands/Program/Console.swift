import WidgetRendering
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// Standard output and standard error, unbuffered. Messages on a terminal are broken between words.
package struct Console {
  private let descriptor: Int32

  package static let standardOutput = Console(descriptor: 1)
  package static let standardError = Console(descriptor: 2)

  package var isTerminal: Bool { WidgetSurfaces.isTerminal(descriptor) }

  /// - Returns: false if not all bytes were written. Use this for standard error, and for output that can get lost.
  @discardableResult
  package func write(_ text: String) -> Bool {
    let isMessage = descriptor == 2 && isTerminal
    let text = isMessage ? LineWrapping.text(text, columns: TerminalSize(of: descriptor).columns) : text
    do { try writeAll(Array(text.utf8), to: descriptor) } catch { return false }
    return true
  }

  /// Writes a command's result.
  ///
  /// - Throws: ``CommandFailure`` if the disk is full. A reader that has gone away (`| head -1`) isn't an error.
  package func print(_ text: String) throws { try print(Array(text.utf8)) }

  package func print(_ bytes: [UInt8]) throws {
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      if error.code == EPIPE { return }
      throw CommandFailure("standard output: \(String(cString: strerror(error.code)))", .internalError)
    }
  }
}

/// Commands in advice to the user, quoted for a shell and safe for a terminal.
package enum CommandText {
  /// - Parameter arguments: Without the program.
  package static func text(_ arguments: [String]) -> String {
    terminalSafe((["luawidget"] + arguments.map { ShellWord.quoted($0) }).joined(separator: " "))
  }

  /// The running command with one argument replaced.
  static func current(replacing argument: String, with replacement: String) -> String {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if let index = arguments.firstIndex(of: argument) { arguments[index] = replacement }
    return text(arguments)
  }
}
