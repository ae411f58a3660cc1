public import WidgetHelpers
public import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// Keeps a widget's last good snapshot available whatever the script does: first the stored one, then new ones.
public actor WidgetSession {
  /// The snapshot for the context requested first: the stored one, then the newest.
  public internal(set) var snapshot: Snapshot? {
    get { main.flatMap { views[$0] } }
    set {
      main = newValue?.context
      if let newValue { views[newValue.context] = newValue }
    }
  }
  public nonisolated let counters: Counters
  /// Changes that surfaces must react to, for any number of them.
  public nonisolated let events = SessionEvents()

  let services: Services
  let configuration: WidgetConfiguration
  let storesSnapshots: Bool
  var widget: Widget
  var hasLoadedSnapshot = false
  /// The shown snapshots, by context.
  var views: AssociationList<SnapshotContext, Snapshot> = [:]
  /// The context of ``snapshot``.
  private var main: SnapshotContext?
  /// The contexts whose shown snapshots have the newest data. A stored one may be older than another context's.
  var currentContexts: [SnapshotContext] = []
  /// The handlers of the current worker's views.
  var generations: AssociationList<SnapshotContext, Int64> = [:]
  /// Whether a handler has run since the script was loaded, so its variables may differ from a new worker's.
  public internal(set) var hasRunHandler = false
  /// The lease snapshots are stored under; nil if this process needs none.
  var lease: Lease?
  /// Records the end of the update, and frees the lease, together with the next snapshot: that's cheaper.
  var finishing: LeaseKeeper?
  /// Why a snapshot couldn't be stored, if it was said.
  var lastStoreProblem: String?
  private var isClosed = false
  /// Why the latest edited script isn't used.
  var reloadFailure: Failure?
  /// Seconds between updates by the manifest, as of the latest one.
  var normalDelay = Double.infinity
  /// Whether a snapshot was rejected because another process has taken over the lease.
  var hasLostLease = false
  /// The context of views shown before the running call ends.
  nonisolated let call = CallContext()
  /// The contexts that are shown.
  var contexts: [SnapshotContext] = []
  public internal(set) var backOff = BackOff()

  /// - Parameter storesSnapshots: Whether to read snapshots from the store and write them to it (`--no-snapshot`).
  public init(
    script: WidgetScript, services: Services, configuration: WidgetConfiguration, storesSnapshots: Bool = true,
    counters: Counters = Counters()
  ) {
    self.services = services
    self.configuration = configuration
    self.storesSnapshots = storesSnapshots
    self.counters = counters
    widget = Self.makeWidget(script, services, configuration, events, call)
  }

  public var identity: WidgetIdentity { snapshot?.widget ?? widget.identity }
  /// The key for the widget's stored snapshots and leases.
  var instance: String { widget.identity.instance }
  public var script: WidgetScript { widget.script }
  public var manifest: Manifest { get async { await widget.manifest } }

  /// The resources used by the last call.
  public var statistics: WorkerStatistics { get async { await widget.statistics } }

  /// The process id of the worker, if it's running. For measurements and tests.
  public var workerProcess: Int32? { get async { await widget.workerProcess } }

  /// Whether a worker has the script and its data, so ``resize(_:)`` shows them.
  public var isReady: Bool { get async { await widget.isReady } }

  /// The files to watch for reloading: the script, and all modules and resources it has read.
  public var files: Set<String> { get async { await widget.filesRead.union([widget.script.path]) } }

  /// Starts the worker without waiting for it, so it starts while the stores are read.
  public func startWorker() async { await widget.startWorker() }

  /// Loads the stored snapshot that fits the context best. No Lua runs.
  ///
  /// - Throws: If the store can't be read. The widget can run without it.
  @discardableResult
  public func loadStored(for context: WidgetContext) throws(StoreError) -> Snapshot? {
    guard storesSnapshots, !hasLoadedSnapshot else { return snapshot }
    hasLoadedSnapshot = true
    let stored = try services.snapshots.nearest(to: SnapshotContext(context), of: widget.identity.instance)
    snapshot = stored?.snapshot
    if stored == nil { widget.expectEarlierData() }
    if stored?.isCurrent == true { currentContexts.append(SnapshotContext(context)) }
    return snapshot
  }

  /// The newest view for exactly this context; nil if there is none.
  public func view(for context: WidgetContext) -> Snapshot? {
    let key = SnapshotContext(context)
    return currentContexts.contains(key) ? views[key] : nil
  }

  /// Whether the shown view is the widget's view for a context.
  func isCurrent(for context: WidgetContext) -> Bool {
    let key = SnapshotContext(context)
    return currentContexts.contains(key) && views[key]?.view != nil
  }

  /// The images in the shown view, by name, except those the widget has no permission to read.
  public func images() async -> [String: [UInt8]] {
    guard let view = snapshot?.view else { return [:] }
    return await images(of: view)
  }

  /// The images in one of this widget's views, by name, except those the widget has no permission to read.
  public func images(of view: ViewNode) async -> [String: [UInt8]] { await widget.images(of: view) }

  /// Runs the manifest and asks the user about undecided permissions. The update reports errors in the script.
  public func settlePermissions() async { _ = try? await widget.readManifest() }

  /// Runs the manifest and settles the permissions. The worker stays.
  public func readManifest() async throws(Failure) -> Manifest { try await widget.readManifest() }

  /// Shows the script's view right after loading. For live surfaces; nothing is stored.
  public func showFirstView(_ context: WidgetContext) async throws(Failure) {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    generations = [SnapshotContext(context): presentation.generation]
    events.send(.shown(await makeSnapshot(presentation, .noData, context), isLive: true))
  }

  /// Seconds until the next update.
  ///
  /// - Parameters:
  ///   - normal: The time requested by the manifest.
  ///   - requested: The time the script asked for with `refresh_after`. It can be earlier or later than normal.
  public func delay(normal: Double, requested: Double?) -> Double {
    let isOnBattery = requested == nil ? false : (try? services.device.battery()).map { !$0.isCharging } ?? false
    return UpdateDelay.delay(
      normal: normal, afterFailures: backOff.delay(normal: normal), requested: requested, isOnBattery: isOnBattery)
  }

  /// Updates the widget once and stores its view for every context.
  ///
  /// - Parameters:
  ///   - others: Further contexts the widget is shown in. Beyond ``SnapshotLimits/contexts`` they're ignored.
  ///   - batch: The events that have arrived, for `on_event`; nil calls `perform_update`.
  /// - Returns: The result, already reflected in the snapshot, the store and ``events``.
  @discardableResult
  public func update(
    _ context: WidgetContext, also others: [WidgetContext] = [], with batch: EventBatch? = nil
  ) async -> Update {
    await update(context, others, mayFetch: true, batch) ?? .noData(nil, refreshAfter: nil)
  }

  /// Restarts the widget for views that are missing, although its data are current. Nothing is fetched.
  ///
  /// - Returns: nil if the script needs more than the stored responses. Nothing has changed then.
  func redraw(_ context: WidgetContext, also others: [WidgetContext]) async -> Update? {
    await update(context, others, mayFetch: false)
  }

  /// The streams that the latest successful update subscribed to.
  var streams: [StreamRequest] { get async { await widget.streams } }

  /// The hosts that the widget's streams may reach.
  var streamPolicy: NetPolicy { get async { await widget.netPolicy } }

  /// Writes a line to the console about a stream, without secrets.
  func warn(aboutStream problem: String) async { await widget.warn(aboutStream: problem) }

  private func update(
    _ context: WidgetContext, _ others: [WidgetContext], mayFetch: Bool, _ batch: EventBatch? = nil
  ) async -> Update? {
    events.send(.updating(true))
    defer { events.send(.updating(false)) }
    if storesSnapshots, !hasLoadedSnapshot {
      await startWorker()
      _ = try? loadStored(for: context)
    }
    let others = distinct(others, besides: context)
    use(context, others)
    let result: Update?
    if let batch {
      result = await receive(batch, context)
    } else {
      result = mayFetch ? await widget.update(context, needsContent: !isCurrent(for: context)) : await widget.restart(context)
    }
    guard var update = result else { return nil }
    let identity = await identityNow()
    // The name and icon are the manifest's, so they're as new as the script.
    if case .newData(let presentation) = update, presentation.isContentOnly, let snapshot, snapshot.shows(presentation),
      snapshot.widget.name == identity.name, snapshot.widget.icon == identity.icon
    {
      // Without `perform_update` an equal view is no new data. Its controls are the new ones.
      generations[SnapshotContext(context)] = presentation.generation
      update = .noData(isCurrent(for: context) ? nil : presentation, refreshAfter: presentation.refreshAfter)
    }
    await accept(update, context)
    switch update {
    case .newData: await present(others)
    case .noData: await present(others.filter { !isCurrent(for: $0) })
    case .failed: break
    }
    return update
  }

  /// Passes on what has arrived. A new worker updates first, as after a tap, because `on_event` and `content` need its variables.
  private func receive(_ batch: EventBatch, _ context: WidgetContext) async -> Update {
    if await !widget.isReady {
      var restarting = context
      restarting.reason = .restart
      let update = await widget.update(restarting, needsContent: false)
      // A widget that reports a failure may still do something with the events.
      if case .failed(let failure, _) = update, failure.kind != .reported { return update }
    }
    guard await widget.receivesEvents else {
      return .failed(
        Failure(.usage, "\(script.chunkName) does not define on_event", remedy: "add: function on_event(events) ... end"),
        refreshAfter: nil)
    }
    return await widget.update(context, needsContent: !isCurrent(for: context), events: batch)
  }

  /// Passes a link to the script and shows the new view.
  @discardableResult
  public func open(_ url: String, context: WidgetContext) async throws(Failure) -> Presentation {
    if storesSnapshots, !hasLoadedSnapshot { _ = try? loadStored(for: context) }
    use(context, [])
    let presentation = try await widget.open(url, context: context)
    hasRunHandler = true
    counters.add(\.contentCalls)
    keep(await unchanged(presentation, context, result: .newData), presentation)
    return presentation
  }

  /// Passes the user's response to a notification to the script and shows the new view.
  ///
  /// - Returns: Whether to bring the widget up.
  @discardableResult
  public func respond(_ response: NotificationResponse, context: WidgetContext) async throws(Failure) -> Bool {
    if storesSnapshots, !hasLoadedSnapshot { _ = try? loadStored(for: context) }
    use(context, [])
    let (presentation, isForeground) = try await widget.respond(response, context: context)
    hasRunHandler = true
    counters.add(\.contentCalls)
    keep(await unchanged(presentation, context, result: .newData), presentation)
    return isForeground
  }

  /// The view on another surface. Nothing is shown, stored or reported.
  ///
  /// - Returns: A snapshot with the view for that context and the shown one's failure.
  public func preview(_ context: WidgetContext) async throws(Failure) -> Snapshot {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    return await unchanged(presentation, context)
  }

  /// A snapshot without a view, showing the widget's name and the failure.
  public func card(for failure: Failure, _ context: WidgetContext) async -> Snapshot {
    var card = Snapshot(
      widget: await identityNow(), context: SnapshotContext(context), view: nil, insets: configuration.proposedInsets,
      result: .failed, reason: context.reason,
      updatedAt: services.clock.now())
    card.failure = failure
    return card
  }

  /// Runs an edited script in parallel with the current one, replacing that only if the new one works.
  ///
  /// - Returns: false if the old script stays. ``SessionEvent/reloadFailed(_:)`` then has the reason.
  @discardableResult
  public func reload(_ script: WidgetScript, context: WidgetContext, also others: [WidgetContext] = []) async -> Bool {
    guard !isClosed else { return false }
    events.send(.updating(true))
    defer { events.send(.updating(false)) }
    let candidate = Self.makeWidget(script, services, configuration, events, call)
    let others = distinct(others, besides: context)
    use(context, others)
    let update = await candidate.update(context, needsContent: true)
    guard !isClosed else {
      candidate.cancel()
      return false
    }
    if case .failed(let failure, _) = update, failure.kind != .reported, failure.kind != .denied {
      candidate.cancel()
      reloadFailure = failure
      events.send(.reloadFailed(failure))
      return false
    }
    reloadFailure = nil
    widget.cancel()
    widget = candidate
    generations = [:]
    hasRunHandler = false
    await accept(update, context)
    if update.result != .failed { await present(others) }
    return true
  }

  /// Ends the worker. The next call starts another.
  public func retire() async {
    generations = [:]
    hasRunHandler = false
    await widget.retire()
  }

  /// Ends the worker and the event streams.
  public func close() async {
    isClosed = true
    generations = [:]
    widget.cancel()
    events.finish()
  }

  /// Begins storing snapshots under a lease.
  func use(_ lease: Lease?) {
    self.lease = lease
    hasLostLease = false
  }

  // MARK: Parts

  func accept(_ update: Update, _ context: WidgetContext) async {
    switch update {
    case .newData(let presentation):
      backOff.succeeded()
      counters.add(\.contentCalls)
      currentContexts = []
      keep(await makeSnapshot(presentation, .newData, context), presentation)
    case .noData(let presentation?, _):
      backOff.succeeded()
      counters.add(\.contentCalls)
      // The data is the shown view's, if any: for another context, or from the store.
      var view = await unchanged(presentation, context)
      view.failure = nil
      keep(view, presentation)
    case .noData(nil, _):
      backOff.succeeded()
      // An earlier failure is resolved. Nothing else changes.
      if snapshot?.failure != nil {
        if storesSnapshots { try? services.snapshots.clearFailure(instance: widget.identity.instance, under: lease) }
        showFailure(nil)
      }
    // Nothing is wrong with a widget that was closed or replaced.
    case .failed(let failure, _) where failure == .cancelled: generations = [:]
    case .failed(let failure, _):
      backOff.failed(failure)
      // The worker holding the handlers may be gone.
      if failure.kind.endsWorker { generations = [:] }
      await markFailed(failure, context)
    }
  }
}

extension ViewNode {
  /// Whether the view contains a control.
  var hasControls: Bool { action != nil || children.contains(where: \.hasControls) }
}

extension Failure.Kind {
  /// Whether the worker has ended after this failure.
  var endsWorker: Bool {
    switch self {
    case .killedTime, .killedMemory, .crashed, .internalError, .load: true
    case .reported, .missing, .unreadable, .script, .view, .denied, .usage, .storage: false
    }
  }
}

extension Snapshot {
  /// Whether a presentation looks the same.
  func shows(_ presentation: Presentation) -> Bool {
    view == presentation.view && insets == presentation.insets && preferredSize == presentation.preferredSize
      && hasContent == presentation.hasContent
  }
}
