public import WidgetHost
public import WidgetModel
public import WidgetRuntime

/// The options of a live view.
public struct LiveOptions: Sendable {
  public var view: TerminalViewOptions
  /// Whether the view stays until the user quits: files are watched, updates are scheduled, controls work.
  public var isWatching: Bool
  /// Columns; nil uses the width of the terminal.
  public var width: Int?
  /// Whether the view starts compact, with Show More.
  public var startsCompact: Bool
  public var graphics: GraphicsPreference
  public var console: ConsoleFormat
  /// Asks the user about permissions, in a terminal that is not drawn to meanwhile; nil where that is not possible.
  public var askForPermissions: PermissionPrompt?

  public init(
    view: TerminalViewOptions, isWatching: Bool = false, width: Int? = nil, startsCompact: Bool = false,
    graphics: GraphicsPreference = .auto, console: ConsoleFormat = ConsoleFormat(), askForPermissions: PermissionPrompt? = nil
  ) {
    self.view = view
    self.isWatching = isWatching
    self.width = width
    self.startsCompact = startsCompact
    self.graphics = graphics
    self.console = console
    self.askForPermissions = askForPermissions
  }
}
