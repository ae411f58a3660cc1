import WidgetEngine
public import WidgetModel
import WidgetRuntime
import WidgetServices

/// Keeps the widgets of a board current and tells any number of surfaces about it.
///
/// Surfaces read the board, present contexts and send taps; they know nothing else.
public actor Board {
  /// A terminal, a page in a browser, or a bar.
  public struct SurfaceID: Sendable, Hashable {
    public var name: String
    public init(_ name: String) { self.name = name }
  }

  public nonisolated let events = EventReaders<BoardEvent>()
  public nonisolated let location: BoardLocation
  private let root: CompositionRoot
  private let host: HostProgram
  private var file: BoardFile
  private var hosted: [String: HostedWidget] = [:]
  private var order: [String] = []
  private var surfaces: [SurfaceID: [String: [WidgetContext]]] = [:]
  private var timers: [String: Task<Void, Never>] = [:]

  private struct HostedWidget {
    var widget: BoardWidget
    var session: WidgetSession?
    var forwarding: Task<Void, Never>?
  }

  /// - Parameter host: The program that keeps the board, for `context.host`.
  public init(_ location: BoardLocation, root: CompositionRoot, host: HostProgram) {
    self.location = location
    self.root = root
    self.host = host
    file = BoardFile(path: location.path, entries: [])
  }

  /// Reads the board file. Stored snapshots are available at once; updates begin when a surface presents contexts.
  public func start() {
    do throws(BoardFileError) {
      file = try BoardFile(reading: location.path)
    } catch {
      events.send(.fileProblem(error))
    }
    for entry in file.entries { add(entry) }
    events.send(.widgets(widgets))
  }

  /// In order, with the hidden ones.
  public var widgets: [BoardWidget] { order.compactMap { hosted[$0]?.widget } }

  /// The stored snapshot that fits the context best. No Lua runs.
  public func snapshot(of id: String, for context: WidgetContext) -> Snapshot? {
    guard let instance = hosted[id]?.widget.identity.instance else { return nil }
    return try? root.services.snapshots.nearest(to: SnapshotContext(context), of: instance)?.snapshot
  }

  /// Replaces the contexts that a surface shows, by the id of the widget. Widgets without one are not visible there.
  public func present(_ contexts: [String: [WidgetContext]], on surface: SurfaceID) {
    surfaces[surface] = contexts
    for id in contexts.keys where timers[id] == nil { schedule(id, .launch, after: 0) }
  }

  /// The surface is gone.
  public func remove(_ surface: SurfaceID) { surfaces[surface] = nil }

  /// Updates a widget, or all visible ones.
  public func refresh(_ id: String?) {
    for id in id.map({ [$0] }) ?? order where hosted[id] != nil { schedule(id, .manual, after: 0) }
  }

  /// Runs the handler of a control that the user sees in the view for a context.
  public func tap(_ id: String, _ control: ControlReference, in context: WidgetContext) async throws(Failure) {
    guard let session = hosted[id]?.session else { return }
    guard let action = await session.snapshot?.view?.action(of: control) else { return events.send(.controlMissing(id: id)) }
    var context = context
    context.reason = .action
    try await session.act(action, context: context)
  }

  public func edit(_ edit: BoardEdit) throws(BoardFileError) { try file.apply(edit) }

  /// The images that a view of a widget refers to, by name. Images that the widget has no permission to read are missing.
  public func images(of id: String, in view: ViewNode) async -> [String: [UInt8]] {
    await hosted[id]?.session?.images(of: view) ?? [:]
  }

  /// Ends all workers and the events.
  public func close() async {
    for timer in timers.values { timer.cancel() }
    for hosted in hosted.values { await hosted.session?.close() }
    events.finish()
  }

  // MARK: Parts

  private func add(_ entry: BoardEntry) {
    let path = file.path(of: entry, home: root.environment["HOME"])
    order.append(entry.id)
    do throws(Failure) {
      let script = try WidgetScript(path: path)
      var configuration = WidgetConfiguration(
        assignments: entry.settings, given: entry.allow, locale: root.locale.identifier, timeZone: root.locale.timeZone,
        seed: Int64.random(in: .min ... .max))
      configuration.budgets = configuration.budgets.set(to: root.configuration.limits)
      configuration.fetchLimit = root.configuration.limits.fetches ?? configuration.fetchLimit
      configuration.askForPermissions = { [events, id = entry.id] request in
        events.send(.permissionsWanted(id: id, request))
        return [:]
      }
      let session = WidgetSession(script: script, services: root.services, configuration: configuration)
      let identity = WidgetIdentity(script: script, assignments: entry.settings.map { ($0.name, $0.value) })
      var new = HostedWidget(widget: BoardWidget(entry: entry, identity: identity), session: session)
      let stream = session.events.stream()
      new.forwarding = Task { [weak self] in
        for await event in stream { await self?.forward(event, of: entry.id) }
      }
      hosted[entry.id] = new
    } catch {
      var widget = BoardWidget(
        entry: entry, identity: WidgetIdentity(id: entry.id, instance: entry.id, name: entry.id, path: path))
      widget.failure = error
      hosted[entry.id] = HostedWidget(widget: widget)
    }
  }

  private func forward(_ event: SessionEvent, of id: String) {
    switch event {
    case .shown(let snapshot, let isLive): events.send(.shown(id: id, snapshot, isLive: isLive))
    case .updating(let flag): change(id) { $0.isUpdating = flag }
    case .console(let line): events.send(.console(id: id, line))
    case .denied(let message): events.send(.denied(id: id, message))
    case .controlMissing: events.send(.controlMissing(id: id))
    case .reloadFailed(let failure): change(id) { $0.failure = failure }
    }
  }

  private func change(_ id: String, _ body: (inout BoardWidget) -> Void) {
    guard var widget = hosted[id]?.widget else { return }
    body(&widget)
    hosted[id]?.widget = widget
    events.send(.changed(widget))
  }

  private func context(of id: String, _ reason: UpdateReason) -> WidgetContext? {
    guard var context = surfaces.values.compactMap({ $0[id]?.first }).first else { return nil }
    context.reason = reason
    context.host = host
    return context
  }

  private func schedule(_ id: String, _ reason: UpdateReason, after seconds: Double) {
    timers[id]?.cancel()
    timers[id] = Task {
      if seconds > 0 { try? await Task.sleep(for: .seconds(seconds)) }
      guard !Task.isCancelled else { return }
      await update(id, reason)
    }
  }

  private static func requestedDelay(_ update: Update) -> Double? {
    switch update {
    case .newData(let presentation): presentation.refreshAfter
    case .noData(_, let refreshAfter), .failed(_, let refreshAfter): refreshAfter
    }
  }

  private func update(_ id: String, _ reason: UpdateReason) async {
    guard let session = hosted[id]?.session, let context = context(of: id, reason) else { return }
    let update = await session.update(context)
    let manifest = await session.manifest
    let normal = (hosted[id]?.widget.entry.refresh ?? manifest.refresh).delay(
      from: root.clock.now(), timeZone: root.locale.timeZone)
    let delay = await session.delay(normal: normal, requested: Self.requestedDelay(update))
    guard delay.isFinite, !Task.isCancelled else { return }
    schedule(id, .schedule, after: delay)
  }
}
