package import WidgetModel
import WidgetSystem

/// The program's exit status.
///
/// Whatever the user names and isn't there, such as a file, a widget, a board, a group or a key, is ``failed``. A name from a fixed
/// set, such as an option, a format or a setting of the manifest, is ``usage``.
package enum Exit: Int32, Error, CaseIterable {
  case success = 0
  case failed = 1
  case usage = 2
  case script = 3
  case denied = 4
  case limit = 5
  case internalError = 6
  case noData = 10
  /// The status shells report for SIGHUP; those of SIGINT and SIGTERM follow.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The meaning of the status, as the documents and the help say it.
  package var meaning: String {
    switch self {
    case .success: "done: new data, or no data"
    case .failed: "the update failed, or something you named doesn't exist: a file, widget, board, group, key, value or secret"
    case .usage: "wrong usage: an unknown command, option, setting or permission, or an impossible value"
    case .script: "the script didn't load or raised an error"
    case .denied: "permission denied"
    case .limit: "stopped by a limit"
    case .internalError: "an error of luawidget or of the system, such as a full disk"
    case .noData: "no data, with --strict"
    case .hungUp: "after SIGHUP"
    case .interrupted: "after SIGINT"
    case .terminated: "after SIGTERM"
    }
  }

  /// All statuses in a sentence: `0 (done), 1 (...)`.
  package static var sentence: String { allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ") + "." }

  package init(_ failure: Failure) {
    self =
      switch failure.kind {
      case .reported, .missing: .failed
      case .unreadable, .load, .script, .view: .script
      case .usage: .usage
      case .denied: .denied
      case .killedTime, .killedMemory: .limit
      case .crashed, .storage, .internalError: .internalError
      }
  }

  /// Ends the program without running destructors. Stores have committed their changes, and a worker ends with its socket.
  package static func now(_ exit: Exit) -> Never {
    fflush(nil)
    _exit(exit.rawValue)
  }
}
