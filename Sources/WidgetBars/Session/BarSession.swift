import Synchronization
public import WidgetHost
public import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// A widget in a status bar: the stored views, updates, and taps.
public struct BarSession: Sendable {
  /// The stored views.
  public struct Stored: Sendable, Equatable {
    public var snapshots: BarSnapshots
    /// Whether no update is due.
    public var isFresh: Bool
    /// Whether the data are older than twice the interval.
    public var isStale: Bool
    /// When the next update is due; nil if that is unknown.
    public var dueAt: Double?
  }

  /// What a tap did.
  public enum TapResult: Sendable, Equatable {
    case handled
    case refreshed(Update)
    /// The control is not in the newest view.
    case missing
  }

  public let session: WidgetSession
  private let identity: WidgetIdentity
  private let script: WidgetScript
  private let services: Services
  private let contexts: BarContexts
  private let storesSnapshots: Bool
  private let notice = ControlNotice()

  /// - Parameter identity: Of the widget of the session.
  public init(
    session: WidgetSession, identity: WidgetIdentity, script: WidgetScript, services: Services, contexts: BarContexts,
    storesSnapshots: Bool = true
  ) {
    self.session = session
    self.identity = identity
    self.script = script
    self.services = services
    self.contexts = contexts
    self.storesSnapshots = storesSnapshots
    session.events.observe { [notice] in if $0 == .controlMissing { notice.isMissing.withLock { $0 = true } } }
  }

  // MARK: Stored views

  /// The stored views. No Lua runs.
  ///
  /// - Returns: nil if the widget has never been in a bar.
  public func stored() throws(StoreError) -> Stored? {
    guard storesSnapshots else { return nil }
    let store = services.snapshots
    let context = SnapshotContext(contexts.full(.launch))
    guard let full = try store.nearest(to: context, of: identity.instance), full.snapshot.context.surface == .bar,
      full.snapshot.context.family == nil
    else { return nil }
    let schedule = try store.scheduledUpdate(of: identity.instance)
    let now = services.clock.now()
    // A saved script makes its stored view outdated.
    let isEdited = schedule.map { ((try? FileStatus(path: script.path))?.modifiedAt ?? 0) > $0.endedAt } ?? false
    return Stored(
      snapshots: BarSnapshots(full: full.snapshot, inline: try storedInline()),
      isFresh: full.isCurrent && !isEdited && schedule?.isAhead(at: now) == true,
      isStale: schedule?.isStale(at: now) ?? false, dueAt: schedule?.dueAt)
  }

  private func storedInline() throws(StoreError) -> Snapshot? {
    guard storesSnapshots else { return nil }
    let context = SnapshotContext(contexts.inline(.launch))
    guard let inline = try services.snapshots.nearest(to: context, of: identity.instance), inline.isCurrent else { return nil }
    return inline.snapshot
  }

  // MARK: Updates

  /// Updates the widget and stores its views.
  ///
  /// - Returns: The result and the views; after a failure the last good ones, or a card without a view.
  public func update(_ reason: UpdateReason) async -> (update: Update, snapshots: BarSnapshots) {
    let context = contexts.full(reason, lastUpdate: await session.snapshot?.updatedAt)
    let update = await session.update(context)
    await schedule(after: update)
    guard let full = await session.snapshot else {
      let failure: Failure = if case .failed(let failure, _) = update { failure } else { Failure(.internalError, "no view") }
      return (update, BarSnapshots(full: await session.card(for: failure, context)))
    }
    switch update {
    case .newData, .noData(_?, _): return (update, BarSnapshots(full: full, inline: await inlineView(besides: full, reason)))
    case .noData(nil, _), .failed: return (update, BarSnapshots(full: full, inline: try? storedInline()))
    }
  }

  /// The view for the `inline` family.
  ///
  /// - Returns: nil if the widget has no separate one.
  private func inlineView(besides full: Snapshot, _ reason: UpdateReason) async -> Snapshot? {
    guard await session.manifest.families.contains(.inline) else { return nil }
    guard let inline = try? await session.preview(contexts.inline(reason)), inline.view != full.view else { return nil }
    store(inline)
    return inline
  }

  private func store(_ snapshot: Snapshot) {
    if storesSnapshots { try? services.snapshots.save(snapshot) }
  }

  private func schedule(after update: Update) async {
    guard storesSnapshots else { return }
    let now = services.clock.now()
    let interval = await session.manifest.refresh.delay(from: now, timeZone: contexts.timeZone)
    let requested: Double? =
      switch update {
      case .newData(let presentation): presentation.refreshAfter
      case .noData(_, let after), .failed(_, let after): after
      }
    let delay = await session.delay(normal: interval, requested: requested)
    let scheduled = ScheduledUpdate(
      endedAt: now, succeededAt: update.result == .failed ? nil : now, dueAt: now + delay, interval: interval)
    try? services.snapshots.schedule(scheduled, of: identity.instance)
  }

  /// Runs an edited script in place of the current one, if it works.
  ///
  /// - Returns: false if the old script stays.
  public func reload(_ script: WidgetScript) async -> Bool {
    guard await session.reload(script, context: contexts.full(.reload)) else { return false }
    if let full = await session.snapshot { _ = await inlineView(besides: full, .reload) }
    return true
  }

  // MARK: Taps

  /// Does what a tap is for. A widget whose worker has ended restarts first.
  public func tap(_ target: TapTarget) async throws(Failure) -> TapResult {
    if target == .gesture(.refresh) { return .refreshed(await update(.manual).update) }
    var known = try? stored()?.snapshots
    if known == nil {
      let first = await update(.action)
      if case .failed(let failure, _) = first.update, first.snapshots.full.view == nil { throw failure }
      known = first.snapshots
    }
    guard let snapshots = known else { return .missing }
    switch target.resolve(in: snapshots) {
    case .missing: return .missing
    case .refresh: return .refreshed(await update(.manual).update)
    case .control(let control, let isInline): return try await press(control, isInline: isInline)
    }
  }

  private func press(_ control: ControlReference, isInline: Bool) async throws(Failure) -> TapResult {
    let context = isInline ? contexts.inline(.action) : contexts.full(.action)
    _ = try? await session.loadStored(for: context)
    if await session.snapshot?.context != SnapshotContext(context) { try await session.resize(context) }
    guard let action = await session.snapshot?.view?.action(of: control) else { return .missing }
    notice.isMissing.withLock { $0 = false }
    try await session.act(action, context: context)
    guard let pressed = await session.snapshot else { return .missing }
    if isInline {
      if let full = try? await session.preview(contexts.full(.action)) { store(full) }
    } else {
      _ = await inlineView(besides: pressed, .action)
    }
    return notice.isMissing.withLock { $0 } ? .missing : .handled
  }
}

/// Whether the session found that a pressed control is gone.
private final class ControlNotice: Sendable {
  let isMissing = Mutex(false)
}
