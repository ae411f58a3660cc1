import WidgetSystem

/// How long to wait before a program that ended is started again.
package struct RestartDelay: Sendable {
  /// Ends that follow a start within so many seconds delay the next start.
  private static let quickEnd = 5.0
  private static let longest = 30.0

  /// Seconds.
  package private(set) var seconds = 0.0

  package init() {}

  /// The program ended.
  ///
  /// - Parameter started: When, on the monotonic clock.
  package mutating func ended(started: Double) {
    seconds = MonotonicTime.now() - started > Self.quickEnd ? 0 : min(Self.longest, max(0.1, 2 * seconds))
  }

  /// The program could not be started.
  package mutating func failedToStart() { seconds = min(Self.longest, max(1, 2 * seconds)) }

  /// Blocks.
  package func wait() { usleep(UInt32(seconds * 1_000_000)) }
}
