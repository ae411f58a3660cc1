public import WidgetModel
import WidgetRuntime
import WidgetServices

extension Board {
  /// The result of a widget's update.
  public struct RoundResult: Sendable {
    public var widget: BoardWidget
    public var result: UpdateResult
    /// Why the update failed; nil if it succeeded.
    public var failure: Failure?
  }

  /// Updates widgets once, with all contexts that hosts show them in, and waits until all updates have ended.
  ///
  /// A widget just updated by another process isn't updated again.
  ///
  /// - Parameter ids: nil means all that aren't hidden.
  public func updateOnce(_ ids: [String]? = nil) async -> [RoundResult] {
    let chosen = widgets.filter { ids?.contains($0.id) ?? !$0.entry.isHidden }
    let keys = Set(chosen.map(\.identity.instance)).filter { instances[$0] != nil }
    surfaces[Self.round] = Dictionary(chosen.map { ($0.id, storedContexts(of: $0.identity.instance)) }, uniquingKeysWith: { $1 })
    for key in keys {
      instances[key]?.hasStarted = true
      scheduler.setVisible(key, true)
      scheduler.request(key, .schedule, now: .now())
    }
    await withTaskGroup(of: Void.self) { group in
      for key in keys { group.addTask { await self.waitForUpdate(of: key) } }
    }
    surfaces[Self.round] = nil
    return chosen.map { result(of: $0) }
  }

  /// Waits for the end of a widget's running or requested update. By then its events have been sent.
  ///
  /// - Returns: nil if the widget isn't on the board.
  public func updated(_ id: String) async -> RoundResult? {
    guard let widget = widget(id) else { return nil }
    await waitForUpdate(of: widget.identity.instance)
    await deliverEvents()
    return result(of: widget)
  }

  private func result(of widget: BoardWidget) -> RoundResult {
    let current = self.widget(widget.id) ?? widget
    let hosted = instances[current.identity.instance]
    let failure = hosted.map(\.failure) ?? current.failure
    return RoundResult(widget: current, result: failure == nil ? hosted?.latest ?? .noData : .failed, failure: failure)
  }

  private static let round = SurfaceID("round")

  /// The contexts registered by hosts, or else those of stored snapshots, or else a terminal's.
  func storedContexts(of instance: String) -> [WidgetContext] {
    var keys = (try? root.services.snapshots.state(of: instance))?.contexts ?? []
    if keys.isEmpty {
      keys = ((try? root.services.snapshots.list()) ?? []).filter { $0.widget.instance == instance }.map(\.context)
    }
    if keys.isEmpty {
      let family = widgets.first { $0.identity.instance == instance }?.entry.family
      keys = [SnapshotContext(family: family, locale: root.locale.identifier, timeZone: root.locale.timeZone)]
    }
    return keys.map { $0.context(like: WidgetContext(reason: .schedule, size: $0.size, host: host, isVisible: false)) }
  }

  /// Waits for the end of the running or requested update, if any.
  func waitForUpdate(of instance: String) async {
    await withCheckedContinuation { continuation in
      guard !isClosed, isUpdating(instance) || scheduler.isDue(instance, now: .now()) else {
        return continuation.resume()
      }
      instances[instance]?.waiters.append(continuation)
      runDueUpdates()
    }
  }
}

extension Update {
  var failure: Failure? { if case .failed(let failure, _) = self { failure } else { nil } }
}
