/// A notification of a widget, as the desktop shows it. Plain text.
public struct UserNotification: Sendable, Equatable {
  /// The widget's name for it: a second one with the same id replaces the first.
  public var id: String?
  /// At most 100 characters.
  public var title: String
  /// At most 500 characters.
  public var body: String
  public var icon: String?

  public static let titleLimit = 100
  public static let bodyLimit = 500

  public init(id: String? = nil, title: String, body: String = "", icon: String? = nil) {
    self.id = id
    self.title = title
    self.body = body
    self.icon = icon
  }
}

/// Shows notifications.
public protocol Notifier: Sendable {
  func deliver(_ notification: UserNotification) throws(ProgramError)
}

/// Notifications through `notify-send`, or `osascript` on macOS.
///
/// Desktop services read the body as markup (Desktop Notifications Specification 1.2, "Markup"), so it is escaped.
public struct SystemNotifier: Notifier {
  private let runner: any ProgramRunner

  public init(runner: any ProgramRunner) { self.runner = runner }

  public func deliver(_ notification: UserNotification) throws(ProgramError) {
    #if os(macOS)
      let name = "osascript"
      // The words are arguments of the script, not part of its text.
      let arguments = [
        "-e", "on run words", "-e", "display notification (item 2 of words) with title (item 1 of words)", "-e", "end run",
        notification.title, notification.body,
      ]
    #else
      let name = "notify-send"
      let arguments = ["--app-name=luawidget", "--", notification.title, Self.escaped(notification.body)]
    #endif
    guard let path = runner.resolve(name) else { throw .cannotStart(path: name, reason: "it is not installed") }
    let result = try runner.run(path, arguments, deadline: 5, isCancelled: { false })
    guard result.status == 0 else { throw .cannotStart(path: name, reason: "it ended with status \(result.status)") }
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
