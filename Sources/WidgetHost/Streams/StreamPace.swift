/// How quickly lines are read: a flood of them doesn't fill the host's time.
enum StreamPace {
  /// Bytes read at once.
  static let part = 64 << 10
  /// The pause after each part, however little was there: a flood of short lines is many small parts.
  static let pauseMilliseconds = 50
}
