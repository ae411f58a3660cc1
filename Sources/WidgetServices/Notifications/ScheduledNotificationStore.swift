/// Notifications that are due later. They survive the program and the computer's restart.
public protocol ScheduledNotificationStore: Sendable {
  /// Whether there may be any. Cheap: every start of a host asks.
  var hasAny: Bool { get }

  /// All that can be read, those that are due first at the front.
  func all() throws(StoreError) -> [UserNotification]

  /// Stores a notification in place of one with the same key. It is durable when this returns.
  func save(_ notification: UserNotification) throws(StoreError)

  /// Removes a notification. Of several processes that want to show it, the one that removes it does.
  ///
  /// - Returns: Whether it was there.
  func remove(_ key: String) throws(StoreError) -> Bool
}

public enum ScheduledNotificationLimits {
  /// Notifications of one widget.
  public static let count = 64
  /// Bytes of one notification.
  public static let bytes = 64 << 10
}
