import WidgetSystem

/// Runs work that blocks on its own thread. On the cooperative pool, such tests could take every thread from the tasks that they wait
/// for.
public func onOwnThread<Result>(_ work: @escaping () throws -> Result) async throws -> Result {
  nonisolated(unsafe) let work = work
  return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
    do {
      try DetachedThread.start(stackBytes: 8 << 20) {
        nonisolated(unsafe) let result = Swift.Result { try work() }
        continuation.resume(with: result)
      }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
