import WidgetGraphics

/// Until when somebody is using the cards, as far as the host can tell: an upgrade waits for the end of it.
struct DesktopActivity: Sendable {
  /// Seconds without input after which nobody is in the middle of something, as in the terminal.
  private static let idleSeconds = 10.0
  /// Seconds for filling in a form. Closing one without saving isn't reported.
  private static let formSeconds = 300.0

  /// On the monotonic clock.
  private(set) var end = -Double.infinity

  mutating func note(_ message: WindowMessage, at now: Double) {
    switch message {
    case .command(_, .settings): end = now + Self.formSeconds
    // The form was saved.
    case .settings: end = now + Self.idleSeconds
    case .tap, .gesture, .command, .moved, .key: end = max(end, now + Self.idleSeconds)
    case .ready, .appearance, .failed, .closing, .drawn: break
    }
  }
}
