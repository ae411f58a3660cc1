/// Shows notifications in one way, or in the first of several that works.
public protocol Notifier: Sendable {
  /// Shows a notification, or keeps it until it's due. Replaces one with the same key.
  func post(_ notification: UserNotification) throws(NotificationError)

  /// Removes a notification that's showing or waiting until it's due.
  func cancel(_ key: String) throws(NotificationError)

  /// Takes over notifications scheduled by an earlier process but not shown.
  func resume() throws(NotificationError)
}

/// Why a notification wasn't shown.
public enum NotificationError: Error, Sendable, Equatable {
  /// There's no such channel here; another one may work.
  case unavailable(reason: String)
  /// The widget has scheduled too many.
  case tooMany(limit: Int)
  case failed(reason: String)
}

extension NotificationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let reason), .failed(let reason): reason
    case .tooMany(let limit): "a widget may schedule \(limit) notifications"
    }
  }
}

/// Several channels: each notification is shown by the first available one only.
public struct NotificationChannels: Notifier {
  private let channels: [any Notifier]
  private let scheduled: any ScheduledNotificationStore

  /// - Parameter scheduled: Notifications left by an earlier process.
  public init(_ channels: [any Notifier], scheduled: any ScheduledNotificationStore) {
    self.channels = channels
    self.scheduled = scheduled
  }

  public func post(_ notification: UserNotification) throws(NotificationError) {
    try first { channel throws(NotificationError) in try channel.post(notification) }
  }

  public func cancel(_ key: String) throws(NotificationError) {
    try first { channel throws(NotificationError) in try channel.cancel(key) }
  }

  public func resume() throws(NotificationError) {
    guard scheduled.hasAny else { return }
    try first { channel throws(NotificationError) in try channel.resume() }
  }

  private func first(_ operation: (any Notifier) throws(NotificationError) -> Void) throws(NotificationError) {
    var reasons: [String] = []
    for channel in channels {
      do throws(NotificationError) { return try operation(channel) } catch {
        guard case .unavailable(let reason) = error else { throw error }
        reasons.append(reason)
      }
    }
    throw .unavailable(reason: reasons.isEmpty ? "there is no channel for notifications" : reasons.joined(separator: "; "))
  }
}

#if os(macOS)
  /// Notifications through `osascript`. They have no actions and appear at once.
  public struct SystemNotifier: Notifier {
    private let runner: any ProgramRunner

    public init(runner: any ProgramRunner) { self.runner = runner }

    public func post(_ notification: UserNotification) throws(NotificationError) {
      guard notification.dueAt == nil else { throw .failed(reason: "notifications cannot be delayed on macOS") }
      // The text goes into arguments, so the script never contains it.
      let arguments = [
        "-e", "on run texts", "-e", "display notification (item 2 of texts) with title (item 1 of texts)", "-e", "end run",
        notification.title, notification.body,
      ]
      guard let path = runner.resolve("osascript") else { throw .unavailable(reason: "osascript is not installed") }
      do throws(ProgramError) {
        let result = try runner.run(path, arguments, deadline: 5, isCancelled: { false })
        guard result.status == 0 else { throw .failed(path: path, status: result.status) }
      } catch { throw .failed(reason: "\(error)") }
    }

    public func cancel(_ key: String) throws(NotificationError) {}

    public func resume() throws(NotificationError) {}
  }
#endif
