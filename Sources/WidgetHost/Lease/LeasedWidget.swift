public import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// A widget that several processes can show at once: the one with the lease runs its worker, and the others ask that one.
///
/// Nothing runs without the lease. A request that nobody could do within ``patience`` ends as ``Outcome/unavailable(_:)``, whose
/// failure the caller reports; a host tries again after ``retryInterval``. Only an unusable store has no leases: no other process
/// can use it either, so the widget runs here and its snapshots aren't shared.
public struct LeasedWidget: Sendable {
  /// Seconds until a stopped owner loses its lease and this process takes over.
  static let patience = LeaseKeeper.lifetime + 1
  /// Seconds before a host repeats a request nobody could do.
  static let retryInterval = 30.0

  /// How a request has ended.
  enum Outcome<Value: Sendable>: Sendable {
    /// This process had the lease.
    case here(Value)
    /// The process with the lease replied.
    case elsewhere(RequestReply)
    /// Nobody could do it, and this process didn't try without the lease.
    case unavailable(Failure)
  }

  /// The right to run the worker in this process.
  struct Grant: Sendable {
    /// nil if the store can't be used, or nothing is stored.
    var lease: Lease?
    var state = InstanceState()
    /// Whether another process had the lease before.
    var hasWaited = false
  }

  public let session: WidgetSession
  /// nil if nothing is stored, so there's no other process to agree with.
  let keeper: LeaseKeeper?
  private let patience: Double

  public init(_ session: WidgetSession, keeper: LeaseKeeper?) { self.init(session, keeper: keeper, patience: Self.patience) }

  /// - Parameter patience: Shorter in tests.
  init(_ session: WidgetSession, keeper: LeaseKeeper?, patience: Double) {
    self.session = session
    self.keeper = session.storesSnapshots ? keeper : nil
    self.patience = patience
  }

  // MARK: The loop

  /// Handles a request in this process if it gets the lease, or else in the process that has it.
  ///
  /// An owner that doesn't reply is asked once. A handler may have run there, so it doesn't run again; an update does, as soon as
  /// that owner's lease has expired.
  ///
  /// - Parameter here: Handles the request in this process.
  func perform<Value: Sendable>(
    _ request: HostRequest, here: @Sendable (Grant) async -> Value
  ) async -> Outcome<Value> {
    guard let keeper else { return .here(await here(Grant())) }
    let deadline = MonotonicTime.now() + patience
    var problem = Self.silence
    var silentOwner: String?
    var pause = 0.02
    var hasWaited = false
    while !keeper.isClosed {
      // A lease that has expired meanwhile is still acquired.
      let remaining = deadline - MonotonicTime.now()
      switch Self.attempt(request.instance, keeper) {
      case .success(.acquired(let lease, let state)):
        return .here(await here(Grant(lease: lease, state: state, hasWaited: hasWaited)))
      case .success(.held(let owner)) where owner.owner != silentOwner && remaining > 0:
        switch await HostClient.send(request, to: owner.owner, in: keeper.folder, timeout: remaining) {
        case .success(.otherVersion): return .unavailable(Self.otherVersion)
        // A one-shot run has no socket and ends soon, and an update can wait.
        case .success(.notOwner), .failure(.unreachable): break
        case .success(.busy) where request.isRepeatable: break
        case .success(let reply): return .elsewhere(reply)
        case .failure(.noReply):
          guard request.isRepeatable else { return .unavailable(Self.silence) }
          silentOwner = owner.owner
        }
      case .success(.held): break
      case .failure(.busy(let location)): problem = Failure(.storage, "\(StoreError.busy(location))", remedy: Self.remedy)
      case .failure: return .here(await here(Grant()))
      }
      hasWaited = true
      if remaining <= 0 { return .unavailable(problem) }
      try? await Task.pause(seconds: pause)
      pause = min(pause * 1.5, 0.5)
    }
    return .unavailable(Self.closed)
  }

  private static func attempt(_ instance: String, _ keeper: LeaseKeeper) -> Result<LeaseAttempt, StoreError> {
    do throws(StoreError) { return .success(try keeper.acquire(instance)) } catch { return .failure(error) }
  }

  private static let remedy = "try again in a minute"
  static let silence = Failure(
    .internalError, "the luawidget process that owns this widget isn't responding", remedy: remedy)
  static let otherVersion = Failure(
    .internalError, "the luawidget process that owns this widget is from another version", remedy: "restart it")
  static let tooManyTaps = Failure(.usage, "too many taps are waiting for this widget")
  static let closed = Failure(.internalError, "the widget was closed")
  static let withoutView = Failure(
    .internalError, "the luawidget process that owns this widget has no view of this size", remedy: remedy)

  // MARK: One update, one handler

  /// Updates the widget for a program that shows it once. While another process has the lease, that one updates it and this one
  /// shows the snapshot.
  ///
  /// - Parameters:
  ///   - others: Further contexts of this program.
  ///   - mayFetch: false if the data are current, so that only a view is missing.
  public func update(_ context: WidgetContext, also others: [WidgetContext] = [], mayFetch: Bool = true) async -> Update {
    let request = HostRequest.update(instance: await session.instance, context.reason, SnapshotContext(context))
    let start = session.services.clock.now()
    // The other process's update may have begun without this context.
    for _ in 0..<2 {
      let outcome = await perform(request) { grant in
        // The other process has just done it.
        if grant.hasWaited, grant.state.updatedAt ?? 0 >= start, let update = await session.shownElsewhere(context) {
          keeper?.release(request.instance)
          return update
        }
        return await session.update(context, also: others, under: grant, keeper, mayFetch: mayFetch)
      }
      switch outcome {
      case .here(let update): return update
      case .unavailable(let failure): return .failed(failure, refreshAfter: nil)
      case .elsewhere(let reply):
        if let update = await session.shownElsewhere(context, failure: reply.failure) { return update }
        if case .failed(let failure) = reply { return .failed(failure, refreshAfter: nil) }
      }
    }
    return .failed(Self.withoutView, refreshAfter: nil)
  }

  /// Passes an event on to the process that runs the widget, or else to the widget itself.
  public func receive(_ batch: EventBatch, context: WidgetContext) async -> Update {
    let outcome = await perform(.events(instance: await session.instance, batch)) { grant in
      await session.update(context, also: [], under: grant, keeper, mayFetch: true, with: batch)
    }
    switch outcome {
    case .here(let update): return update
    case .elsewhere(.failed(let failure)), .unavailable(let failure): return .failed(failure, refreshAfter: nil)
    case .elsewhere(.busy): return .failed(Self.tooManyTaps, refreshAfter: nil)
    case .elsewhere: return .noData(nil, refreshAfter: nil)
    }
  }

  /// Runs a handler for a program that shows the widget once.
  public func run(
    _ call: HandlerCall, context: WidgetContext, also others: [WidgetContext] = []
  ) async throws(Failure) -> HandlerResult {
    let outcome = await self.call(call, context, others)
    switch outcome {
    case .here((_, let known)):
      await session.use(nil)
      keeper?.finish(known.afterHandler(at: session.services.clock.now()), await session.instance, releasing: true)
    case .elsewhere: _ = await session.shownElsewhere(context)
    case .unavailable: break
    }
    switch outcome.reply {
    case .done: return .handled
    case .shown: return .broughtUp
    case .controlMissing: return .controlMissing
    case .failed(let failure): throw failure
    case .busy: throw Self.tooManyTaps
    case .notOwner, .otherVersion: throw Self.closed
    }
  }

  /// Runs a handler.
  ///
  /// - Returns: The reply, plus the instance's earlier state if it ran here.
  func call(
    _ call: HandlerCall, _ context: WidgetContext, _ others: [WidgetContext]
  ) async -> Outcome<(RequestReply, InstanceState)> {
    await perform(.call(instance: await session.instance, call, SnapshotContext(context))) { grant in
      await session.use(grant.lease)
      return (await session.run(call, context, others + grant.state.contexts.map { $0.context(like: context) }), grant.state)
    }
  }
}

extension LeasedWidget.Outcome where Value == (RequestReply, InstanceState) {
  /// The reply, whoever gave it.
  var reply: RequestReply {
    switch self {
    case .here((let reply, _)), .elsewhere(let reply): reply
    case .unavailable(let failure): .failed(failure)
    }
  }
}

extension SnapshotContext {
  /// A context for an update with the same reason and program as another one.
  func context(like other: WidgetContext) -> WidgetContext {
    WidgetContext(
      reason: other.reason, size: size, displayMode: displayMode, family: family, colorScheme: colorScheme, textSize: textSize,
      locale: locale, timeZone: timeZone, surface: surface, host: other.host, isVisible: other.isVisible,
      lastUpdate: other.lastUpdate)
  }
}

extension InstanceState {
  /// The state after a handler has run. The view is new; the data's age and the next update are as before.
  func afterHandler(at now: Double) -> FinishedUpdate {
    FinishedUpdate(
      at: updatedAt ?? now, isFailed: updatedAt != nil && succeededAt != updatedAt, next: nextUpdate, interval: interval)
  }
}

/// A script handler to run in its worker, whichever process has that.
public enum HandlerCall: Sendable, Equatable {
  /// The handler of a control the user sees.
  case tap(ControlReference)
  /// `on_open`
  case open(String)
  /// `on_notification`
  case respond(NotificationResponse)
}

/// The result of a ``HandlerCall``.
public enum HandlerResult: Sendable, Equatable {
  case handled
  /// The script wants its widget brought up.
  case broughtUp
  /// The tapped control isn't in the new view, so nothing ran.
  case controlMissing
}
