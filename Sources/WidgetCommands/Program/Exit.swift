package import WidgetModel
import WidgetSystem

/// The program's exit status.
package enum Exit: Int32, Error {
  /// New data, or no data.
  case success = 0
  /// The update failed, or something you named doesn't exist.
  case failed = 1
  case usage = 2
  /// The script didn't load, or raised an error.
  case script = 3
  case denied = 4
  /// A limit stopped the widget.
  case limit = 5
  case internalError = 6
  /// No data, with `--strict`.
  case noData = 10
  /// The status shells report for SIGHUP; those of SIGINT and SIGTERM follow.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  package init(_ failure: Failure) {
    self =
      switch failure.kind {
      case .reported: .failed
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
