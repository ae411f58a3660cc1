public import WidgetHost
import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// A widget in a terminal: first the stored snapshot, then every new view, until the update is complete or the user quits.
public struct LiveSession {
  /// Everything that can happen. Only ``run()`` changes the view.
  private enum Event: Sendable {
    case board(BoardEvent)
    case terminal(TerminalEvent)
    case tick
    /// The first update has ended.
    case updated(Board.RoundResult?)
    /// The stored snapshot for the shown context.
    case stored(Snapshot)
    case failed(Failure)
    case imagesChanged
    /// The terminal has kept its size since the resize with this number.
    case resized(Int)
  }

  private let board: Board
  private let id: String
  private let surface = Board.SurfaceID("terminal \(getpid())")
  private var options: LiveOptions
  private let clock: any WidgetClock
  private let events: AsyncStream<Event>
  private let post: AsyncStream<Event>.Continuation

  /// The path given by the user, which may lead to another file later.
  private let path: String
  private var view: LiveView
  private var hasUpdated = false
  /// The columns the script was last asked for.
  private var requestedColumns = 0
  /// The number of resizes of the terminal.
  private var resizes = 0
  private var timer: TickTimer
  /// The result of a session that ends once its images are shown.
  private var completed: Board.RoundResult?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - board: A board of one widget that hasn't started yet.
  ///   - id: The widget's entry.
  ///   - path: The script's file or folder, as given by the user.
  public init(
    board: Board, id: String, path: String, options: LiveOptions, clock: any WidgetClock
  ) throws(TerminalError) {
    self.board = board
    self.id = id
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
        await board.images(of: id, in: $0)
      }
    }
    let card = LiveCard(
      options.view, discloses: options.isWatching && options.startsCompact, images: images, clock: clock, counters: Counters())
    view = LiveView(screen: LiveScreen(terminal), card: card, options: options)
  }

  /// Runs until the session ends, then restores the terminal and closes the board.
  public mutating func run() async -> LiveEnding {
    let ending = await follow()
    timer.cancel()
    view.close()
    await board.close()
    return ending
  }

  private mutating func follow() async -> LiveEnding {
    forwardEvents()
    if options.isWatching, !options.view.capabilities.movesCursor {
      view.screen.print(CardText.printsBelow(options.view.environment))
    }
    await board.start()
    do {
      if let stored = try await board.storedSnapshot(of: id, for: context()), isAskedFor(stored) {
        view.show(stored, isStored: true)
      }
    } catch {
      view.screen.print(CardText.storedViewMissing(error))
    }
    view.isUpdating = true
    await present()
    Task { [board, id, post] in post.yield(.updated(await board.updated(id))) }
    for await event in events {
      if let ending = await handle(event) { return ending }
      guard view.draw() else { return .quit }
      if let completed, !view.awaitsImages, !view.queryBackground() { return await finish(completed) }
      scheduleTick()
    }
    return .quit
  }

  // MARK: Events

  private mutating func handle(_ event: Event) async -> LiveEnding? {
    switch event {
    // The time zone may have changed.
    case .board(.widgets): await present()
    case .board(let event): handle(event)
    case .terminal(let event): return await handle(event)
    case .tick:
      timer.ended()
      view.tick()
    case .updated(let result):
      guard let result else { return .quit }
      hasUpdated = true
      show(result.widget)
      // A mistake on the command line, such as a family the widget has no view for.
      if result.failure?.kind == .usage { return .completed(result) }
      guard !options.isWatching else { return nil }
      completed = result
      if let snapshot = await board.snapshot(of: id, for: context()), isAskedFor(snapshot) { view.show(snapshot) }
    case .stored(let snapshot): if isAskedFor(snapshot) { view.show(snapshot) }
    case .failed(let failure):
      if !options.console.isQuiet { view.screen.print(report(failure).message) }
    case .imagesChanged: view.imagesChanged()
    case .resized(let number): if number == resizes, view.columns != requestedColumns { await present() }
    }
    return nil
  }

  private mutating func handle(_ event: BoardEvent) {
    switch event {
    case .shown(_, let snapshot, let isLive): show(snapshot, isLive: isLive)
    case .changed(let widget): show(widget)
    case .console(_, let line):
      if let text = options.console.text(line) { view.screen.print(text) }
    case .denied(_, let message): view.denials.add(message)
    case .controlMissing: view.screen.print("luawidget: \(options.view.words(CardText.controlMissing))\n")
    case .permissionsWanted(_, let request): ask(request)
    case .restartNeeded: view.needsRestart = true
    case .widgets, .fileProblem: break
    }
  }

  private mutating func handle(_ event: TerminalEvent) async -> LiveEnding? {
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
      view.use(features)
      let scheme = options.view.colorScheme
      options.view.background = view.card.view.background
      // The script may have another view for a light background.
      if options.isWatching, options.view.colorScheme != scheme { await present() }
    case .key(let key): return await handle(key)
    }
    return nil
  }

  private mutating func handle(_ key: Key) async -> LiveEnding? {
    if options.isWatching, let reaction = view.card.type(key) {
      if case .typed(let control) = reaction { tap(control) }
      return nil
    }
    switch KeyBinding.command(for: key) {
    case .interrupt?: return .interrupted
    case .quit?: return options.isWatching ? .quit : .interrupted
    case .refresh?: if options.isWatching { await board.refresh(id) }
    case .redraw?:
      view.screen.repaint()
      view.card.invalidate()
    default:
      switch view.card.handle(key) {
      case .pressed(let action):
        // Based on what the user sees: another view's numbers mean other controls.
        if let control = view.card.snapshot?.view?.control(action: action) { tap(control) }
      case .disclosed: await toggleDisplayMode()
      case .handled, .ignored, .typed: break
      }
    }
    return nil
  }

  // MARK: The widget

  private mutating func show(_ widget: BoardWidget) {
    // Anything missing from the update, it reports again.
    if widget.isUpdating, !view.isUpdating { view.denials = CardDenials() }
    let isUpdating = widget.isUpdating || !hasUpdated
    // An update ended, so the shown view is current even if it's from an earlier run.
    if view.isUpdating, !isUpdating, view.card.snapshot?.failure == nil { view.card.confirm() }
    view.isUpdating = isUpdating
    view.backOff = widget.backOff
    view.card.checkedAt = widget.checkedAt
    // The mistake on the command line that ends the session is reported after it.
    let failure = widget.failure?.kind == .usage && !hasUpdated ? nil : widget.failure
    view.reloadFailure = failure.map { report($0).text }
  }

  /// Shows a new snapshot, replacing one made for another context, such as another terminal's, with ours.
  private mutating func show(_ snapshot: Snapshot, isLive: Bool) {
    let context = options.view.context(.launch, columns: requestedColumns, lastUpdate: nil)
    if isLive || view.card.isEmpty || snapshot.view == nil || snapshot.context == SnapshotContext(context) {
      return view.show(snapshot, isLive: isLive)
    }
    Task { [board, id, post] in
      if let stored = await board.snapshot(of: id, for: context) { post.yield(.stored(stored)) }
    }
  }

  /// Whether a snapshot is for the requested family.
  private func isAskedFor(_ snapshot: Snapshot) -> Bool { snapshot.context.family == options.view.family }

  private func report(_ failure: Failure) -> FailureReport {
    FailureReport(failure: failure, script: try? WidgetScript(path: path))
  }

  /// Tells the board which context the widget is shown in.
  private mutating func present() async {
    let context = context()
    await board.present([id: [context]], on: surface)
  }

  private mutating func context() -> WidgetContext {
    requestedColumns = view.columns
    return options.view.context(.launch, columns: view.columns, lastUpdate: view.card.lastUpdate)
  }

  // MARK: Operations

  private func tap(_ control: ControlReference) {
    let context = options.view.context(.action, columns: requestedColumns, lastUpdate: view.card.lastUpdate)
    Task { [board, id, post] in
      do throws(Failure) { try await board.tap(id, control, in: context) } catch { post.yield(.failed(error)) }
    }
  }

  /// Switches between compact and expanded. The card changes at once; the script may have another view for it.
  private mutating func toggleDisplayMode() async {
    options.view.displayMode = options.view.displayMode == .compact ? .expanded : .compact
    view.card.view = options.view
    if options.isWatching { await present() }
  }

  /// Changes the card at once, and asks the script for its view once the window isn't being dragged any more.
  private mutating func scheduleResize() {
    guard options.isWatching else { return }
    resizes += 1
    Task { [post, resizes] in
      try? await Task.pause(seconds: 0.15)
      post.yield(.resized(resizes))
    }
  }

  private func ask(_ request: PermissionRequest) {
    guard options.isWatching, !request.permissions.isEmpty, let ask = options.askForPermissions else { return }
    Task { [board, id, screen = view.screen, words = options.view.words] in
      let decisions = await screen.lend { ask(request) }
      var answers: [PermissionQuestion: PermissionDecision] = [:]
      for (permission, decision) in decisions { answers[request.question(permission)] = decision }
      if await !board.decide(answers, of: id) { screen.print("luawidget: \(words(CardText.questionGone))\n") }
    }
  }

  private mutating func finish(_ result: Board.RoundResult) async -> LiveEnding {
    if let snapshot = await board.snapshot(of: id, for: context()), isAskedFor(snapshot) { view.show(snapshot) }
    return .completed(result)
  }

  // MARK: Time

  private mutating func scheduleTick() {
    let now = clock.now()
    timer.set(view.isUpdating || view.card.isAnimated ? now + 0.1 : view.card.changesAt, now: now)
  }

  private func forwardEvents() {
    board.events.observe { [post] event in post.yield(.board(event)) }
    Task { [terminal = view.screen.events, post] in for await event in terminal { post.yield(.terminal(event)) } }
    if let images = view.card.images { Task { [post] in for await _ in images.changes { post.yield(.imagesChanged) } } }
  }
}

/// The options of a live view.
public struct LiveOptions: Sendable {
  public var view: TerminalViewOptions
  /// Whether the view stays until the user quits: files are watched, updates are scheduled, controls work.
  public var isWatching: Bool
  /// Columns; nil uses the width of the terminal.
  public var width: Int?
  /// Whether the view starts out compact, with Show More.
  public var startsCompact: Bool
  public var graphics: GraphicsPreference
  public var console: ConsoleFormat
  /// Asks the user about permissions, in a terminal nobody is drawing on meanwhile; nil where that isn't possible.
  public var askForPermissions: PermissionPrompt?

  public init(
    view: TerminalViewOptions, isWatching: Bool = false, width: Int? = nil, startsCompact: Bool = false,
    graphics: GraphicsPreference = .auto, console: ConsoleFormat = ConsoleFormat(), askForPermissions: PermissionPrompt? = nil
  ) {
    self.view = view
    self.isWatching = isWatching
    self.width = width
    self.startsCompact = startsCompact
    self.graphics = graphics
    self.console = console
    self.askForPermissions = askForPermissions
  }
}

/// How a live session ended.
public enum LiveEnding: Sendable {
  /// The update and its images are complete. Only without ``LiveOptions/isWatching``.
  case completed(Board.RoundResult)
  /// The user quit, or the terminal is gone.
  case quit
  /// Ctrl-C or SIGINT.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP: the terminal was closed.
  case hungUp
  /// luawidget was upgraded. Only with ``BoardOptions/restartsAfterUpgrade``.
  case upgraded
}
