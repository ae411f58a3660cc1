import WidgetFormats
public import WidgetModel
import WidgetRuntime

/// How long a host waits before updating a widget again.
public enum UpdateDelay {
  /// The fewest seconds a script can ask for.
  public static let minimum = 5.0
  public static let minimumOnBattery = 30.0

  /// - Parameters:
  ///   - normal: The manifest's interval in seconds; infinite for `never`.
  ///   - afterFailures: The delay before retrying after failures; otherwise the normal one.
  ///   - requested: The delay requested by the script, if any.
  public static func delay(normal: Double, afterFailures: Double, requested: Double?, isOnBattery: Bool) -> Double {
    guard let requested else { return afterFailures }
    let allowed = max(requested, isOnBattery ? minimumOnBattery : minimum)
    // A script that keeps failing can't shorten the delay.
    return afterFailures == normal ? allowed : max(afterFailures, allowed)
  }
}

extension Refresh {
  /// Seconds until the next update is due; infinite for `never`.
  ///
  /// - Parameter timeZone: A cron schedule's time zone; a tz database name.
  public func delay(from now: Double, timeZone: String) -> Double {
    switch self {
    case .every(let seconds): return seconds
    case .never: return .infinity
    case .cron(let text):
      let zone = TimeZoneData.named(timeZone)
      guard let schedule = CronSchedule(text), let next = schedule.next(after: now, utcOffset: { zone.utcOffset(at: $0) })
      else { return .infinity }
      return next - now
    }
  }
}

/// The delay after failures: n squared minutes, and longer after kills.
public struct BackOff: Sendable, Equatable {
  /// Failed updates since the last successful one.
  public private(set) var failures = 0
  /// Consecutive kills.
  public private(set) var kills = 0

  public init() {}

  mutating func succeeded() { self = BackOff() }

  mutating func failed(_ failure: Failure) {
    failures = min(failures + 1, 1000)
    switch failure.kind {
    case .killedTime, .killedMemory, .crashed: kills = min(kills + 1, 1000)
    default: kills = 0
    }
  }

  /// The note for the user after three or more consecutive kills; otherwise nil.
  public func message(delay: Double) -> BackOffNote? {
    kills >= 3 ? BackOffNote(kills: kills, minutes: Int(saturating: (delay / 60).rounded())) : nil
  }

  /// Seconds until the next update: 1, 4, 9, 16 and 25 minutes, but at most the normal interval. After three consecutive kills, 5
  /// minutes to 4 hours, doubling with each kill, even if the normal interval is shorter.
  public func delay(normal: Double) -> Double {
    if kills >= 3 { return min(300 * Double(1 << min(kills - 3, 10)), 4 * 3600) }
    guard failures > 0 else { return normal }
    let tries = Double(min(failures, 5))
    return min(normal, tries * tries * 60)
  }
}

/// Why a widget is updated less often: it was stopped several times.
public struct BackOffNote: Sendable, Equatable {
  public var kills: Int
  /// Until the next try.
  public var minutes: Int

  /// The note for the user.
  public func text(_ words: HostWords) -> String {
    let time = minutes < 120 ? words("{n} minutes", n: minutes) : words("{n} hours", n: minutes / 60)
    return words("stopped {n} times; next try in {time}, r tries now", ["n": .integer(Int64(kills)), "time": .string(time)])
  }
}
