import WidgetFormats
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
  private var worker: Worker?
  /// The host's budgets, unless the manifest lowers them.
  private var budgets: Budgets
  private(set) var settings: [String: LuaValue] = [:]
  private var hasManifest = false
  /// Whether the script has a manifest.
  private(set) var hasDeclaredManifest = false
  private var isLoaded = false
  /// Whether any of this widget's workers has loaded the script.
  private var hasRun = false
  /// Why ``startWorker()`` failed; thrown by the next call that needs the worker.
  private var failedStart: Failure?
  private var proposedInsets: EdgeInsets
  /// The accessory that the script's view for another family is turned into.
  private var substitutedAccessory: WidgetFamily?
  /// The accessory that a script which names no families may have no view for.
  private var assumedAccessory: WidgetFamily?
  /// Warnings reported already, also about earlier workers: each is news once.
  var reportedWarnings: Set<String> = []
  /// The names that ``reportNewer(_:at:)`` has warned of.
  var reportedNewer: Set<String> = []
  /// Permissions the user allows in vain, reported once although each worker settles the permissions.
  var reportedUnrequested: Set<Permission> = []
  /// Where the view refers to an image.
  var imageLocations: [String: SourceLocation] = [:]
  private nonisolated let cancellation = Cancellation()

  /// Denials the user doesn't know about yet.
  private var newDenials: [Failure] = []
  /// The messages of all denials, each reported once per run.
  private var knownDenials: Set<String> = []
  /// The message of the denial that the failure of the latest call names, so it needs no separate report.
  private var namedDenial: String?

  /// Receives denials ignored by the script, once each.
  private let onDenial: @Sendable (String) -> Void
  /// Receives lines printed by the script.
  let onConsole: @Sendable (ConsoleLine) -> Void
  /// Receives views shown before an update has ended.
  private let onRedraw: @Sendable (Presentation) -> Void

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

  /// The resources used by the latest call in the worker.
  public var statistics: WorkerStatistics { worker?.statistics ?? WorkerStatistics() }

  /// The worker's process, if there is one.
  public var workerProcess: Int32? { worker?.canceller.processID }

  /// Ends the widget from any thread: its worker is killed, the running call fails as cancelled, and its writes are dropped.
  public nonisolated func cancel() { cancellation.cancel() }

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
  /// - Parameter needsContent: Whether the host has nothing to show, so it needs the view even if there's no new data.
  public func update(_ context: WidgetContext, needsContent: Bool) -> Update {
    do throws(Failure) {
      if worker?.isAlive == false { retire() }
      try load()
      guard let worker else { throw Failure(.internalError, "the worker is gone") }
      session.prefersStoredResponses = context.reason == .restart
      defer { session.prefersStoredResponses = false }
      let record = try call(
        worker, "update", [try offered(context).luaValue, proposedInsets.luaValue, .boolean(needsContent)], phase: .update)
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
  /// - Parameter argument: A field's new value, which the handler gets.
  public func act(
    _ action: Int, generation: Int64, context: WidgetContext, argument: LuaValue = .null
  ) throws(Failure) -> Presentation {
    try load()
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

  // MARK: Parts

  /// The context the script sees: never a mode its manifest excludes, nor an accessory it has no view for.
  /// - Throws: If the widget has no view for the family.
  private func offered(_ context: WidgetContext) throws(Failure) -> WidgetContext {
    var context = context
    session.use(context)
    (substitutedAccessory, assumedAccessory) = (nil, nil)
    let declared = session.manifest.families
    if !session.manifest.namesFamilies, context.surface != .bar, context.family?.isAccessory == true {
      assumedAccessory = context.family
    }
    if let family = context.family, family.isAccessory, !declared.contains(family),
      let other = declared.first(where: { $0 == .small }) ?? declared.first
    {
      substitutedAccessory = family
      context.family = other
      let host = SurfaceSize.size(of: other) ?? Size(width: 320, height: SurfaceSize.inlineHeight)
      context.size = SurfaceSize.view(in: host, mode: context.displayMode, family: other, on: context.surface)
    } else if let family = context.family, !declared.contains(family) {
      let families = session.manifest.families.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .usage, "\(script.chunkName) has no view for the family \"\(family.rawValue)\"", remedy: "it has views for: \(families)")
    }
    guard session.manifest.largestDisplayMode == .compact, context.displayMode == .expanded else { return context }
    context.displayMode = .compact
    context.size = SurfaceSize.available(in: context.size, mode: .compact)
    return context
  }

  /// Keeps the denials from a finished call.
  private func collectDenials() {
    for denial in session.denials where knownDenials.insert(denial.message).inserted { newDenials.append(denial) }
  }

  /// Reports denials the script ignored, which would otherwise leave no trace.
  private func reportDenials() {
    for denial in newDenials where namedDenial != mask.masked(denial.message) {
      let message = mask.masked("permission denied: \(denial.message)" + (denial.remedy.map { "; \($0)" } ?? ""))
      onConsole(ConsoleLine(.warning, message))
      onDenial(message)
    }
    newDenials = []
    namedDenial = nil
    for name in (session.calledFunctions ?? []).sorted() { reportNewer(name) }
    for text in session.returnedFailures.map(mask.masked) where reportedWarnings.insert(text).inserted {
      onConsole(ConsoleLine(.warning, text))
    }
  }

  private func present(
    _ entry: String, _ arguments: [LuaValue], phase: Phase, tap: TapState = .none
  ) throws(Failure) -> Presentation {
    guard let worker else { throw Failure(.internalError, "the worker is gone") }
    do {
      let record = try call(worker, entry, arguments, phase: phase, tap: tap)
      let presentation = try presentation(record)
      reportWarnings(about: presentation, record)
      try commit()
      reportDenials()
      return presentation
    } catch {
      session.discard()
      reportDenials()
      throw error
    }
  }

  private func presentation(_ record: LuaValue) throws(Failure) -> Presentation {
    var presentation = try session.presentation(record, proposed: proposedInsets)
    let assumed = assumedAccessory.flatMap { presentation.view?.isTooLarge(for: $0) == true ? $0 : nil }
    if let family = substitutedAccessory ?? assumed {
      presentation.view = presentation.view?.asAccessory(family, icon: session.manifest.icon)
      presentation.preferredSize = .zero
    }
    collectDenials()
    return presentation
  }

  private func finish(_ record: LuaValue) throws(Failure) -> Update {
    let refreshAfter = record["refresh_after"].double
    switch record["result"].string {
    case "new_data":
      let presentation = try presentation(record)
      reportWarnings(about: presentation, record)
      try commit()
      return .newData(presentation)
    case "no_data":
      let presentation = record["content"].isNull ? nil : try presentation(record)
      if let presentation { reportWarnings(about: presentation, record) }
      try commit()
      return .noData(presentation, refreshAfter: refreshAfter)
    case "failed":
      try commit()
      let reason = record["reason"].stringBytes.map { String(decoding: $0, as: UTF8.self) }
      if let reason, !reason.isEmpty { session.forget(returned: reason) }
      let denials = session.denials.map(mask.masked)
      if var denial = denials.first(where: { $0.message == reason }) ?? denials.first {
        if let reason, !reason.isEmpty, reason != denial.message { denial.message = reason } else { namedDenial = denial.message }
        return .failed(denial, refreshAfter: refreshAfter)
      }
      return .failed(Failure(.reported, reason ?? "the script gave no reason"), refreshAfter: refreshAfter)
    default:
      throw Failure(.crashed, "the worker broke the protocol: an update without a result")
    }
  }

  /// A worker that has run the manifest, with the permissions settled.
  private func authorize() throws(Failure) -> Worker {
    if let worker, hasManifest {
      resettlePermissions()
      return worker
    }
    if let failure = failedStart {
      failedStart = nil
      throw failure
    }
    let worker = if let worker { worker } else { try start() }
    do {
      let declared = try call(
        worker, "manifest", [LuaValue(stringBytes: script.source), .string(script.chunkName)], phase: .load)
      try apply(manifest: declared)
      settlePermissions(Self.canonical(declared))
    } catch {
      retire()
      throw error
    }
    budgets = configuration.budgets.lowered(by: session.manifest.limits)
    do { try worker.lower(to: budgets) } catch { throw Failure(error, script: script) }
    hasManifest = true
    return worker
  }

  /// The manifest without its line, for remembering decisions about permissions.
  private static func canonical(_ declared: LuaValue) -> [UInt8] {
    guard case .table(var fields) = declared else { return [] }
    fields["@line"] = nil
    return MessagePack.encode(.table(fields))
  }

  private func apply(manifest declared: LuaValue) throws(Failure) {
    hasDeclaredManifest = !declared.isNull
    do {
      session.manifest = declared.isNull ? Manifest() : try ManifestDecoder.decode(declared)
      if let refresh = configuration.refresh { session.manifest.refresh = refresh }
    } catch {
      let path = error.path.isEmpty ? "" : "\(error.path): "
      throw Failure(.load, "widget { ... }: \(path)\(error.message)", at: manifestLocation(declared), remedy: error.remedy)
    }
    for warning in session.manifest.warnings { warn("widget { ... }: \(warning)", at: manifestLocation(declared)) }
    do {
      settings = try SettingsResolver.resolve(
        session.manifest.settings, assignments: configuration.assignments.map { ($0.name, $0.value) },
        zone: .named(configuration.timeZone), place: configuration.place)
    } catch {
      throw failure(error)
    }
    for setting in session.manifest.settings where setting.kind == .file {
      guard let text = configuration.assignments.last(where: { $0.name == setting.name })?.value else { continue }
      session.files[setting.name] = FileSetting.absolutePath(text)
      // Later on the script handles a missing file itself.
      if !hasRun { do throws(SettingsError) { try SettingsResolver.checkFile(of: setting, text) } catch { throw failure(error) } }
    }
  }

  private func manifestLocation(_ declared: LuaValue) -> SourceLocation? {
    guard let line = declared["@line"].integer.flatMap({ Int(exactly: $0) }) else { return nil }
    return SourceLocation(file: script.chunkName, line: line)
  }

  private func commit() throws(Failure) {
    do { try session.commit() } catch { throw Failure(error) }
  }

  private func start() throws(Failure) -> Worker {
    retire()
    guard let executable = configuration.workerExecutable ?? HelperProgram.worker.path else {
      throw Failure(
        .internalError, HelperProgram.worker.missing, remedy: HelperProgram.installation)
    }
    do {
      let started = try Worker(
        starting: executable, api: EncodedPrelude.bytes, budgets: configuration.budgets,
        seed: configuration.seed ?? .random(in: .min ... .max), fixedTime: configuration.fixedTime)
      worker = started
      // A long-running program has a thread for each widget.
      if configuration.executor == nil { started.reapWhenEnded() }
      cancellation.use(started.canceller)
      return started
    } catch {
      throw Failure(error, script: script)
    }
  }

  private func call(
    _ worker: Worker, _ entry: String, _ arguments: [LuaValue], phase: Phase, tap: TapState = .none
  ) throws(Failure) -> LuaValue {
    configuration.gate?.enter()
    defer { configuration.gate?.leave() }
    let time = phase == .update ? min(budgets.updateTime, session.manifest.timeout ?? .infinity) : 30
    let deadline = MonotonicTime.now() + time
    session.begin(deadline: deadline)
    session.tap = tap
    session.isAbandoned = { [cancellation, canceller = worker.canceller] in cancellation.isCancelled || canceller.hasEnded }
    session.onRedraw = { [unowned session, proposedInsets, onRedraw] record throws(HostError) in
      do throws(Failure) {
        onRedraw(try session.presentation(record, proposed: proposedInsets))
      } catch {
        throw HostError(error.message)
      }
    }
    defer { collectDenials() }
    if !mask.isEmpty { worker.shorten = { [mask] in mask.masked($0, limit: $1) } }
    do throws(WorkerError) {
      let record = try worker.call(
        entry, arguments, phase: phase, deadline: deadline, limit: time, onLog: onConsole,
        onHostCall: { [session, gate = configuration.gate] name, arguments in
          gate?.leave()
          defer { gate?.enter(isReturning: true) }
          do throws(HostError) {
            return .value(try HostAPI.call(name, arguments, session))
          } catch {
            return .refused(error.message, cause: error.cause)
          }
        })
      return mask.masked(record)
    } catch {
      if case .script = error {} else { retire() }
      let failure = Failure(error, script: script)
      if case .script(let raised) = error, failure.kind == .denied { namedDenial = raised.denial.map { mask.masked($0.message) } }
      throw mask.masked(failure)
    }
  }
}
