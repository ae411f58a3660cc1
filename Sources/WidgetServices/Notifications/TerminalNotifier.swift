import Synchronization
import WidgetModel
import WidgetSystem

/// Notifications by the terminal (OSC 99, 9 and 777). They have no actions.
///
/// What is due later is stored, and shown by this process if it still runs then, else by the next one with a channel.
public final class TerminalNotifier: Notifier {
  private let escape: TerminalNotification?
  private let scheduled: any ScheduledNotificationStore
  private let write: @Sendable ([UInt8]) -> Bool
  private let timers = Mutex<[String: Task<Void, Never>]>([:])

  /// - Parameters:
  ///   - escape: nil for a terminal that shows no notifications.
  ///   - write: Writes to the terminal; returns false without one. nil uses the controlling terminal.
  public init(
    _ escape: TerminalNotification?, scheduled: any ScheduledNotificationStore,
    write: (@Sendable ([UInt8]) -> Bool)? = nil
  ) {
    self.escape = escape
    self.scheduled = scheduled
    self.write = write ?? Self.writeToTerminal
  }

  deinit { for timer in timers.withLock({ $0.values.map(\.self) }) { timer.cancel() } }

  public func post(_ notification: UserNotification) throws(NotificationError) {
    let escape = try available()
    if let due = notification.dueAt, due > WallTime.now() {
      do throws(StoreError) { try scheduled.save(notification) } catch { throw .failed(reason: "\(error)") }
      return start(notification, at: due, escape)
    }
    _ = try? scheduled.remove(notification.key)
    guard write(escape.bytes(of: notification)) else { throw .unavailable(reason: "there is no terminal") }
  }

  public func cancel(_ key: String) throws(NotificationError) {
    let escape = try available()
    timers.withLock { $0.removeValue(forKey: key) }?.cancel()
    _ = try? scheduled.remove(key)
    if let bytes = escape.bytes(closing: key) { _ = write(bytes) }
  }

  public func resume() throws(NotificationError) {
    let escape = try available()
    for notification in (try? scheduled.all()) ?? [] { start(notification, at: notification.dueAt ?? 0, escape) }
  }

  private func available() throws(NotificationError) -> TerminalNotification {
    guard let escape else { throw .unavailable(reason: "the terminal shows no notifications") }
    // A process without a terminal must not take notifications that would not be seen.
    guard write([]) else { throw .unavailable(reason: "there is no terminal") }
    return escape
  }

  private func start(_ notification: UserNotification, at due: Double, _ escape: TerminalNotification) {
    let timer = Task { [weak self] in
      // A computer that sleeps stops the clock of a long sleep.
      while WallTime.now() < due {
        do { try await Task.pause(seconds: min(60, max(0.01, due - WallTime.now()))) } catch { return }
      }
      guard let self else { return }
      timers.withLock { $0[notification.key] = nil }
      guard (try? scheduled.remove(notification.key)) == true else { return }
      _ = write(escape.bytes(of: notification))
    }
    timers.withLock { $0.updateValue(timer, forKey: notification.key) }?.cancel()
  }

  /// In one piece, so that it does not mix with a frame that is drawn at the same time.
  private static func writeToTerminal(_ bytes: [UInt8]) -> Bool {
    guard let terminal = try? FileDescriptor.open("/dev/tty", O_WRONLY | O_NOCTTY) else { return false }
    defer { terminal.close() }
    return (try? terminal.writeAll(bytes)) != nil
  }
}
