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
  ///
  /// - Parameter others: Further contexts of this program.
  public func update(_ context: WidgetContext, also others: [WidgetContext] = [], under keeper: LeaseKeeper) async -> Update {
    guard storesSnapshots else { return await update(context, also: others) }
    let instance = widget.identity.instance
    let deadline = MonotonicTime.now() + LeaseKeeper.lifetime + 1
    let start = services.clock.now()
    var before: InstanceState?
    while MonotonicTime.now() < deadline {
      let attempt: LeaseAttempt
      // Leases prevent double work; a store that cannot be used prevents nothing.
      do { attempt = try keeper.acquire(instance) } catch { break }
      switch attempt {
      case .acquired(let lease, let state):
        // The other process may have ended before its state was read here.
        if let before, state.change > before.change || state.updatedAt ?? 0 >= start, let update = shownElsewhere(context) {
          keeper.release(instance)
          return update
        }
        return await update(context, others, lease, state, keeper)
      case .held(let other):
        if before == nil { before = (try? services.snapshots.state(of: instance)) ?? InstanceState() }
        if await update(context, by: other, keeper), let update = shownElsewhere(context) { return update }
        // A one-shot run has no socket.
        try? await Task.pause(seconds: 0.02)
      }
    }
    return await update(context)
  }

  /// Asks another process to update the widget.
  func update(_ context: WidgetContext, by other: Lease, _ keeper: LeaseKeeper) async -> Bool {
    let request = HostRequest.update(instance: widget.identity.instance, context.reason, SnapshotContext(context))
    return await HostClient.send(request, to: other.owner, in: keeper.folder, timeout: LeaseKeeper.lifetime) == .success(.done)
  }

  /// Uses an edited script that another process runs.
  ///
  /// - Returns: false if that process has ended.
  func reload(_ script: WidgetScript, _ context: WidgetContext, by owner: Lease, _ keeper: LeaseKeeper) async -> Bool {
    let request = HostRequest.update(instance: widget.identity.instance, .reload, SnapshotContext(context))
    switch await HostClient.send(request, to: owner.owner, in: keeper.folder, timeout: LeaseKeeper.lifetime) {
    // A one-shot run has no socket and ends soon.
    case .success(.notOwner), .failure(.unreachable):
      try? await Task.pause(seconds: 0.05)
      return false
    case .success(.failed(let failure)):
      reloadFailure = failure
      events.send(.reloadFailed(failure))
      return true
    case .success, .failure(.noReply): break
    }
    reloadFailure = nil
    widget.cancel()
    widget = Self.makeWidget(script, services, configuration, events, call)
    generations = [:]
    hasRunHandler = false
    _ = shownElsewhere(context)
    return true
  }

  private func update(
    _ context: WidgetContext, _ more: [WidgetContext], _ lease: Lease, _ state: InstanceState, _ keeper: LeaseKeeper
  ) async -> Update {
    use(lease)
    let others = distinct(more + state.contexts.map { $0.context(like: context) }, besides: context)
    finishing = others.isEmpty ? keeper : nil
    let update = await update(context, also: others)
    finishing = nil
    // Not after a snapshot that ended the update too.
    if self.lease != nil {
      keeper.finish(await finished(update), widget.identity.instance, releasing: true)
      self.lease = nil
    }
    return update
  }

  /// What other processes are told of the end of an update.
  func finished(_ update: Update) async -> FinishedUpdate {
    normalDelay = await widget.manifest.refresh.delay(from: services.clock.now(), timeZone: configuration.timeZone)
    return finished(isFailed: update.result == .failed, requested: update.refreshAfter)
  }

  /// - Parameter requested: Seconds until the next update, as the script asked for.
  func finished(isFailed: Bool, requested: Double?) -> FinishedUpdate {
    let now = services.clock.now()
    return FinishedUpdate(
      at: now, isFailed: isFailed, next: now + delay(normal: normalDelay, requested: requested), interval: normalDelay)
  }

  /// Runs a handler for a program that shows the widget once: in the process that has the worker, else in a worker of this one, under
  /// the lease.
  public func run(
    _ call: HandlerCall, context: WidgetContext, also others: [WidgetContext] = [], under keeper: LeaseKeeper
  ) async throws(Failure) -> HandlerResult {
    let (reply, known) = await perform(call, context, others, under: keeper)
    if let known {
      lease = nil
      keeper.finish(known.afterHandler(at: services.clock.now()), widget.identity.instance, releasing: true)
    } else if storesSnapshots {
      _ = shownElsewhere(context)
    }
    switch reply {
    case .done: return .handled
    case .shown: return .broughtUp
    case .controlMissing: return .controlMissing
    case .failed(let failure): throw failure
    case .busy: throw Failure(.usage, "too many taps are waiting for this widget")
    case .notOwner: throw Failure(.internalError, "the widget was closed")
    }
  }

  /// Runs a handler in the process that has the worker, else here.
  ///
  /// - Returns: The reply, and the state of the instance before if the handler ran here.
  func perform(
    _ call: HandlerCall, _ context: WidgetContext, _ others: [WidgetContext], under keeper: LeaseKeeper
  ) async -> (RequestReply, InstanceState?) {
    let instance = widget.identity.instance
    let deadline = MonotonicTime.now() + LeaseKeeper.lifetime + 1
    repeat {
      switch storesSnapshots ? try? keeper.acquire(instance) : nil {
      case .held(let other):
        let request = HostRequest.call(instance: instance, call, SnapshotContext(context))
        switch await HostClient.send(request, to: other.owner, in: keeper.folder, timeout: LeaseKeeper.lifetime) {
        // A one-shot run has no socket and ends soon.
        case .success(.notOwner), .failure(.unreachable): try? await Task.pause(seconds: 0.05)
        // It may have run.
        case .failure(.noReply): return (.failed(Self.silence), nil)
        case .success(let reply): return (reply, nil)
        }
      case .acquired(let lease, let state):
        use(lease)
        return (await perform(call, context, others + state.contexts.map { $0.context(like: context) }), state)
      // Without a store there are no other processes to agree with.
      case nil:
        use(nil)
        return (await perform(call, context, others), InstanceState())
      }
    } while MonotonicTime.now() < deadline
    return (.failed(Self.silence), nil)
  }

  private static let silence = Failure(
    .internalError, "another luawidget that has this widget does not reply", remedy: "try again in a minute")

  private func perform(_ call: HandlerCall, _ context: WidgetContext, _ others: [WidgetContext]) async -> RequestReply {
    do throws(Failure) {
      switch call {
      case .tap(let control): return try await act(on: control, context: context, also: others) ? .done : .controlMissing
      case .open(let url):
        try await open(url, context: context)
        await present(distinct(others, besides: context))
        return .done
      case .respond(let response):
        let isForeground = try await respond(response, context: context)
        await present(distinct(others, besides: context))
        return isForeground ? .shown : .done
      }
    } catch {
      return .failed(error)
    }
  }

  /// The result of an update by another process, if its snapshot fits the context; shows it.
  func shownElsewhere(_ context: WidgetContext) -> Update? {
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

extension InstanceState {
  /// The same state after a handler has run. The view is new; the age of the data and the next update are as before.
  func afterHandler(at now: Double) -> FinishedUpdate {
    FinishedUpdate(
      at: updatedAt ?? now, isFailed: updatedAt != nil && succeededAt != updatedAt, next: nextUpdate, interval: interval)
  }
}
