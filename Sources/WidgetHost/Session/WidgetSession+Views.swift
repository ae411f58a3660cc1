import Synchronization
import WidgetHelpers
public import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

extension WidgetSession {
  /// Begins a call for these contexts. Views for others are forgotten, unless there's no other one to show.
  func use(_ context: WidgetContext, _ others: [WidgetContext]) {
    contexts = ([context] + others).map { SnapshotContext($0) }
    if let view = views[SnapshotContext(context)] { snapshot = view }
    let shown = snapshot?.context
    views = views.filter { key, _ in contexts.contains(key) || key == shown }
    generations = generations.filter { key, _ in contexts.contains(key) || key == shown }
    call.context = SnapshotContext(context)
  }

  /// The contexts, once each, that differ from the main one.
  func distinct(_ contexts: [WidgetContext], besides context: WidgetContext) -> [WidgetContext] {
    var seen = [SnapshotContext(context)]
    var others: [WidgetContext] = []
    for context in contexts where !seen.contains(SnapshotContext(context)) {
      seen.append(SnapshotContext(context))
      others.append(context)
    }
    return Array(others.prefix(SnapshotLimits.contexts - 1))
  }

  /// Draws the widget for one more context, with the latest update's data.
  func draw(_ context: WidgetContext) async {
    if !contexts.contains(SnapshotContext(context)) { contexts.append(SnapshotContext(context)) }
    await present([context])
  }

  /// Calls `content` for further contexts, with the latest update's data.
  ///
  /// A context that the script has no view for, or fails to draw, keeps its earlier view; the console has the reason.
  func present(_ contexts: [WidgetContext]) async {
    for context in contexts {
      guard await widget.isReady else { return }
      call.context = SnapshotContext(context)
      do throws(Failure) {
        let presentation = try await widget.content(context)
        counters.add(\.contentCalls)
        keep(await unchanged(presentation, context), presentation, isMain: false)
      } catch {
        // Nobody misses a view of a widget that was closed or replaced.
        if error.kind != .usage, error != .cancelled {
          events.send(
            .console(ConsoleLine(.warning, "the view for \(SnapshotContext(context).key) was not drawn: \(error.message)")))
        }
        if error.kind.endsWorker { generations = [:] }
      }
    }
  }

  /// Shows and stores a view.
  ///
  /// - Parameter isMain: Whether it's the view for the context requested first.
  func keep(_ new: Snapshot, _ presentation: Presentation, isMain: Bool = true) {
    generations[new.context] = presentation.generation
    if isMain {
      snapshot = new
      views = views.filter { key, _ in contexts.contains(key) || key == new.context }
    } else {
      views[new.context] = new
    }
    if !currentContexts.contains(new.context) { currentContexts.append(new.context) }
    if storesSnapshots {
      do {
        try services.snapshots.save(
          new, under: lease,
          finishing: finishing.map { _ in finished(isFailed: new.failure != nil, requested: presentation.refreshAfter) })
        counters.add(\.snapshotWrites)
        if let finishing {
          finishing.forget(widget.identity.instance)
          lease = nil
          self.finishing = nil
        }
      } catch .leaseLost {
        hasLostLease = true
      } catch {
        let problem = advising("the snapshot was not stored: \(error)", try: error.remedy)
        // Once for the session, however many of its views can't be stored.
        if problem != lastStoreProblem { events.send(.console(ConsoleLine(.warning, problem))) }
        lastStoreProblem = problem
      }
    }
    events.send(.shown(new, isLive: false))
  }

  /// A new view of the same data, with the shown one's age and failure.
  func unchanged(_ presentation: Presentation, _ context: WidgetContext, result: UpdateResult = .noData) async -> Snapshot {
    var view = await makeSnapshot(presentation, result, context)
    view.updatedAt = snapshot?.updatedAt ?? view.updatedAt
    view.failure = snapshot?.failure
    return view
  }

  func markFailed(_ failure: Failure, _ context: WidgetContext) async {
    // A mistake on the command line isn't a state of the widget.
    if failure.kind == .usage { return }
    if snapshot == nil {
      // Not stored, because it isn't a good snapshot.
      events.send(.shown(await card(for: failure, context), isLive: true))
      return
    }
    if storesSnapshots {
      try? services.snapshots.markFailure(
        failure, at: services.clock.now(), instance: widget.identity.instance, under: lease)
    }
    showFailure(failure)
  }

  /// Changes the failure of all shown views.
  func showFailure(_ failure: Failure?) {
    for context in views.keys { views[context]?.failure = failure }
    for view in views.values.sorted(by: { $0.context.key < $1.context.key }) { events.send(.shown(view, isLive: false)) }
  }

  func makeSnapshot(_ presentation: Presentation, _ result: UpdateResult, _ context: WidgetContext) async -> Snapshot {
    let now = services.clock.now()
    let manifest = await widget.manifest
    let largest = manifest.largestDisplayMode
    normalDelay = manifest.refresh.delay(from: now, timeZone: configuration.timeZone)
    return Snapshot(
      widget: await identityNow(), context: SnapshotContext(context), view: presentation.view, insets: presentation.insets,
      preferredSize: presentation.preferredSize, hasContent: presentation.hasContent, result: result, reason: context.reason,
      updatedAt: now, refreshAfter: presentation.refreshAfter.map { now + $0 },
      largestDisplayMode: largest == .compact ? .compact : nil)
  }

  /// The identity with the name and icon from the manifest.
  func identityNow() async -> WidgetIdentity {
    var identity = widget.identity
    let manifest = await widget.manifest
    if let name = manifest.name { identity.name = name }
    identity.icon = manifest.icon
    return identity
  }

  static func makeWidget(
    _ script: WidgetScript, _ services: Services, _ configuration: WidgetConfiguration, _ events: SessionEvents,
    _ call: CallContext
  ) -> Widget {
    let identity = WidgetIdentity(script: script, configuration: configuration)
    return Widget(
      script: script, services: services, configuration: configuration,
      onConsole: { events.send(.console($0)) },
      onRedraw: { presentation in
        let view = Snapshot(
          widget: identity, context: call.context, view: presentation.view, insets: presentation.insets,
          preferredSize: presentation.preferredSize, hasContent: presentation.hasContent, result: .newData, reason: .manual,
          updatedAt: services.clock.now())
        events.send(.shown(view, isLive: true))
      }, onDenial: { events.send(.denied($0)) })
  }
}

/// The context of a widget's running call.
final class CallContext: Sendable {
  private let state = Mutex(SnapshotContext())

  var context: SnapshotContext {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A change in a session that every surface must react to.
public enum SessionEvent: Sendable, Equatable {
  /// There's a new view. Live views (a redraw, the first view after loading) aren't stored.
  case shown(Snapshot, isLive: Bool)
  /// An update began or ended.
  case updating(Bool)
  /// The script printed a line.
  case console(ConsoleLine)
  /// A permission was denied and the script ignored it. Sent once per permission, after a console line with the same text.
  case denied(String)
  /// An edited script doesn't work. The old widget stays, and this failure is shown below it.
  case reloadFailed(Failure)
}

/// The events of a session, for any number of readers.
public typealias SessionEvents = EventReaders<SessionEvent>

extension Snapshot {
  /// The snapshot with the view of a redraw during an update or a tap, which knows only that, or with the failure of a widget
  /// without its own view yet, such as one with new settings.
  ///
  /// - Parameter live: nil if no call is in progress.
  public func showing(_ live: Snapshot?) -> Snapshot {
    guard let live else { return self }
    var shown = self
    guard live.view != nil else {
      if view == nil { return live }
      shown.failure = live.failure ?? failure
      return shown
    }
    (shown.view, shown.insets, shown.preferredSize, shown.hasContent) =
      (live.view, live.insets, live.preferredSize, live.hasContent)
    return shown
  }
}
