import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// A widget on a terminal: the stored snapshot first, then whatever happens, until it is done or, with `--watch`, until the
/// person quits.
struct LiveRun {
  /// Everything that can happen, in one line: only ``run()`` changes what is shown.
  private enum Event: Sendable {
    case session(SessionEvent)
    case terminal(TerminalEvent)
    case filesChanged
    case tick
    case updated(Update)
    case reloaded
    case acted(Failure?)
    case picturesChanged
  }

  private let session: WidgetSession
  private var options: RunOptions
  private let clock: any WidgetClock
  private let events: AsyncStream<Event>
  private let post: AsyncStream<Event>.Continuation

  private var script: WidgetScript
  private var display: LiveDisplay
  private var isBusy = false
  /// A press that came while something else was going on; the newest one counts.
  private var waitingPress: Int?
  /// Saved again while an edit was being tried.
  private var needsReload = false
  private var nextUpdate = Double.infinity
  private var isTickPending = false
  private var lastUpdate: Update?
  /// A run that is over as soon as its pictures are there.
  private var ended: Update?

  init(session: WidgetSession, script: WidgetScript, options: RunOptions, clock: any WidgetClock) throws {
    self.session = session
    self.script = script
    self.options = options
    self.clock = clock
    (events, post) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    do {
      let terminal = try LiveTerminal(environment: options.environment)
      display = LiveDisplay(
        terminal: terminal, options: options, clock: clock, counters: session.counters,
        pictures: TerminalPictures(options, session))
    } catch {
      throw CommandFailure("the terminal cannot be used: \(error)", .internalError)
    }
  }

  /// - Returns: The status to exit with.
  mutating func run() async throws -> Exit {
    defer { display.close() }
    do {
      if let stored = try await session.loadStored() { display.show(stored, isStored: true) }
    } catch {
      display.print("luawidget: \(terminalSafe("\(error)"))\n")
    }
    let watcher = startForwarding()
    defer { watcher?.stop() }
    startUpdate(.launch)
    for await event in events {
      switch event {
      case .session(let event): handle(event)
      case .terminal(let event):
        if let exit = handle(event) { return exit }
      case .filesChanged: reload()
      case .tick:
        isTickPending = false
        display.tick()
        if clock.now() >= nextUpdate { startUpdate(.schedule) }
      case .updated(let update):
        isBusy = false
        lastUpdate = update
        if !options.watch {
          ended = update
          if let snapshot = await session.snapshot { display.show(snapshot) }
          break
        }
        await schedule(after: update)
        watchFiles(watcher, await session.files)
        if needsReload { reload() }
      case .reloaded:
        isBusy = false
        await schedule(after: nil)
        watchFiles(watcher, await session.files)
        if needsReload { reload() }
      case .acted(let failure):
        isBusy = false
        if let failure { report(failure) }
        if needsReload { reload() }
      case .picturesChanged:
        display.picturesChanged()
        watchFiles(watcher, await session.files)
      }
      if !isBusy, let action = waitingPress {
        waitingPress = nil
        press(action)
      }
      guard display.draw() else { return .success }
      if let ended, !display.awaitsPictures { return await finish(ended) }
      scheduleTick()
    }
    return .success
  }

  // MARK: What happens

  private mutating func handle(_ event: SessionEvent) {
    switch event {
    case .shown(let snapshot, let isLive): display.show(snapshot, isLive: isLive)
    case .updating(let flag): display.isUpdating = flag
    case .console(let line):
      if let text = options.consolePrinter.text(line) { display.print(text) }
    case .reloadFailed(let failure):
      display.reloadFailure = FailureReport(failure: failure, script: script).text
    }
  }

  private mutating func handle(_ event: TerminalEvent) -> Exit? {
    switch event {
    case .interrupt: return .interrupted
    case .terminate: return .terminated
    case .closed: return options.watch ? .success : nil
    case .resize, .resumed: display.invalidate()
    case .features(let features): display.use(features)
    case .key(let key):
      switch key {
      case .control("c"): return .interrupted
      case .character("q"), .control("d"): return options.watch ? .success : .interrupted
      case .character("r"): startUpdate(.manual)
      case .tab, .down, .right: display.moveFocus(by: 1)
      case .backTab, .up, .left: display.moveFocus(by: -1)
      case .enter, .character(" "): press(display.focusedAction)
      case .character("m"): toggleDisplayMode()
      case .click(let column, let row): press(display.action(column: column, row: row))
      default: break
      }
    }
    return nil
  }

  private mutating func startUpdate(_ reason: UpdateReason) {
    guard !isBusy else { return }
    isBusy = true
    // Said at once: keys that nothing can answer yet are not offered.
    display.isUpdating = true
    nextUpdate = .infinity
    let context = context(reason)
    let showsFirst = reason == .launch && display.isEmpty
    Task { [session, post] in
      // Nothing is on the screen yet: what the script has right after loading is better than an empty box. Its errors come
      // again, and are told, with the update.
      if showsFirst { try? await session.showFirstView(context) }
      post.yield(.updated(await session.update(context)))
    }
  }

  private mutating func press(_ action: Int?) {
    guard let action else { return }
    if action == TerminalDrawing.disclosure { return toggleDisplayMode() }
    guard !isBusy else {
      waitingPress = action
      return
    }
    isBusy = true
    let context = context(.action)
    Task { [session, post] in
      do throws(Failure) {
        try await session.act(action, context: context)
        post.yield(.acted(nil))
      } catch {
        post.yield(.acted(error))
      }
    }
  }

  /// Compact or expanded, where there is a choice. What is drawn changes at once; the script may have another view for it.
  private mutating func toggleDisplayMode() {
    guard display.canDisclose else { return }
    options.displayMode = options.displayMode == .compact ? .expanded : .compact
    display.options = options
    guard !isBusy else { return }
    isBusy = true
    let context = context(.manual)
    Task { [session, post] in
      do throws(Failure) {
        try await session.resize(context)
        post.yield(.acted(nil))
      } catch {
        post.yield(.acted(error))
      }
    }
  }

  private mutating func reload() {
    needsReload = isBusy
    guard !isBusy else { return }
    let edited: WidgetScript
    do {
      edited = try WidgetScript(path: script.path)
    } catch {
      display.reloadFailure = FailureReport(failure: error).text
      return
    }
    isBusy = true
    script = edited
    display.reloadFailure = nil
    let context = context(.reload)
    Task { [session, post] in
      await session.reload(edited, context: context)
      post.yield(.reloaded)
    }
  }

  private func report(_ failure: Failure) {
    if !options.quiet { display.print(FailureReport(failure: failure, script: script).text) }
  }

  // MARK: The end

  private mutating func finish(_ update: Update) async -> Exit {
    if let snapshot = await session.snapshot { display.show(snapshot) }
    display.isUpdating = false
    display.draw()
    display.close()
    if options.verbose { options.consolePrinter.print(await session.statistics, session.counters.values) }
    await session.close()
    switch update {
    case .newData: return .success
    case .noData: return options.strict ? .noData : .success
    case .failed(let failure, _):
      if !options.quiet { Console.standardError.write(FailureReport(failure: failure, script: script).text) }
      return Exit(failure)
    }
  }

  // MARK: Time and files

  private mutating func schedule(after update: Update?) async {
    let now = clock.now()
    let normal = await session.manifest.refresh.delay(from: now, timeZone: options.configuration.timeZone)
    let delay = await session.backOff.delay(normal: normal)
    let asked: Double? =
      switch update {
      case .newData(let presentation)?: presentation.refreshAfter
      case .noData(_, let after)?, .failed(_, let after)?: after
      case nil: nil
      }
    nextUpdate = options.fixedTime == nil ? now + max(delay, asked ?? 0) : .infinity
    display.backOff = await session.backOff.words(delay: delay)
  }

  private mutating func scheduleTick() {
    guard !isTickPending else { return }
    isTickPending = true
    let delay = Duration.milliseconds(display.isUpdating ? 100 : 1000)
    Task { [post] in
      try? await Task.sleep(for: delay)
      post.yield(.tick)
    }
  }

  private func startForwarding() -> FileWatcher? {
    Task { [session, post] in for await event in session.events { post.yield(.session(event)) } }
    Task { [terminal = display.terminal, post] in for await event in terminal.events { post.yield(.terminal(event)) } }
    if let pictures = display.pictures { Task { [post] in for await _ in pictures.changes { post.yield(.picturesChanged) } } }
    guard options.watch else { return nil }
    let watcher = FileWatcher()
    watchFiles(watcher, [script.path])
    Task { [post] in for await _ in watcher.changes { post.yield(.filesChanged) } }
    return watcher
  }

  private func watchFiles(_ watcher: FileWatcher?, _ files: Set<String>) {
    watcher?.watch(files)
  }

  private func context(_ reason: UpdateReason) -> WidgetContext {
    options.context(reason, lastUpdate: display.lastUpdate)
  }
}
