/// What the user did with a notification.
public struct NotificationResponse: Sendable, Equatable {
  public static let textLimit = 2000

  public var sender: NotificationSender
  /// The widget's name for the notification.
  public var id: String?
  public var category: String?
  /// The id of an action, or ``NotificationAction/defaultID``.
  public var action: String
  /// The text that the user entered, where the desktop has a field for it.
  public var text: String?

  public init(sender: NotificationSender, id: String?, category: String?, action: String, text: String? = nil) {
    self.sender = sender
    self.id = id
    self.category = category
    self.action = action
    self.text = text
  }

  /// The response to a notification.
  public init(to notification: UserNotification, action: String, text: String? = nil) {
    self.init(
      sender: notification.sender, id: notification.id, category: notification.category?.id, action: action,
      text: text.map { String($0.prefix(Self.textLimit)) })
  }
}
