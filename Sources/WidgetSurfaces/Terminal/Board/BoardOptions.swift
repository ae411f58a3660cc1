public import WidgetHost
import WidgetRuntime

/// Options for a board in a terminal.
public struct BoardOptions: Sendable {
  /// How to draw every card.
  public var view: TerminalViewOptions
  public var graphics: GraphicsPreference
  public var location: BoardLocation
  /// The widgets you can add by name.
  public var library: WidgetLibrary
  /// Whether the session may end for an upgrade, once nobody is typing; nil if it stays.
  public var restartsAfterUpgrade: (@Sendable () -> Bool)?

  public init(
    view: TerminalViewOptions, graphics: GraphicsPreference = .auto, location: BoardLocation, library: WidgetLibrary,
    restartsAfterUpgrade: (@Sendable () -> Bool)? = nil
  ) {
    self.view = view
    self.graphics = graphics
    self.location = location
    self.library = library
    self.restartsAfterUpgrade = restartsAfterUpgrade
  }
}

/// A request to the board, made by a key or a click.
enum BoardRequest: Sendable, Equatable {
  /// - id: nil refreshes all.
  case refresh(id: String?)
  case tap(id: String, action: Int)
  /// Passes on what the user typed into a field.
  case type(id: String, ControlReference)
  /// Changes the board file, in one step.
  case edits([BoardEdit])
  case openEditor(path: String, line: Int?)
  case decide(id: String, PermissionQuestion, PermissionDecision)
  /// A card's display mode has changed.
  case present
  case quit
}
