/// A widget's notification, with everything needed to show it. Plain text.
public struct UserNotification: Sendable, Equatable {
  public enum Urgency: String, Sendable, CaseIterable {
    case low, normal
    /// Stays until the user closes it, with space for all actions of its category.
    case critical
  }

  /// The widget receiving the response.
  public var sender: NotificationSender
  /// Identifies it where it's shown. A later one with the same key replaces it.
  public var key: String
  /// The widget's name for it.
  public var id: String?
  /// At most 100 characters.
  public var title: String
  /// At most 500 characters.
  public var body: String
  public var icon: String?
  public var urgency: Urgency
  public var category: NotificationCategory?
  /// When to show it, in seconds since 1970; nil for now.
  public var dueAt: Double?

  public static let titleLimit = 100
  public static let bodyLimit = 500
  public static let idLimit = 100

  /// - Parameter key: nil derives one from the sender and the id, or makes a random one without an id.
  public init(
    sender: NotificationSender, key: String? = nil, id: String? = nil, title: String, body: String = "", icon: String? = nil,
    urgency: Urgency = .normal, category: NotificationCategory? = nil, dueAt: Double? = nil
  ) {
    self.sender = sender
    self.key = key ?? Self.key(id, of: sender)
    self.id = id
    self.title = title
    self.body = body
    self.icon = icon
    self.urgency = urgency
    self.category = category
    self.dueAt = dueAt
  }

  /// The actions that fit: all of them if it stays on the screen, otherwise the category's minimal ones.
  public var actions: [NotificationAction] {
    guard let category else { return [] }
    return urgency == .critical ? category.actions : category.minimalActions
  }
}

/// The widget sending a notification, with all it takes to start it again for the response.
public struct NotificationSender: Sendable, Equatable {
  /// The widget's instance.
  public var instance: String
  /// The widget's name, shown to the user.
  public var name: String
  /// The absolute path of the script; nil for a widget without a file.
  public var path: String?
  /// The settings as the user wrote them, without secrets.
  public var settings: [Setting]
  /// The id of its board entry, if the board file gives one.
  public var entryID: String?

  public struct Setting: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(instance: String, name: String, path: String? = nil, settings: [Setting] = [], entryID: String? = nil) {
    self.instance = instance
    self.name = name
    self.path = path
    self.settings = settings
    self.entryID = entryID
  }
}

extension UserNotification {
  private static let keyLength = 32

  /// The key of a widget's notification: hexadecimal digits, so it can be a file name. Random without an id.
  public static func key(_ id: String?, of sender: NotificationSender) -> String {
    let bytes = id.map { Array("\(sender.instance)\0\($0)".utf8) } ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    return String(SHA256.hash(bytes).hexadecimal.prefix(keyLength))
  }

  static func isKey(_ text: String) -> Bool {
    text.utf8.count == keyLength && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

/// The user's response to a notification.
public struct NotificationResponse: Sendable, Equatable {
  public static let textLimit = 2000

  public var sender: NotificationSender
  /// The widget's name for the notification.
  public var id: String?
  public var category: String?
  /// The id of an action, or ``NotificationAction/defaultID``.
  public var action: String
  /// Text entered by the user, where the desktop has a field for it.
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
