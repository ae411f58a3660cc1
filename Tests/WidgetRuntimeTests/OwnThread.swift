import Foundation

/// Runs work that waits for tasks on its own thread. On the cooperative pool, such tests could take every thread from the tasks that
/// they wait for.
func onOwnThread<Result>(_ work: @escaping () throws -> Result) async throws -> Result {
  nonisolated(unsafe) let work = work
  return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
    Thread {
      nonisolated(unsafe) let result = Swift.Result { try work() }
      continuation.resume(with: result)
    }.start()
  }
}
