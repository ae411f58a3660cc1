import WidgetRuntime
import WidgetServices
import WidgetSystem

/// A board's workers, and the operations using them.
extension Board {
  /// The live workers: those of updating widgets, and those whose variables matter since a tap.
  public var workerCount: Int {
    get async {
      var count = 0
      for hosted in instances.values where await hosted.session.isReady { count += 1 }
      return count
    }
  }

  /// Ends the worker, unless its variables matter.
  func retireUnlessTapped(_ instance: String) async {
    guard let session = instances[instance]?.session else { return }
    if await keepsWorker(session) {
      if isSingle { instances[instance]?.lastTap = BootTime.now() }
      return
    }
    _ = await exclusively(instance) { [weak self] in
      guard let self, await !self.keepsWorker(session) else { return }
      await session.retire()
      await self.forgetTap(instance)
    }
  }

  /// Whether a handler has run in the worker, so its variables matter. A terminal's only widget always keeps its worker.
  func keepsWorker(_ session: WidgetSession) async -> Bool {
    let hasRunHandler = await session.hasRunHandler, isReady = await session.isReady
    return hasRunHandler || (isSingle && isReady)
  }

  private func forgetTap(_ instance: String) { instances[instance]?.lastTap = nil }

  /// Whether nothing needs the lease: no handler has run in a worker, no waiting operation could start one, and no stream is open.
  func isLeaseUnused(_ instance: String) -> Bool {
    instances[instance].map { $0.lastTap == nil && $0.waiting == 0 && !$0.streams.isOpen } ?? true
  }

  /// Runs an instance's operations one after the other.
  ///
  /// - Returns: nil if the instance is gone.
  func exclusively<Result: Sendable>(_ instance: String, _ body: @escaping @Sendable () async -> Result) async -> Result? {
    guard let before = instances[instance] else { return nil }
    let task = Task {
      await before.tail?.value
      return await body()
    }
    instances[instance]?.tail = Task { _ = await task.value }
    instances[instance]?.waiting += 1
    let result = await task.value
    // Not if the widget was removed, or opened again in another time zone.
    guard instances[instance]?.session === before.session else { return nil }
    instances[instance]?.waiting -= 1
    return result
  }

  /// Keeps a worker that has run a handler, because its variables matter, and ends the least recently used one beyond the limit.
  func retain(_ instance: String) async {
    await retireUnlessTapped(instance)
    if !scheduler.isRunning(instance), isLeaseUnused(instance) { keeper.release(instance) }
    let retained = instances.filter { $0.value.lastTap != nil }.sorted { ($0.value.lastTap ?? 0) < ($1.value.lastTap ?? 0) }
    for (oldest, hosted) in retained.prefix(max(0, retained.count - Self.maximumRetained)) where hosted.waiting == 0 {
      instances[oldest]?.lastTap = nil
      _ = await exclusively(oldest) { await hosted.session.retire() }
      if !scheduler.isRunning(oldest), isLeaseUnused(oldest) { keeper.release(oldest) }
    }
    runDueUpdates()
  }

  /// Tells other processes that an update or a handler has ended.
  func recordEnd(_ update: FinishedUpdate, of instance: String, releasing: Bool) {
    keeper.finish(update, instance, releasing: releasing)
    instances[instance]?.ownChange = (try? root.services.snapshots.state(of: instance))?.change
  }
}
