import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Cards: from the snapshots of the board to markup, each rendered once for all pages that show it alike.
extension BoardServer {
  /// Seconds that a rendered card is used, because it contains ages.
  private static let cardSeconds = 1.0
  /// Views of a widget whose taps are understood.
  private static let maximumViews = 24

  func mode(of widget: BoardWidget) -> DisplayMode { modes[widget.id] ?? .expanded }

  func context(of widget: BoardWidget, in page: PageContext) -> WidgetContext {
    page.context(
      of: widget.entry.family, mode: mode(of: widget), locale: root.locale.identifier, timeZone: root.locale.timeZone)
  }

  func card(_ widget: BoardWidget, in page: PageContext) async -> RenderedCard {
    let key = CardKey(id: widget.id, context: page)
    let time = now
    if let known = rendered[key], time - known.time < Self.cardSeconds, time >= known.time { return known }
    let change = lastChanges[widget.id]
    let context = context(of: widget, in: page)
    var snapshot = await board.snapshot(of: widget.id, for: context)
    snapshot = snapshot?.showing(live[widget.id]) ?? live[widget.id]
    if let view = snapshot?.view, view.hasImages {
      var images = EmbeddedImages(files: await board.images(of: widget.id, in: view), isRedacted: false)
      snapshot = snapshot.map { images.embedded(in: $0) }
    }
    var state = CardState(widget: widget, snapshot: snapshot, mode: mode(of: widget))
    state.generation = generation(of: snapshot?.view, widget.id, context)
    state.report = reports[widget.id]
    state.request = requests[widget.id]
    state.note = notes[widget.id]
    let part = CardPart(state, in: page, options: RenderingOptions(clock: clock()))
    let card = RenderedCard(html: MarkupWriter.bytes(of: [part.markup]), rules: part.rules, part: part, time: time)
    // Unless the widget has changed meanwhile: then this is the old view.
    if change == lastChanges[widget.id] { rendered[key] = card }
    return card
  }

  /// The number of a view. The same view keeps its number, so that its taps stay valid.
  private func generation(of view: ViewNode?, _ id: String, _ context: WidgetContext) -> Int {
    guard let view else { return 0 }
    var views = shownViews[id] ?? []
    if let known = views.last(where: { $0.context == context }), known.view == view { return known.generation }
    lastGeneration += 1
    views.append(ShownView(generation: lastGeneration, view: view, context: context))
    shownViews[id] = views.suffix(Self.maximumViews)
    return lastGeneration
  }

  /// The card of a widget has changed on every page.
  func changed(_ id: String) {
    serial += 1
    lastChanges[id] = serial
    for key in rendered.keys where key.id == id { rendered[key] = nil }
    for stream in streams.keys {
      streams[stream]?.changed(id)
      flush(stream)
    }
  }

  /// The source around an error, while a script cannot be used.
  func updateReport(_ widget: BoardWidget) {
    guard let failure = widget.failure ?? firstFailures[widget.id] else { return reports[widget.id] = nil }
    let script = widget.identity.path.flatMap { try? WidgetScript(path: $0) }
    reports[widget.id] = FailureReport(failure: failure, script: script).source
  }
}
