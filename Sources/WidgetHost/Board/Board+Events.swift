import WidgetModel
import WidgetSystem

extension Board {
  /// Passes the events of widgets on to the surfaces.
  func deliverEvents() async {
    var hasLiveView = false
    for item in inbox.take() {
      if case .shown(_, isLive: true) = item.event { hasLiveView = true }
      deliver(item.event, of: item.instance)
    }
    // A widget that floods views shows 60 in a second.
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
  /// The event with the id of an entry.
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
