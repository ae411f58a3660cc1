import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetSystem

/// Cards: from the board's snapshots to markup, each rendered once for all pages showing it alike.
extension BoardServer {
  /// How many seconds a rendered card is used, because it contains ages.
  static let cardSeconds = 1.0

  func mode(of widget: BoardWidget) -> DisplayMode { cards[widget.id]?.card.mode ?? .expanded }

  func context(of widget: BoardWidget, in page: PageContext) -> WidgetContext {
    page.context(
      of: widget.entry.family, width: width(of: widget, in: page), mode: mode(of: widget), locale: root.locale.identifier,
      timeZone: root.locale.timeZone)
  }

  private func width(of widget: BoardWidget, in page: PageContext) -> Double {
    page.width(of: widget.entry, isInGrid: grids.contains(widget.entry.group))
  }

  /// - Parameter deadline: When the page is needed, on the monotonic clock: the browser lays out what takes longer.
  func card(_ widget: BoardWidget, in page: PageContext, until deadline: Double = .infinity) async -> RenderedCard {
    let key = CardKey(id: widget.id, context: page)
    let time = now
    if let known = rendered[key], time - known.time < Self.cardSeconds, time >= known.time { return known }
    let change = cards[widget.id]?.change
    // Of pages that are made at the same time, one draws the card.
    if let known = drawing[key], known.change == change, known.widget == widget { return await known.task.value }
    let task = Task { await draw(widget, in: page, key, change, time, deadline) }
    drawing[key] = CardDrawing(change: change, widget: widget, task: task)
    let card = await task.value
    if drawing[key]?.task == task { drawing[key] = nil }
    return card
  }

  private func draw(
    _ widget: BoardWidget, in page: PageContext, _ key: CardKey, _ change: Int?, _ time: Double, _ deadline: Double
  ) async -> RenderedCard {
    let context = context(of: widget, in: page)
    let stored = await board.snapshot(of: widget.id, for: context)
    var snapshot = (cards[widget.id]?.card ?? Card()).shown(stored, of: widget)
    if let plain = snapshot, let view = plain.view, view.hasImages {
      snapshot = await renderings.embedded(
        await board.images(of: widget.id, in: view), in: plain, isPlaced: widget.entry.family != nil)
    }
    let generation = generation(of: snapshot?.view, widget.id, context)
    cards[widget.id]?.card.questions.drawn(at: now)
    let known = cards[widget.id] ?? PageCard()
    let state = CardState(
      widget: widget, card: known.card, snapshot: snapshot, generation: generation, report: known.report,
      width: self.width(of: widget, in: page))
    let clock = clock()
    let options = RenderingOptions(clock: clock)
    var placed: PlacedCard?
    let request = CardPart.request(state, in: page, options: options)
    if let request { placed = await layouts.card(request, until: deadline) }
    let isLate = request != nil && placed == nil && MonotonicTime.now() >= deadline
    let part = CardPart(state, in: page, options: options, placed: placed)
    let card = RenderedCard(html: MarkupWriter.bytes(of: [part.markup]), rules: part.rules, part: part, time: time)
    // Unless the widget has changed meanwhile, which makes this the old view.
    if change == known.change, !isLate { rendered[key] = card }
    return card
  }

  /// A view's number. The same view keeps its number, so its taps stay valid.
  private func generation(of view: ViewNode?, _ id: String, _ context: WidgetContext) -> Int64 {
    guard let view else { return 0 }
    if let known = cards[id]?.card.views.last(for: context), known.view == view { return known.generation }
    lastGeneration += 1
    cards[id]?.card.views.add(ShownViews.View(generation: lastGeneration, view: view, context: context))
    return lastGeneration
  }

  /// Notes that a widget's card has changed on every page.
  func changed(_ id: String) {
    serial += 1
    cards[id]?.change = serial
    for key in rendered.keys where key.id == id { rendered[key] = nil }
    for stream in streams.keys {
      streams[stream]?.changed(id)
      flush(stream)
    }
  }

  /// The source around an error, while a script can't be used.
  func updateReport(_ widget: BoardWidget) {
    let failure = widget.failure ?? cards[widget.id]?.firstFailure
    cards[widget.id]?.report = failure.flatMap { failure in
      FailureReport(failure: failure, script: widget.identity.path.flatMap { try? WidgetScript(path: $0) }).source
    }
  }
}
