import Synchronization
import WidgetHelpers

/// Cancels a widget from any thread, whichever worker it has at the moment.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var worker: WorkerCanceller?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock {
      $0.isCancelled = true
      $0.worker?.cancel()
    }
  }

  /// Registers the current worker. It is cancelled at once if the widget already was.
  func use(_ worker: WorkerCanceller) {
    state.withLock {
      $0.worker = worker
      if $0.isCancelled { worker.cancel() }
    }
  }
}
