public import WidgetModel
import WidgetRuntime
import WidgetServices

extension Board {
  /// The contexts an instance is shown in, each once; those of its latest update while it's invisible. Those that a reader asks for come
  /// last, so they never displace one on a screen, and in at most four sizes.
  func contexts(of instance: String, _ reason: UpdateReason) -> [WidgetContext] {
    guard let hosted = instances[instance] else { return [] }
    var contexts: [WidgetContext] = []
    var read: [WidgetContext] = []
    for (surface, presented) in surfaces.sorted(by: { $0.key.name < $1.key.name }) {
      let shown = hosted.entries.flatMap { presented[$0] ?? [] }
      if readerEnds[surface] == nil { contexts += shown } else { read += shown }
    }
    let isVisible = !contexts.isEmpty || !read.isEmpty
    if !isVisible { contexts = hosted.contexts }
    let lastUpdate = hosted.views.values.map(\.updatedAt).max()
    if let first = contexts.first ?? read.first {
      contexts += hosted.asked.sorted { $0.key < $1.key }.map { $0.context(like: first) }
    } else if reason == .event, hosted.asked.isEmpty {
      // What has arrived doesn't wait until somebody looks.
      contexts = storedContexts(of: instance)
    } else {
      contexts = hosted.asked.sorted { $0.key < $1.key }.map {
        $0.context(like: WidgetContext(reason: reason, size: $0.size, host: host))
      }
    }
    var seen: Set<SnapshotContext> = []
    var sizes: [String: Int] = [:]
    contexts = contexts.filter { context in
      let key = SnapshotContext(context)
      guard seen.insert(key).inserted else { return false }
      sizes[key.appearanceKey, default: 0] += 1
      return true
    }
    for context in read where !seen.contains(SnapshotContext(context)) {
      let key = SnapshotContext(context)
      guard sizes[key.appearanceKey, default: 0] < SnapshotLimits.sizes else { continue }
      seen.insert(key)
      sizes[key.appearanceKey, default: 0] += 1
      contexts.append(context)
    }
    return contexts.prefix(SnapshotLimits.contexts).map { context in
      var context = context
      context.reason = reason
      context.host = host
      context.isVisible = isVisible
      context.lastUpdate = lastUpdate
      return context
    }
  }

  func isVisible(_ instance: String) -> Bool {
    let entries = instances[instance]?.entries ?? []
    return surfaces.values.contains { presented in entries.contains { presented[$0]?.isEmpty == false } }
  }

  /// The most readers asking now and then with different contexts.
  private static let maximumReaders = 64

  /// Shows a widget for four intervals to a reader that asks now and then, such as a display loading an image.
  public func showBriefly(_ id: String, _ context: WidgetContext) {
    guard let widget = widget(id), let hosted = instances[widget.identity.instance] else { return }
    let state = try? root.services.snapshots.state(of: widget.identity.instance)
    let now = root.clock.now()
    let interval = state?.interval ?? (hosted.refresh ?? Manifest().refresh).delay(from: now, timeZone: root.locale.timeZone)
    let surface = SurfaceID("reader of \(id) \(SnapshotContext(context).key)")
    let isNew = readerEnds[surface] == nil
    readerEnds[surface] = ClockReading.now().elapsed + Scheduler.invisibleFactor * max(60, interval)
    guard isNew else { return }
    if readerEnds.count > Self.maximumReaders,
      let first = readerEnds.filter({ $0.key != surface }).min(by: { $0.value < $1.value })
    {
      forgetReader(first.key)
    }
    surfaces[surface] = [id: [context]]
    visibilityChanged()
  }

  /// Removes the surfaces of readers that have stopped asking.
  func forgetReaders(now: ClockReading) {
    for (surface, end) in readerEnds where end <= now.elapsed {
      forgetReader(surface)
    }
  }

  private func forgetReader(_ surface: SurfaceID) {
    let ids = surfaces.removeValue(forKey: surface)?.keys.map { $0 } ?? []
    readerEnds[surface] = nil
    for id in ids {
      guard let instance = widget(id)?.identity.instance else { continue }
      scheduler.setVisible(instance, isVisible(instance))
    }
    registerContexts()
  }

  /// Plans updates for widgets that have become visible, or are shown in a context without a view.
  func visibilityChanged() {
    let now = ClockReading.now()
    for instance in instances.keys {
      let isVisible = isVisible(instance)
      scheduler.setVisible(instance, isVisible)
      guard let hosted = instances[instance] else { continue }
      streamsMayChange(of: instance, hosted)
      guard isVisible else { continue }
      if !hosted.hasStarted {
        instances[instance]?.hasStarted = true
        scheduler.request(instance, .launch, now: now)
      } else if isSingle, hosted.lastTap != nil, !scheduler.isRunning(instance) {
        Task { await drawNewContexts(of: instance) }
      } else if !scheduler.isRunning(instance), lacksView(hosted, instance) || hosted.registered.isEmpty && isOutdated(instance) {
        scheduler.request(instance, .restart, now: now)
      }
    }
    registerContexts()
    runDueUpdates()
  }

  /// Whether another process has updated the widget since its view for what's on the screen was made, while nobody looked.
  private func isOutdated(_ instance: String) -> Bool {
    instances[instance]?.hasAskedAgain = false
    return asksAgain(instance, (try? root.services.snapshots.state(of: instance)) ?? InstanceState())
  }

  /// Draws views for new contexts in a retained worker, with the latest update's data.
  private func drawNewContexts(of instance: String) async {
    guard let session = instances[instance]?.session else { return }
    let contexts = contexts(of: instance, .manual)
    let isDrawn = await exclusively(instance) { [weak self] in
      guard await session.isReady else { return false }
      await self?.use(contexts, of: instance)
      for context in contexts {
        if let view = await session.view(for: context) {
          session.events.send(.shown(view, isLive: false))
        } else {
          await session.draw(context)
        }
      }
      return true
    }
    guard isDrawn == false, let hosted = instances[instance], lacksView(hosted, instance) else { return }
    scheduler.request(instance, .restart, now: .now())
    runDueUpdates()
  }

  private func use(_ contexts: [WidgetContext], of instance: String) { instances[instance]?.contexts = contexts }

  /// Tells other processes which contexts this one shows its widgets in.
  private func registerContexts() {
    for (instance, hosted) in instances {
      let shown = isVisible(instance) ? contexts(of: instance, .schedule).map { SnapshotContext($0) } : []
      guard shown != hosted.registered else { continue }
      instances[instance]?.registered = shown
      try? root.services.snapshots.register(shown, of: instance, host: keeper.owner)
    }
  }

  /// Whether a context differs in more than size from those with a view. A view for another size is laid out again without Lua.
  func lacksView(_ hosted: HostedInstance, _ instance: String) -> Bool {
    let known = Set(hosted.contexts.map { SnapshotContext($0).appearanceKey })
    return contexts(of: instance, .restart).contains { !known.contains(SnapshotContext($0).appearanceKey) }
  }
}
