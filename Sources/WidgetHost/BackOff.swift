public import WidgetModel

/// When to try again after failures: n squared minutes, and longer after kills.
public struct BackOff: Sendable, Equatable {
  /// Updates that failed since the last good one.
  public private(set) var failures = 0
  /// Kills in a row.
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

  /// What a person is told while a widget is held back: nil until three kills in a row.
  public func words(delay: Double) -> String? {
    guard kills >= 3 else { return nil }
    let minutes = Int((delay / 60).rounded())
    let time = minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
    return "stopped \(kills) times; next try in \(time), r tries now"
  }

  /// Seconds until the next try: 1, 4, 9, 16, 25 minutes, never later than the normal time; from three kills in a row on,
  /// doubling from 5 minutes to 4 hours, whatever the normal time.
  public func delay(normal: Double) -> Double {
    if kills >= 3 { return min(300 * Double(1 << min(kills - 3, 10)), 4 * 3600) }
    guard failures > 0 else { return normal }
    let tries = Double(min(failures, 5))
    return min(normal, tries * tries * 60)
  }
}
