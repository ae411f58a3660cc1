import WidgetHelpers
import WidgetSystem

/// Keeps the command of a bar running that never starts it again, such as i3bar.
///
/// A shell takes the place of this process and runs the command as its child: it starts the command again, at most once a second, until
/// that succeeds because the bar is gone. Neither an upgrade nor a crash of luawidget ends it, and the bar shows the last line meanwhile.
enum BarRestart {
  private static let variable = "LUAWIDGET_BAR_RESTARTS"
  /// A command in the background reads /dev/null unless its input has another number.
  private static let script = """
    exec 3<&0; trap 'kill "$child"; exit 143' TERM; trap 'kill "$child"; exit 129' HUP; trap 'kill "$child"; exit 130' INT
    while :; do "$0" "$@" <&3 3<&- & child=$!; wait "$child" && exit; sleep 1 || exit; done
    """

  /// Whether this process is the child of such a shell, so that the bar has the header.
  static func isChild(_ environment: [String: String]) -> Bool { environment[variable] != nil }

  /// Writes the header and starts the shell in this process.
  ///
  /// - Returns: false if there's no shell, and nothing was written. Otherwise the header was written, even if the shell didn't start.
  static func replaceProcess(writing header: () -> Bool) -> Bool {
    guard access("/bin/sh", X_OK) == 0, let program = HelperProgram.luawidget.path, header() else { return false }
    setenv(variable, "1", 1)
    let words = (["sh", "-c", script, program] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
    execv("/bin/sh", words)
    unsetenv(variable)
    return true
  }
}
