import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// What became of an update that was due.
enum UpdateOutcome: Sendable {
  case updated(Update)
  /// Another process has updated the instance shortly before.
  case current(InstanceState)
  /// Another process has the worker.
  case elsewhere(Lease)
  case closed
}

extension Board {
  /// Updates an instance in this process, if it can have the lease and no other process has just done so.
  func updateHere(
    _ instance: String, _ session: WidgetSession, _ first: WidgetContext, _ others: [WidgetContext]
  ) async -> UpdateOutcome {
    guard !isClosed else { return .closed }
    var (first, others) = (first, others)
    switch try? keeper.acquire(instance) {
    case .held(let other): return .elsewhere(other)
    case .acquired(let lease, let state):
      if first.reason.isAutomatic, isUpToDate(instance, state) {
        if isCurrent(instance, for: ([first] + others).map { SnapshotContext($0) }) { return .current(state) }
        // Only a view is missing.
        first.reason = .restart
      }
      await session.use(lease)
      others += state.contexts.map { $0.context(like: first) }
    // Without a store there are no other processes to agree with.
    case nil: await session.use(nil)
    }
    instances[instance]?.contexts = [first] + others
    return .updated(await session.update(first, also: others))
  }

  /// Whether another process has updated an instance, and its next update is not due.
  private func isUpToDate(_ instance: String, _ state: InstanceState) -> Bool {
    guard let updatedAt = state.updatedAt, updatedAt != instances[instance]?.finishedAt else { return false }
    // Not for one that is due at once.
    return state.isUpToDate(at: root.clock.now() + 1) && updatedAt <= root.clock.now() && !isEdited(instance, since: updatedAt)
  }

  /// Whether views of the newest data are stored for contexts.
  func isCurrent(_ instance: String, for contexts: [SnapshotContext]) -> Bool {
    contexts.allSatisfy { (try? root.services.snapshots.nearest(to: $0, of: instance))?.isCurrent == true }
  }

  /// Whether the script was saved after an update, while no process watched it.
  func isEdited(_ instance: String, since updatedAt: Double) -> Bool {
    let now = root.clock.now()
    return instances[instance]?.files.contains { path in
      guard let changedAt = (try? FileStatus(path: path))?.changedAt else { return false }
      return changedAt > updatedAt && changedAt <= now
    } ?? false
  }

  /// Runs a handler in the process that has the worker, else here.
  func perform(_ call: HandlerCall, of instance: String, in context: WidgetContext) async -> RequestReply? {
    guard let session = instances[instance]?.session else { return nil }
    let others = contexts(of: instance, .action)
    var context = context
    context.reason = .action
    context.host = host
    context.lastUpdate = others.first?.lastUpdate
    let reply = await exclusively(instance) { [weak self, context] in
      await self?.performHere(call, of: instance, session, context, others)
    }
    await retain(instance)
    return reply ?? nil
  }

  private func performHere(
    _ call: HandlerCall, of instance: String, _ session: WidgetSession, _ context: WidgetContext, _ others: [WidgetContext]
  ) async -> RequestReply {
    guard !isClosed else { return .notOwner }
    noticeUpgrade()
    // A worker of this version goes on.
    if needsRestart, await !session.isReady { return .failed(Self.upgraded) }
    let before = instances[instance]?.contexts ?? []
    instances[instance]?.contexts = [context] + others
    let (reply, known) = await session.perform(call, context, others, under: keeper)
    guard let known else {
      instances[instance]?.contexts = before
      return reply
    }
    // Before the assignment, whose optional chain keeps the dictionary open for writing until the right side is evaluated.
    let hasRunHandler = await session.hasRunHandler
    instances[instance]?.lastTap = hasRunHandler ? BootTime.now() : nil
    if case .failed = reply { return reply }
    let update = known.afterHandler(at: root.clock.now())
    if instances[instance]?.finishedAt == nil || known.updatedAt == nil { instances[instance]?.finishedAt = update.time }
    recordEnd(update, of: instance, releasing: false)
    return reply
  }

  private static let upgraded = Failure(
    .internalError, "luawidget was upgraded, and this program is of the version before",
    remedy: "restart it; until then the last views stay")

  /// Tells other processes of the end of an update, or of a handler.
  func recordEnd(_ update: FinishedUpdate, of instance: String, releasing: Bool) {
    keeper.finish(update, instance, releasing: releasing)
    instances[instance]?.ownChange = (try? root.services.snapshots.state(of: instance))?.change
  }

  /// Asks the process that has the worker for an update.
  func updateElsewhere(_ instance: String, _ reason: UpdateReason, _ lease: Lease) async {
    let context = contexts(of: instance, reason).first.map { SnapshotContext($0) }
    let request = HostRequest.update(instance: instance, reason, context)
    let result = await HostClient.send(request, to: lease.owner, in: keeper.folder, timeout: LeaseKeeper.lifetime)
    guard instances[instance] != nil else { return }
    var delay: Double
    switch result {
    case .success(.done):
      let state = (try? root.services.snapshots.state(of: instance)) ?? InstanceState()
      guard asksAgain(instance, state) else { return adopt(instance, state) }
      delay = 0.2
    case .success(.notOwner): delay = 0.1
    // A one-shot run has no socket and ends soon.
    case .success, .failure(.unreachable): delay = 1
    // The owner is stopped.
    case .failure(.noReply): delay = max(1, lease.expires - root.clock.now())
    }
    guard scheduler.finished(instance, now: .now()) else { return }
    delay = min(delay, LeaseKeeper.lifetime + 1)
    scheduler.retry(instance, reason, after: delay, now: .now())
  }

  /// Whether to ask once more for the views of this process: an update of another one that had begun before may lack them. Not twice,
  /// because the widget may have no view for them.
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
    let now = root.clock.now()
    let normal =
      state.interval ?? (hosted.refresh ?? Manifest().refresh).delay(from: updatedAt, timeZone: root.locale.timeZone)
    let delay = max(1, (state.nextUpdate ?? updatedAt + normal) - now)
    let age = max(0, now - (state.succeededAt ?? updatedAt))
    scheduler.plan(instance, UpdatePlan(delay: delay, interval: normal.isFinite ? normal : delay, age: age), now: .now())
    let isStale = state.isStale(at: now)
    changeEntries(of: instance) { if predecessors[$0.id] == nil { $0.isStale = isStale } }
  }

  /// Passes snapshots that another process has stored on to the surfaces.
  func showStored(_ instance: String) {
    guard let hosted = instances[instance] else { return }
    for context in contexts(of: instance, .schedule) {
      let key = SnapshotContext(context)
      guard let stored = (try? root.services.snapshots.nearest(to: key, of: instance))?.snapshot, stored != hosted.views[key]
      else {
        continue
      }
      // For this context, even if it was made for another size.
      instances[instance]?.views[key] = stored
      send(.shown(id: "", stored, isLive: false), of: instance)
    }
  }
}

extension UpdateReason {
  /// Whether an update for this reason is not needed if another one has just ended.
  var isAutomatic: Bool {
    switch self {
    case .launch, .schedule, .wake, .network, .retry: true
    case .manual, .reload, .action, .restart: false
    }
  }
}
