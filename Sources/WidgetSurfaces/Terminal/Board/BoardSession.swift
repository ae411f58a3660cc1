public import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// A board in a terminal, from its first frame until the user quits.
///
/// It reads a `Board`'s events and tells it which contexts are shown. It knows neither scripts nor stores.
public struct BoardSession {
  /// Everything that can happen. Only ``run()`` changes the view.
  private enum Event: Sendable {
    case board(BoardEvent)
    case terminal(TerminalEvent)
    case imagesChanged(id: String)
    /// The stored snapshot for a widget's shown context.
    case stored(id: String, Snapshot)
    /// An operation failed, as text for the user.
    case failed(String)
    case edited(problem: String?)
    case tick
    /// The terminal has kept its size since the resize with this number.
    case resized(Int)
  }

  private let board: Board
  private let surface = Board.SurfaceID("terminal \(getpid())")
  private let options: BoardOptions
  private let clock: any WidgetClock
  private let events: AsyncStream<Event>
  private let post: AsyncStream<Event>.Continuation
  private var screen: LiveScreen
  private var view: BoardView
  private var resizes = 0
  private var timer: TickTimer
  private var isEditing = false
  /// When the last key came, on the monotonic clock.
  private var lastKey = -Double.infinity
  /// Seconds without a key after which nobody is typing.
  private static let idleSeconds = 10.0

  /// Takes the terminal.
  ///
  /// - Parameter board: A board that hasn't started yet.
  public init(board: Board, options: BoardOptions, clock: any WidgetClock) throws(TerminalError) {
    self.board = board
    self.options = options
    self.clock = clock
    let (events, post) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
    (self.events, self.post) = (events, post)
    timer = TickTimer { post.yield(.tick) }
    screen = LiveScreen(try LiveTerminal(environment: options.view.environment, on: .alternateScreen))
    let painter = SharedPainter(environment: options.view.environment, firstID: Int(getpid()) &* 257)
    view = BoardView(options: options, size: screen.size, clock: clock) { id in
      let images = ImagePipeline(painter: painter) { await board.images(of: id, in: $0) }
      Task { for await _ in images.changes { post.yield(.imagesChanged(id: id)) } }
      return images
    }
  }

  /// Runs until the session ends, then restores the terminal and closes the board.
  public mutating func run() async -> LiveEnding {
    let boardEvents = board.events.stream()
    Task { [post] in for await event in boardEvents { post.yield(.board(event)) } }
    Task { [terminal = screen.events, post] in for await event in terminal { post.yield(.terminal(event)) } }
    // The first frame: stored snapshots, before any worker starts.
    await board.start()
    view.setWidgets(await board.widgets)
    await showStored()
    var ending = draw() ? nil : LiveEnding.quit
    if ending == nil {
      if let features = screen.queryFeatures(options.graphics, subjects) { _ = view.setFeatures(features) }
      screen.reportMouse()
      await present()
      scheduleTick()
      for await event in events {
        ending = await handle(event)
        if ending == nil, canRestart { ending = .upgraded }
        if ending != nil { break }
        if !draw() {
          ending = .quit
          break
        }
        scheduleTick()
      }
    }
    timer.cancel()
    screen.close()
    await board.remove(surface)
    await board.close()
    return ending ?? .quit
  }

  private var subjects: TerminalQueries.Subjects {
    var subjects: TerminalQueries.Subjects = [.modes, .background]
    if options.graphics != .none, options.view.capabilities.color != .none { subjects.formUnion(options.graphics.subjects) }
    return subjects
  }

  // MARK: Upgrades

  private var awaitsRestart: Bool { view.needsRestart && options.restartsAfterUpgrade != nil }

  /// Whether the new version may take over: the user is neither typing nor in the middle of something.
  private var canRestart: Bool {
    guard awaitsRestart, !isEditing, view.search == nil, view.page == nil, view.picker == nil, view.drag == nil,
      MonotonicTime.now() >= lastKey + Self.idleSeconds
    else { return false }
    return options.restartsAfterUpgrade?() == true
  }

  // MARK: Events

  private mutating func handle(_ event: Event) async -> LiveEnding? {
    switch event {
    case .board(let event): await handle(event)
    case .terminal(let event): return await handle(event)
    case .imagesChanged(let id):
      view.change(id) { card in
        card.card.images?.acknowledgeChange()
        card.card.invalidate()
      }
    case .stored(let id, let snapshot): view.change(id) { $0.card.show(snapshot, isStored: true) }
    case .failed(let message):
      view.message = message
      view.awaitsAdded = false
    case .edited(let problem):
      isEditing = false
      view.message = problem
      view.invalidate()
    case .tick:
      timer.ended()
      view.tick()
    case .resized(let number): if number == resizes { await present() }
    }
    return nil
  }

  private mutating func handle(_ event: BoardEvent) async {
    switch event {
    case .widgets(let widgets):
      let known = Set(view.cards.map(\.id))
      view.setWidgets(widgets)
      await showStored(except: known)
      view.focusAdded(among: known)
      await present()
    case .changed(let widget): view.change(widget.id) { $0.widget = widget }
    case .shown(let id, let snapshot, let isLive): show(id, snapshot, isLive: isLive)
    case .console(let id, let line):
      guard let text = ConsoleFormat().text(line) else { return }
      let name = name(id)
      for line in text.split(separator: "\n") { view.log("\(name): \(line)") }
    case .denied(let id, let message): view.change(id) { $0.noteDenial(message) }
    case .controlMissing(let id): view.message = CardText.about(name(id), options.view.words(CardText.controlMissing))
    case .permissionsWanted(let id, let request):
      view.change(id) { $0.ask(request) }
      // Even if it has the same words: it counts once it's been drawn.
      view.isDirty = true
    case .fileProblem(let problem):
      // A command that failed because of it said the same.
      if problem == nil { view.message = nil }
      view.problem = problem
    case .restartNeeded: view.needsRestart = true
    }
  }

  private func name(_ id: String) -> String { view.cards.first { $0.id == id }?.name ?? id }

  private mutating func handle(_ event: TerminalEvent) async -> LiveEnding? {
    switch event {
    case .interrupt: return .interrupted
    case .terminate: return .terminated
    case .hangUp: return .hungUp
    case .closed: return .quit
    case .resize:
      view.size = screen.size
      resizes += 1
      // The scripts are asked for their views once the window isn't being dragged any more.
      Task { [post, resizes] in
        try? await Task.pause(seconds: 0.15)
        post.yield(.resized(resizes))
      }
    case .resumed:
      view.size = screen.size
      view.invalidate()
    case .features(let features):
      // The scripts may have other views for a light background.
      if view.setFeatures(features) { await present() }
    case .key(let key):
      lastKey = MonotonicTime.now()
      switch KeyBinding.command(for: key) {
      case .interrupt?: return .interrupted
      case .redraw?:
        screen.repaint()
        view.invalidate()
      default: if case .quit? = await handle(key) { return .quit }
      }
    }
    return nil
  }

  /// - Returns: The command, if ``run()`` has to perform it.
  private mutating func handle(_ key: Key) async -> BoardRequest? {
    switch view.handle(key) {
    case nil: return nil
    case .quit?: return .quit
    case .refresh(let id)?: Task { [board] in await board.refresh(id) }
    case .present?: await present()
    case .tap(let id, let action)?: tap(id, action)
    case .type(let id, let control)?: type(control, id)
    case .edits(let edits)?: edit(edits)
    case .decide(let id, let question, let decision)?: decide(decision, question, id)
    case .openEditor(let path, let line)?: openEditor(path, line)
    }
    return nil
  }

  // MARK: Snapshots

  /// Shows the stored snapshots of widgets without one so far.
  private mutating func showStored(except known: Set<String> = []) async {
    let columns = view.cardColumns
    for card in view.cards where !known.contains(card.id) {
      guard let snapshot = await board.snapshot(of: card.id, for: card.context(columns: columns)) else { continue }
      view.change(card.id) { $0.card.show(snapshot, isStored: true) }
    }
  }

  /// Shows a new snapshot, replacing one made for another context, such as another terminal's, with ours.
  private mutating func show(_ id: String, _ snapshot: Snapshot, isLive: Bool) {
    guard let card = view.cards.first(where: { $0.id == id }) else { return }
    let context = card.context(columns: view.cardColumns)
    if isLive || card.card.isEmpty || snapshot.view == nil || snapshot.context == SnapshotContext(context) {
      view.change(id) { $0.card.show(snapshot, isLive: isLive) }
      return
    }
    Task { [board, post] in
      if let stored = await board.snapshot(of: id, for: context) { post.yield(.stored(id: id, stored)) }
    }
  }

  /// Tells the board which contexts are shown.
  private func present() async {
    let columns = view.cardColumns
    let shown = view.cards.filter { !$0.isHidden }
    await board.present(Dictionary(shown.map { ($0.id, [$0.context(columns: columns)]) }) { first, _ in first }, on: surface)
  }

  // MARK: Operations

  private mutating func tap(_ id: String, _ action: Int) {
    guard let card = view.cards.first(where: { $0.id == id }), let control = card.card.snapshot?.view?.control(action: action)
    else {
      return
    }
    let context = card.context(columns: view.cardColumns)
    start(card.name) { (board) throws(Failure) in try await board.tap(id, control, in: context) }
  }

  private mutating func type(_ control: ControlReference, _ id: String) {
    guard let card = view.cards.first(where: { $0.id == id }) else { return }
    let context = card.context(columns: view.cardColumns)
    start(card.name) { (board) throws(Failure) in try await board.tap(id, control, in: context) }
  }

  private func decide(_ decision: PermissionDecision, _ question: PermissionQuestion, _ id: String) {
    let (name, words) = (name(id), options.view.words)
    Task { [board, post] in
      if await !board.decide([question: decision], of: id) {
        post.yield(.failed(CardText.about(name, words(CardText.questionGone))))
      }
    }
  }

  private func edit(_ edits: [BoardEdit]) {
    Task { [board, post, words = options.view.words] in
      if case .add(let entry, _)? = edits.first {
        do throws(Failure) { try await board.check(entry) } catch {
          let reason = FailureNotice(error, words).reason.replacing("\n", with: " ")
          let values: [String: LuaValue] = ["file": .string(terminalSafe(entry.file, limit: 200)), "reason": .string(reason)]
          post.yield(.failed(words("{file} was not added: {reason}", values)))
          return
        }
      }
      do throws(BoardFileError) { try await board.edit(edits) } catch { post.yield(.failed(terminalSafe("\(error)"))) }
    }
  }

  private func start(_ subject: String, _ operation: @escaping @Sendable (Board) async throws(Failure) -> Void) {
    Task { [board, post, words = options.view.words] in
      do throws(Failure) {
        try await operation(board)
      } catch {
        post.yield(.failed("\(subject): \(FailureNotice(error, words).reason.replacing("\n", with: " "))"))
      }
    }
  }

  private mutating func openEditor(_ path: String, _ line: Int?) {
    guard !isEditing else { return }
    isEditing = true
    let editor = Editor(environment: options.view.environment)
    Task { [screen, post] in
      let problem = await screen.lend { await editor.edit(path, line: line) }
      post.yield(.edited(problem: problem))
    }
  }

  // MARK: Time

  private mutating func draw() -> Bool {
    guard view.needsDrawing else { return true }
    return screen.show(view.frame())
  }

  private mutating func scheduleTick() {
    let now = clock.now()
    var next = view.isAnimated ? now + 0.1 : view.changesAt
    if awaitsRestart { next = min(next ?? .infinity, now + max(1, lastKey + Self.idleSeconds - MonotonicTime.now())) }
    timer.set(next, now: now)
  }
}
