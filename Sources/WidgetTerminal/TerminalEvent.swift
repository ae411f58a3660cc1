/// Something a live program reacts to.
public enum TerminalEvent: Sendable, Equatable {
  case key(Key)
  /// The window has a new size: lay out anew.
  case resize(TerminalSize)
  /// Ctrl-C, or SIGINT from elsewhere. A second one, half a second later or more, ends the process at once.
  case interrupt
  /// SIGTERM or SIGHUP: tidy up and end. Of a second one, the same.
  case terminate
  /// What the terminal can do, after ``LiveTerminal/ask(_:_:)``: it has answered, or had its time. A second time when its answers are
  /// late.
  case features(TerminalFeatures)
  /// The program was stopped (Ctrl-Z) and goes on: draw again.
  case resumed
  /// The terminal is gone, or the input has ended. No more keys follow; signals may.
  case closed
}
