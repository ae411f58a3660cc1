import WidgetModel
import WidgetRuntime
import WidgetServices

/// The exchange with other processes showing the same widgets.
extension Board {
  func joinOtherProcesses() {
    let store = root.services.snapshots
    keeper.removeEndedHosts()
    lastChange = (try? store.changes(after: 0))?.last?.state.change ?? 0
    observation = store.observe { [weak self] in Task { await self?.storeChanged() } }
    keeper.onLoss { [weak self] instance in Task { await self?.lostLease(instance) } }
    // Without a socket other processes wait until a lease expires.
    socket = try? HostSocket(keeper.folder.socket(of: keeper.owner), in: keeper.folder) { [weak self] request in
      await self?.reply(to: request) ?? .notOwner
    }
  }

  /// An update in another process, or in this one, has finished.
  private func storeChanged() {
    guard !isClosed, let changes = try? root.services.snapshots.changes(after: lastChange) else { return }
    for (instance, state) in changes {
      lastChange = max(lastChange, state.change)
      guard let hosted = instances[instance], !scheduler.isRunning(instance), hosted.hasStarted,
        state.change != hosted.ownChange
      else { continue }
      // After a tap the data is as old as before.
      // An update requested meanwhile stays requested.
      let isAdopted = hosted.finishedAt != state.updatedAt && !scheduler.isDue(instance, now: .now())
      guard isAdopted else {
        showStored(instance)
        continue
      }
      adopt(instance, state)
      // The other process's plan replaced a request for our views.
      if asksAgain(instance, state) { scheduler.request(instance, .launch, now: .now()) }
    }
    runDueUpdates()
  }

  /// Another process took over the lease while this one was stopped: our worker's variables are out of date.
  private func lostLease(_ instance: String) async {
    guard let session = instances[instance]?.session else { return }
    instances[instance]?.lastTap = nil
    instances[instance]?.streams.close()
    _ = await exclusively(instance) { await session.retire() }
    showStored(instance)
  }

  /// Handles a request from another of the user's processes.
  private func reply(to request: HostRequest) async -> RequestReply {
    let instance = request.instance
    if case .changed(let change, let widget) = request {
      switch change {
      case .secret: secretStored(of: widget)
      case .permissions: permissionsRevoked(of: widget)
      }
      return .done
    }
    if case .show(_, let seconds) = request { return bringToFront(instance, seconds: seconds) ? .done : .notOwner }
    guard let hosted = instances[instance], keeper.lease(of: instance) != nil else { return .notOwner }
    guard hosted.waiting < Self.maximumWaiting, hosted.waiters.count < Self.maximumWaiting else { return .busy }
    switch request {
    case .call(_, let call, let context):
      let context = context.context(like: WidgetContext(reason: .action, size: context.size, host: host))
      return await run(call, of: instance, in: context) ?? .notOwner
    case .update(_, let reason, let context):
      return await update(instance, reason, for: context)
    case .events(_, let batch):
      hosted.streams.receive(batch)
      return .done
    case .changed, .show: return .done
    }
  }

  /// Updates a widget whose secret was stored, wherever it's shown.
  func secretStored(of widget: String) {
    for instance in Set(widgets.filter { $0.identity.id == widget }.map(\.identity.instance)) where isVisible(instance) {
      scheduler.request(instance, .manual, now: .now())
    }
    runDueUpdates()
  }

  /// Updates an instance for another process.
  private func update(_ instance: String, _ reason: UpdateReason, for context: SnapshotContext?) async -> RequestReply {
    var reason = reason
    // This process may have seen the edit first.
    if let time = instances[instance]?.finishedAt, isEdited(instance, since: time) { await reload(instance) }
    // The view of the script from before the edit is no answer to anyone who has just edited it.
    if let failure = await instances[instance]?.session.reloadFailure { return .failed(failure) }
    if reason == .reload { return .done }
    if let context { instances[instance]?.asked.insert(context) }
    if reason.isAutomatic, isUpdating(instance) {
      await waitForUpdate(of: instance)
      guard let context, !isCurrent(instance, for: [context]) else { return .done }
      guard keeper.lease(of: instance) != nil else { return .notOwner }
      // The running update began without this context.
      instances[instance]?.asked.insert(context)
      reason = .restart
    }
    guard let hosted = instances[instance] else { return .notOwner }
    if await drawn(context, instance, hosted, reason) { return .done }
    // Only a view is missing, so the update takes stored responses.
    if reason.isAutomatic, hosted.finishedAt != nil, hosted.failure == nil, !scheduler.isDue(instance, now: .now()) {
      reason = .restart
    }
    scheduler.request(instance, reason, now: .now())
    await waitForUpdate(of: instance)
    return instances[instance]?.failure.map { .failed($0) } ?? .done
  }

  /// Draws an instance for another process without an update, if its data is current and its worker alive.
  private func drawn(_ context: SnapshotContext?, _ instance: String, _ hosted: HostedInstance, _ reason: UpdateReason) async
    -> Bool
  {
    guard reason.isAutomatic || reason == .restart, let context, hosted.finishedAt != nil, !isUpdating(instance),
      !scheduler.isDue(instance, now: .now()),
      await hosted.session.isReady
    else { return false }
    let drawing = context.context(like: WidgetContext(reason: reason, size: context.size, host: host))
    _ = await exclusively(instance) {
      if await !hosted.session.isCurrent(for: drawing) { await hosted.session.draw(drawing) }
    }
    instances[instance]?.asked.remove(context)
    guard let state = try? root.services.snapshots.state(of: instance), let time = state.updatedAt else { return false }
    return keeper.finish(FinishedUpdate(at: time, next: state.nextUpdate), instance, releasing: false)
  }
}
