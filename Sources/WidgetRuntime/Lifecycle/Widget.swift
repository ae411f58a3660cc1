import Synchronization
public import WidgetHelpers
public import WidgetModel
public import WidgetServices
import WidgetSystem

/// One widget and its worker: runs the manifest, loads the script, and updates the widget when the host asks.
///
/// The actor runs on a thread that can block, because every host call of a script blocks. A killed worker is replaced at the next
/// call, from the same source; it's never reused.
public actor Widget {
  public nonisolated let identity: WidgetIdentity
  public nonisolated let script: WidgetScript
  private nonisolated let executor: any SerialExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let configuration: WidgetConfiguration
  let services: Services
  let session: HostSession
  var worker: Worker?
  /// The host's budgets, unless the manifest lowers them.
  var budgets: Budgets
  var settings: [String: LuaValue] = [:]
  var hasManifest = false
  /// Whether the script has a manifest.
  var hasDeclaredManifest = false
  var isLoaded = false
  /// Whether any of this widget's workers has loaded the script.
  var hasRun = false
  /// Why ``startWorker()`` failed; thrown by the next call that needs the worker.
  var failedStart: Failure?
  var proposedInsets: EdgeInsets
  /// The accessory that the script's view for another family is turned into.
  var substitutedAccessory: WidgetFamily?
  /// The accessory that a script which names no families may have no view for.
  var assumedAccessory: WidgetFamily?
  /// Warnings reported already, also about earlier workers: each is news once.
  var reportedWarnings: Set<String> = []
  /// The names that ``reportNewer(_:at:)`` has warned of.
  var reportedNewer: Set<String> = []
  /// Permissions the user allows in vain, reported once although each worker settles the permissions.
  var reportedUnrequested: Set<Permission> = []
  /// Where the view refers to an image.
  var imageLocations: [String: SourceLocation] = [:]
  nonisolated let cancellation = Cancellation()
  /// Whether an earlier version may have stored something for the widget under another identity.
  nonisolated let mayHaveEarlierData = Atomic<Bool>(false)

  /// Denials the user doesn't know about yet.
  var newDenials: [Failure] = []
  /// The messages of all denials, each reported once per run.
  var knownDenials: Set<String> = []
  /// The message of the denial that the failure of the latest call names, so it needs no separate report.
  var namedDenial: String?

  /// Receives denials ignored by the script, once each.
  let onDenial: @Sendable (String) -> Void
  /// Receives lines printed by the script.
  let onConsole: @Sendable (ConsoleLine) -> Void
  /// Receives views shown before an update has ended.
  let onRedraw: @Sendable (Presentation) -> Void

  public init(
    script: WidgetScript, services: Services, configuration: WidgetConfiguration,
    onConsole: @escaping @Sendable (ConsoleLine) -> Void = { _ in },
    onRedraw: @escaping @Sendable (Presentation) -> Void = { _ in },
    onDenial: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.onDenial = onDenial
    self.script = script
    self.services = services
    self.configuration = configuration
    self.onConsole = onConsole
    self.onRedraw = onRedraw
    let identity = WidgetIdentity(script: script, configuration: configuration)
    self.identity = identity
    executor = configuration.executor ?? BlockingExecutor(label: "widget \(identity.id)")
    proposedInsets = configuration.proposedInsets
    budgets = configuration.budgets
    session = HostSession(
      identity: identity, script: script, services: services, locale: configuration.locale,
      timeZone: configuration.timeZone)
    session.fetchLimit = configuration.fetchLimit
    session.assignments = configuration.assignments
    if !configuration.newerNames.isEmpty { session.calledFunctions = [] }
    session.entryID = configuration.entryID
    session.asksOnCard = configuration.asksOnCard
  }

  /// The manifest; known after ``load()``.
  public var manifest: Manifest { session.manifest }

  /// The modules and resources read by the script.
  public var filesRead: Set<String> { session.filesRead }

  /// The streams that the latest successful update subscribed to, as far as they're still permitted.
  public var streams: [StreamRequest] { session.permittedStreams }

  /// The hosts the widget may reach now.
  public var netPolicy: NetPolicy { session.policy }

  /// Whether the script defines `on_event`. Known after ``load()``.
  public var receivesEvents: Bool { session.receivesEvents }

  /// The resources used by the latest call in the worker.
  public var statistics: WorkerStatistics { worker?.statistics ?? WorkerStatistics() }

  /// The worker's process, if there is one.
  public var workerProcess: Int32? { worker?.canceller.processID }

  /// Ends the widget from any thread: its worker is killed, the running call fails as cancelled, and its writes are dropped.
  public nonisolated func cancel() { cancellation.cancel() }

  /// Says that nothing is stored under this identity, so an earlier version may have stored something under another one.
  public nonisolated func expectEarlierData() { mayHaveEarlierData.store(true, ordering: .relaxed) }

  // MARK: Lifecycle

  /// Runs the manifest and the whole chunk, unless the worker has done so already.
  public func load() throws(Failure) {
    if isLoaded {
      resettlePermissions()
      return
    }
    let worker = try authorize()
    session.categories = [:]
    do {
      let source = LuaValue(stringBytes: script.source)
      let chunk = LuaValue.string(script.chunkName)
      let names = session.manifest.settings.map { LuaValue.string($0.name) }
      let settings = settings.merging(try secrets()) { $1 }
      let loaded = try call(worker, "load", [source, chunk, .table(settings), .array(names)], phase: .load)
      try checkGlobals(loaded)
      session.receivesEvents = loaded["on_event"].string == "function"
      try commit()
      isLoaded = true
      hasRun = true
    } catch {
      retire()
      throw error
    }
  }

  /// Starts the worker without waiting for it, so the host can read its stores meanwhile. The next call reports any failure.
  public func startWorker() {
    guard worker == nil else { return }
    do throws(Failure) { _ = try start() } catch { failedStart = error }
  }

  /// Runs only the manifest and settles the permissions, asking the user if possible. Loading reuses the worker.
  @discardableResult
  public func readManifest() throws(Failure) -> Manifest {
    _ = try authorize()
    return session.manifest
  }

  /// Known after ``readManifest()``.
  public var grants: Grants { session.grants }

  /// The permissions requested by the manifest, including hosts from settings. Known after ``readManifest()``.
  public var requestedPermissions: [Permission] { session.requested }

  /// Updates the widget.
  ///
  /// - Parameters:
  ///   - needsContent: Whether the host has nothing to show, so it needs the view even if there's no new data.
  ///   - events: The events that have arrived, for `on_event`; nil calls `perform_update`.
  public func update(_ context: WidgetContext, needsContent: Bool, events: EventBatch? = nil) -> Update {
    do throws(Failure) {
      if worker?.isAlive == false { retire() }
      try load()
      guard let worker else { throw Failure(.internalError, "the worker is gone") }
      session.prefersStoredResponses = context.reason == .restart
      session.collectsStreams = events == nil
      defer { (session.prefersStoredResponses, session.collectsStreams) = (false, false) }
      let arguments = [try offered(context).luaValue, proposedInsets.luaValue, .boolean(needsContent)]
      let record =
        if let events {
          try call(
            worker, "events", [.array(events.events.map(\.luaValue)), .integer(Int64(events.dropped))] + arguments, phase: .update
          )
        } else {
          try call(worker, "update", arguments, phase: .update)
        }
      if session.neededNetwork, !session.mayFetch { throw Failure(.internalError, "the network is needed") }
      let update = try finish(record)
      reportDenials()
      return update
    } catch {
      session.discard()
      if session.mayFetch || !session.neededNetwork { reportDenials() }
      return .failed(mask.masked(error), refreshAfter: nil)
    }
  }

  /// Updates a widget that restarts because a view is missing, with stored responses and without the network.
  ///
  /// - Returns: nil if the script fetches something that isn't stored. Nothing is changed then.
  public func restart(_ context: WidgetContext) -> Update? {
    session.mayFetch = false
    session.neededNetwork = false
    defer { session.mayFetch = true }
    let update = update(context, needsContent: true)
    guard session.neededNetwork else { return update }
    retire()
    return nil
  }

  /// The current view, after loading or for another size, mode or appearance. Writes that `content` makes are stored.
  public func content(_ context: WidgetContext) throws(Failure) -> Presentation {
    try load()
    return try present("content", [try offered(context).luaValue, proposedInsets.luaValue], phase: .content)
  }

  /// Runs the handler of a control, then asks for the view.
  ///
  /// - Parameters:
  ///   - argument: A field's new value, which the handler gets.
  ///   - isRemote: Whether the user is in a browser on another machine.
  public func act(
    _ action: Int, generation: Int64, context: WidgetContext, argument: LuaValue = .null, isRemote: Bool = false
  ) throws(Failure) -> Presentation {
    try load()
    session.isActingRemotely = isRemote
    defer { session.isActingRemotely = false }
    let arguments: [LuaValue] = [
      .integer(Int64(action)), .integer(generation), try offered(context).luaValue, proposedInsets.luaValue, argument,
    ]
    let presentation = try present(
      "action", argument.isNull ? Array(arguments.dropLast()) : arguments, phase: .tap, tap: .fresh)
    guard let link = session.ownLink else { return presentation }
    return try open(link, context: context)
  }

  /// Passes a link to the script, then asks for the view.
  public func open(_ url: String, context: WidgetContext) throws(Failure) -> Presentation {
    try load()
    return try present("open", [.string(url), try offered(context).luaValue, proposedInsets.luaValue], phase: .tap)
  }

  /// Passes the user's response to a notification to the script, then asks for the view.
  ///
  /// - Returns: The view, and whether to bring the widget up.
  /// - Throws: If the script doesn't register the category or the action any more.
  public func respond(
    _ response: NotificationResponse, context: WidgetContext
  ) throws(Failure) -> (presentation: Presentation, isForeground: Bool) {
    try load()
    let bringsUp = try isForeground(response)
    let presentation = try present(
      "notification", [response.luaValue, try offered(context).luaValue, proposedInsets.luaValue], phase: .tap,
      tap: bringsUp ? .fresh : .none)
    guard let link = session.ownLink else { return (presentation, bringsUp) }
    return (try open(link, context: context), bringsUp)
  }

  /// Whether the script is loaded and its worker alive, so its views' handlers exist.
  public var isReady: Bool { isLoaded && worker?.isAlive == true }

  /// Ends the worker; the next call starts another.
  public func retire() {
    worker?.kill()
    worker = nil
    hasManifest = false
    isLoaded = false
    session.discard()
  }
}
