/// An event for a live program.
public enum TerminalEvent: Sendable, Equatable {
  case key(Key)
  /// The window has a new size.
  case resize(TerminalSize)
  /// Ctrl-C, or SIGINT from another process. A second one after half a second or more ends the process at once.
  case interrupt
  /// SIGTERM. A second one ends the process at once, like SIGINT.
  case terminate
  /// SIGHUP: the terminal was closed.
  case hangUp
  /// The result of ``LiveTerminal/query(_:_:)``, when the responses are complete or time is up. Repeated for late responses.
  case features(TerminalFeatures)
  /// The program continues after a stop (Ctrl-Z).
  case resumed
  /// The terminal is gone, or the input has ended. Signals may follow, but no keys.
  case closed
}
