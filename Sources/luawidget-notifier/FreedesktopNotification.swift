package import WidgetServices
import WidgetSystem

/// The arguments of `Notify` for a notification, within the server's capabilities.
///
/// Whatever the server can't do has a fallback: without `body` the text goes into the summary, without `body-markup` nothing is
/// escaped, without `actions` there are no buttons, and without `inline-reply` an action with a text field is an ordinary button.
package struct FreedesktopNotification: Sendable, Equatable {
  package struct Action: Sendable, Equatable {
    package let id: String
    package let label: String
    /// The widget's id for the action.
    package let response: String
    /// Whether a text comes with it.
    var hasText: Bool { id == FreedesktopNotification.replyID && response != id }
  }

  package enum Hint: Sendable, Equatable {
    case byte(UInt8)
    case text(String)
  }

  package let applicationName: String
  package let icon: String
  package let summary: String
  package let body: String
  package private(set) var actions: [Action] = []
  package private(set) var hints: [String: Hint] = [:]
  /// Milliseconds; -1 leaves it to the server, 0 means never.
  package let timeout: Int32

  /// The id of the action with the text field, on servers with inline replies.
  package static let replyID = "inline-reply"

  /// - Parameter note: A sentence below the body.
  package init(_ notification: UserNotification, capabilities: Set<String>, note: String? = nil) {
    applicationName = notification.sender.name
    icon = IconName.freedesktop(notification.icon)
    let text = [notification.body, note ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    let hasBody = capabilities.contains("body")
    summary = hasBody || text.isEmpty ? notification.title : "\(notification.title): \(text)"
    body = !hasBody ? "" : capabilities.contains("body-markup") ? Self.escaped(text) : text
    timeout = notification.urgency == .critical ? 0 : -1
    hints["urgency"] = .byte([.low: 0, .normal: 1, .critical: 2][notification.urgency] ?? 1)
    hints["desktop-entry"] = .text("luawidget")
    guard capabilities.contains("actions") else { return }
    if notification.category != nil {
      actions.append(Action(id: NotificationAction.defaultID, label: "Open", response: NotificationAction.defaultID))
    }
    let buttons = notification.actions
    // Destructive ones are set apart: last, and marked.
    for action in buttons.filter({ !$0.isDestructive }) + buttons.filter(\.isDestructive) {
      var id = action.id
      if let placeholder = action.placeholder, capabilities.contains(Self.replyID),
        !actions.contains(where: { $0.id == Self.replyID })
      {
        id = Self.replyID
        if !placeholder.isEmpty { hints["x-kde-reply-placeholder-text"] = .text(placeholder) }
        hints["x-kde-reply-submit-button-text"] = .text(action.title)
      }
      actions.append(Action(id: id, label: action.isDestructive ? "⚠ \(action.title)" : action.title, response: action.id))
    }
  }

  private static func escaped(_ text: String) -> String {
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

/// Icons by their names in the Icon Naming Specification.
enum IconName {
  private static let names = [
    "airplane": "airplane-mode", "battery.25": "battery-low", "bell": "preferences-system-notifications",
    "calendar": "x-office-calendar",
    "clock": "appointment-soon", "cloud": "weather-overcast", "envelope": "mail-unread",
    "exclamationmark.triangle": "dialog-warning",
    "internaldrive": "drive-harddisk", "location": "mark-location", "lock": "changes-prevent", "sun.max": "weather-clear",
    "trash": "user-trash",
  ]

  /// - Parameter icon: A name as in `ui.icon`.
  static func freedesktop(_ icon: String?) -> String { icon.flatMap { names[$0] } ?? "dialog-information" }
}
