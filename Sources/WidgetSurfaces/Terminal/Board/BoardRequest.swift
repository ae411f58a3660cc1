import WidgetHost
import WidgetRuntime
import WidgetServices

/// What a key or a click asks of the board.
enum BoardRequest: Sendable, Equatable {
  /// - id: nil refreshes all.
  case refresh(id: String?)
  case tap(id: String, action: Int)
  case edit(BoardEdit)
  case openEditor(path: String, line: Int?)
  case decide(id: String, [Permission: PermissionDecision])
  /// The display mode of a card has changed.
  case present
  case quit
}
