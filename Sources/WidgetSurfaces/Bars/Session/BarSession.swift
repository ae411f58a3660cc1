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
    /// Whether the view was made for a bar from the newest data. Otherwise it's that of another surface.
    public var isOwn: Bool
    /// Whether the data are older than twice the interval.
    public var isStale: Bool
  }

  /// The effect of a tap.
  public enum TapResult: Sendable, Equatable {
    case handled
    case refreshed(Update)
    /// The control isn't in the newest view.
    case missing
  }

  public var session: WidgetSession { leased.session }
  private let leased: LeasedWidget
  private let identity: WidgetIdentity
  private let script: WidgetScript
  private let services: Services
  private let contexts: BarContexts
  /// Whether views are stored.
  private let storesSnapshots: Bool

  /// - Parameters:
  ///   - identity: The widget of the session.
  ///   - leases: nil if nothing is stored.
  public init(
    session: WidgetSession, identity: WidgetIdentity, script: WidgetScript, services: Services, contexts: BarContexts,
    leases: LeaseKeeper?
  ) {
    leased = LeasedWidget(session, keeper: leases)
    self.identity = identity
    self.script = script
    self.services = services
    self.contexts = contexts
    storesSnapshots = leases != nil
  }

  // MARK: Stored views

  /// The stored views. No Lua runs.
  ///
  /// - Returns: nil if the widget has never been in a bar.
  public func stored() throws(StoreError) -> Stored? {
    guard storesSnapshots else { return nil }
    let store = services.snapshots
    let context = SnapshotContext(contexts.full(.launch))
    guard let full = try store.nearest(to: context, of: identity.instance), full.snapshot.context.family == nil else {
      return nil
    }
    let state = try store.state(of: identity.instance)
    let now = services.clock.now()
    // A saved script outdates its stored view.
    let isEdited = state.updatedAt.map { ((try? FileStatus(path: script.path))?.changedAt ?? 0) > $0 } ?? false
    return Stored(
      snapshots: BarSnapshots(
        full: full.snapshot, inline: try storedInline(besides: full.snapshot), checkedAt: state.succeededAt),
      isFresh: !isEdited && state.isUpToDate(at: now), isOwn: full.isCurrent && full.snapshot.context.surface == .bar,
      isStale: state.isStale(at: now))
  }

  /// - Returns: nil if the widget has no separate view for the `inline` family.
  private func storedInline(besides full: Snapshot) throws(StoreError) -> Snapshot? {
    let context = SnapshotContext(contexts.inline(.launch))
    guard storesSnapshots, let inline = try services.snapshots.nearest(to: context, of: identity.instance), inline.isCurrent,
      inline.snapshot.isOwn(for: contexts.inline(.launch), besides: full)
    else { return nil }
    return inline.snapshot
  }

  // MARK: Updates

  /// Updates the widget and stores its views, unless another process does.
  ///
  /// - Returns: The result and the views; after a failure the last good ones, or a card without a view.
  public func update(_ reason: UpdateReason) async -> (update: Update, snapshots: BarSnapshots) {
    let lastUpdate = await session.snapshot?.updatedAt
    let context = contexts.full(reason, lastUpdate: lastUpdate)
    let inline = contexts.inline(reason, lastUpdate: lastUpdate)
    let update = await leased.update(context, also: [inline], mayFetch: reason != .restart)
    if let snapshots = await shown() { return (update, snapshots) }
    let failure: Failure = if case .failed(let failure, _) = update { failure } else { Failure(.internalError, "no view") }
    return (update, BarSnapshots(full: await session.card(for: failure, context)))
  }

  /// The session's views, or those stored by another process.
  private func shown() async -> BarSnapshots? {
    guard let full = await session.snapshot else { return nil }
    let checkedAt = storesSnapshots ? try? services.snapshots.state(of: identity.instance).succeededAt : nil
    guard let inline = await session.view(for: contexts.inline(.launch)) else {
      return BarSnapshots(full: full, inline: try? storedInline(besides: full), checkedAt: checkedAt)
    }
    return BarSnapshots(
      full: full, inline: inline.isOwn(for: contexts.inline(.launch), besides: full) ? inline : nil, checkedAt: checkedAt)
  }

  // MARK: Taps

  /// Performs a tap. A widget whose worker has ended restarts first.
  public func tap(_ target: TapTarget) async throws(Failure) -> TapResult {
    if target == .gesture(.refresh) { return .refreshed(await update(.manual).update) }
    var known = try? stored()?.snapshots
    if known == nil {
      let first = await update(.launch)
      if case .failed(let failure, _) = first.update, first.snapshots.full.view == nil { throw failure }
      known = first.snapshots
    }
    guard let snapshots = known else { return .missing }
    switch target.resolve(in: snapshots) {
    case .missing: return .missing
    case .refresh: return .refreshed(await update(.manual).update)
    case .control(let control, let isInline):
      let result = try await press(control, isInline: isInline)
      guard result == .missing, target.isOfNewestView else { return result }
      return try await pressAgain(target, after: control)
    }
  }

  /// Repeats a press after an earlier one has changed the view, for instance the number in the control's label.
  private func pressAgain(_ target: TapTarget, after control: ControlReference) async throws(Failure) -> TapResult {
    guard let snapshots = try? stored()?.snapshots, case .control(let next, let isInline) = target.resolve(in: snapshots),
      next != control
    else { return .missing }
    return try await press(next, isInline: isInline)
  }

  private func press(_ control: ControlReference, isInline: Bool) async throws(Failure) -> TapResult {
    let (inline, full) = (contexts.inline(.action), contexts.full(.action))
    let (context, other) = isInline ? (inline, full) : (full, inline)
    switch try await leased.run(.tap(control), context: context, also: [other]) {
    case .handled, .broughtUp: return .handled
    case .controlMissing: return .missing
    }
  }
}
