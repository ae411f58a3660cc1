public import WidgetHost
import WidgetModel
import WidgetRendering
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// A widget in a terminal: first the stored snapshot, then every new view, until the update is complete or the user quits.
public struct LiveSession {
  /// Everything that can happen. Only ``run()`` changes the view.
  private enum Event: Sendable {
    case session(SessionEvent)
    case terminal(TerminalEvent)
    case filesChanged
    /// Another process has updated the widget.
    case changed
    case tick
    case updated(Update)
    case reloaded
    case handled(Failure?)
    case imagesChanged
    /// The terminal has kept its size since the resize with this number.
    case resized(Int)
  }

  private let session: WidgetSession
  /// nil if nothing is stored, so that there are no other processes to agree with.
  private let shared: SharedWidget?
  private var options: LiveOptions
  private let clock: any WidgetClock
  private let events: AsyncStream<Event>
  private let post: AsyncStream<Event>.Continuation

  private var script: WidgetScript
  /// The path that the user gave, which may lead to another file later.
  private let path: String
  private var view: LiveView
  private var isBusy = false
  /// The last press during another operation. It is handled afterwards.
  private var pendingPress: ControlReference?
  /// Whether the running operation ends with a new view of new data, so that a further update is not needed.
  private var isUpdateRunning = false
  /// Whether the user asked for an update during another operation.
  private var needsUpdate = false
  /// Whether a file changed during another operation.
  private var needsReload = false
  /// The columns that the script was last asked for.
  private var requestedColumns = 0
  /// The number of resizes of the terminal.
  private var resizes = 0
  /// Whether the script must be asked for its view of another width.
  private var needsResize = false
  private var nextUpdate = Double.infinity
  /// When the latest operation that may have read files began, in seconds since 1970.
  private var readingBegan = 0.0
  private var timer: TickTimer
  /// The update of a session that ends when its images are shown.
  private var completed: Update?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - shared: Of the session; nil if nothing is stored.
  ///   - path: The file or folder of the script, as the user gave it.
  public init(
    session: WidgetSession, shared: SharedWidget?, script: WidgetScript, path: String, options: LiveOptions,
    clock: any WidgetClock
  ) throws(TerminalError) {
    self.session = session
    self.shared = shared
    self.script = script
    self.path = path
    self.options = options
    self.clock = clock
    let (events, post) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
    (self.events, self.post) = (events, post)
    timer = TickTimer { post.yield(.tick) }
    let terminal = try LiveTerminal(environment: options.view.environment)
    var images: ImagePipeline?
    if options.graphics != .none, options.view.capabilities.color != .none {
      images = ImagePipeline(painter: SharedPainter(environment: options.view.environment, firstID: Int(getpid()) &* 257)) {
        await session.images(of: $0)
      }
    }
    let card = LiveCard(
      options.view, discloses: options.isWatching && options.startsCompact, images: images, clock: clock,
      counters: session.counters)
    view = LiveView(screen: LiveScreen(terminal), card: card, options: options)
  }

  /// Runs until the session ends. The terminal is restored and the session closed.
  public mutating func run() async -> LiveEnding {
    defer {
      timer.cancel()
      view.close()
    }
    if options.isWatching { await shared?.start() }
    let ending = await follow()
    await shared?.close()
    return ending
  }

  private mutating func follow() async -> LiveEnding {
    do {
      // A view for another family is not what was asked for.
      if let stored = try await session.loadStored(for: context(.launch)), stored.context.family == options.view.family {
        view.show(stored, isStored: true)
      }
    } catch {
      view.screen.print("luawidget: the stored view is not shown: \(terminalSafe("\(error)"))\n")
    }
    let watcher = startForwarding()
    defer { watcher?.stop() }
    startUpdate(.launch)
    for await event in events {
      if let ending = await handle(event, watcher) { return ending }
      if !isBusy, let control = pendingPress {
        pendingPress = nil
        press(control)
      }
      if !isBusy, needsUpdate { requestUpdate() }
      if !isBusy, needsResize { resize() }
      guard view.draw() else { return .quit }
      if let completed, !view.awaitsImages { return await finish(completed) }
      scheduleTick()
    }
    return .quit
  }

  // MARK: Events

  private mutating func handle(_ event: Event, _ watcher: FileWatcher?) async -> LiveEnding? {
    switch event {
    case .session(let event): handle(event)
    case .terminal(let event): return handle(event)
    case .filesChanged: reload()
    case .changed: if !isBusy { await schedule(after: nil) }
    case .tick:
      timer.ended()
      view.tick()
      if clock.now() >= nextUpdate { startUpdate(.schedule) }
    case .updated(let update):
      (isBusy, isUpdateRunning) = (false, false)
      if update.result != .failed { view.card.confirm() }
      if case .failed(let failure, _) = update, failure.kind == .usage { return await refuse(update) }
      guard options.isWatching else {
        completed = update
        if let snapshot = await session.snapshot { view.show(snapshot) }
        return nil
      }
      await schedule(after: update)
      await watchFiles(watcher)
      if needsReload { reload() }
    case .reloaded:
      (isBusy, isUpdateRunning) = (false, false)
      await schedule(after: nil)
      await watchFiles(watcher)
      if needsReload { reload() }
    case .handled(let failure):
      isBusy = false
      if let failure { report(failure) }
      if needsReload { reload() }
    case .imagesChanged:
      view.imagesChanged()
      watcher?.watch(await session.files, widgets: [path])
    case .resized(let number): needsResize = needsResize || number == resizes
    }
    return nil
  }

  private mutating func handle(_ event: SessionEvent) {
    switch event {
    case .shown(let snapshot, let isLive): view.show(snapshot, isLive: isLive)
    case .updating(let flag): view.isUpdating = flag
    case .console(let line):
      if let text = options.console.text(line) { view.screen.print(text) }
    case .denied(let message): view.denials.append(terminalSafe(message))
    case .controlMissing: view.screen.print("luawidget: the view has changed: the control is no longer there\n")
    case .reloadFailed(let failure):
      view.reloadFailure = FailureReport(failure: failure, script: script).text
    }
  }

  private mutating func handle(_ event: TerminalEvent) -> LiveEnding? {
    switch event {
    case .interrupt: return .interrupted
    case .terminate: return .terminated
    case .hangUp: return .hungUp
    case .closed: return options.isWatching ? .quit : nil
    case .resize:
      view.card.invalidate()
      scheduleResize()
    case .resumed: view.card.invalidate()
    case .features(let features):
      view.card.features = features
      let scheme = options.view.colorScheme
      options.view.background = view.card.view.background
      // The script may have another view for a light background.
      if options.view.colorScheme != scheme { (needsResize, requestedColumns) = (options.isWatching, 0) }
    case .key(let key): return handle(key)
    }
    return nil
  }

  private mutating func handle(_ key: Key) -> LiveEnding? {
    switch key {
    case .control("c"): return .interrupted
    case .character("q"), .control("d"): return options.isWatching ? .quit : .interrupted
    case .character("r"): requestUpdate()
    case .control("l"):
      view.screen.repaint()
      view.card.invalidate()
    case let key:
      switch view.card.handle(key) {
      case .pressed(let action):
        // What the user sees: the numbers of another view mean other controls.
        if let control = view.card.snapshot?.view?.control(action: action) { press(control) }
      case .disclosed: toggleDisplayMode()
      case .handled, .ignored: break
      }
    }
    return nil
  }

  // MARK: Operations

  /// Updates the widget for the user, after the running operation.
  private mutating func requestUpdate() {
    needsUpdate = isBusy && !isUpdateRunning
    startUpdate(.manual)
  }

  private mutating func startUpdate(_ reason: UpdateReason) {
    guard !isBusy else { return }
    (isBusy, isUpdateRunning) = (true, true)
    readingBegan = WallTime.now()
    // At once, because keys do nothing until the update ends.
    view.isUpdating = true
    nextUpdate = .infinity
    let context = context(reason)
    let showsFirst = reason == .launch && view.card.isEmpty
    Task { [session, shared, post] in
      // With nothing on the screen, the view from directly after loading is better than an empty card. The update reports its errors.
      if let shared {
        post.yield(.updated(await shared.update(context, showsFirst: showsFirst)))
      } else {
        if showsFirst { try? await session.showFirstView(context) }
        post.yield(.updated(await session.update(context)))
      }
    }
  }

  private mutating func press(_ control: ControlReference) {
    guard !isBusy else {
      pendingPress = control
      return
    }
    let context = context(.action)
    start { [shared] (session) throws(Failure) in
      if let shared {
        try await shared.press(control, context: context)
      } else {
        try await session.press(control, context: context)
      }
    }
  }

  /// Changes between compact and expanded. The card changes at once; the script may have another view for it.
  private mutating func toggleDisplayMode() {
    options.view.displayMode = options.view.displayMode == .compact ? .expanded : .compact
    view.card.view = options.view
    guard !isBusy else { return }
    let context = context(.manual)
    start { [shared] (session) throws(Failure) in
      if let shared { try await shared.resize(context) } else { try await session.resize(context) }
    }
  }

  /// The card changes at once. The script is asked for its view when the window is no longer being dragged.
  private mutating func scheduleResize() {
    guard options.isWatching else { return }
    resizes += 1
    Task { [post, resizes] in
      try? await Task.pause(seconds: 0.15)
      post.yield(.resized(resizes))
    }
  }

  private mutating func resize() {
    needsResize = false
    guard view.columns != requestedColumns else { return }
    let context = context(.manual)
    start { [shared] (session) throws(Failure) in
      if let shared { return try await shared.resize(context) }
      // A worker that has not updated has no data, so `content` would draw an empty view over a good one.
      if await session.isReady { try await session.resize(context) }
    }
  }

  private mutating func start(_ operation: @escaping @Sendable (WidgetSession) async throws(Failure) -> Void) {
    isBusy = true
    Task { [session, post] in
      do throws(Failure) {
        try await operation(session)
        post.yield(.handled(nil))
      } catch {
        post.yield(.handled(error))
      }
    }
  }

  private mutating func reload() {
    needsReload = isBusy
    guard !isBusy else { return }
    readingBegan = WallTime.now()
    let edited: WidgetScript
    do {
      edited = try WidgetScript(path: path)
    } catch {
      view.reloadFailure = FailureReport(failure: error).text
      return
    }
    (isBusy, isUpdateRunning) = (true, true)
    script = edited
    view.reloadFailure = nil
    view.denials = []
    let context = context(.reload)
    Task { [session, shared, post] in
      if let shared { await shared.reload(edited, context: context) } else { await session.reload(edited, context: context) }
      post.yield(.reloaded)
    }
  }

  private func report(_ failure: Failure) {
    if !options.console.isQuiet { view.screen.print(FailureReport(failure: failure, script: script).message) }
  }

  private mutating func finish(_ update: Update) async -> LiveEnding {
    if let snapshot = await session.snapshot { view.show(snapshot) }
    view.close()
    await session.close()
    return .completed(update)
  }

  /// Ends for a mistake on the command line, such as a family that the widget has no view for.
  private mutating func refuse(_ update: Update) async -> LiveEnding {
    view.close()
    await session.close()
    return .completed(update)
  }

  // MARK: Time and files

  private mutating func schedule(after update: Update?) async {
    let now = clock.now()
    let normal = await session.manifest.refresh.delay(from: now, timeZone: options.view.timeZone)
    let requested: Double? =
      switch update {
      case .newData(let presentation)?: presentation.refreshAfter
      case .noData(_, let after)?, .failed(_, let after)?: after
      case nil: nil
      }
    let delay = await session.delay(normal: normal, requested: requested)
    nextUpdate = options.fixedTime == nil ? await shared?.nextUpdateElsewhere ?? now + delay : .infinity
    view.backOff = await session.backOff.message(delay: delay)
  }

  private mutating func scheduleTick() {
    let now = clock.now()
    let next = min(nextUpdate, view.card.changesAt ?? .infinity)
    timer.set(view.isUpdating || view.card.isAnimated ? now + 0.1 : next.isFinite ? next : nil, now: now)
  }

  private func startForwarding() -> FileWatcher? {
    let sessionEvents = session.events.stream()
    Task { [post] in for await event in sessionEvents { post.yield(.session(event)) } }
    Task { [terminal = view.screen.events, post] in for await event in terminal { post.yield(.terminal(event)) } }
    if let changes = shared?.changes.stream() { Task { [post] in for await _ in changes { post.yield(.changed) } } }
    if let images = view.card.images { Task { [post] in for await _ in images.changes { post.yield(.imagesChanged) } } }
    guard options.isWatching else { return nil }
    let watcher = FileWatcher()
    watcher.watch([script.path], widgets: [path])
    Task { [post] in for await _ in watcher.changes { post.yield(.filesChanged) } }
    return watcher
  }

  /// Watches the files that the widget has read. One that was saved before they were watched is noticed too.
  private mutating func watchFiles(_ watcher: FileWatcher?) async {
    let files = await session.files
    watcher?.watch(files, widgets: [path])
    let wasSaved = files.contains { ((try? FileStatus(path: $0))?.changedAt ?? 0) > readingBegan }
    if wasSaved { needsReload = true }
  }

  private mutating func context(_ reason: UpdateReason) -> WidgetContext {
    requestedColumns = view.columns
    return options.view.context(reason, columns: view.columns, lastUpdate: view.card.lastUpdate)
  }
}
