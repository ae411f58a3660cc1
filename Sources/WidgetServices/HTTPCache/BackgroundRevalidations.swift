import Synchronization
import WidgetSystem

/// Revalidations that run after their fetch has returned (stale-while-revalidate): at most one per key at a time.
final class BackgroundRevalidations: Sendable {
  private let running = Mutex<[CoalescingKey: Task<Void, Never>]>([:])

  /// Starts the work unless the same key is already running.
  func begin(_ key: CoalescingKey, _ work: @escaping @Sendable () async -> Void) {
    running.withLock { running in
      guard running[key] == nil else { return }
      running[key] = Task {
        await work()
        self.end(key)
      }
    }
  }

  /// Waits for everything that is running, then cancels what is left when the limit is reached.
  func settle(within seconds: Double) async {
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
      group.addTask { try? await Task.pause(seconds: seconds) }
      await group.next()
      group.cancelAll()
    }
  }

  private func end(_ key: CoalescingKey) { running.withLock { $0[key] = nil } }
}
