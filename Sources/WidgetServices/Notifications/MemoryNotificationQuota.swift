import Synchronization

/// The in-memory implementation.
public final class MemoryNotificationQuota: NotificationQuota {
  private let shown = Mutex<[String: [Double]]>([:])

  public init() {}

  public func take(widget: String, at time: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: widget)
    return shown.withLock { shown in
      // After the clock was set back, later moments no longer count.
      let recent = (shown[widget] ?? []).filter { $0 > time - NotificationLimit.period && $0 <= time }
      let isAllowed = recent.count < NotificationLimit.count
      shown[widget] = isAllowed ? recent + [time] : recent
      return isAllowed
    }
  }
}
