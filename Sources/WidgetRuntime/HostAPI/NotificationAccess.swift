import WidgetModel
import WidgetServices

/// The user's notifications, five an hour for each widget.
struct NotificationAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func show(_ notification: UserNotification) throws(HostError) -> LuaValue {
    var notification = notification
    notification.icon = session.manifest.icon
    guard try takeQuota() else {
      return .failure(kind: "quota", "a widget may show \(NotificationLimit.count) notifications an hour")
    }
    do { try session.services.notifier.deliver(notification) } catch { return .failure(kind: "connect", "notify: \(error)") }
    return ["value": true]
  }

  /// Counts a notification, across all processes.
  private func takeQuota() throws(HostError) -> Bool {
    do {
      return try session.services.notificationQuota.take(widget: session.identity.id, at: session.now())
    } catch { throw HostError("notify: \(error)") }
  }
}
