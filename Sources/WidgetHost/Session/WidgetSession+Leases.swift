public import WidgetModel
public import WidgetRuntime
import WidgetServices
import WidgetSystem

extension WidgetSession {
  /// Begins to store snapshots under a lease.
  func use(_ lease: Lease?) {
    self.lease = lease
    hasLostLease = false
  }

  /// The key under which the widget's snapshots and leases are stored.
  var instance: String { widget.identity.instance }

  /// Uses an edited script that another process runs.
  ///
  /// - Parameter failure: Why that process does not use it.
  func adopt(_ script: WidgetScript, _ context: WidgetContext, failure: Failure?) {
    reloadFailure = failure
    if let failure { return events.send(.reloadFailed(failure)) }
    widget.cancel()
    widget = Self.makeWidget(script, services, configuration, events, call)
    generations = [:]
    hasRunHandler = false
    _ = shownElsewhere(context)
  }

  /// Updates under the lease of a program that shows the widget once, and frees it.
  func update(
    _ context: WidgetContext, also more: [WidgetContext], under grant: LeasedWidget.Grant, _ keeper: LeaseKeeper?
  ) async -> Update {
    use(grant.lease)
    let others = distinct(more + grant.state.contexts.map { $0.context(like: context) }, besides: context)
    finishing = others.isEmpty && grant.lease != nil ? keeper : nil
    let update = await update(context, also: others)
    finishing = nil
    // Not after a snapshot that ended the update too.
    if lease != nil {
      keeper?.finish(await finished(update), instance, releasing: true)
      lease = nil
    }
    return update
  }

  /// What other processes are told of the end of an update.
  func finished(_ update: Update) async -> FinishedUpdate {
    normalDelay = await widget.manifest.refresh.delay(from: services.clock.now(), timeZone: configuration.timeZone)
    return finished(isFailed: update.result == .failed, requested: update.refreshAfter)
  }

  /// - Parameter requested: Seconds until the next update, as the script asked for.
  func finished(isFailed: Bool, requested: Double?) -> FinishedUpdate {
    let now = services.clock.now()
    return FinishedUpdate(
      at: now, isFailed: isFailed, next: now + delay(normal: normalDelay, requested: requested), interval: normalDelay)
  }

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

  /// The result of an update by another process, if its snapshot fits the context; shows it.
  func shownElsewhere(_ context: WidgetContext) -> Update? {
    let key = SnapshotContext(context)
    guard let nearest = try? services.snapshots.nearest(to: key, of: widget.identity.instance),
      nearest.isCurrent || nearest.snapshot.context.appearanceKey == key.appearanceKey
    else { return nil }
    hasLoadedSnapshot = true
    snapshot = nearest.snapshot
    events.send(.shown(nearest.snapshot, isLive: false))
    if let failure = nearest.snapshot.failure { return .failed(failure, refreshAfter: nil) }
    return .newData(Presentation(nearest.snapshot))
  }
}

extension SnapshotContext {
  /// A context for an update of the same reason and program as another one.
  func context(like other: WidgetContext) -> WidgetContext {
    WidgetContext(
      reason: other.reason, size: size, displayMode: displayMode, family: family, colorScheme: colorScheme, textSize: textSize,
      locale: locale, timeZone: timeZone, surface: surface, host: other.host, isVisible: other.isVisible,
      lastUpdate: other.lastUpdate)
  }
}

extension InstanceState {
  /// The same state after a handler has run. The view is new; the age of the data and the next update are as before.
  func afterHandler(at now: Double) -> FinishedUpdate {
    FinishedUpdate(
      at: updatedAt ?? now, isFailed: updatedAt != nil && succeededAt != updatedAt, next: nextUpdate, interval: interval)
  }
}
