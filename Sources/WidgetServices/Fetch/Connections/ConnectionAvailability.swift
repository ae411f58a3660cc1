import Synchronization

/// Whether a connection can take another request: written by its event loop, read by the pool.
final class ConnectionAvailability: Sendable {
  private struct State {
    var isIdle = true
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Whether no exchange is running.
  var isIdle: Bool {
    get { state.withLock { $0.isIdle } }
    set { state.withLock { $0.isIdle = newValue } }
  }

  /// Whether the connection takes requests at all: false once it is closed, or about to be.
  var isAvailable: Bool { state.withLock { !$0.hasEnded } }

  /// No further request; a connection does not come back.
  func end() { state.withLock { $0.hasEnded = true } }
}
