import Synchronization

/// Work that several wait for and that is done once.
///
/// Whoever is cancelled stops waiting; the work is cancelled when nobody waits any more.
final class FlightBoard: Sendable {
  // A generic class would be put together at run time, in every process, whether it fetches or not.
  typealias Key = HopKey
  typealias Value = Result<FetchResponse, FetchError>

  private struct Flight {
    var number: Int
    var task: Task<Void, Never>
    var waiting: [Int: CheckedContinuation<Value?, Never>]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    /// By ticket: what each waits for.
    var seats: [Int: Key] = [:]
    /// Tickets that were cancelled before they had a seat.
    var cancelled: Set<Int> = []
    var next = 0

    mutating func number() -> Int {
      next += 1
      return next
    }
  }

  private let state = Mutex(State())

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.seats.count } }

  /// Waits for the work of this key, which begins now unless it is under way.
  ///
  /// - Returns: nil when the waiting task was cancelled.
  func join(_ key: Key, _ work: @escaping @Sendable () async -> Value) async -> Value? {
    let ticket = state.withLock { $0.number() }
    let value = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return true }
          state.seats[ticket] = key
          if state.flights[key] != nil {
            state.flights[key]?.waiting[ticket] = continuation
            return false
          }
          let number = state.number()
          let task = Task {
            let value = await work()
            self.land(key, number, value)
          }
          state.flights[key] = Flight(number: number, task: task, waiting: [ticket: continuation])
          return false
        }
        if isLate { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(ticket)
    }
    // A cancellation that came after the work was done left its mark for nobody.
    state.withLock { _ = $0.cancelled.remove(ticket) }
    return value
  }

  private func land(_ key: Key, _ number: Int, _ value: Value) {
    let waiting: [CheckedContinuation<Value?, Never>] = state.withLock { state in
      guard let flight = state.flights[key], flight.number == number else { return [] }
      state.flights[key] = nil
      for ticket in flight.waiting.keys { state.seats[ticket] = nil }
      return Array(flight.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  private func leave(_ ticket: Int) {
    let left: (CheckedContinuation<Value?, Never>?, Task<Void, Never>?) = state.withLock { state in
      guard let key = state.seats.removeValue(forKey: ticket) else {
        state.cancelled.insert(ticket)
        return (nil, nil)
      }
      let continuation = state.flights[key]?.waiting.removeValue(forKey: ticket)
      guard let flight = state.flights[key], flight.waiting.isEmpty else { return (continuation, nil) }
      // Who comes now begins anew.
      state.flights[key] = nil
      return (continuation, flight.task)
    }
    left.1?.cancel()
    left.0?.resume(returning: nil)
  }
}
