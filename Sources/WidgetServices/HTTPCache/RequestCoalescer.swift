import Synchronization

/// Request coalescing: identical requests made at the same time share one exchange.
///
/// A cancelled caller stops waiting; the exchange is cancelled once its last caller is gone.
final class RequestCoalescer: Sendable {
  // Not generic: a generic class would be instantiated at run time in every process, fetching or not.
  typealias Outcome = Result<FetchResponse, FetchError>

  private struct Exchange {
    var id: Int
    var task: Task<Void, Never>
    var waiters: [Int: CheckedContinuation<Outcome?, Never>]
  }

  private struct State {
    var exchanges: [CoalescingKey: Exchange] = [:]
    /// The key each waiter is waiting for.
    var keys: [Int: CoalescingKey] = [:]
    /// Waiters cancelled before they were registered.
    var cancelled: Set<Int> = []
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let state = Mutex(State())

  var waiterCount: Int { state.withLock { $0.keys.count } }

  /// Waits for the exchange with this key, starting it unless it's already running.
  ///
  /// - Returns: nil if the waiting task was cancelled.
  func join(_ key: CoalescingKey, _ work: @escaping @Sendable () async -> Outcome) async -> Outcome? {
    let waiter = state.withLock { $0.nextID() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(waiter) != nil { return true }
          state.keys[waiter] = key
          if state.exchanges[key] != nil {
            state.exchanges[key]?.waiters[waiter] = continuation
            return false
          }
          let id = state.nextID()
          let task = Task {
            let outcome = await work()
            self.finish(key, id, outcome)
          }
          state.exchanges[key] = Exchange(id: id, task: task, waiters: [waiter: continuation])
          return false
        }
        if isCancelled { continuation.resume(returning: nil) }
      }
    } onCancel: {
      cancel(waiter)
    }
    // A cancellation arriving after the exchange ended leaves an entry that nothing else removes.
    state.withLock { _ = $0.cancelled.remove(waiter) }
    return outcome
  }

  private func finish(_ key: CoalescingKey, _ id: Int, _ outcome: Outcome) {
    let waiters: [CheckedContinuation<Outcome?, Never>] = state.withLock { state in
      guard let exchange = state.exchanges[key], exchange.id == id else { return [] }
      state.exchanges[key] = nil
      for waiter in exchange.waiters.keys { state.keys[waiter] = nil }
      return Array(exchange.waiters.values)
    }
    for continuation in waiters { continuation.resume(returning: outcome) }
  }

  private func cancel(_ waiter: Int) {
    let (continuation, task): (CheckedContinuation<Outcome?, Never>?, Task<Void, Never>?) = state.withLock { state in
      guard let key = state.keys.removeValue(forKey: waiter) else {
        state.cancelled.insert(waiter)
        return (nil, nil)
      }
      let continuation = state.exchanges[key]?.waiters.removeValue(forKey: waiter)
      guard let exchange = state.exchanges[key], exchange.waiters.isEmpty else { return (continuation, nil) }
      // The next caller starts a new exchange.
      state.exchanges[key] = nil
      return (continuation, exchange.task)
    }
    task?.cancel()
    continuation?.resume(returning: nil)
  }
}
