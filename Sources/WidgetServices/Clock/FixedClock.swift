/// A clock that stands still, so that the same input gives the same output (`--at`).
public struct FixedClock: WidgetClock {
  /// Seconds since 1970.
  public let time: Double

  public init(_ time: Double) { self.time = time }

  public func now() -> Double { time }
}
