import Synchronization
import WidgetModel
import WidgetServices

/// The open streams of one instance, and what has arrived for it: on them, or sent by a program.
final class StreamSet: Sendable {
  private struct State {
    var queue = EventQueue()
    var open: [(request: StreamRequest, stream: any OpenStream)] = []
  }

  private let state = Mutex(State())
  private let onArrival: @Sendable () -> Void

  /// - Parameter onArrival: Called from any thread when something has arrived.
  init(onArrival: @escaping @Sendable () -> Void) { self.onArrival = onArrival }

  deinit { close() }

  /// Whether a stream is open. One that has ended counts until ``open(_:with:)`` is called again.
  var isOpen: Bool { state.withLock { !$0.open.isEmpty } }

  /// Opens these streams and closes all others. Equal ones continue, unless they have ended.
  func open(_ requests: [StreamRequest], with opener: StreamOpener) {
    let closed = state.withLock { state in
      let old = state.open
      let kept = old.filter { requests.contains($0.request) && !$0.stream.hasEnded }
      state.open = kept
      return old.filter { entry in !kept.contains { $0.request == entry.request } }
    }
    for entry in closed { entry.stream.close() }
    for request in requests where !state.withLock({ $0.open.contains { $0.request == request } }) {
      let stream = opener.open(request) { [weak self] in self?.receive($0) }
      state.withLock { $0.open.append((request, stream)) }
    }
  }

  /// Closes the streams that aren't among these.
  func close(except requests: [StreamRequest] = []) {
    let closed = state.withLock { state in
      let closed = state.open.filter { !requests.contains($0.request) }
      state.open.removeAll { !requests.contains($0.request) }
      return closed
    }
    for entry in closed { entry.stream.close() }
  }

  /// Puts events into the queue.
  func receive(_ batch: EventBatch) {
    state.withLock { $0.queue.append(batch) }
    onArrival()
  }

  /// Removes everything that has arrived.
  ///
  /// - Returns: The events that a program sent, or that came from a stream that is still open.
  func take() -> EventBatch {
    state.withLock { state in
      var batch = state.queue.take()
      let sources = state.open.map(\.request.source) + [WidgetEvent.pushed]
      batch.events.removeAll { !sources.contains($0.source) }
      return batch
    }
  }

  var hasEvents: Bool { state.withLock { !$0.queue.isEmpty } }
}

/// A stream that delivers events until it's closed or has ended.
protocol OpenStream: Sendable {
  /// Whether nothing will arrive any more, such as from a program that has ended.
  var hasEnded: Bool { get }
  func close()
}
