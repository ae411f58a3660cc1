public import WidgetEngine
public import WidgetModel
public import WidgetRuntime
public import WidgetServices

/// Keeps the last good snapshot of one widget available whatever the script does: first the stored one, then new ones.
public actor WidgetSession {
  /// The shown snapshot: the stored one at first, then the newest.
  public private(set) var snapshot: Snapshot?
  public nonisolated let counters: Counters
  /// The changes that a surface must react to. Any number of surfaces may read them.
  public nonisolated let events = SessionEvents()

  private let services: Services
  private let configuration: WidgetConfiguration
  private let storesSnapshots: Bool
  private var widget: Widget
  private var hasLoadedSnapshot = false
  /// Whether the shown snapshot has the newest data. A stored one may be older than the one for another context.
  private var hasNewestData = true
  private var generation: Int64?
  public private(set) var backOff = BackOff()

  /// - Parameter storesSnapshots: Whether snapshots are read from the store and written to it (`--no-snapshot`).
  public init(
    script: WidgetScript, services: Services, configuration: WidgetConfiguration, storesSnapshots: Bool = true,
    counters: Counters = Counters()
  ) {
    self.services = services
    self.configuration = configuration
    self.storesSnapshots = storesSnapshots
    self.counters = counters
    widget = Self.makeWidget(script, services, configuration, events)
  }

  public var identity: WidgetIdentity { snapshot?.widget ?? widget.identity }
  public var script: WidgetScript { widget.script }
  public var manifest: Manifest { get async { await widget.manifest } }

  /// The resources that the last call used.
  public var statistics: WorkerStatistics { get async { await widget.statistics } }

  /// The process id of the worker, if it is running. For measurements and tests.
  public var workerProcess: Int32? { get async { await widget.workerProcess } }

  /// Whether a worker has the script and its data, so that ``resize(_:)`` shows them.
  public var isReady: Bool { get async { await widget.isReady } }

  /// The files to watch for a reload: the script, and all modules and resources that it read.
  public var files: Set<String> { get async { await widget.filesRead.union([widget.script.path]) } }

  /// Starts the worker without waiting for it, so that it starts while the stores are read.
  public func startWorker() async { await widget.startWorker() }

  /// Loads the stored snapshot that fits the context best. No Lua runs.
  ///
  /// - Throws: If the store cannot be read. The widget can run without it.
  @discardableResult
  public func loadStored(for context: WidgetContext) throws(StoreError) -> Snapshot? {
    guard storesSnapshots, !hasLoadedSnapshot else { return snapshot }
    hasLoadedSnapshot = true
    let stored = try services.snapshots.nearest(to: SnapshotContext(context), of: widget.identity.instance)
    snapshot = stored?.snapshot
    hasNewestData = stored?.isCurrent ?? true
    return snapshot
  }

  /// Whether the shown view is the widget's view for a context.
  private func isCurrent(for context: WidgetContext) -> Bool {
    hasNewestData && snapshot?.view != nil && snapshot?.context == SnapshotContext(context)
  }

  /// The images that the shown view refers to, by name. Images that the widget has no permission to read are missing.
  public func images() async -> [String: [UInt8]] {
    guard let view = snapshot?.view else { return [:] }
    return await images(of: view)
  }

  /// The images that a view of this widget refers to, by name. Images that the widget has no permission to read are missing.
  public func images(of view: ViewNode) async -> [String: [UInt8]] { await widget.images(of: view) }

  /// Runs the manifest and asks the user about undecided permissions. Errors in the script are reported by the update.
  public func settlePermissions() async { _ = try? await widget.readManifest() }

  /// Shows the view that the script has directly after loading. For live surfaces; nothing is stored.
  public func showFirstView(_ context: WidgetContext) async throws(Failure) {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    generation = presentation.generation
    events.send(.shown(await makeSnapshot(presentation, .noData, context), isLive: true))
  }

  /// Seconds until the next update.
  ///
  /// - Parameters:
  ///   - normal: By the manifest.
  ///   - requested: By the script, with `refresh_after`. It may be earlier or later than normal.
  public func delay(normal: Double, requested: Double?) -> Double {
    let isOnBattery = requested == nil ? false : (try? services.device.battery()).map { !$0.isCharging } ?? false
    return UpdateDelay.delay(
      normal: normal, afterFailures: backOff.delay(normal: normal), requested: requested, isOnBattery: isOnBattery)
  }

  /// Updates the widget and stores the new view.
  ///
  /// - Returns: The result, which the snapshot, the store and ``events`` already reflect.
  @discardableResult
  public func update(_ context: WidgetContext) async -> Update {
    events.send(.updating(true))
    defer { events.send(.updating(false)) }
    if storesSnapshots, !hasLoadedSnapshot {
      await startWorker()
      _ = try? loadStored(for: context)
    }
    var update = await widget.update(context, needsContent: !isCurrent(for: context))
    if case .newData(let presentation) = update, presentation.isContentOnly, snapshot?.shows(presentation) == true {
      // Without `perform_update` an equal view is no new data. Its controls are the new ones.
      generation = presentation.generation
      update = .noData(isCurrent(for: context) ? nil : presentation, refreshAfter: presentation.refreshAfter)
    }
    await accept(update, context)
    return update
  }

  /// Runs the handler of a control and shows the new view.
  ///
  /// If the worker has ended, or the view comes from the store, the widget restarts first: it loads and updates. The handler then runs
  /// if the control is still in the view. Otherwise the new view is shown, followed by ``SessionEvent/controlMissing``.
  public func act(_ action: Int, context: WidgetContext) async throws(Failure) {
    if let generation, await widget.isReady {
      return try await runHandler(action, generation, context)
    }
    let control = snapshot?.view?.control(action: action)
    let update = await widget.update(context, needsContent: true)
    await accept(update, context)
    if case .failed(let failure, _) = update {
      // A widget that reports a failure can still have a view with the control.
      guard failure.kind == .reported else { throw failure }
      guard let presentation = try? await widget.content(context) else { throw failure }
      keep(await unchanged(presentation, context), presentation)
    }
    guard let generation, let control, let action = snapshot?.view?.action(of: control) else {
      return events.send(.controlMissing)
    }
    try await runHandler(action, generation, context)
  }

  private func runHandler(_ action: Int, _ generation: Int64, _ context: WidgetContext) async throws(Failure) {
    do {
      let presentation = try await widget.act(action, generation: generation, context: context)
      counters.add(\.contentCalls)
      // The view is new. The age of the data and the failure of the last update remain.
      keep(await unchanged(presentation, context, result: .newData), presentation)
    } catch {
      if error.kind.endsWorker { self.generation = nil }
      throw error
    }
  }

  /// Passes a link to the script and shows the new view.
  @discardableResult
  public func open(_ url: String, context: WidgetContext) async throws(Failure) -> Presentation {
    if storesSnapshots, !hasLoadedSnapshot { _ = try? loadStored(for: context) }
    let presentation = try await widget.open(url, context: context)
    counters.add(\.contentCalls)
    keep(await unchanged(presentation, context, result: .newData), presentation)
    return presentation
  }

  /// Shows the view for another size, mode or appearance. It is not stored, because the data have not changed.
  public func resize(_ context: WidgetContext) async throws(Failure) {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    generation = presentation.generation
    let resized = await unchanged(presentation, context)
    snapshot = resized
    events.send(.shown(resized, isLive: false))
  }

  /// The view on another surface. Nothing is shown, stored or reported.
  ///
  /// - Returns: A snapshot with the view for that context and the failure of the shown one.
  public func preview(_ context: WidgetContext) async throws(Failure) -> Snapshot {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    return await unchanged(presentation, context)
  }

  /// A snapshot without a view, which shows the widget's name and the failure.
  public func card(for failure: Failure, _ context: WidgetContext) async -> Snapshot {
    var card = Snapshot(
      widget: await identityNow(), context: SnapshotContext(context), view: nil, insets: configuration.proposedInsets,
      result: .failed, reason: context.reason,
      updatedAt: services.clock.now())
    card.failure = failure
    return card
  }

  /// Runs an edited script in parallel with the current one and replaces the current one only if the new one works.
  ///
  /// - Returns: false if the old script stays. ``SessionEvent/reloadFailed(_:)`` then has the reason.
  @discardableResult
  public func reload(_ script: WidgetScript, context: WidgetContext) async -> Bool {
    events.send(.updating(true))
    defer { events.send(.updating(false)) }
    let candidate = Self.makeWidget(script, services, configuration, events)
    let update = await candidate.update(context, needsContent: true)
    if case .failed(let failure, _) = update, failure.kind != .reported, failure.kind != .denied {
      candidate.cancel()
      events.send(.reloadFailed(failure))
      return false
    }
    widget.cancel()
    widget = candidate
    generation = nil
    await accept(update, context)
    return true
  }

  /// Ends the worker and the event streams.
  public func close() async {
    generation = nil
    widget.cancel()
    events.finish()
  }

  // MARK: Parts

  private func accept(_ update: Update, _ context: WidgetContext) async {
    switch update {
    case .newData(let presentation):
      backOff.succeeded()
      counters.add(\.contentCalls)
      keep(await makeSnapshot(presentation, .newData, context), presentation)
    case .noData(let presentation?, _):
      backOff.succeeded()
      counters.add(\.contentCalls)
      // The data are those of the shown view, if there is one: for another context, or from the store.
      var view = await unchanged(presentation, context)
      view.failure = nil
      keep(view, presentation)
    case .noData(nil, _):
      backOff.succeeded()
      // An earlier failure is resolved. Nothing else changes.
      if snapshot?.failure != nil {
        snapshot?.failure = nil
        if storesSnapshots { try? services.snapshots.clearFailure(instance: widget.identity.instance) }
        if let snapshot { events.send(.shown(snapshot, isLive: false)) }
      }
    case .failed(let failure, _):
      backOff.failed(failure)
      // The worker that holds the handlers may be gone.
      if failure.kind.endsWorker { generation = nil }
      await markFailed(failure, context)
    }
  }

  private func keep(_ new: Snapshot, _ presentation: Presentation) {
    generation = presentation.generation
    snapshot = new
    hasNewestData = true
    if storesSnapshots {
      do {
        try services.snapshots.save(new)
        counters.add(\.snapshotWrites)
      } catch {
        let remedy = error.remedy.map { "; try: \($0)" } ?? ""
        events.send(.console(ConsoleLine(.warning, "the snapshot was not stored: \(error)\(remedy)")))
      }
    }
    events.send(.shown(new, isLive: false))
  }

  /// A new view of the same data, with the age and the failure of the shown one.
  private func unchanged(
    _ presentation: Presentation, _ context: WidgetContext, result: UpdateResult = .noData
  ) async -> Snapshot {
    var view = await makeSnapshot(presentation, result, context)
    view.updatedAt = snapshot?.updatedAt ?? view.updatedAt
    view.failure = snapshot?.failure
    return view
  }

  private func markFailed(_ failure: Failure, _ context: WidgetContext) async {
    // A mistake on the command line is not a state of the widget.
    if failure.kind == .usage { return }
    if snapshot == nil {
      // Not stored, because it is not a good snapshot.
      events.send(.shown(await card(for: failure, context), isLive: true))
      return
    }
    snapshot?.failure = failure
    if storesSnapshots {
      try? services.snapshots.markFailure(failure, at: services.clock.now(), instance: widget.identity.instance)
    }
    if let snapshot { events.send(.shown(snapshot, isLive: false)) }
  }

  private func makeSnapshot(_ presentation: Presentation, _ result: UpdateResult, _ context: WidgetContext) async -> Snapshot {
    let now = services.clock.now()
    let largest = await widget.manifest.largestDisplayMode
    return Snapshot(
      widget: await identityNow(), context: SnapshotContext(context), view: presentation.view, insets: presentation.insets,
      preferredSize: presentation.preferredSize, hasContent: presentation.hasContent, result: result, reason: context.reason,
      updatedAt: now, refreshAfter: presentation.refreshAfter.map { now + $0 },
      largestDisplayMode: largest == .compact ? .compact : nil)
  }

  /// The identity with the name and icon from the manifest.
  private func identityNow() async -> WidgetIdentity {
    var identity = widget.identity
    let manifest = await widget.manifest
    if let name = manifest.name { identity.name = name }
    identity.icon = manifest.icon
    return identity
  }

  private static func makeWidget(
    _ script: WidgetScript, _ services: Services, _ configuration: WidgetConfiguration,
    _ events: SessionEvents
  ) -> Widget {
    let identity = WidgetIdentity(script: script, assignments: configuration.assignments.map { ($0.name, $0.value) })
    return Widget(
      script: script, services: services, configuration: configuration,
      onConsole: { events.send(.console($0)) },
      onRedraw: { presentation in
        let view = Snapshot(
          widget: identity, view: presentation.view, insets: presentation.insets, preferredSize: presentation.preferredSize,
          hasContent: presentation.hasContent, result: .newData, reason: .manual, updatedAt: services.clock.now())
        events.send(.shown(view, isLive: true))
      }, onDenial: { events.send(.denied($0)) })
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
    case .reported, .unreadable, .script, .view, .denied, .usage, .storage: false
    }
  }
}

extension Snapshot {
  /// Whether a presentation looks the same.
  fileprivate func shows(_ presentation: Presentation) -> Bool {
    view == presentation.view && insets == presentation.insets && preferredSize == presentation.preferredSize
      && hasContent == presentation.hasContent
  }
}
