import WidgetModel
import WidgetServices

private let text = HostType.either([.string, .number])

private let notification: [HostField] = [
  HostField("title", text, "at most \(UserNotification.titleLimit) characters"),
  .optional("body", text, "at most \(UserNotification.bodyLimit) characters"),
  .optional("id", text, "a notification replaces an earlier one with the same id"),
  .optional("category", .string, "the id of a category, for its actions"),
  .optional(
    "after", .duration(0...366 * 86_400),
    "shows it this much later, even if the widget is no longer running", default: "0"),
  .optional(
    "urgency", .choice(UserNotification.Urgency.allCases.map(\.rawValue)),
    "a critical one stays on screen and has space for all actions", default: "\"normal\""),
  .optional("icon", .string, "as in `ui.icon`", default: "the widget's icon"),
]

private let action: [HostField] = [
  HostField("id", .string, "what the event names"), HostField("title", text, "the label of the button"),
  .optional("foreground", .boolean, "brings the widget up; the handler may open a URL", default: "false"),
  .optional("destructive", .boolean, "is set apart from the others", default: "false"),
  .optional("authentication_required", .boolean, "is refused while the screen is locked", default: "false"),
  .optional(
    "text_input", .either([.list(.string), .record([.optional("placeholder", .string)])]),
    "the user enters a text, where the desktop has a field for it: `{ \"Write back\" }`"),
]

private let category: [HostField] = [
  HostField("id", .string), HostField("actions", .list(.record(action)), "at most \(NotificationCategory.actionLimit)"),
  .optional(
    "minimal", .list(.string), "the ids of the actions to show if space is limited, at most \(NotificationCategory.minimalLimit)",
    default: "the first ones"),
]

extension HostModule {
  static let notify = HostModule(
    "notify", title: "notify",
    "Notifications. `docs/notifications.md` explains where they appear. You get the user's response in `on_notification`.",
    [
      HostFunction(
        "notify",
        "Shows a notification with plain text, now or later. Returns nil and an error if none can be shown; "
          + "raises an error without the permission.",
        HostField("notification", .record(notification)),
        returns: [HostField("shown", .optional(.boolean)), .error], requires: .notify, arguments: .storedOrShown,
        limits: "5 per hour, \(ScheduledNotificationLimits.count) waiting until they're due"
      ).implemented(using: \.notifications) { call, notifications throws(HostError) in try notifications.post(call[0]) },
      HostFunction(
        "notify.category",
        """
        Registers a kind of notification with actions, or replaces one with the same id. Call it when your script loads, because \
        it isn't stored. You must define `on_notification`.
        """,
        HostField("category", .record(category)), arguments: .storedOrShown, limits: "32 categories"
      ).implemented(using: \.notifications) { call, notifications throws(HostError) in
        try notifications.register(call[0])
        return .null
      },
      HostFunction(
        "notify.cancel",
        "Removes one of this widget's notifications, whether shown or still waiting. It's no error if it's already gone.",
        HostField("id", text), arguments: .storedOrShown
      ).implemented(using: \.notifications) { call, notifications throws(HostError) in
        notifications.cancel(call[0].displayText ?? "")
        return .null
      },
    ])
}
