import WidgetHelpers
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

extension Board {
  /// Reads the board file. If it's broken, the last good board stays.
  func readFile() {
    guard let location else { return use(file) }
    do throws(BoardFileError) {
      let new = try BoardFile(reading: location.path)
      if fileProblem != nil {
        fileProblem = nil
        events.send(.fileProblem(nil))
      }
      if new != file || widgets.isEmpty { use(new) }
    } catch {
      guard error != fileProblem else { return }
      fileProblem = error
      events.send(.fileProblem(error))
    }
  }

  /// Shows another board. Widgets it shares with the current one continue.
  func use(_ new: BoardFile) {
    let before = Dictionary(widgets.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let oldInstances = instances
    file = new
    for key in instances.keys { instances[key]?.entries = [] }
    widgets = new.entries.map { entry in
      if let known = before[entry.id], known.entry.isSameInstance(as: entry), known.failure == nil || attached(known) != nil {
        var widget = known
        widget.entry = entry
        attach(entry, to: known.identity.instance)
        return widget
      }
      var widget = open(entry)
      if let old = before[entry.id], old.identity.instance != widget.identity.instance {
        // The card for the old settings stays until the new one is there, unless the settings are as they were again.
        let shown = predecessors[entry.id] ?? old.identity.instance
        predecessors[entry.id] = shown == widget.identity.instance ? nil : shown
        widget.isStale = predecessors[entry.id] != nil
        widget.identity.name = old.identity.name
        widget.identity.icon = old.identity.icon
      }
      return widget
    }
    for (key, hosted) in oldInstances where instances[key]?.entries.isEmpty == true {
      instances[key] = nil
      end(hosted, key)
    }
    predecessors = predecessors.filter { id, _ in widgets.contains { $0.id == id } }
    if front != nil { markFront() }
    events.send(.widgets(widgets))
    watchFiles()
    visibilityChanged()
  }

  /// Opens all widgets again, because the time zone is another one: every context and every schedule depends on it.
  private func reopen() {
    let old = instances
    (instances, widgets) = ([:], [])
    for (key, hosted) in old { end(hosted, key) }
    use(file)
    for key in instances.keys { instances[key]?.isInNewZone = true }
  }

  private func end(_ hosted: HostedInstance, _ key: String) {
    scheduler.remove(key)
    hosted.streams.close()
    keeper.release(key)
    for waiter in hosted.waiters { waiter.resume() }
    Task { await hosted.session.close() }
  }

  private func attached(_ widget: BoardWidget) -> HostedInstance? { instances[widget.identity.instance] }

  private func attach(_ entry: BoardEntry, to instance: String) {
    instances[instance]?.entries.append(entry.id)
    instances[instance]?.refresh = entry.refresh
  }

  /// Prepares an entry's widget. Nothing runs yet.
  private func open(_ entry: BoardEntry) -> BoardWidget {
    let path = file.path(of: entry, in: WidgetLibrary(environment: root.environment))
    var configuration = configurations[entry.id] ?? root.configuration(for: entry)
    configuration.timeZone = configuration.timeZone(now: root)
    // It can change while the session continues.
    configuration.refresh = nil
    configuration.gate = gate
    // An item of a bar asks nothing.
    configuration.asksOnCard = !isSingle && host != .bar
    let script: WidgetScript
    do throws(Failure) { script = try WidgetScript(path: path) } catch {
      var missing = WidgetScript(source: "", name: String(path.split(separator: "/").last ?? "widget.lua"))
      missing.path = path
      var widget = BoardWidget(entry: entry, identity: WidgetIdentity(script: missing, configuration: configuration))
      widget.failure = error
      return widget
    }
    var identity = WidgetIdentity(script: script, configuration: configuration)
    let key = identity.instance
    if let hosted = instances[key], hosted.entries.isEmpty, hosted.allow != configuration.given {
      // The same widget with other permissions. What the board allows now is a new decision.
      for permission in configuration.given where !hosted.allow.contains(permission) {
        root.services.runDecisions.renew(permission, of: identity.id)
      }
      instances[key] = nil
      end(hosted, key)
    }
    if instances[key] == nil {
      let permissions = PermissionDecisions { [weak self] request in
        Task { await self?.send(.permissionsWanted(id: "", request), of: key) }
      }
      configuration.askForPermissions = { [earlier = configuration.askForPermissions] request in
        permissions.decisions(for: request, earlier: earlier?(request) ?? [:])
      }
      let session = WidgetSession(script: script, services: root.services, configuration: configuration)
      session.events.observe { [inbox] in inbox.send($0, of: key) }
      instances[key] = HostedInstance(
        leased: LeasedWidget(session, keeper: keeper), permissions: permissions,
        streams: StreamSet { [weak self] in Task { await self?.eventsArrived(for: key) } }, entries: [], path: path,
        script: script,
        allow: configuration.given, files: [script.path])
      scheduler.add(key)
    }
    attach(entry, to: key)
    if let stored = try? root.services.snapshots.nearest(to: SnapshotContext(), of: key)?.snapshot.widget {
      identity.name = stored.name
      identity.icon = stored.icon
    }
    var widget = BoardWidget(entry: entry, identity: identity)
    widget.checkedAt = (try? root.services.snapshots.state(of: key))?.succeededAt
    return widget
  }

  // MARK: Watching

  func watchFiles() {
    var paths = root.timeZoneFiles.union([location?.path].compactMap { $0 })
    for hosted in instances.values { paths.formUnion(hosted.files) }
    let unopened = widgets.filter { instances[$0.identity.instance] == nil }.compactMap(\.identity.path)
    watcher.watch(paths, widgets: Set(unopened).union(instances.values.map(\.path)))
  }

  /// Watches the files a widget has read, noticing also those saved between reading and watching.
  func noteFiles(of instance: String) async {
    guard let session = instances[instance]?.session else { return }
    let files = await session.files
    guard let hosted = instances[instance], hosted.files != files else { return }
    instances[instance]?.files = files
    watchFiles()
    let isSaved = files.subtracting(hosted.files).contains {
      ((try? FileStatus(path: $0))?.changedAt ?? 0) > hosted.readingBegan
    }
    if isSaved { Task { await reload(instance) } }
  }

  func filesChanged(_ paths: Set<String>) async {
    if !paths.isDisjoint(with: root.timeZoneFiles), root.refreshTimeZone() { reopen() }
    if let location, paths.contains(location.path) { readFile() }
    let isOpenedAgain = widgets.contains { widget in
      guard instances[widget.identity.instance] == nil, let path = widget.identity.path, paths.contains(path) else {
        return false
      }
      do throws(Failure) { _ = try WidgetScript(path: path) } catch { return error != widget.failure }
      return true
    }
    if isOpenedAgain { use(file) }
    for (key, hosted) in instances {
      guard !paths.isDisjoint(with: hosted.files.union([hosted.path])) else { continue }
      Task { await reload(key) }
    }
  }

  /// Runs an edited script. If it doesn't work, the last good one stays, with the reason.
  func reload(_ instance: String) async {
    guard let hosted = instances[instance] else { return }
    let script: WidgetScript
    do throws(Failure) { script = try WidgetScript(path: hosted.path) } catch {
      return changeEntries(of: instance) { $0.failure = error }
    }
    if script.path != hosted.script.path {
      // A link leads to another file now, which is another widget.
      let entries = hosted.entries
      for id in entries { widgets.removeAll { $0.id == id } }
      return use(file)
    }
    let contexts = contexts(of: instance, .reload)
    let first =
      contexts.first
      ?? WidgetContext(
        reason: .reload, size: SnapshotContext().size, locale: root.locale.identifier, timeZone: root.locale.timeZone, host: host,
        isVisible: false)
    let others = Array(contexts.dropFirst())
    let request = HostRequest.update(instance: instance, .reload, SnapshotContext(first))
    let outcome = await exclusively(instance) {
      await hosted.leased.perform(request) { [weak self] grant in
        await self?.reloadHere(instance, hosted.session, script, first, others, grant) ?? false
      }
    }
    switch outcome {
    case .here(false), nil: return
    case .elsewhere(let reply):
      await hosted.session.adopt(script, first, failure: reply.failure)
      guard reply.failure == nil else { return }
      instances[instance]?.script = script
      changeEntries(of: instance) { $0.failure = nil }
      adopt(instance, (try? root.services.snapshots.state(of: instance)) ?? InstanceState())
    case .unavailable(let failure):
      await hosted.session.adopt(script, first, failure: failure)
      Task { [weak self] in
        try? await Task.pause(seconds: LeasedWidget.retryInterval)
        await self?.reload(instance)
      }
      return
    case .here(true):
      instances[instance]?.script = script
      changeEntries(of: instance) { $0.failure = nil }
      await retireUnlessTapped(instance)
      let delay = await plan(instance, after: nil)
      let now = root.clock.now()
      instances[instance]?.finishedAt = now
      recordEnd(
        FinishedUpdate(at: now, next: now + delay.next, interval: delay.normal), of: instance, releasing: isLeaseUnused(instance))
    }
    runDueUpdates()
  }

  /// Runs an edited script under its instance's lease.
  ///
  /// - Returns: Whether the script is used.
  private func reloadHere(
    _ instance: String, _ session: WidgetSession, _ script: WidgetScript, _ first: WidgetContext, _ more: [WidgetContext],
    _ grant: LeasedWidget.Grant
  ) async -> Bool {
    guard !isClosed else { return false }
    instances[instance]?.readingBegan = WallTime.now()
    await session.use(grant.lease)
    let others = more + grant.state.contexts.map { $0.context(like: first) }
    let before = instances[instance]?.contexts ?? []
    instances[instance]?.contexts = [first] + others
    if await session.reload(script, context: first, also: others) { return true }
    instances[instance]?.contexts = before
    if instances[instance]?.lastTap == nil, instances[instance]?.waiting ?? 0 <= 1 { keeper.release(instance) }
    return false
  }
}

extension BoardEntry {
  /// Whether an entry needs the same worker, so nothing has to be loaded again.
  fileprivate func isSameInstance(as other: BoardEntry) -> Bool {
    file == other.file && settings == other.settings && allow == other.allow && hasExplicitID == other.hasExplicitID
  }
}
