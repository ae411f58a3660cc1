public import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// The streams of a board's widgets: open while a surface shows the widget and this process has its lease, so once for all hosts.
extension Board {
  /// Opens the streams that the latest update subscribed to, and closes those that it didn't, or that the widget may not use any more.
  func updateStreams(of instance: String) async {
    guard let hosted = instances[instance] else { return }
    let wanted = isClosed ? [] : await hosted.session.streams
    guard instances[instance]?.session === hosted.session else { return }
    instances[instance]?.hasStreams = !wanted.isEmpty
    let isShown = isVisible(instance) && keeper.lease(of: instance) != nil
    guard isShown, !wanted.isEmpty else { return hosted.streams.close() }
    let opener = StreamOpener(services: root.services) { [session = hosted.session] in
      await session.streamPolicy
    } onProblem: { [session = hosted.session] problem in
      Task { await session.warn(aboutStream: problem) }
    }
    hosted.streams.open(wanted, with: opener)
  }

  /// After a change of what's visible: nobody needs the streams of a hidden widget, and one that's shown again opens its own.
  func streamsMayChange(of instance: String, _ hosted: HostedInstance) {
    if !isVisible(instance) {
      guard hosted.streams.isOpen else { return }
      hosted.streams.close()
      if !scheduler.isRunning(instance), isLeaseUnused(instance) { keeper.release(instance) }
    } else if hosted.hasStreams == true, !hosted.streams.isOpen, !scheduler.isRunning(instance) {
      // An update acquires the lease; stored responses are enough.
      scheduler.request(instance, .restart, now: .now())
    }
  }

  /// Plans the update that passes on what has arrived.
  func eventsArrived(for instance: String) {
    guard let hosted = instances[instance], hosted.streams.hasEvents else { return }
    let now = ClockReading.now()
    scheduler.requestEvents(instance, now: now)
    // Events that have to wait, because the last ones failed, mustn't keep a stream that isn't permitted any more.
    if scheduler.eventsWait(instance, now: now), now.elapsed - hosted.streamsCheckedAt > 1 {
      instances[instance]?.streamsCheckedAt = now.elapsed
      Task { hosted.streams.close(except: await hosted.session.streams) }
    }
    runDueUpdates()
  }

  /// Closes the streams of a widget, and opens those again that it may still use once its running call has ended.
  func permissionsRevoked(of widget: String) {
    for instance in Set(widgets.filter { $0.identity.id == widget }.map(\.identity.instance)) {
      guard let hosted = instances[instance], hosted.streams.isOpen else { continue }
      hosted.streams.close()
      Task { await updateStreams(of: instance) }
    }
  }

  /// The events that have arrived; nil for an update with another reason.
  ///
  /// - Returns: An empty batch if it has been passed on already, or came from a stream that isn't permitted any more.
  func arrivals(for instance: String, _ reason: UpdateReason) async -> EventBatch? {
    guard reason == .event else { return nil }
    guard let hosted = instances[instance] else { return EventBatch() }
    hosted.streams.close(except: await hosted.session.streams)
    return hosted.streams.take()
  }

  /// The fate of an event that a program sent.
  public enum Delivery: Sendable, Equatable {
    case accepted
    /// There's no such widget.
    case missing
    /// Its script doesn't define `on_event`.
    case unwanted
  }

  /// Passes on an event that a program sent to a widget, whether it's shown or not.
  public func receive(_ event: WidgetEvent, of id: String) -> Delivery {
    guard let instance = widget(id)?.identity.instance, let hosted = instances[instance] else { return .missing }
    guard hosted.script.mayReceiveEvents else { return .unwanted }
    hosted.streams.receive(EventBatch([event]))
    return .accepted
  }
}
