import WidgetRendering
import WidgetServices

/// Commands in advice to the user, quoted for a shell and safe for a terminal.
package enum CommandText {
  /// - Parameter arguments: Without the program.
  package static func text(_ arguments: [String]) -> String {
    terminalSafe((["luawidget"] + arguments.map { ShellWord.quoted($0) }).joined(separator: " "))
  }

  /// The running command with another argument in place of one.
  static func current(replacing argument: String, with replacement: String) -> String {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if let index = arguments.firstIndex(of: argument) { arguments[index] = replacement }
    return text(arguments)
  }
}
