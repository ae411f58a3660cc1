import WidgetSystem

/// The current time for widgets, stores and schedules.
///
/// Not for measuring durations: the time jumps when the system clock is set.
public protocol WidgetClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  func now() -> Double
}

/// The system clock.
public struct SystemClock: WidgetClock {
  public init() {}

  public func now() -> Double { WallTime.now() }
}
