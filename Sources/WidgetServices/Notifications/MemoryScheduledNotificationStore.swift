import Synchronization

/// The in-memory implementation.
public final class MemoryScheduledNotificationStore: ScheduledNotificationStore {
  private let notifications = Mutex<[String: UserNotification]>([:])

  public init() {}

  public var hasAny: Bool { notifications.withLock { !$0.isEmpty } }

  public func all() throws(StoreError) -> [UserNotification] {
    notifications.withLock { $0.values.sorted { ($0.dueAt ?? 0, $0.key) < ($1.dueAt ?? 0, $1.key) } }
  }

  public func save(_ notification: UserNotification) throws(StoreError) {
    notifications.withLock { $0[notification.key] = notification }
  }

  public func remove(_ key: String) throws(StoreError) -> Bool { notifications.withLock { $0.removeValue(forKey: key) != nil } }
}
