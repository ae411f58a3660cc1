import WidgetSystem

/// Long computations one after the other, on threads of their own: neither the board's requests nor its updates wait for them.
actor WorkLine {
  enum Failure: Error {
    /// Too many are waiting.
    case busy
    case system(SystemError)
  }

  private static let maximumWaiting = 32
  /// A view may nest 32 levels deep.
  private static let stackBytes = 8 << 20

  private var waiting = 0
  private var last: Task<Void, Never>?

  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Failure) -> Value {
    guard waiting < Self.maximumWaiting else { throw .busy }
    waiting += 1
    defer { waiting -= 1 }
    let previous = last
    let task = Task { () -> Result<Value, Failure> in
      await previous?.value
      return await withCheckedContinuation { continuation in
        do throws(SystemError) {
          try DetachedThread.start(stackBytes: Self.stackBytes) { continuation.resume(returning: .success(work())) }
        } catch {
          continuation.resume(returning: .failure(.system(error)))
        }
      }
    }
    last = Task { _ = await task.value }
    return try await task.value.get()
  }
}
