/// How many colours a terminal has.
public enum ColorDepth: String, Sendable, Equatable, CaseIterable {
  case trueColor
  /// The 6 x 6 x 6 cube and 24 greys of xterm's palette, besides the 16.
  case ansi256
  /// The theme's own colours, by name.
  case ansi16
  /// `NO_COLOR`.
  case none
}
