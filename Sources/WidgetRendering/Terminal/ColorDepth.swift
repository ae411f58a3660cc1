/// The colours of a terminal.
public enum ColorDepth: String, Sendable, Equatable, CaseIterable {
  case trueColor
  /// The 16 colours, and the 6 x 6 x 6 cube and 24 greys of xterm's palette.
  case ansi256
  /// The 16 colours of the user's theme.
  case ansi16
  /// `NO_COLOR`.
  case none
}
