import Synchronization
public import WidgetServices
import WidgetSystem

/// Shows notifications in the browsers whose users asked for that. Without one, the next channel shows them.
///
/// A page shows what is due now; what is due later is left to channels that outlive the page.
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

  /// How many open pages show notifications.
  func setPages(_ count: Int) { state.withLock { $0.pages = count } }

  func onChange(post: @escaping @Sendable (UserNotification) -> Void, cancel: @escaping @Sendable (String) -> Void) {
    state.withLock { ($0.onPost, $0.onCancel) = (post, cancel) }
  }
}
