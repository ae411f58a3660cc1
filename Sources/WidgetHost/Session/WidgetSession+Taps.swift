import WidgetFormats
public import WidgetModel
import WidgetRuntime
import WidgetSystem

extension WidgetSession {
  /// Runs a handler in this process.
  func run(_ call: HandlerCall, _ context: WidgetContext, _ others: [WidgetContext]) async -> RequestReply {
    do throws(Failure) {
      switch call {
      case .tap(let control): return try await act(on: control, context: context, also: others) ? .done : .controlMissing
      case .open(let url):
        try await open(url, context: context)
        await present(distinct(others, besides: context))
        return .done
      case .respond(let response):
        let isForeground = try await respond(response, context: context)
        await present(distinct(others, besides: context))
        return isForeground ? .shown : .done
      }
    } catch {
      return .failed(error)
    }
  }

  /// Runs the handler of a control the user sees in the view for a context, and shows the new view in all contexts.
  ///
  /// If the worker has ended, or the view comes from the store, the widget restarts first: it loads and updates. The handler then
  /// runs if the control is still in the view.
  ///
  /// - Parameter others: Further contexts the widget is shown in.
  /// - Returns: false if the control isn't in the view any more, so no handler ran.
  @discardableResult
  public func act(
    on control: ControlReference, context: WidgetContext, also others: [WidgetContext] = []
  ) async throws(Failure) -> Bool {
    let others = distinct(others, besides: context)
    let key = SnapshotContext(context)
    use(context, others)
    guard await widget.isReady, let newest = generations.values.max() else {
      return try await restart(control, context, others)
    }
    if generations[key] != newest || views[key] == nil {
      // The script keeps only the latest views' handlers.
      let presentation = try await widget.content(context)
      counters.add(\.contentCalls)
      keep(await unchanged(presentation, context), presentation)
    }
    guard let generation = generations[key], let action = views[key]?.view?.nextAction(of: control) else { return false }
    try await runHandler(action, control, generation, context, others)
    return true
  }

  /// Loads and updates the widget, then runs the handler of a control that's in the new view too.
  private func restart(
    _ control: ControlReference, _ context: WidgetContext, _ others: [WidgetContext]
  ) async throws(Failure) -> Bool {
    var restarting = context
    restarting.reason = .restart
    let update = await widget.update(restarting, needsContent: true)
    await accept(update, restarting)
    if case .failed(let failure, _) = update {
      // A widget that reports a failure can still have a view with the control.
      guard failure.kind == .reported else { throw failure }
      guard let presentation = try? await widget.content(restarting) else { throw failure }
      keep(await unchanged(presentation, restarting), presentation)
    }
    let key = SnapshotContext(context)
    guard let generation = generations[key], let action = views[key]?.view?.action(of: control) else {
      await present(others)
      return false
    }
    try await runHandler(action, control, generation, context, others)
    return true
  }

  private static let withoutText = Failure(
    .usage, "a text field takes a text", remedy: "type it in `luawidget today`, or on the page of `luawidget serve`")

  private func runHandler(
    _ action: Int, _ control: ControlReference, _ generation: Int64, _ context: WidgetContext, _ others: [WidgetContext]
  ) async throws(Failure) {
    let (input, view) = (control.input, views[SnapshotContext(context)]?.view)
    if input == nil, view?.textField(for: action) != nil { throw Self.withoutText }
    let zone = TimeZoneData.named(context.timeZone)
    let found: (handler: Int, argument: LuaValue, isSecure: Bool)?
    do throws(NotADate) {
      found = try view?.call(for: action, input) { Double(zone.moment(localSeconds: $0.localSeconds)) }
    } catch {
      throw Failure(.usage, "\"\(error.text)\" is not a date", remedy: "write it as \(error.style.example)")
    }
    // A button at the end of a range does nothing.
    guard let call = found else { return }
    do {
      if call.isSecure, let text = call.argument.string { await widget.hide(text) }
      let presentation = try await widget.act(
        call.handler, generation: generation, context: context, argument: call.argument, isRemote: control.isRemote)
      counters.add(\.contentCalls)
      hasRunHandler = true
      currentContexts = []
      // The view is new. The data's age and the last update's failure remain.
      keep(await unchanged(presentation, context, result: .newData), presentation)
    } catch {
      if error.kind.endsWorker {
        generations = [:]
        hasRunHandler = false
      }
      throw error
    }
    await present(others)
  }
}
