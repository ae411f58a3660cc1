#if os(macOS)
  /// Notifications through `osascript`. They have no actions and appear at once.
  public struct SystemNotifier: Notifier {
    private let runner: any ProgramRunner

    public init(runner: any ProgramRunner) { self.runner = runner }

    public func post(_ notification: UserNotification) throws(NotificationError) {
      guard notification.dueAt == nil else { throw .failed(reason: "notifications cannot be delayed on macOS") }
      // The text is passed in arguments, so the script never contains it.
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
