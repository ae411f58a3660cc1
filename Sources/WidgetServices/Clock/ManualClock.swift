import Synchronization

/// A clock that only tests advance.
public final class ManualClock: WidgetClock {
  private let time: Mutex<Double>

  /// - Parameter time: Seconds since 1970.
  public init(_ time: Double = 1_800_000_000) { self.time = Mutex(time) }

  public func now() -> Double { time.withLock { $0 } }

  /// - Parameter seconds: Negative sets the clock back.
  public func advance(by seconds: Double) { time.withLock { $0 += seconds } }

  /// Sets the time, in seconds since 1970.
  public func set(_ seconds: Double) { time.withLock { $0 = seconds } }
}
