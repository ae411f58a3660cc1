/// A notification of a widget. Plain text.
public struct UserNotification: Sendable, Equatable {
  /// The widget's name for it: a later one with the same id replaces it.
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
