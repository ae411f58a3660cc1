public import WidgetHost

/// How a live session ended.
public enum LiveEnding: Sendable {
  /// The update and its images are complete. Only without ``LiveOptions/isWatching``.
  case completed(Board.RoundResult)
  /// The user quit, or the terminal is gone.
  case quit
  /// Ctrl-C or SIGINT.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP: the terminal was closed.
  case hungUp
}
