package import WidgetGraphics
package import WidgetHost
package import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSystem

/// A board as cards on the desktop: tells `luawidget-desktop` what to show, and handles what the user does there.
///
/// It decides everything; the program only draws and reports. It keeps no views: those come from the board.
package actor DesktopBoard {
  /// The width in points of a card without a family, the same as a medium one.
  static let cardWidth = SurfaceSize.size(of: .medium)?.width ?? 338
  private static let surface = Board.SurfaceID("desktop")

  let board: Board
  let root: CompositionRoot
  let painter: PainterProcess?
  let textSize: TextSize
  let onNotice: @Sendable (String) -> Void
  /// All cards on the board, including hidden ones.
  var cards: [String: DesktopCard] = [:]
  /// The cards on the desktop, in order.
  var shown: [String] = []
  /// The program showing them; nil until it's ready.
  var session: (any CardProgram)?
  /// The desktop's, or that of the theme.
  var colorScheme: ColorScheme? { appearance ?? theme.colorScheme ?? desktopScheme }
  /// The desktop's; nil until the program reports it.
  var desktopScheme: ColorScheme?
  /// The scheme the user asked for.
  private let appearance: ColorScheme?
  /// How the board looks.
  var theme = Theme()
  var lastGeneration: Int64 = 0
  /// The text field for which a dialog is open.
  var typing: (id: String, control: ControlReference, context: WidgetContext)?
  /// The user's latest input, for an upgrade to wait for its end.
  var activity = DesktopActivity()
  /// Whether cards may be waiting for one that may have ended the program.
  var hadSuspects = false
  private var running: [Task<Void, Never>] = []
  private var wakeUp: (task: Task<Void, Never>, due: Double)?
  private let messages: AsyncStream<(WindowMessage, any CardProgram)>
  private let post: AsyncStream<(WindowMessage, any CardProgram)>.Continuation

  /// - Parameters:
  ///   - painter: nil if it isn't installed: images are drawn as placeholders.
  ///   - appearance: The scheme of everything; nil follows the theme and the desktop.
  ///   - clipboard: The texts that widgets copy, for the desktop's clipboard.
  ///   - onNotice: Receives sentences for the user that don't concern a card.
  package init(
    board: Board, root: CompositionRoot, clipboard: TapRelay, painter: PainterProcess?, textSize: TextSize = .large,
    appearance: ColorScheme? = nil,
    onNotice: @escaping @Sendable (String) -> Void
  ) {
    self.board = board
    self.root = root
    self.painter = painter
    self.textSize = textSize
    self.appearance = appearance
    self.onNotice = onNotice
    (messages, post) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(10_000))
    clipboard.onOutput { [weak self] output, _ in
      guard case .text(let text) = output else { return }
      Task { await self?.session?.send(.clipboard(text)) }
    }
  }

  /// Follows the board and the program, both started by the caller afterwards.
  package func start() {
    let events = board.events.stream()
    running.append(Task { for await event in events { await self.receive(event) } })
    running.append(Task { [messages] in for await (message, session) in messages { await self.receive(message, session) } })
  }

  package func stop() async {
    for task in running { task.cancel() }
    wakeUp?.task.cancel()
    await board.remove(Self.surface)
  }

  /// Called by the program's client.
  package nonisolated func handle(_ message: WindowMessage, _ session: any CardProgram) { post.yield((message, session)) }

  /// How often each card's window has been drawn, for measurements and tests.
  package var drawings: [String: Int] { cards.mapValues(\.drawings) }

  var now: Double { root.clock.now() }

  var words: HostWords { HostWords(locale: root.locale.identifier) }

  func clock() -> CalendarClock { CalendarClock(now: now, locale: root.locale.identifier, timeZone: root.locale.timeZone) }

  // MARK: The board

  private func receive(_ event: BoardEvent) async {
    if let id = event.id, cards[id]?.card.receive(event) != true { return }
    switch event {
    case .widgets(let widgets): await use(widgets)
    case .changed(let widget):
      guard let before = cards[widget.id]?.widget else { return }
      cards[widget.id]?.widget = widget
      var quiet = before
      quiet.isUpdating = widget.isUpdating
      // A card doesn't show that an update is running. An equal view may have other images now.
      let isUpdated = before.isUpdating && !widget.isUpdating
      if quiet != widget || (isUpdated && cards[widget.id]?.hasImages == true) { changed(widget.id) }
    case .shown(let id, _, let isLive):
      if !isLive, case .text? = cards[id]?.card.note { cards[id]?.card.note = nil }
      changed(id)
    case .denied(let id, _), .controlMissing(let id), .permissionsWanted(let id, _): changed(id)
    case .fileProblem(let problem): if let problem { onNotice(terminalSafe("\(problem)", limit: 400)) }
    case .restartNeeded: onNotice(Board.upgraded(.desktop))
    case .console: break
    }
  }

  private func use(_ widgets: [BoardWidget]) async {
    theme = await board.theme
    var old = cards
    cards = [:]
    for widget in widgets {
      var card = old.removeValue(forKey: widget.id) ?? DesktopCard(widget)
      card.card.use(widget.identity)
      card.widget = widget
      cards[widget.id] = card
    }
    shown = widgets.filter { !$0.entry.isHidden }.prefix(WindowProtocol.maximumCards).map(\.id)
    for id in cards.keys where !shown.contains(id) { cards[id]?.forgetSent() }
    await present()
    arrange()
    for id in shown { changed(id) }
  }

  func arrange() {
    let places = shown.compactMap { id in
      cards[id].map { CardPlace(id: id, placement: $0.widget.entry.placement, isInFront: $0.widget.isInFront) }
    }
    session?.send(.arrange(places, isCompact: theme.density == .compact))
  }

  /// Tells the board which contexts are shown.
  func present() async {
    guard let colorScheme else { return }
    var contexts: [String: [WidgetContext]] = [:]
    for id in shown { if let card = cards[id] { contexts[id] = [context(of: card, colorScheme)] } }
    await board.present(contexts, on: Self.surface)
  }

  func context(of card: DesktopCard, _ scheme: ColorScheme) -> WidgetContext {
    let family = card.widget.entry.family
    let width = max(Self.cardWidth, family.flatMap(SurfaceSize.size(of:))?.width ?? 0)
    let size = SurfaceSize.view(in: Size(width: width, height: 640), mode: card.mode, family: family, on: .image)
    return WidgetContext(
      reason: .launch, size: size, displayMode: card.mode,
      family: family, colorScheme: scheme, textSize: textSize, locale: root.locale.identifier, timeZone: root.locale.timeZone,
      surface: .image, host: .desktop)
  }

  func note(_ text: String, on id: String) {
    cards[id]?.card.note = .text(text)
    changed(id)
  }

  // MARK: Time

  /// Sleeps until a card changes by itself, or can be sent again.
  func scheduleWakeUp() {
    let (wall, monotonic) = (now, MonotonicTime.now())
    var delays: [Double] = []
    for id in shown {
      guard let card = cards[id] else { continue }
      if card.isDirty, card.sentAt == nil, !card.isBusy { delays.append(card.nextSending - monotonic) }
      if let changesAt = card.changesAt { delays.append(changesAt - wall) }
    }
    guard let delay = delays.min(), session != nil else {
      wakeUp?.task.cancel()
      return wakeUp = nil
    }
    let due = monotonic + min(3600, max(0.01, delay))
    if let wakeUp, wakeUp.due <= due, wakeUp.due > monotonic { return }
    wakeUp?.task.cancel()
    wakeUp = (
      Task {
        try? await Task.pause(seconds: due - monotonic)
        if !Task.isCancelled { self.wake() }
      }, due
    )
  }

  private func wake() {
    wakeUp = nil
    let time = now
    for id in shown {
      if let changesAt = cards[id]?.changesAt, changesAt <= time { cards[id]?.isDirty = true }
      flush(id)
    }
    scheduleWakeUp()
  }
}
