public import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// The widget of a program that keeps its worker while it shows the widget, such as `run --watch`.
///
/// The program that has the lease runs the worker. All others show what it stores, and send it taps and requests for updates. When it
/// ends, the next one takes over.
public actor SharedWidget {
  /// Operations that wait for each other.
  private static let maximumWaiting = 16

  public nonisolated let session: WidgetSession
  /// Elements after another process has updated the widget, or has asked this one to.
  public nonisolated let changes = EventReaders<InstanceState>()
  private let instance: String
  private let root: CompositionRoot
  private let host: HostProgram
  private let keeper: LeaseKeeper
  private let leased: LeasedWidget
  private var socket: HostSocket?
  private var observation: (any Sendable)?
  /// The change of the instance that the worker and the shown views reflect.
  private var knownChange = 0
  private var context: WidgetContext?
  private var tail: Task<Void, Never>?
  private var waiting = 0

  /// - Parameter instance: Of the session's identity.
  public init(_ session: WidgetSession, instance: String, root: CompositionRoot, host: HostProgram) {
    self.session = session
    self.instance = instance
    self.root = root
    self.host = host
    keeper = LeaseKeeper(store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment), clock: root.clock)
    leased = LeasedWidget(session, keeper: keeper)
  }

  /// Begins to listen to other processes.
  public func start() {
    keeper.removeEndedHosts()
    observation = root.services.snapshots.observe { [weak self] in Task { await self?.storeChanged() } }
    keeper.onLoss { [weak self] _ in Task { await self?.lostLease() } }
    // Without a socket other processes wait until the lease expires.
    socket = try? HostSocket(keeper.folder.socket(of: keeper.owner), in: keeper.folder) { [weak self] request in
      await self?.reply(to: request) ?? .notOwner
    }
  }

  /// Ends the worker and frees the lease.
  public func close() async {
    socket?.stop()
    observation = nil
    await session.close()
    keeper.close()
    try? root.services.snapshots.unregister(host: keeper.owner)
    changes.finish()
  }

  // MARK: Operations

  /// Updates the widget here, or in the process that has the worker.
  ///
  /// - Parameter showsFirst: Whether the view directly after loading is shown until the update has ended.
  public func update(_ context: WidgetContext, showsFirst: Bool = false) async -> Update {
    present(context)
    return await exclusively { await self.updateExclusively(context, showsFirst) }
  }

  /// Runs the handler of a control that the user sees. ``SessionEvent/controlMissing`` is sent if it is not in the view any more.
  public func press(_ control: ControlReference, context: WidgetContext) async throws(Failure) {
    present(context)
    switch await exclusively({ await self.perform(.tap(control), context) }) {
    case .failed(let failure): throw failure
    case .controlMissing: session.events.send(.controlMissing)
    case .busy: throw Failure(.usage, "too many taps are waiting for this widget")
    case .done, .shown, .notOwner, .otherVersion: break
    }
  }

  /// Shows the view for another size or appearance, if the worker is here. Otherwise the owner draws it with its next update.
  public func resize(_ context: WidgetContext) async throws(Failure) {
    present(context)
    let result = await exclusively { () -> Result<Void, Failure> in
      guard await self.session.isReady else { return .success(()) }
      do throws(Failure) { return .success(try await self.session.resize(context)) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Runs an edited script, unless another process does.
  public func reload(_ script: WidgetScript, context: WidgetContext) async {
    present(context)
    await exclusively { await self.reloadExclusively(script, context) }
  }

  /// When the next update is due while another process runs the worker, in seconds since 1970; nil if this one has it.
  public var nextUpdateElsewhere: Double? {
    guard keeper.lease(of: instance) == nil, let state = try? root.services.snapshots.state(of: instance) else { return nil }
    return state.nextUpdate
  }

  // MARK: Parts

  private func updateExclusively(_ context: WidgetContext, _ showsFirst: Bool) async -> Update {
    let start = root.clock.now()
    let outcome = await leased.perform(.update(instance: instance, context.reason, SnapshotContext(context))) { grant in
      await self.updateHere(context, showsFirst, grant, since: start)
    }
    switch outcome {
    case .here(let update): return update
    case .unavailable(let failure): return .failed(failure, refreshAfter: nil)
    case .elsewhere(let reply):
      knownChange = (try? root.services.snapshots.state(of: instance))?.change ?? knownChange
      if let update = await session.shownElsewhere(context) { return update }
      if case .failed(let failure) = reply { return .failed(failure, refreshAfter: nil) }
      return .failed(LeasedWidget.withoutView, refreshAfter: nil)
    }
  }

  private func updateHere(
    _ context: WidgetContext, _ showsFirst: Bool, _ grant: LeasedWidget.Grant, since start: Double
  ) async -> Update {
    guard let lease = grant.lease else {
      await session.use(nil)
      return await session.update(context)
    }
    let state = grant.state
    if grant.hasWaited, state.updatedAt ?? 0 >= start, let update = await session.shownElsewhere(context) { return update }
    var context = context
    if context.reason == .launch, await isUpToDate(state) {
      if await session.view(for: context) != nil || isStored(context), let update = await session.shownElsewhere(context) {
        keeper.release(instance)
        knownChange = state.change
        return update
      }
      // Only a view is missing.
      context.reason = .restart
    }
    await prepare(lease, state)
    if showsFirst { try? await session.showFirstView(context) }
    return await updateHere(context, state)
  }

  /// Whether another process that shows the widget has updated it, and its next update is not due.
  private func isUpToDate(_ state: InstanceState) async -> Bool {
    let now = root.clock.now()
    guard let updatedAt = state.updatedAt, state.isUpToDate(at: now + 1), updatedAt <= now,
      state.contexts.contains(where: { $0 != context.map { SnapshotContext($0) } })
    else { return false }
    return await session.files.allSatisfy { ((try? FileStatus(path: $0))?.changedAt).map { $0 <= updatedAt } ?? true }
  }

  private func isStored(_ context: WidgetContext) -> Bool {
    (try? root.services.snapshots.nearest(to: SnapshotContext(context), of: instance))?.isCurrent == true
  }

  private func reloadExclusively(_ script: WidgetScript, _ context: WidgetContext) async {
    let outcome = await leased.perform(.update(instance: instance, .reload, SnapshotContext(context))) { grant in
      await self.session.use(grant.lease)
      await self.reloadHere(script, context, grant.state)
    }
    switch outcome {
    case .here: break
    case .elsewhere(.failed(let failure)), .unavailable(let failure): await session.adopt(script, context, failure: failure)
    case .elsewhere: await session.adopt(script, context, failure: nil)
    }
  }

  private func reloadHere(_ script: WidgetScript, _ context: WidgetContext, _ state: InstanceState) async {
    let others = state.contexts.map { $0.context(like: context) }
    guard await session.reload(script, context: context, also: others) else { return }
    recordEnd(await session.finished(isFailed: false, requested: nil))
  }

  /// A worker from before an update by another process has outdated variables.
  private func prepare(_ lease: Lease, _ state: InstanceState) async {
    if state.change != knownChange, await session.isReady { await session.retire() }
    await session.use(lease)
  }

  private func updateHere(_ context: WidgetContext, _ state: InstanceState) async -> Update {
    let update = await session.update(context, also: state.contexts.map { $0.context(like: context) })
    if await session.hasLostLease {
      keeper.forget(instance)
      await session.retire()
      return await session.shownElsewhere(context) ?? update
    }
    recordEnd(await session.finished(update))
    return update
  }

  private func perform(_ call: HandlerCall, _ context: WidgetContext) async -> RequestReply {
    let own = self.context.map { [$0] } ?? []
    let outcome = await leased.call(call, context, own)
    guard case .here(let reply, let known) = outcome else {
      _ = await session.shownElsewhere(self.context ?? context)
      return outcome.reply
    }
    if case .failed = reply { return reply }
    recordEnd(known.afterHandler(at: root.clock.now()))
    return reply
  }

  private func recordEnd(_ update: FinishedUpdate) {
    keeper.finish(update, instance, releasing: false)
    knownChange = (try? root.services.snapshots.state(of: instance))?.change ?? knownChange
  }

  /// Tells other processes in which context this one shows the widget.
  private func present(_ new: WidgetContext) {
    let isNew = context.map { SnapshotContext($0) } != SnapshotContext(new)
    context = new
    if isNew, socket != nil {
      try? root.services.snapshots.register([SnapshotContext(new)], of: instance, host: keeper.owner)
    }
  }

  // MARK: Other processes

  private func storeChanged() async {
    guard let state = try? root.services.snapshots.state(of: instance), state.change != knownChange,
      keeper.lease(of: instance) == nil
    else { return }
    knownChange = state.change
    await session.retire()
    if let context { _ = await session.shownElsewhere(context) }
    changes.send(state)
  }

  /// Another process took the lease over while this one was stopped.
  private func lostLease() async {
    await exclusively {
      await self.session.retire()
      if let context = await self.context { _ = await self.session.shownElsewhere(context) }
    }
  }

  /// Handles a request of another process of the user.
  private func reply(to request: HostRequest) async -> RequestReply {
    guard request.instance == instance, keeper.lease(of: instance) != nil else { return .notOwner }
    guard waiting < Self.maximumWaiting else { return .busy }
    switch request {
    case .call(_, let call, let context):
      let context = context.context(like: WidgetContext(reason: .action, size: context.size, host: host))
      return await exclusively { await self.perform(call, context) }
    case .update(_, let reason, let asked):
      let reply = await exclusively { await self.update(reason, for: asked) }
      if let state = try? root.services.snapshots.state(of: instance) { changes.send(state) }
      return reply
    }
  }

  /// Updates the widget for another process.
  private func update(_ reason: UpdateReason, for asked: SnapshotContext?) async -> RequestReply {
    guard var context, case .acquired(let lease, var state) = try? keeper.acquire(instance) else { return .notOwner }
    if reason.isAutomatic, state.isUpToDate(at: root.clock.now()) {
      if asked.map({ isStored($0.context(like: context)) }) ?? true { return .done }
      if let asked, await session.isReady, state.change == knownChange {
        await session.draw(asked.context(like: context))
        recordEnd(state.afterHandler(at: root.clock.now()))
        return .done
      }
    }
    context.reason = reason
    if let asked { state.contexts.append(asked) }
    await prepare(lease, state)
    guard reason == .reload else {
      _ = await updateHere(context, state)
      return .done
    }
    do throws(Failure) {
      await reloadHere(try WidgetScript(path: await session.script.path), context, state)
      return await session.reloadFailure.map { .failed($0) } ?? .done
    } catch {
      return .failed(error)
    }
  }

  @discardableResult
  private func exclusively<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
    let before = tail
    let task = Task {
      await before?.value
      return await body()
    }
    tail = Task { _ = await task.value }
    waiting += 1
    defer { waiting -= 1 }
    return await task.value
  }
}
