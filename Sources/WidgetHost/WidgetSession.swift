public import WidgetEngine
public import WidgetModel
public import WidgetRuntime
public import WidgetServices

/// Keeps one widget's last good snapshot on the screen, whatever the script does: stored first, then live.
public actor WidgetSession {
  /// What is shown: the stored snapshot at first, then whatever the widget brings.
  public private(set) var snapshot: Snapshot?
  public nonisolated let counters: Counters
  /// Everything that a surface must react to. One reader.
  public nonisolated let events: AsyncStream<SessionEvent>

  private let continuation: AsyncStream<SessionEvent>.Continuation
  private let services: Services
  private let configuration: WidgetConfiguration
  private let storesSnapshots: Bool
  private var widget: Widget
  private var hasLoadedSnapshot = false
  private var generation: Int64?
  public private(set) var backOff = BackOff()

  /// - Parameter storesSnapshots: false leaves the store alone, both ways (`--no-snapshot`).
  public init(
    script: WidgetScript, services: Services, configuration: WidgetConfiguration, storesSnapshots: Bool = true,
    counters: Counters = Counters()
  ) {
    self.services = services
    self.configuration = configuration
    self.storesSnapshots = storesSnapshots
    self.counters = counters
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    widget = Self.makeWidget(script, services, configuration, continuation)
  }

  public var identity: WidgetIdentity { snapshot?.widget ?? widget.identity }
  public var script: WidgetScript { widget.script }
  public var manifest: Manifest { get async { await widget.manifest } }

  /// What the newest call cost the worker.
  public var statistics: WorkerStatistics { get async { await widget.statistics } }

  /// The worker's process, while there is one: for measurements and tests.
  public var workerProcess: Int32? { get async { await widget.workerProcess } }

  /// What must be watched for a reload: the script, and every module and resource that it read.
  public var files: Set<String> { get async { await widget.filesRead.union([widget.script.path]) } }

  /// The stored snapshot, without waiting for any Lua.
  ///
  /// - Throws: When the store cannot be read; the widget can run without it.
  @discardableResult
  public func loadStored() throws(StoreError) -> Snapshot? {
    guard storesSnapshots, !hasLoadedSnapshot else { return snapshot }
    hasLoadedSnapshot = true
    snapshot = try services.snapshots.load(widget.identity.instance)
    return snapshot
  }

  /// The images that the shown view refers to, by name, as far as the widget may have them.
  public func pictures() async -> [String: [UInt8]] {
    guard let view = snapshot?.view else { return [:] }
    return await pictures(of: view)
  }

  /// The images that a view of this widget refers to, by name, as far as the widget may have them.
  public func pictures(of view: ViewNode) async -> [String: [UInt8]] { await widget.pictures(of: view) }

  /// Runs the manifest and asks the person what is to be asked. What is wrong with the script is told with the update.
  public func settlePermissions() async { _ = try? await widget.readManifest() }

  /// Shows the view that the script has right after loading. Live surfaces only; nothing is stored.
  public func showFirstView(_ context: WidgetContext) async throws(Failure) {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    generation = presentation.generation
    continuation.yield(.shown(await makeSnapshot(presentation, .noData, context), isLive: true))
  }

  /// Asks the widget for data and keeps what it brings.
  ///
  /// - Returns: How it ended. The snapshot, its store, and ``events`` already say so too.
  @discardableResult
  public func update(_ context: WidgetContext) async -> Update {
    continuation.yield(.updating(true))
    defer { continuation.yield(.updating(false)) }
    if storesSnapshots, !hasLoadedSnapshot {
      // The worker starts while the store is read.
      async let prepared: Void = widget.prepare()
      _ = try? loadStored()
      await prepared
    }
    var update = await widget.update(context, needsContent: snapshot?.view == nil)
    if case .newData(let presentation) = update, presentation.isContentOnly, snapshot?.shows(presentation) == true {
      // Without `perform_update` an equal view is no new data. Its controls are the new ones.
      generation = presentation.generation
      update = .noData(nil, refreshAfter: presentation.refreshAfter)
    }
    await accept(update, context)
    return update
  }

  /// Runs a control's handler and shows what the view has become.
  ///
  /// A control of a stored snapshot works too: the script is loaded again, and its handler with the same number runs.
  public func act(_ action: Int, context: WidgetContext) async throws(Failure) {
    if generation == nil {
      let presentation = try await widget.content(context)
      generation = presentation.generation
    }
    let presentation = try await widget.act(action, generation: generation ?? 0, context: context)
    counters.add(\.contentCalls)
    // The view is new; the data are as old, and the newest update as failed, as before.
    keep(await unchanged(presentation, context, result: .newData), presentation)
  }

  /// The view for another size, mode or appearance. Not stored: nothing about the data changed.
  public func resize(_ context: WidgetContext) async throws(Failure) {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    generation = presentation.generation
    let resized = await unchanged(presentation, context)
    snapshot = resized
    continuation.yield(.shown(resized, isLive: false))
  }

  /// The view on some other surface, without showing, storing or telling anything.
  ///
  /// - Returns: A snapshot with the view for that context; it carries the failure that the shown one carries.
  public func preview(_ context: WidgetContext) async throws(Failure) -> Snapshot {
    let presentation = try await widget.content(context)
    counters.add(\.contentCalls)
    return await unchanged(presentation, context)
  }

  /// A card with the widget's name and the reason, for where there is no view.
  public func card(for failure: Failure, _ context: WidgetContext) async -> Snapshot {
    var card = Snapshot(
      widget: await identityNow(), view: nil, insets: configuration.proposedInsets, result: .failed, reason: context.reason,
      updatedAt: services.clock.now())
    card.failure = failure
    return card
  }

  /// Tries an edited script beside the running one, and replaces it only when the new text has shown a view.
  ///
  /// - Returns: false when the old one stays; ``SessionEvent/reloadFailed(_:)`` says why.
  @discardableResult
  public func reload(_ script: WidgetScript, context: WidgetContext) async -> Bool {
    continuation.yield(.updating(true))
    defer { continuation.yield(.updating(false)) }
    let candidate = Self.makeWidget(script, services, configuration, continuation)
    let update = await candidate.update(context, needsContent: true)
    if case .failed(let failure, _) = update, failure.kind != .reported, failure.kind != .denied {
      candidate.cancel()
      continuation.yield(.reloadFailed(failure))
      return false
    }
    widget.cancel()
    widget = candidate
    generation = nil
    await accept(update, context)
    return true
  }

  /// Ends the worker unless the view has controls that need it.
  public func retireIfIdle() async {
    if snapshot?.view?.hasControls != true { await close() }
  }

  /// Ends the worker.
  public func close() async {
    generation = nil
    widget.cancel()
    continuation.finish()
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
      keep(await makeSnapshot(presentation, .noData, context), presentation)
    case .noData(nil, _):
      backOff.succeeded()
      // Nothing else happens, except that an older failure is over.
      if snapshot?.failure != nil {
        snapshot?.failure = nil
        if storesSnapshots { try? services.snapshots.clearFailure(instance: widget.identity.instance) }
        if let snapshot { continuation.yield(.shown(snapshot, isLive: false)) }
      }
    case .failed(let failure, _):
      backOff.failed(failure)
      // The worker that made the handlers may be gone.
      if failure.kind.endsWorker { generation = nil }
      await markFailed(failure, context)
    }
  }

  private func keep(_ new: Snapshot, _ presentation: Presentation) {
    generation = presentation.generation
    snapshot = new
    if storesSnapshots {
      do {
        try services.snapshots.save(new)
        counters.add(\.snapshotWrites)
      } catch {
        continuation.yield(.console(ConsoleLine(.warning, "the snapshot was not stored: \(error)")))
      }
    }
    continuation.yield(.shown(new, isLive: false))
  }

  /// Another view of the data that is shown: as old, and as good or bad, as that.
  private func unchanged(
    _ presentation: Presentation, _ context: WidgetContext, result: UpdateResult = .noData
  ) async -> Snapshot {
    var view = await makeSnapshot(presentation, result, context)
    view.updatedAt = snapshot?.updatedAt ?? view.updatedAt
    view.failure = snapshot?.failure
    return view
  }

  private func markFailed(_ failure: Failure, _ context: WidgetContext) async {
    if snapshot == nil {
      // Never stored, because it is not a good view.
      continuation.yield(.shown(await card(for: failure, context), isLive: true))
      return
    }
    snapshot?.failure = failure
    if storesSnapshots {
      try? services.snapshots.markFailure(failure, at: services.clock.now(), instance: widget.identity.instance)
    }
    if let snapshot { continuation.yield(.shown(snapshot, isLive: false)) }
  }

  private func makeSnapshot(_ presentation: Presentation, _ result: UpdateResult, _ context: WidgetContext) async -> Snapshot {
    let now = services.clock.now()
    let largest = await widget.manifest.largestDisplayMode
    return Snapshot(
      widget: await identityNow(), view: presentation.view, insets: presentation.insets,
      preferredSize: presentation.preferredSize, hasContent: presentation.hasContent, result: result, reason: context.reason,
      updatedAt: now, refreshAfter: presentation.refreshAfter.map { now + $0 },
      largestDisplayMode: largest == .compact ? .compact : nil)
  }

  /// The identity, with the name and icon that the manifest gives.
  private func identityNow() async -> WidgetIdentity {
    var identity = widget.identity
    let manifest = await widget.manifest
    if let name = manifest.name { identity.name = name }
    identity.icon = manifest.icon
    return identity
  }

  private static func makeWidget(
    _ script: WidgetScript, _ services: Services, _ configuration: WidgetConfiguration,
    _ continuation: AsyncStream<SessionEvent>.Continuation
  ) -> Widget {
    let identity = WidgetIdentity(script: script, assignments: configuration.assignments.map { ($0.name, $0.value) })
    return Widget(
      script: script, services: services, configuration: configuration,
      onConsole: { continuation.yield(.console($0)) },
      onRedraw: { presentation in
        let view = Snapshot(
          widget: identity, view: presentation.view, insets: presentation.insets, preferredSize: presentation.preferredSize,
          hasContent: presentation.hasContent, result: .newData, reason: .manual, updatedAt: services.clock.now())
        continuation.yield(.shown(view, isLive: true))
      })
  }
}

extension ViewNode {
  /// Whether a tap anywhere in this view does something.
  var hasControls: Bool { action != nil || children.contains(where: \.hasControls) }
}

extension Failure.Kind {
  /// Whether the worker is gone after this.
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
