import Synchronization

@testable import WidgetServices

/// A fetcher whose responses a test releases one by one.
final class GatedFetcher: Fetcher {
  typealias Outcome = Result<FetchResponse, FetchError>

  private struct State {
    var requests: [FetchRequest] = []
    var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  var requests: [FetchRequest] { state.withLock { $0.requests } }
  var cancelledCount: Int { state.withLock { $0.cancelled.count } }

  func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count
    }
    let response = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(number) { return true }
          state.waiting[number] = continuation
          return false
        }
        if isCancelled { continuation.resume(returning: .failure(FetchError(.cancelled, target: ""))) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.cancelled.insert(number)
        return state.waiting.removeValue(forKey: number)
      }
      waiting?.resume(returning: .failure(FetchError(.cancelled, target: "")))
    }
    return try response.get()
  }

  /// Responds to all waiting requests.
  func open(_ response: Outcome) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: response) }
  }

  /// Waits until this many requests are waiting.
  func waits(for count: Int) async { await until { self.state.withLock { $0.waiting.count } == count } }
}

/// Yields until a condition holds.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
