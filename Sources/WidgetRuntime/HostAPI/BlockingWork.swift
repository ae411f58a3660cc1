import Dispatch
import Synchronization
import WidgetSystem

/// Waits for asynchronous work on a thread that can block (a widget's own, never one of the cooperative pool).
enum BlockingWork {
  static func run<Result: Sendable>(
    until deadline: Double, isAbandoned: @Sendable () -> Bool, _ work: @escaping @Sendable () async -> Result
  ) -> Result? {
    let result = Slot<Result>()
    let task = Task.detached { result.fill(await work()) }
    // In slices, because nothing wakes this thread when its widget is cancelled or its worker ends.
    while result.done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isAbandoned() || MonotonicTime.now() > deadline {
        task.cancel()
        return nil
      }
    }
    return result.value.withLock { $0 }
  }

  private final class Slot<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let done = DispatchSemaphore(value: 0)

    func fill(_ value: Value) {
      self.value.withLock { $0 = value }
      done.signal()
    }
  }
}
