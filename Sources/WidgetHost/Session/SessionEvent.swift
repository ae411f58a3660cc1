public import WidgetModel

/// A change in a session that every surface must react to.
public enum SessionEvent: Sendable, Equatable {
  /// There is a new view. Live views (a redraw, the first view after loading) are not stored.
  case shown(Snapshot, isLive: Bool)
  /// An update began or ended.
  case updating(Bool)
  /// The script printed a line.
  case console(ConsoleLine)
  /// A permission was denied and the script ignored it. Sent once for each permission, after a console line with the same text.
  case denied(String)
  /// An edited script does not work. The old widget stays, and this failure is shown below it.
  case reloadFailed(Failure)
}

/// The events of a session, for any number of readers.
public typealias SessionEvents = EventReaders<SessionEvent>
