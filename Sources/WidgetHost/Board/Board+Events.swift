import Synchronization
public import WidgetModel
public import WidgetRuntime
import WidgetSystem

/// A change for a board's surfaces to react to.
public enum BoardEvent: Sendable {
  /// Widgets were added, removed, moved or hidden, or have other settings. In order, including hidden ones.
  case widgets([BoardWidget])
  case changed(BoardWidget)
  /// - isLive: Whether the snapshot is a redraw during an update or a tap.
  case shown(id: String, Snapshot, isLive: Bool)
  case console(id: String, ConsoleLine)
  /// A denied permission the script ignored.
  case denied(id: String, String)
  /// The tapped control isn't in the restarted widget's new view.
  case controlMissing(id: String)
  case permissionsWanted(id: String, PermissionRequest)
  /// The board file can't be used, so the last good board stays; nil once it's usable again.
  case fileProblem(BoardFileError?)
  /// The program was replaced by another version.
  case restartNeeded
}

extension Board {
  /// Passes the events of widgets on to the surfaces.
  func deliverEvents() async {
    var hasLiveView = false
    for item in inbox.take() {
      if case .shown(_, isLive: true) = item.event { hasLiveView = true }
      deliver(item.event, of: item.instance)
    }
    // A widget flooding views shows 60 a second.
    if hasLiveView { try? await Task.pause(seconds: 0.016) }
  }

  private func deliver(_ event: SessionEvent, of instance: String) {
    guard let hosted = instances[instance] else { return }
    switch event {
    case .shown(let snapshot, let isLive):
      if !isLive { show(snapshot, hosted, instance) }
      // The manifest was read even if the update failed.
      if isLive, snapshot.result == .failed { name(snapshot.widget, instance) }
      send(.shown(id: "", snapshot, isLive: isLive), of: instance)
    case .updating(let flag): changeEntries(of: instance) { $0.isUpdating = flag }
    case .console(let line): send(.console(id: "", line), of: instance)
    case .denied(let message): send(.denied(id: "", message), of: instance)
    case .reloadFailed(let failure): changeEntries(of: instance) { $0.failure = failure }
    }
  }

  private func show(_ snapshot: Snapshot, _ hosted: HostedInstance, _ instance: String) {
    let shown = Set(hosted.contexts.map { SnapshotContext($0) })
    var views = hosted.views.filter { shown.contains($0.key) }
    views[snapshot.context] = snapshot
    instances[instance]?.views = views
    name(snapshot.widget, instance)
    endPredecessors(of: instance)
  }

  /// Notes that there's a view for the new settings.
  func endPredecessors(of instance: String) {
    changeEntries(of: instance) { widget in
      if predecessors.removeValue(forKey: widget.id) != nil { widget.isStale = false }
    }
  }

  private func name(_ identity: WidgetIdentity, _ instance: String) {
    changeEntries(of: instance) { widget in
      widget.identity.name = identity.name
      widget.identity.icon = identity.icon
    }
  }
}

extension BoardEvent {
  /// The entry the event is about; nil for events about the whole board.
  public var id: String? {
    switch self {
    case .changed(let widget): widget.id
    case .shown(let id, _, _), .console(let id, _), .denied(let id, _), .controlMissing(let id), .permissionsWanted(let id, _): id
    case .widgets, .fileProblem, .restartNeeded: nil
    }
  }

  /// The event with an entry's id.
  func about(_ id: String) -> BoardEvent {
    switch self {
    case .shown(_, let snapshot, let isLive): .shown(id: id, snapshot, isLive: isLive)
    case .console(_, let line): .console(id: id, line)
    case .denied(_, let message): .denied(id: id, message)
    case .controlMissing: .controlMissing(id: id)
    case .permissionsWanted(_, let request): .permissionsWanted(id: id, request)
    case .widgets, .changed, .fileProblem, .restartNeeded: self
    }
  }
}

/// The events of all widgets on a board, in order, for one reader.
///
/// A view shown before a call ends replaces an earlier unread one, so a widget flooding views costs no memory.
final class EventInbox: Sendable {
  struct Item: Sendable {
    var instance: String
    var event: SessionEvent
  }

  private let items = Mutex<[Item]>([])
  /// An element whenever there are items. For one reader.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() { (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func send(_ event: SessionEvent, of instance: String) {
    items.withLock { items in
      if case .shown(let snapshot, isLive: true) = event {
        items.removeAll { item in
          guard item.instance == instance, case .shown(let earlier, isLive: true) = item.event else { return false }
          return earlier.context == snapshot.context
        }
      }
      items.append(Item(instance: instance, event: event))
    }
    signal.yield()
  }

  /// Removes all items.
  func take() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }

  func finish() { signal.finish() }
}
