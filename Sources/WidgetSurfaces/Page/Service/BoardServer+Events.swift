import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetSystem

/// Events: from the board, and to the pages.
extension BoardServer {
  private static let maximumStreams = 560
  private static let maximumConsole = 300

  var monotonicNow: Double { MonotonicTime.now() }

  func receive(_ event: BoardEvent) async {
    if let id = event.id {
      // A widget removed meanwhile has no card.
      guard cards[id] != nil else { return }
      cards[id]?.card.receive(event)
    }
    switch event {
    case .widgets(let widgets): await use(widgets)
    case .changed(let widget):
      updateReport(widget)
      if widget.isUpdating {
        metrics.began(widget.id, now: monotonicNow)
      } else {
        let card = cards[widget.id]
        metrics.ended(widget.id, failure: widget.failure ?? card?.card.live?.failure ?? card?.failure, now: monotonicNow)
      }
      changed(widget.id)
    case .shown(let id, let snapshot, _):
      cards[id]?.failure = snapshot.failure
      let first = snapshot.view == nil && snapshot.failure?.location != nil ? snapshot.failure : nil
      if first != cards[id]?.firstFailure, let widget = await board.widgets.first(where: { $0.id == id }) {
        cards[id]?.firstFailure = first
        updateReport(widget)
      }
      changed(id)
    case .console(let id, let line):
      // Only a page for developers has a console.
      guard isDeveloper else { return }
      let entry = await consoleEntry(line, of: id)
      console = console.suffix(Self.maximumConsole - 1) + [entry]
      for stream in streams.keys {
        streams[stream]?.add(line: Self.text(of: entry))
        flush(stream)
      }
    case .denied(let id, _), .controlMissing(let id), .permissionsWanted(let id, _): changed(id)
    case .fileProblem(let problem):
      fileProblem = problem.map { "\($0)" }
      boardChanged()
    case .restartNeeded:
      needsRestart = true
      boardChanged()
    }
  }

  /// Updates the cards. Those of widgets still on the board stay as they are.
  private func use(_ widgets: [BoardWidget]) async {
    let old = cards
    use(await board.theme)
    grids = Set(BoardGroup.groups(of: widgets).filter(\.isGrid).map(\.title))
    cards = [:]
    for widget in widgets {
      var card = old[widget.id] ?? PageCard()
      card.card.use(widget.identity)
      cards[widget.id] = card
      updateReport(widget)
    }
    for context in viewers.keys { await present(context) }
    boardChanged()
  }

  private func use(_ theme: Theme) {
    self.theme = theme
    (ground, groundProblem) = (nil, nil)
    guard case .image(let path)? = theme.background else { return }
    do throws(ThemeImage.Problem) { ground = try ThemeImage(path: path, environment: root.environment) } catch {
      groundProblem = error.sentence(about: path)
    }
  }

  private func consoleEntry(_ line: ConsoleLine, of id: String) async -> ConsoleEntry {
    let name = await name(of: id)
    serial += 1
    return ConsoleEntry(name: name, line: line, serial: serial)
  }

  private static func text(of entry: ConsoleEntry) -> String {
    let html = String(decoding: MarkupWriter.bytes(of: [entry.markup]), as: UTF8.self)
    return EventStream.text("line", "{\"html\":\(JSONString.text(html))}")
  }

  func note(_ note: CardNote?, on id: String) {
    guard let card = cards[id]?.card, card.note != note else { return }
    cards[id]?.card.note = note
    changed(id)
  }

  /// A widget opens a URL or copies a text, because of a tap: the page with the tap does it. Of several taps on a widget the first one
  /// runs.
  func pass(_ output: TapOutput, of instance: String) {
    guard let tap = taps.first(where: { $0.instance == instance && cards[$0.id]?.card.instance == instance }) else { return }
    let event: (name: String, field: String, value: String)
    switch output {
    case .url(let url):
      guard let target = LinkTarget(url) else { return }
      note(.open(url: target.url), on: tap.id)
      event = ("url", "url", target.url)
    case .text(let text):
      note(.copied(text), on: tap.id)
      event = ("copy", "text", text)
    }
    for (stream, state) in streams where state.tab == tap.tab && !tap.tab.isEmpty {
      streams[stream]?.add(other: EventStream.text(event.name, "{\"\(event.field)\":\(JSONString.text(event.value))}"))
      flush(stream)
    }
  }

  private func boardChanged() {
    rendered = [:]
    serial += 1
    lastBoardChange = serial
    for stream in streams.keys {
      streams[stream]?.wantsBoard = true
      streams[stream]?.dirty = []
      flush(stream)
    }
  }

  // MARK: Streams

  func openStream(_ visit: Visit, _ response: ResponseChannel) async {
    guard visit.request.method != "HEAD" else { return respond(200, "text/event-stream", [], response, cacheControl: "no-store") }
    guard streams.count < Self.maximumStreams else { return problem(503, "Too many open pages", response) }
    lastStream += 1
    let id = lastStream
    let context = PageContext(visit.query)
    streams[id] = EventStream(
      channel: response, context: context, tab: visit.query?["tab"].map { String($0.prefix(64)) } ?? "",
      session: visit.session, showsNotifications: visit.query?["notify"] == "1")
    countNotifyingPages()
    startPinging()
    response.begin(
      HTTPResponseHead(
        status: 200,
        fields: [HTTPField("content-type", "text/event-stream"), HTTPField("cache-control", "no-store")]
          + SecurityHeaders.fields(),
        bodyLength: nil),
      onDrain: { [weak self] in Task { await self?.drained(id) } }, onFinish: { [weak self] in Task { await self?.closed(id) } })
    response.write(Array("retry: 1000\n\n".utf8))
    // A reconnecting browser says what it received last.
    if let since = (visit.request.field("last-event-id") ?? visit.query?["since"]).flatMap({ Int($0) }) {
      for entry in console where entry.serial > since { streams[id]?.add(line: Self.text(of: entry)) }
      streams[id]?.wantsBoard = lastBoardChange > since || since > serial
      for (widget, card) in cards where card.change.map({ $0 > since }) == true { streams[id]?.changed(widget) }
    }
    await look(context)
    if let shown = visit.query?["shown"], shown != context.name {
      // The page was made for another window.
      for widget in await board.widgets { streams[id]?.changed(widget.id) }
    }
    flush(id)
  }

  private func closed(_ id: Int64) async {
    guard let stream = streams.removeValue(forKey: id) else { return }
    countNotifyingPages()
    await lookAway(stream.context)
  }

  private func drained(_ id: Int64) { flush(id) }

  /// Keeps proxies from closing streams, and finds vanished clients, while there are any.
  private func startPinging() {
    guard pinging == nil else { return }
    pinging = Task {
      while (try? await Task.pause(seconds: 15)) != nil, !streams.isEmpty { ping() }
      pinging = nil
    }
  }

  private func ping() {
    for stream in streams.values where stream.channel.isDrained {
      stream.channel.write(Array(":\n\n".utf8))
      // An open page is in use.
      if access.touch(stream.session, now: now) { saveAccess() }
    }
  }

  /// Sends whatever has changed, unless the browser hasn't taken the previous events yet.
  func flush(_ id: Int64) {
    guard let stream = streams[id], stream.channel.isDrained, !flushing.contains(id) else { return }
    guard stream.wantsBoard || !stream.dirty.isEmpty || !stream.lines.isEmpty || !stream.others.isEmpty else { return }
    flushing.insert(id)
    Task { await send(id) }
  }

  private func send(_ id: Int64) async {
    guard let stream = streams[id] else { return _ = flushing.remove(id) }
    streams[id]?.wantsBoard = false
    streams[id]?.lines = []
    streams[id]?.others = []
    streams[id]?.dirty = []
    var text = (stream.others + stream.lines).joined() + "id: \(serial)\n\n"
    if stream.wantsBoard { text += EventStream.text("board", "{}") }
    let widgets = await board.widgets
    var bytes = Array(text.utf8)
    for widget in widgets where stream.dirty.contains(widget.id) && !widget.entry.isHidden {
      bytes += await event(with: widget, in: stream.context)
    }
    flushing.remove(id)
    if bytes.isEmpty { flush(id) } else { stream.channel.write(bytes) }
  }

  private func event(with widget: BoardWidget, in page: PageContext) async -> [UInt8] {
    let card = await card(widget, in: page)
    if let event = card.event { return event }
    let html = JSONString.text(String(decoding: card.html, as: UTF8.self))
    let text = EventStream.text(
      "card", "{\"id\":\(JSONString.text(widget.id)),\"html\":\(html),\"css\":\(JSONString.text(card.rules.text))}")
    let event = Array(text.utf8)
    let key = CardKey(id: widget.id, context: page)
    // Unless it was drawn again meanwhile.
    if rendered[key]?.html == card.html { rendered[key]?.event = event }
    return event
  }

  // MARK: Contexts

  /// Notes that a browser shows a page with this context.
  func look(_ context: PageContext) async {
    viewers[context, default: 0] += 1
    if viewers[context] == 1 { await present(context) }
  }

  private func lookAway(_ context: PageContext) async {
    // Reloaded pages and reconnecting browsers are back soon.
    try? await Task.pause(seconds: 10)
    viewers[context, default: 1] -= 1
    guard viewers[context] == 0 else { return }
    viewers[context] = nil
    await board.remove(surface(context))
  }

  /// Notes a visit. A browser without JavaScript reloads the page after a minute.
  func visit(_ context: PageContext) async {
    await look(context)
    Task {
      try? await Task.pause(seconds: 80)
      await lookAway(context)
    }
  }

  func present(_ context: PageContext) async {
    var contexts: [String: [WidgetContext]] = [:]
    for widget in await board.widgets where !widget.entry.isHidden {
      contexts[widget.id] = [self.context(of: widget, in: context)]
    }
    await board.present(contexts, on: surface(context))
  }

  private func surface(_ context: PageContext) -> Board.SurfaceID {
    Board.SurfaceID("page \(context.columns.rawValue) \(context.colorScheme.rawValue)")
  }

  func name(of id: String) async -> String {
    let widget = await board.widgets.first { $0.id == id }
    return terminalSafe(widget?.identity.name ?? id, limit: 80)
  }
}
