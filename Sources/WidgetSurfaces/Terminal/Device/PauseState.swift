import Synchronization

/// Whether the input thread leaves the keys to another program.
final class PauseState: Sendable {
  private static let running = 0, requested = 1, paused = 2
  private let state = Atomic<Int>(running)

  var isPaused: Bool { state.load(ordering: .sequentiallyConsistent) == Self.paused }

  func request() { state.store(Self.requested, ordering: .sequentiallyConsistent) }

  func end() { state.store(Self.running, ordering: .sequentiallyConsistent) }

  /// For the input thread, which is not reading now.
  ///
  /// - Returns: Whether it must not read.
  func acknowledge() -> Bool {
    let (_, old) = state.compareExchange(expected: Self.requested, desired: Self.paused, ordering: .sequentiallyConsistent)
    return old != Self.running
  }
}
