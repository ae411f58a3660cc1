import Synchronization

/// Work that nobody waits for, one of a kind at a time.
final class BackgroundWork: Sendable {
  typealias Key = HopKey

  private let running = Mutex<[Key: Task<Void, Never>]>([:])

  /// Begins, unless the same is under way.
  func begin(_ key: Key, _ work: @escaping @Sendable () async -> Void) {
    running.withLock { running in
      guard running[key] == nil else { return }
      running[key] = Task {
        await work()
        self.end(key)
      }
    }
  }

  /// Waits until all that is under way has ended; then, or when the time is over, cancels what has not.
  func settle(within limit: Duration) async {
    let tasks = running.withLock { Array($0.values) }
    guard !tasks.isEmpty else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          for task in tasks { await task.value }
        } onCancel: {
          for task in tasks { task.cancel() }
        }
      }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }

  private func end(_ key: Key) { running.withLock { $0[key] = nil } }
}
