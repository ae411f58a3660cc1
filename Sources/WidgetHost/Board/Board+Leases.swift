import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// The result of an update in this process.
enum UpdateOutcome: Sendable {
  case updated(Update)
  /// Another process has just updated the instance.
  case current(InstanceState)
  case closed
}

extension Board {
  /// Updates an instance in this process, unless another one has just done so.
  ///
  /// - Parameter batch: The events that have arrived, for an update with the reason `event`.
  func updateHere(
    _ instance: String, _ contexts: [WidgetContext], _ grant: LeasedWidget.Grant, _ batch: EventBatch? = nil
  ) async -> UpdateOutcome {
    guard !isClosed, let hosted = instances[instance], var first = contexts.first else {
      keeper.release(instance)
      return .closed
    }
    let session = hosted.session
    // Only an update in this process knows its streams.
    let mayStream = (hosted.hasStreams ?? hosted.script.mayReceiveEvents) && !hosted.streams.isOpen && isVisible(instance)
    let others = Array(contexts.dropFirst()) + grant.state.contexts.map { $0.context(like: first) }
    if first.reason.isAutomatic, isUpToDate(instance, grant.state) {
      if !mayStream, isCurrent(instance, for: contexts.map { SnapshotContext($0) }) { return .current(grant.state) }
      // The data is current; only a view is missing, or the streams.
      first.reason = .restart
    }
    let isRedrawn =
      first.reason == .restart && hasCurrentData(instance, grant.state) && hasNearViews(instance, contexts) && !mayStream
    await session.use(grant.lease)
    instances[instance]?.contexts = [first] + others
    instances[instance]?.readingBegan = WallTime.now()
    // With nothing on the screen, the view from right after loading is better than an empty card. The update reports its errors.
    if isSingle, contexts.first?.reason == .launch, !hasStoredView(instance, for: first) {
      try? await session.showFirstView(first)
    }
    guard isRedrawn else { return .updated(await session.update(first, also: others, with: batch)) }
    // Until the next update, the views of other contexts are shown.
    guard let update = await session.redraw(first, also: others) else { return .current(grant.state) }
    return .updated(update)
  }

  /// Whether the latest update succeeded, the next one isn't due, and the script wasn't edited since.
  private func hasCurrentData(_ instance: String, _ state: InstanceState) -> Bool {
    guard let updatedAt = state.updatedAt, state.succeededAt == updatedAt else { return false }
    return state.isUpToDate(at: root.clock.now()) && !isEdited(instance, since: updatedAt)
  }

  /// Whether each context has a view of its family, perhaps for another surface. A bar makes its line from any view.
  private func hasNearViews(_ instance: String, _ contexts: [WidgetContext]) -> Bool {
    contexts.allSatisfy { context in
      guard let near = (try? root.services.snapshots.nearest(to: SnapshotContext(context), of: instance))?.snapshot else {
        return false
      }
      return near.view != nil && (near.context.family == context.family || context.family == .inline)
    }
  }

  private func hasStoredView(_ instance: String, for context: WidgetContext) -> Bool {
    (try? root.services.snapshots.nearest(to: SnapshotContext(context), of: instance)).map {
      $0.snapshot.context.family == context.family
    } ?? false
  }

  /// Whether another process has updated an instance whose next update isn't due yet.
  private func isUpToDate(_ instance: String, _ state: InstanceState) -> Bool {
    guard let updatedAt = state.updatedAt, updatedAt != instances[instance]?.finishedAt else { return false }
    // A user running a single widget wants new data, unless another host keeps it current.
    if isSingle, instances[instance]?.isInNewZone == false {
      let own = contexts(of: instance, .launch).map { SnapshotContext($0) }
      guard state.contexts.contains(where: { !own.contains($0) }) else { return false }
    }
    // Not if it's due at once.
    return planned(instance, state).isUpToDate(at: root.clock.now() + 1) && updatedAt <= root.clock.now()
      && !isEdited(instance, since: updatedAt)
  }

  /// The state another process has stored, but with the next update no later than this board's own interval asks for.
  private func planned(_ instance: String, _ state: InstanceState) -> InstanceState {
    guard let refresh = instances[instance]?.refresh, let updatedAt = state.updatedAt, state.succeededAt == updatedAt else {
      return state
    }
    let interval = refresh.delay(from: updatedAt, timeZone: root.locale.timeZone)
    guard interval < state.interval ?? .infinity else { return state }
    var state = state
    state.interval = interval
    state.nextUpdate = min(state.nextUpdate ?? .infinity, updatedAt + interval)
    return state
  }

  /// Whether the store has views of the newest data for these contexts.
  func isCurrent(_ instance: String, for contexts: [SnapshotContext]) -> Bool {
    contexts.allSatisfy { (try? root.services.snapshots.nearest(to: $0, of: instance))?.isCurrent == true }
  }

  /// Whether the script was saved after an update, with no process watching.
  func isEdited(_ instance: String, since updatedAt: Double) -> Bool {
    let now = root.clock.now()
    return instances[instance]?.files.contains { path in
      guard let changedAt = (try? FileStatus(path: path))?.changedAt else { return false }
      return changedAt > updatedAt && changedAt <= now
    } ?? false
  }

  /// Shows what the process with the worker has made of a request, and asks once more for a missing view.
  func updatedElsewhere(_ instance: String, _ reason: UpdateReason) {
    let state = (try? root.services.snapshots.state(of: instance)) ?? InstanceState()
    guard asksAgain(instance, state) else { return adopt(instance, state) }
    retry(instance, reason, after: 0.2)
  }

  /// Repeats a request, unless another one was made meanwhile.
  func retry(_ instance: String, _ reason: UpdateReason, after delay: Double) {
    guard scheduler.finished(instance, now: .now()) else { return }
    scheduler.retry(instance, reason, after: delay, now: .now())
  }

  /// Whether to ask once more for this process's views: another's update may lack them if it had begun before. Not twice, because
  /// the widget may have no view for them.
  func asksAgain(_ instance: String, _ state: InstanceState) -> Bool {
    let contexts = contexts(of: instance, .schedule).map { SnapshotContext($0) }
    guard isVisible(instance), !isCurrent(instance, for: contexts) else {
      instances[instance]?.hasAskedAgain = false
      return false
    }
    guard state.updatedAt != nil, state.succeededAt == state.updatedAt, instances[instance]?.hasAskedAgain == false else {
      return false
    }
    instances[instance]?.hasAskedAgain = true
    return true
  }

  /// Shows what another process has stored, and plans the next update as it did.
  func adopt(_ instance: String, _ state: InstanceState) {
    guard let hosted = instances[instance] else { return }
    instances[instance]?.finishedAt = nil
    showStored(instance)
    guard scheduler.finished(instance, now: .now()), let updatedAt = state.updatedAt else { return }
    let state = planned(instance, state)
    let now = root.clock.now()
    let normal =
      state.interval ?? (hosted.refresh ?? Manifest().refresh).delay(from: updatedAt, timeZone: root.locale.timeZone)
    let delay = max(1, (state.nextUpdate ?? updatedAt + normal) - now)
    let age = max(0, now - (state.succeededAt ?? updatedAt))
    scheduler.plan(instance, UpdatePlan(delay: delay, interval: normal.isFinite ? normal : delay, age: age), now: .now())
    let isStale = state.isStale(at: now)
    changeEntries(of: instance) {
      $0.checkedAt = state.succeededAt
      if predecessors[$0.id] == nil { $0.isStale = isStale }
    }
  }

  /// Passes snapshots stored by another process on to the surfaces.
  func showStored(_ instance: String) {
    guard let hosted = instances[instance] else { return }
    for context in contexts(of: instance, .schedule) {
      let key = SnapshotContext(context)
      guard let stored = (try? root.services.snapshots.nearest(to: key, of: instance))?.snapshot, stored != hosted.views[key]
      else {
        continue
      }
      // Keyed by this context, even if it was made for another size.
      instances[instance]?.views[key] = stored
      endPredecessors(of: instance)
      send(.shown(id: "", stored, isLive: false), of: instance)
    }
  }
}

extension UpdateReason {
  /// Whether an update for this reason isn't needed if another one has just ended.
  var isAutomatic: Bool {
    switch self {
    case .launch, .schedule, .wake, .network, .retry: true
    case .manual, .reload, .action, .restart, .event: false
    }
  }
}
