import Synchronization
import WidgetHost
import WidgetModel
import WidgetRendering
public import WidgetServices
import WidgetSystem

/// Shows notifications in browsers whose users asked for that. Without one, the next channel shows them.
///
/// A page shows what's due now; later ones are left to channels that outlive the page.
public final class PageNotifier: Notifier {
  private struct State {
    var pages = 0
    /// The keys of the newest notifications, which a page may still show.
    var keys: [String] = []
    var onPost: (@Sendable (UserNotification) -> Void)?
    var onCancel: (@Sendable (String) -> Void)?
  }

  private static let maximumKeys = 100
  private static let unavailable = NotificationError.unavailable(reason: "no page shows notifications")

  private let state = Mutex(State())

  public init() {}

  public func post(_ notification: UserNotification) throws(NotificationError) {
    if let due = notification.dueAt, due > WallTime.now() { throw Self.unavailable }
    let onPost = state.withLock { state -> (@Sendable (UserNotification) -> Void)? in
      guard state.pages > 0 else { return nil }
      state.keys = state.keys.filter { $0 != notification.key }.suffix(Self.maximumKeys - 1) + [notification.key]
      return state.onPost
    }
    guard let onPost else { throw Self.unavailable }
    onPost(notification)
  }

  public func cancel(_ key: String) throws(NotificationError) {
    let onCancel = state.withLock { state -> (@Sendable (String) -> Void)? in
      guard let index = state.keys.firstIndex(of: key) else { return nil }
      state.keys.remove(at: index)
      return state.onCancel
    }
    guard let onCancel else { throw Self.unavailable }
    onCancel(key)
  }

  public func resume() throws(NotificationError) { throw Self.unavailable }

  /// Sets how many open pages show notifications.
  func setPages(_ count: Int) { state.withLock { $0.pages = count } }

  func onChange(post: @escaping @Sendable (UserNotification) -> Void, cancel: @escaping @Sendable (String) -> Void) {
    state.withLock { ($0.onPost, $0.onCancel) = (post, cancel) }
  }
}

/// Notifications in browsers: each browser shows one once, however many pages it has open.
extension BoardServer {
  func connect(_ notifier: PageNotifier) {
    notifier.onChange { [weak self] notification in
      Task { await self?.notify(notification) }
    } cancel: { [weak self] key in
      Task { await self?.withdraw(key) }
    }
  }

  private func notify(_ notification: UserNotification) async {
    let widget = await board.widgets.first { $0.identity.instance == notification.sender.instance }
    let fields: [(String, String)] = [
      ("key", notification.key), ("title", terminalSafe(notification.title, limit: UserNotification.titleLimit)),
      ("body", terminalSafe(notification.body, multiline: true, limit: UserNotification.bodyLimit)), ("widget", widget?.id ?? ""),
    ]
    sendToBrowsers("notify", fields)
  }

  private func withdraw(_ key: String) { sendToBrowsers("withdraw", [("key", key)]) }

  /// Sends to the newest page in each browser that shows notifications.
  private func sendToBrowsers(_ name: String, _ fields: [(String, String)]) {
    let object = fields.map { "\(JSONString.text($0.0)):\(JSONString.text($0.1))" }.joined(separator: ",")
    let newest = Dictionary(
      streams.filter { $0.value.showsNotifications }.map { ($0.value.session, $0.key) }, uniquingKeysWith: max)
    for stream in newest.values {
      streams[stream]?.add(other: EventStream.text(name, "{\(object)}"))
      flush(stream)
    }
  }

  func countNotifyingPages() { notifier?.setPages(streams.values.count(where: \.showsNotifications)) }
}
