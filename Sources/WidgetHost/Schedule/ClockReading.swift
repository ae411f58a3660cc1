import WidgetSystem

/// The same moment on three clocks. A schedule needs all of them: the system clock may be set, and the machine may be suspended.
public struct ClockReading: Sendable, Equatable {
  /// Seconds since 1970; jumps when the clock is set.
  public var wall: Double
  /// Seconds that the machine has been awake.
  public var awake: Double
  /// Seconds that have passed, awake or suspended.
  public var elapsed: Double

  public init(wall: Double, awake: Double, elapsed: Double) {
    self.wall = wall
    self.awake = awake
    self.elapsed = elapsed
  }

  public static func now() -> ClockReading {
    ClockReading(wall: WallTime.now(), awake: MonotonicTime.now(), elapsed: BootTime.now())
  }

  /// Seconds since 1970 at which the machine was started. It changes when the clock is set.
  var origin: Double { wall - elapsed }

  /// Seconds that the machine was suspended since an earlier reading.
  func suspension(since earlier: ClockReading) -> Double { max(0, (elapsed - earlier.elapsed) - (awake - earlier.awake)) }
}
