public import WidgetModel
public import WidgetRuntime
import WidgetServices
import WidgetSystem

extension WidgetSession {
  /// Begins to store snapshots under a lease.
  func use(_ lease: Lease?) {
    self.lease = lease
    hasLostLease = false
  }

  /// Updates under a lease, for a program that shows one widget. While another process has the lease, that one updates the widget, and
  /// its snapshot is shown here.
  public func update(_ context: WidgetContext, under keeper: LeaseKeeper) async -> Update {
    guard storesSnapshots else { return await update(context) }
    let instance = widget.identity.instance
    let deadline = MonotonicTime.now() + LeaseKeeper.lifetime + 1
    var before: InstanceState?
    while MonotonicTime.now() < deadline {
      let attempt: LeaseAttempt
      // Leases prevent double work; a store that cannot be used prevents nothing.
      do { attempt = try keeper.acquire(instance) } catch { break }
      switch attempt {
      case .acquired(let lease, let state):
        if let before, state.change > before.change, let update = shownElsewhere(context) {
          keeper.release(instance)
          return update
        }
        return await update(context, lease, state, keeper)
      case .held(let other):
        if before == nil { before = (try? services.snapshots.state(of: instance)) ?? InstanceState() }
        if await update(context, by: other, keeper), let update = shownElsewhere(context) { return update }
        // A one-shot run has no socket.
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    return await update(context)
  }

  /// Asks another process to update the widget.
  private func update(_ context: WidgetContext, by other: Lease, _ keeper: LeaseKeeper) async -> Bool {
    let request = HostRequest.update(instance: widget.identity.instance, context.reason, SnapshotContext(context))
    return await HostClient.send(request, to: other.owner, in: keeper.folder, timeout: LeaseKeeper.lifetime) == .success(.done)
  }

  private func update(_ context: WidgetContext, _ lease: Lease, _ state: InstanceState, _ keeper: LeaseKeeper) async -> Update {
    use(lease)
    let others = state.contexts.map { $0.context(like: context) }.filter { SnapshotContext($0) != SnapshotContext(context) }
    finishing = others.isEmpty ? keeper : nil
    let update = await update(context, also: others)
    finishing = nil
    // Not after a snapshot that ended the update too.
    if self.lease != nil {
      keeper.finish(FinishedUpdate(at: services.clock.now()), widget.identity.instance, releasing: true)
      self.lease = nil
    }
    return update
  }

  /// The result of an update by another process, if its snapshot fits the context; shows it.
  private func shownElsewhere(_ context: WidgetContext) -> Update? {
    let key = SnapshotContext(context)
    guard let nearest = try? services.snapshots.nearest(to: key, of: widget.identity.instance),
      nearest.isCurrent || nearest.snapshot.context.appearanceKey == key.appearanceKey
    else { return nil }
    hasLoadedSnapshot = true
    snapshot = nearest.snapshot
    events.send(.shown(nearest.snapshot, isLive: false))
    if let failure = nearest.snapshot.failure { return .failed(failure, refreshAfter: nil) }
    return .newData(Presentation(nearest.snapshot))
  }
}

extension SnapshotContext {
  /// A context for an update of the same reason and program as another one.
  func context(like other: WidgetContext) -> WidgetContext {
    WidgetContext(
      reason: other.reason, size: size, displayMode: displayMode, family: family, colorScheme: colorScheme, textSize: textSize,
      locale: locale, timeZone: timeZone, surface: surface, host: other.host, isVisible: other.isVisible,
      lastUpdate: other.lastUpdate)
  }
}
