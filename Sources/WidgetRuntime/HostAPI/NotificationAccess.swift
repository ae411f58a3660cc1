import WidgetModel
import WidgetServices

/// The user's notifications, five an hour for each widget.
struct NotificationAccess {
  private static let limit = 5

  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func show(_ notification: UserNotification) throws(HostError) -> LuaValue {
    var notification = notification
    notification.icon = session.manifest.icon
    guard try takeQuota() else { return .failure(kind: "quota", "a widget may show \(Self.limit) notifications an hour") }
    do { try session.services.notifier.deliver(notification) } catch { return .failure(kind: "connect", "notify: \(error)") }
    return ["value": true]
  }

  /// Counts a notification, across all runs.
  private func takeQuota() throws(HostError) -> Bool {
    let shelf = "notifications:\(session.identity.id)"
    let now = session.now()
    let cache = session.services.cache
    do {
      let recent = (try cache.entry("shown", of: shelf, at: now)?.value.array ?? []).compactMap(\.double)
        .filter { $0 > now - 3600 && $0 <= now }
      guard recent.count < Self.limit else { return false }
      let shown = LuaValue.array((recent + [now]).map { .number($0) })
      try cache.apply([.set(key: "shown", value: shown, expiresAt: now + 3600)], of: shelf, at: now)
      return true
    } catch {
      throw HostError("notify: \(error)")
    }
  }
}
