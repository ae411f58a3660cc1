import WidgetHelpers
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

extension Board {
  /// Starts the updates that are due, and sets the alarm for the next ones.
  func runDueUpdates() {
    guard !isClosed else { return }
    let now = ClockReading.now()
    noticeUpgrade()
    if !readerEnds.isEmpty { forgetReaders(now: now) }
    // Workers from another version would fail, so the last views stay.
    if needsRestart {
      for instance in instances.keys where !scheduler.isRunning(instance) { resumeWaiters(of: instance) }
    } else {
      for start in scheduler.start(now: now, alive: retainedCount) {
        Task { await update(start.instance, start.reason) }
      }
    }
    for instance in scheduler.newlyStale(now: now) { changeEntries(of: instance) { $0.isStale = true } }
    alarm?.set(after: needsRestart ? nil : scheduler.delay(now: .now()))
  }

  /// Notices that another version, whose workers don't fit, has replaced the program.
  func noticeUpgrade() {
    guard !needsRestart, program.isReplaced else { return }
    needsRestart = true
    events.send(.restartNeeded)
  }

  func networkReturned() {
    scheduler.networkReturned(now: .now())
    runDueUpdates()
  }

  /// The number of retained workers that aren't updating.
  private var retainedCount: Int { instances.count { $0.value.lastTap != nil && !scheduler.isRunning($0.key) } }

  private func update(_ instance: String, _ reason: UpdateReason) async {
    let session = instances[instance]?.session
    instances[instance]?.unfinishedUpdates += 1
    await attemptUpdate(instance, reason)
    guard instances[instance]?.session === session else { return runDueUpdates() }
    instances[instance]?.unfinishedUpdates -= 1
    instances[instance]?.asked = []
    resumeWaiters(of: instance)
    // A surface may have presented another context meanwhile, such as one with a light background.
    if let hosted = instances[instance], hosted.hasStarted, isVisible(instance), !scheduler.isRunning(instance),
      lacksView(hosted, instance) || reason != .restart && hosted.hasStreams == true && !hosted.streams.isOpen
    {
      // Its streams weren't opened if it was hidden for a moment meanwhile.
      scheduler.request(instance, .restart, now: .now())
    }
    runDueUpdates()
  }

  /// Whether an update is running, or its end isn't recorded yet: the scheduler knows earlier that it has ended.
  func isUpdating(_ instance: String) -> Bool {
    scheduler.isRunning(instance) || instances[instance]?.unfinishedUpdates ?? 0 > 0
  }

  private func resumeWaiters(of instance: String) {
    for waiter in instances[instance]?.waiters ?? [] { waiter.resume() }
    instances[instance]?.waiters = []
  }

  private func attemptUpdate(_ instance: String, _ reason: UpdateReason) async {
    let contexts = contexts(of: instance, reason)
    guard let hosted = instances[instance], let first = contexts.first else {
      // Until a surface presents it.
      instances[instance]?.hasStarted = false
      scheduler.finished(instance, now: .now())
      return
    }
    let batch = await arrivals(for: instance, reason)
    if batch?.isEmpty == true {
      scheduler.finished(instance, now: .now())
      return
    }
    instances[instance]?.contexts = contexts
    let began = root.clock.now()
    let request =
      batch.map { HostRequest.events(instance: instance, $0) } ?? .update(instance: instance, reason, SnapshotContext(first))
    let outcome = await exclusively(instance) {
      await hosted.leased.perform(request) { [weak self] grant in
        await self?.updateHere(instance, contexts, grant, batch) ?? .closed
      }
    }
    switch outcome {
    case .here(.updated(let update)):
      if batch == nil { await updateStreams(of: instance) }
      await retireUnlessTapped(instance)
      await finish(instance, after: update, isEvent: batch != nil)
    case .here(.current(let state)):
      await retireUnlessTapped(instance)
      if isLeaseUnused(instance) { keeper.release(instance) }
      let failure = failure(of: instance, state)
      note(failure, of: instance)
      instances[instance]?.latest = failure == nil ? .noData : .failed
      adopt(instance, state)
      await planInNewZone(instance)
    case .elsewhere(let reply):
      guard instances[instance] != nil else { return }
      let state = (try? root.services.snapshots.state(of: instance)) ?? InstanceState()
      let stored = failure(of: instance, state)
      let failure = reply.failure ?? stored
      // No snapshot has an error in an edited script.
      note(failure, of: instance, isShown: failure != nil && failure?.kind != .usage && stored == nil)
      instances[instance]?.latest = failure != nil ? .failed : state.updatedAt ?? 0 < began ? .noData : .newData
      updatedElsewhere(instance, reason)
      // Whoever has the lease has the streams, and this process finds out once it does.
      instances[instance]?.hasStreams = nil
    case .unavailable(let failure):
      guard instances[instance] != nil else { return }
      note(failure, of: instance, isShown: true)
      if let batch { hosted.streams.receive(batch) }
      retry(instance, reason, after: LeasedWidget.retryInterval)
    case .here(.closed), nil: break
    }
  }

  /// Plans a cron schedule's next time in the new time zone. The stored one is in the old one.
  private func planInNewZone(_ instance: String) async {
    guard let hosted = instances[instance], hosted.isInNewZone else { return }
    instances[instance]?.isInNewZone = false
    let declared = await hosted.session.manifest.refresh
    if case .cron = hosted.refresh ?? declared { await plan(instance, after: nil) }
  }

  /// Why the latest update, in any process, failed; nil if it didn't.
  private func failure(of instance: String, _ state: InstanceState) -> Failure? {
    guard state.updatedAt != nil, state.succeededAt != state.updatedAt else { return nil }
    let stored = contexts(of: instance, .schedule).lazy.compactMap { [snapshots = root.services.snapshots] in
      (try? snapshots.nearest(to: SnapshotContext($0), of: instance))?.snapshot.failure
    }
    return stored.first ?? Failure(.reported, "the latest update failed")
  }

  /// Records why the latest update failed, or that it didn't.
  ///
  /// - Parameter isShown: Whether no snapshot has the failure: it isn't a state of the widget.
  private func note(_ failure: Failure?, of instance: String, isShown: Bool = false) {
    let before = instances[instance]?.failure
    instances[instance]?.failure = failure
    changeEntries(of: instance) { widget in
      if isShown { widget.failure = failure } else if before != nil, widget.failure == before { widget.failure = nil }
    }
  }

  /// Plans the next update, and tells other processes about this one.
  ///
  /// - Parameter isEvent: Whether `on_event` ran. The next update stays where it was, unless the script asked for another time.
  private func finish(_ instance: String, after update: Update, isEvent: Bool) async {
    // Wrong settings in the board file aren't a state of the widget.
    instances[instance]?.latest = update.result
    note(update.failure, of: instance, isShown: update.failure?.kind == .usage)
    if let session = instances[instance]?.session, await session.hasLostLease {
      // This process was stopped for so long that another one took over.
      keeper.forget(instance)
      instances[instance]?.lastTap = nil
      _ = await exclusively(instance) { await session.retire() }
      return adopt(instance, (try? root.services.snapshots.state(of: instance)) ?? InstanceState())
    }
    instances[instance]?.isInNewZone = false
    let isLast = scheduler.finished(instance, now: .now())
    let end: FinishedUpdate
    if isEvent, update.refreshAfter == nil {
      let state = (try? root.services.snapshots.state(of: instance)) ?? InstanceState()
      scheduler.passedOnEvents(instance, isFailed: update.result == .failed, interval: state.interval, now: .now())
      if update.result != .failed { changeEntries(of: instance) { $0.isStale = false } }
      end = FinishedUpdate(
        at: root.clock.now(), isFailed: update.result == .failed, next: state.nextUpdate, interval: state.interval)
    } else {
      let delay = await plan(instance, after: update, isPlanned: isLast)
      let now = root.clock.now()
      end = FinishedUpdate(at: now, isFailed: update.result == .failed, next: now + delay.next, interval: delay.normal)
    }
    instances[instance]?.finishedAt = end.time
    recordEnd(end, of: instance, releasing: isLeaseUnused(instance))
  }

  /// Plans the next update.
  ///
  /// - Parameter isPlanned: Whether the scheduler takes the plan. Otherwise another update was requested.
  /// - Returns: Seconds until then, and the widget's own interval; infinite for never.
  @discardableResult
  func plan(_ instance: String, after update: Update?, isPlanned: Bool = true) async -> (next: Double, normal: Double) {
    guard let hosted = instances[instance] else { return (.infinity, .infinity) }
    let manifest = await hosted.session.manifest
    let refresh = hosted.refresh ?? manifest.refresh
    let now = root.clock.now()
    let normal = refresh.delay(from: now, timeZone: root.locale.timeZone)
    let delay = await hosted.session.delay(normal: normal, requested: update?.refreshAfter)
    let message = await hosted.session.backOff.message(delay: delay)
    if isPlanned, hosted.session.configuration.fixedTime == nil, !scheduler.isRunning(instance) {
      scheduler.plan(
        instance,
        UpdatePlan(
          refresh, normal: normal, delay: delay, timeZone: root.locale.timeZone, isFailed: update?.result == .failed,
          usesNetwork: !manifest.permissions.net.isEmpty || !manifest.permissions.netSettings.isEmpty, now: now), now: .now())
    }
    changeEntries(of: instance) {
      $0.backOff = message
      if update?.result != .failed, predecessors[$0.id] == nil { $0.isStale = false }
      if let update, update.result != .failed { $0.checkedAt = now }
    }
    await noteFiles(of: instance)
    return (delay, normal)
  }
}

extension Update {
  /// Seconds until the next update, as requested by the script.
  var refreshAfter: Double? {
    switch self {
    case .newData(let presentation): presentation.refreshAfter
    case .noData(_, let refreshAfter), .failed(_, let refreshAfter): refreshAfter
    }
  }
}

/// The running program's file.
struct ProgramFile: Sendable {
  private let path: String?
  private let status: FileStatus?

  init(path: String? = InstalledFiles.program) {
    self.path = path
    status = path.flatMap { try? FileStatus(path: $0) }
  }

  /// Whether an upgrade has replaced the file since the program started. The new version's workers don't fit this program.
  var isReplaced: Bool {
    guard let path, let status, let now = try? FileStatus(path: path) else { return false }
    return now.inode != status.inode || now.device != status.device || now.size != status.size
  }
}
