import WidgetSystem

/// What time it is for widgets, stores and schedules.
///
/// For moments, not for measuring: the time may jump when somebody sets the machine's clock.
public protocol WidgetClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  func now() -> Double
}

/// The machine's clock.
public struct SystemClock: WidgetClock {
  public init() {}

  public func now() -> Double { WallTime.now() }
}
