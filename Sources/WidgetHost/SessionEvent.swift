public import WidgetModel

/// What happens to a widget that somebody is looking at.
public enum SessionEvent: Sendable, Equatable {
  /// Show this now. `isLive` views (a redraw, the first view after loading) are not stored.
  case shown(Snapshot, isLive: Bool)
  /// An update began or ended.
  case updating(Bool)
  /// A line that the script printed.
  case console(ConsoleLine)
  /// An edit that does not work: the old widget stays, with this beneath it.
  case reloadFailed(Failure)
}
