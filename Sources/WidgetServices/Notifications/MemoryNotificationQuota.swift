import Synchronization

/// The in-memory implementation.
public final class MemoryNotificationQuota: NotificationQuota {
  private let shown = Mutex<[String: [Double]]>([:])

  public init() {}

  public func take(widget: String, at time: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: widget)
    return shown.withLock { shown in
      let recent = (shown[widget] ?? []).filter(NotificationLimit.counted(at: time).contains)
      let isAllowed = recent.count < NotificationLimit.count
      shown[widget] = isAllowed ? recent + [time] : recent
      return isAllowed
    }
  }
}
