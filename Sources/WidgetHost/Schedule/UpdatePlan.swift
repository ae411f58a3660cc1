import WidgetModel
import WidgetSystem

/// When to update an instance next.
struct UpdatePlan: Sendable {
  enum Moment: Sendable { case interval, wallClock }

  /// Seconds from now; infinite for never.
  var delay: Double
  var moment = Moment.interval
  /// A cron schedule's next time after a moment.
  var nextOccurrence: (@Sendable (Double) -> Double?)?
  var reason = UpdateReason.schedule
  /// The normal interval, for staleness; infinite if the data doesn't age.
  var interval: Double
  /// Seconds since the data was current.
  var age = 0.0
  /// Whether the latest update failed.
  var isFailed = false
  /// Whether the widget may use the network.
  var usesNetwork = false

  /// Plans as another process did.
  init(delay: Double, interval: Double, age: Double) {
    self.delay = delay
    self.interval = interval
    self.age = age
  }

  /// Plans by the manifest or the board file, the script, and failures.
  ///
  /// - Parameters:
  ///   - normal: Seconds until the next regular update.
  ///   - delay: Seconds until the next update, considering failures and the script's requests.
  init(
    _ refresh: Refresh, normal: Double, delay: Double, timeZone: String, isFailed: Bool = false, usesNetwork: Bool = false,
    now: Double
  ) {
    self.delay = delay
    self.isFailed = isFailed
    self.usesNetwork = usesNetwork
    interval = max(normal, isFailed ? normal : delay)
    reason = isFailed && delay < normal ? .retry : .schedule
    guard case .cron = refresh, delay == normal else { return }
    moment = .wallClock
    nextOccurrence = { time in
      let delay = refresh.delay(from: time, timeZone: timeZone)
      return delay.isFinite ? time + delay : nil
    }
    // Twice the time between two occurrences.
    interval = normal + (delay.isFinite ? refresh.delay(from: now + normal, timeZone: timeZone) : 0)
  }
}

/// The same moment on three clocks. A schedule needs all of them: the system clock can be set, and the machine can be suspended.
public struct ClockReading: Sendable, Equatable {
  /// Seconds since 1970; jumps when the clock is set.
  public var wall: Double
  /// Seconds the machine has been awake.
  public var awake: Double
  /// Seconds passed, awake or suspended.
  public var elapsed: Double

  public init(wall: Double, awake: Double, elapsed: Double) {
    self.wall = wall
    self.awake = awake
    self.elapsed = elapsed
  }

  public static func now() -> ClockReading {
    ClockReading(wall: WallTime.now(), awake: MonotonicTime.now(), elapsed: BootTime.now())
  }

  /// Seconds since 1970 when the machine was started. It changes when the clock is set.
  var origin: Double { wall - elapsed }

  /// Seconds the machine was suspended since an earlier reading.
  func suspension(since earlier: ClockReading) -> Double { max(0, (elapsed - earlier.elapsed) - (awake - earlier.awake)) }
}
