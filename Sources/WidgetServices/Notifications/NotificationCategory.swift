/// A kind of notification with actions, registered by a widget.
public struct NotificationCategory: Sendable, Equatable {
  public static let actionLimit = 4
  /// The most actions on a notification that goes away by itself.
  public static let minimalLimit = 2

  public var id: String
  /// At most ``actionLimit``, in order.
  public var actions: [NotificationAction]
  /// The ids of the actions to show where space is limited; if empty, the first ones.
  public var minimal: [String]

  public init(id: String, actions: [NotificationAction], minimal: [String] = []) {
    self.id = id
    self.actions = actions
    self.minimal = minimal
  }

  public var minimalActions: [NotificationAction] {
    let chosen = minimal.isEmpty ? actions : minimal.compactMap { id in actions.first { $0.id == id } }
    return Array(chosen.prefix(Self.minimalLimit))
  }
}

/// A button on a notification.
public struct NotificationAction: Sendable, Equatable {
  /// The id of a click on the notification itself. No action in a category has it.
  public static let defaultID = "default"

  public var id: String
  public var title: String
  /// Whether it brings up the widget and may open a URL.
  public var isForeground: Bool
  /// Whether it's set apart from the others.
  public var isDestructive: Bool
  /// Whether it's refused while the screen is locked.
  public var requiresAuthentication: Bool
  /// Makes the user enter text; this is shown in the empty field.
  public var placeholder: String?

  public init(
    id: String, title: String, isForeground: Bool = false, isDestructive: Bool = false, requiresAuthentication: Bool = false,
    placeholder: String? = nil
  ) {
    self.id = id
    self.title = title
    self.isForeground = isForeground
    self.isDestructive = isDestructive
    self.requiresAuthentication = requiresAuthentication
    self.placeholder = placeholder
  }
}
