import WidgetServices

/// The shown and scheduled notifications.
struct NotificationBoard {
  private struct Shown {
    let notification: UserNotification
    let actions: [FreedesktopNotification.Action]
    var token: String?
  }

  private var shown: [UInt32: Shown] = [:]
  private var scheduled: [String: UserNotification] = [:]

  var isEmpty: Bool { shown.isEmpty && scheduled.isEmpty }

  // MARK: Scheduled

  var nextDue: Double? { scheduled.values.compactMap(\.dueAt).min() }

  func scheduledCount(of instance: String, besides key: String) -> Int {
    scheduled.values.count { $0.sender.instance == instance && $0.key != key }
  }

  mutating func schedule(_ notification: UserNotification) { scheduled[notification.key] = notification }

  /// - Returns: Whether it was scheduled.
  mutating func unschedule(_ key: String) -> Bool { scheduled.removeValue(forKey: key) != nil }

  /// Removes and returns due notifications, the oldest first.
  mutating func takeDue(at now: Double) -> [UserNotification] {
    let due = scheduled.values.filter { $0.dueAt ?? 0 <= now }.sorted { ($0.dueAt ?? 0, $0.key) < ($1.dueAt ?? 0, $1.key) }
    for notification in due { scheduled[notification.key] = nil }
    return due
  }

  // MARK: Shown

  func notification(_ number: UInt32) -> UserNotification? { shown[number]?.notification }

  /// The actions given to the server.
  func actions(_ number: UInt32) -> [FreedesktopNotification.Action] { shown[number]?.actions ?? [] }

  func number(of key: String) -> UInt32? { shown.first { $0.value.notification.key == key }?.key }

  mutating func shown(_ notification: UserNotification, as number: UInt32, offering actions: [FreedesktopNotification.Action]) {
    // A server can give a replacement a number of its own.
    if let earlier = self.number(of: notification.key) { shown[earlier] = nil }
    shown[number] = Shown(notification: notification, actions: actions)
  }

  mutating func keep(token: String, for number: UInt32) { shown[number]?.token = token }

  func token(for number: UInt32) -> String? { shown[number]?.token }

  mutating func forget(number: UInt32) { shown[number] = nil }

  /// - Returns: The number it was shown under.
  mutating func forget(key: String) -> UInt32? {
    guard let number = number(of: key) else { return nil }
    shown[number] = nil
    return number
  }

  mutating func forgetAllShown() { shown = [:] }
}
