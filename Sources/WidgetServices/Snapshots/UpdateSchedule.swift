/// Remembers when widgets are due, for programs that run once: a status bar starts one every few seconds.
public protocol UpdateSchedule: Sendable {
  /// - Returns: nil if the instance has none.
  func scheduledUpdate(of instance: String) throws(StoreError) -> ScheduledUpdate?

  /// Replaces the scheduled update of an instance.
  func schedule(_ update: ScheduledUpdate, of instance: String) throws(StoreError)
}

/// When an instance is due. Times are seconds since 1970.
public struct ScheduledUpdate: Sendable, Equatable {
  /// When the last update ended, whatever its result.
  public var endedAt: Double
  /// When the last update succeeded; nil if none has.
  public var succeededAt: Double?
  /// Infinite for a widget that is never updated.
  public var dueAt: Double
  /// The widget's own interval in seconds.
  public var interval: Double

  public init(endedAt: Double, succeededAt: Double?, dueAt: Double, interval: Double) {
    self.endedAt = endedAt
    self.succeededAt = succeededAt
    self.dueAt = dueAt
    self.interval = interval
  }

  /// Whether the update is still ahead. A clock that was set back makes it due.
  public func isAhead(at now: Double) -> Bool { endedAt <= now && now < dueAt }

  /// Whether the data are older than twice the interval.
  public func isStale(at now: Double) -> Bool {
    guard let succeededAt, interval.isFinite else { return false }
    return now - succeededAt > 2 * interval
  }
}
