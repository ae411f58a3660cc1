import WidgetCommands
import WidgetHelpers
import WidgetSystem

/// `luawidget-commands`: every command that does not start often, help, completions and the words of usage errors.
enum CommandsProgram {
  private static let name = "luawidget-commands"

  /// Replaces this program in its process, with the same arguments, environment and descriptors.
  static func execute() -> Never {
    guard let path = WorkerExecutable.find(named: name) else {
      Program.exit(
        "\(name) is not installed in the folder of luawidget\n  try: make install, which installs all programs of luawidget",
        .internalError)
    }
    execv(path, CommandLine.unsafeArgv)
    Program.exit("\(name) does not start: \(SystemError.current)", .internalError)
  }
}
