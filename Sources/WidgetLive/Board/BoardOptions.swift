public import WidgetTerminal

/// The options of a board in a terminal.
public struct BoardOptions: Sendable {
  /// How every card is drawn.
  public var view: TerminalViewOptions
  public var graphics: GraphicsPreference
  /// The board file.
  public var path: String
  /// The command that adds a widget to this board, for an empty one.
  public var addCommand: String

  public init(view: TerminalViewOptions, graphics: GraphicsPreference = .auto, path: String, addCommand: String) {
    self.view = view
    self.graphics = graphics
    self.path = path
    self.addCommand = addCommand
  }
}
