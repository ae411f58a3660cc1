/// Notifications through `notify-send`, or `osascript` on macOS.
///
/// Notification servers read the body as markup (Desktop Notifications Specification 1.2, "Markup"), so it is escaped.
public struct SystemNotifier: Notifier {
  private let runner: any ProgramRunner

  public init(runner: any ProgramRunner) { self.runner = runner }

  public func deliver(_ notification: UserNotification) throws(ProgramError) {
    #if os(macOS)
      let name = "osascript"
      // The text is passed in arguments, so the script never contains it.
      let arguments = [
        "-e", "on run texts", "-e", "display notification (item 2 of texts) with title (item 1 of texts)", "-e", "end run",
        notification.title, notification.body,
      ]
    #else
      let name = "notify-send"
      let arguments = ["--app-name=luawidget", "--", notification.title, Self.escaped(notification.body)]
    #endif
    guard let path = runner.resolve(name) else { throw .cannotStart(path: name, reason: "it is not installed") }
    let result = try runner.run(path, arguments, deadline: 5, isCancelled: { false })
    guard result.status == 0 else { throw .failed(path: name, status: result.status) }
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
