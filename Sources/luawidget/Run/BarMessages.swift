import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetSurfaces
import WidgetSystem

/// The messages, on standard error, of a command started by a bar. None becomes part of the item.
struct BarMessages: Sendable {
  private let console: ConsoleFormat
  private let writer: (any BarWriter)?

  /// - Parameter writer: Escapes the messages; nil for a command whose output isn't an item.
  init(_ console: ConsoleFormat, for writer: (any BarWriter)? = nil) {
    self.console = console
    self.writer = writer
  }

  func write(_ line: ConsoleLine) { if let text = console.text(line) { write(text) } }

  func write(_ failure: Failure, _ script: WidgetScript? = nil) {
    if !console.isQuiet { write(FailureReport(failure: failure, script: script).message) }
  }

  /// - Parameter text: Lines that are safe for a terminal.
  func write(_ text: String) {
    guard let writer, !Console.standardError.isTerminal else { return _ = Console.standardError.write(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { writer.message(String($0)) }
    Console.standardError.write(lines.joined(separator: "\n"))
  }

  /// Drops everything this process and its helpers write to standard error, if that's where the item goes: polybar shows both, so
  /// a message would replace the item. Anything the user has to know is in the item itself.
  static func keepOutOfItem() {
    var (output, errors) = (stat(), stat())
    guard fstat(1, &output) == 0, fstat(2, &errors) == 0, output.st_dev == errors.st_dev, output.st_ino == errors.st_ino,
      !Console.standardError.isTerminal, let null = try? FileDescriptor.open("/dev/null", O_WRONLY)
    else { return }
    dup2(null.rawValue, 2)
    null.close()
  }
}
