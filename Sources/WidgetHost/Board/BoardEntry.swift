public import WidgetModel
public import WidgetRuntime
public import WidgetServices

/// A widget on a board, as one `[[widget]]` of the board file describes it.
public struct BoardEntry: Sendable, Equatable, Identifiable {
  /// Unique on the board: `id` in the file, otherwise derived from the name of the widget's file.
  public var id: String
  /// Whether the file sets `id`. The widget then has its own defaults and secrets.
  public var hasExplicitID: Bool
  /// As written: absolute, relative to the folder of the board file, or starting with `~/`.
  public var file: String
  public var settings: [Assignment]
  public var family: WidgetFamily?
  /// Replaces the manifest's.
  public var refresh: Refresh?
  /// Permissions that the user allows.
  public var allow: [Permission]
  public var isHidden: Bool

  public init(
    id: String, hasExplicitID: Bool = false, file: String, settings: [Assignment] = [], family: WidgetFamily? = nil,
    refresh: Refresh? = nil, allow: [Permission] = [], isHidden: Bool = false
  ) {
    self.id = id
    self.hasExplicitID = hasExplicitID
    self.file = file
    self.settings = settings
    self.family = family
    self.refresh = refresh
    self.allow = allow
    self.isHidden = isHidden
  }
}
