/// A clock that always shows the same time, so that equal input gives equal output (`--at`).
public struct FixedClock: WidgetClock {
  /// Seconds since 1970.
  public let time: Double

  public init(_ time: Double) { self.time = time }

  public func now() -> Double { time }
}
