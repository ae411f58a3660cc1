public import WidgetHost
public import WidgetModel

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
  /// Seconds since 1970 that the clock always shows. Then no update is scheduled.
  public var fixedTime: Double?

  public init(
    view: TerminalViewOptions, isWatching: Bool = false, width: Int? = nil, startsCompact: Bool = false,
    graphics: GraphicsPreference = .auto, console: ConsoleFormat = ConsoleFormat(), fixedTime: Double? = nil
  ) {
    self.view = view
    self.isWatching = isWatching
    self.width = width
    self.startsCompact = startsCompact
    self.graphics = graphics
    self.console = console
    self.fixedTime = fixedTime
  }
}
