import WidgetHelpers
import WidgetSystem

/// Keeps a bar's command running if the bar never restarts it, such as i3bar.
///
/// A shell takes this process's place and runs the command as its child, restarting it at most once a second until it succeeds
/// because the bar is gone. So it survives upgrades and crashes of luawidget, with the bar showing the last line meanwhile. A command
/// that can't run, for a board that doesn't exist, say, is tried less and less often, until every five minutes.
enum BarRestart {
  private static let variable = "LUAWIDGET_BAR_RESTARTS"
  /// A background command reads /dev/null unless its input has another number.
  private static let script = """
    exec 3<&0; end() { kill "$child" 2>/dev/null; exit "$1"; }; trap 'end 143' TERM; trap 'end 129' HUP; trap 'end 130' INT
    pause=1; while :; do "$0" "$@" <&3 3<&- & child=$!; wait "$child" && exit
    case $? in 1[2-9]?) pause=1;; *) pause=$((pause < 300 ? 2 * pause + 3 : 300));; esac; sleep "$pause" || exit; done
    """

  /// Whether this process is such a shell's child, so the bar already has the header.
  static func isChild(_ environment: [String: String]) -> Bool { environment[variable] != nil }

  /// Writes the header and starts the shell in this process.
  ///
  /// - Returns: false if there's no shell, and nothing was written. Otherwise the header was written, even if the shell didn't
  ///   start.
  static func replaceProcess(writing header: () -> Bool) -> Bool {
    guard access("/bin/sh", X_OK) == 0, let program = HelperProgram.luawidget.path, header() else { return false }
    setenv(variable, "1", 1)
    let words = (["sh", "-c", script, program] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
    execv("/bin/sh", words)
    unsetenv(variable)
    return true
  }
}
