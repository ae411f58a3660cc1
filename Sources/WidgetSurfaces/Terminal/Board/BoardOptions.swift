public import WidgetHost

/// The options of a board in a terminal.
public struct BoardOptions: Sendable {
  /// How every card is drawn.
  public var view: TerminalViewOptions
  public var graphics: GraphicsPreference
  public var location: BoardLocation
  /// The widgets that can be added by name.
  public var library: WidgetLibrary
  /// The command that adds a widget to this board, for an empty one.
  public var addCommand: String

  public init(
    view: TerminalViewOptions, graphics: GraphicsPreference = .auto, location: BoardLocation, library: WidgetLibrary,
    addCommand: String
  ) {
    self.view = view
    self.graphics = graphics
    self.location = location
    self.library = library
    self.addCommand = addCommand
  }
}
