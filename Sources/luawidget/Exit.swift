import WidgetModel
import WidgetSystem

/// How the program ends, for whoever runs it from a script.
enum Exit: Int32, Error {
  /// New data, or no data.
  case success = 0
  /// The update failed.
  case failed = 1
  case usage = 2
  /// The script did not load, or raised.
  case script = 3
  case denied = 4
  /// Stopped by a limit.
  case limit = 5
  case internalError = 6
  /// `--strict`: no data.
  case noData = 10
  /// As a shell reports SIGINT and SIGTERM.
  case interrupted = 130
  case terminated = 143

  init(_ failure: Failure) {
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

  /// Ends the program at once. Everything worth keeping is already written: stores commit as they go, and a worker dies with
  /// its socket.
  static func now(_ exit: Exit) -> Never {
    fflush(nil)
    _exit(exit.rawValue)
  }
}

/// A command that could not do what was asked.
struct CommandFailure: Error {
  var message: String
  var exit: Exit

  init(_ message: String, _ exit: Exit = .usage) {
    self.message = message
    self.exit = exit
  }
}
