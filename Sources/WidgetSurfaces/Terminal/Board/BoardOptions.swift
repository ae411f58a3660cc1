public import WidgetHost
import WidgetRuntime

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

/// A request that a key or a click makes to the board.
enum BoardRequest: Sendable, Equatable {
  /// - id: nil refreshes all.
  case refresh(id: String?)
  case tap(id: String, action: Int)
  case edit(BoardEdit)
  case openEditor(path: String, line: Int?)
  case decide(id: String, PermissionQuestion, PermissionDecision)
  /// The display mode of a card has changed.
  case present
  case quit
}
