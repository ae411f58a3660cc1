import Synchronization
import WidgetSystem

/// The current time for widgets, stores and schedules.
///
/// Don't measure durations with it: the time jumps when the system clock is set.
public protocol WidgetClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  func now() -> Double
}

/// The system clock.
public struct SystemClock: WidgetClock {
  public init() {}

  public func now() -> Double { WallTime.now() }
}

/// A clock stuck at one time, so equal input gives equal output (`--at`).
public struct FixedClock: WidgetClock {
  /// Seconds since 1970.
  public let time: Double

  public init(_ time: Double) { self.time = time }

  public func now() -> Double { time }
}

/// A clock that moves only when a test advances it.
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
