import Synchronization
import WidgetServices

/// Whether a connection can take another request: written by its event loop, read by the pool.
final class ConnectionAvailability: Sendable {
  private struct State {
    var isIdle = true
    var isFull = false
    var ending: FetchError.Reason?
  }

  private let state = Mutex(State())

  /// Whether no exchange is running.
  var isIdle: Bool {
    get { state.withLock { $0.isIdle } }
    set { state.withLock { $0.isIdle = newValue } }
  }

  /// Whether the server takes no more requests until one has ended.
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether the connection takes another request: false once it's closed, or about to be.
  var isAvailable: Bool { state.withLock { $0.ending == nil && !$0.isFull } }

  /// Why it takes no more requests; nil while it takes some.
  var ending: FetchError.Reason? { state.withLock { $0.ending } }

  /// Takes no more requests; a connection doesn't come back. The first reason counts.
  func end(_ reason: FetchError.Reason = .incomplete) {
    state.withLock { $0.ending = $0.ending ?? reason }
  }
}
