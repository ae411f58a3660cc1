public import WidgetModel
public import WidgetRuntime

/// A change that the surfaces of a board react to.
public enum BoardEvent: Sendable {
  /// Widgets were added, removed, moved, hidden, or have other settings. In order, with the hidden ones.
  case widgets([BoardWidget])
  case changed(BoardWidget)
  /// - isLive: The snapshot is a redraw during an update or a tap.
  case shown(id: String, Snapshot, isLive: Bool)
  case console(id: String, ConsoleLine)
  /// A permission that was denied and that the script ignored.
  case denied(id: String, String)
  /// The tapped control is not in the new view of a restarted widget.
  case controlMissing(id: String)
  case permissionsWanted(id: String, PermissionRequest)
  /// The board file cannot be used, so the last good board stays; nil when it can be used again.
  case fileProblem(BoardFileError?)
  /// The program was replaced by another version.
  case restartNeeded
}
