import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

extension WidgetSession {
  /// Uses an edited script that another process is running.
  ///
  /// - Parameter failure: Why that process doesn't use it.
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
    _ context: WidgetContext, also more: [WidgetContext], under grant: LeasedWidget.Grant, _ keeper: LeaseKeeper?,
    mayFetch: Bool, with batch: EventBatch? = nil
  ) async -> Update {
    use(grant.lease)
    let others = distinct(more + grant.state.contexts.map { $0.context(like: context) }, besides: context)
    // After events, the next update stays where it was.
    finishing = others.isEmpty && grant.lease != nil && batch == nil ? keeper : nil
    let result = mayFetch ? await update(context, also: others, with: batch) : await redraw(context, also: others)
    finishing = nil
    guard let update = result else {
      keeper?.release(instance)
      lease = nil
      return .noData(nil, refreshAfter: nil)
    }
    // Not after a snapshot that ended the update too.
    if lease != nil {
      var end = await finished(update)
      if batch != nil, update.refreshAfter == nil { (end.next, end.interval) = (grant.state.nextUpdate, grant.state.interval) }
      keeper?.finish(end, instance, releasing: true)
      lease = nil
    }
    return update
  }

  /// The end of an update, as other processes learn about it.
  func finished(_ update: Update) async -> FinishedUpdate {
    normalDelay = await widget.manifest.refresh.delay(from: services.clock.now(), timeZone: configuration.timeZone)
    return finished(isFailed: update.result == .failed, requested: update.refreshAfter)
  }

  /// - Parameter requested: Seconds until the next update, as requested by the script.
  func finished(isFailed: Bool, requested: Double?) -> FinishedUpdate {
    let now = services.clock.now()
    return FinishedUpdate(
      at: now, isFailed: isFailed, next: now + delay(normal: normalDelay, requested: requested), interval: normalDelay)
  }

  /// The result of an update by another process, if its snapshot fits the context; shows it.
  ///
  /// - Parameter failure: Why that process couldn't do it, such as an error in the edited script. No snapshot has that.
  func shownElsewhere(_ context: WidgetContext, failure: Failure? = nil) -> Update? {
    let key = SnapshotContext(context)
    guard let nearest = try? services.snapshots.nearest(to: key, of: widget.identity.instance),
      nearest.isCurrent || nearest.snapshot.context.appearanceKey == key.appearanceKey
    else { return nil }
    hasLoadedSnapshot = true
    var shown = nearest.snapshot
    // A mistake in that process's settings or size isn't a state of the widget.
    if let failure, failure.kind != .usage { shown.failure = failure }
    snapshot = shown
    events.send(.shown(shown, isLive: false))
    if let failure = shown.failure { return .failed(failure, refreshAfter: nil) }
    return .newData(Presentation(shown))
  }
}
