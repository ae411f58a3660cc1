#if os(Linux)
  import CLinux
  import Dispatch
  import Synchronization
#endif

/// The threads that run the tasks of a long-waiting program.
///
/// On Linux, libdispatch watches its own threads for tasks with a timer that wakes the process every second, from the first task
/// on, forever. These threads wait without wake-ups, and end after a while. `Task.sleep` and `DispatchQueue.global()` still use
/// libdispatch's: use ``Task/pause(seconds:)`` and your own queue instead.
public enum TaskPool {
  /// From now on tasks without an executor run here. Call this before the first task.
  public static func use() {
    #if os(Linux)
      lw_use_task_pool { job in TaskThreads.shared.enqueue(UInt(bitPattern: job)) }
    #endif
  }
}

#if os(Linux)
  /// Runs jobs in order of arrival.
  private final class TaskThreads: Sendable {
    static let shared = TaskThreads()

    /// More than the number of processors, because a task may wait for a file.
    private static let maximum = max(8, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// Seconds until a thread without work ends.
    private static let patience = 5

    private struct State {
      var jobs: [UInt] = []
      /// The first job no thread has taken.
      var next = 0
      /// Waiting threads that haven't been woken.
      var idle = 0
      var threads = 0

      mutating func take() -> UInt? {
        guard next < jobs.count else { return nil }
        defer {
          next += 1
          if next == jobs.count || next == 1024 {
            jobs.removeFirst(next)
            next = 0
          }
        }
        return jobs[next]
      }
    }

    private enum Step { case wake, start, none }

    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)
    /// Runs tasks when the user can't have more threads: libdispatch waits until there can be one.
    private let fallback = DispatchQueue(label: "luawidget.tasks")

    func enqueue(_ job: UInt) {
      let step: Step = state.withLock { state in
        state.jobs.append(job)
        if state.idle > 0 {
          state.idle -= 1
          return .wake
        }
        guard state.threads < Self.maximum else { return .none }
        state.threads += 1
        return .start
      }
      switch step {
      case .wake: available.signal()
      case .start:
        do throws(SystemError) { try DetachedThread.start(stackBytes: 8 << 20) { self.run() } } catch {
          fallback.async { self.run() }
        }
      case .none: break
      }
    }

    private func run() {
      while true {
        let job = state.withLock { state in
          let job = state.take()
          if job == nil { state.idle += 1 }
          return job
        }
        if let job {
          lw_run_job(UnsafeMutableRawPointer(bitPattern: job))
        } else if available.wait(timeout: .now() + .seconds(Self.patience)) == .timedOut {
          let ends = state.withLock { state in
            // Otherwise this thread has been woken meanwhile.
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
          }
          if ends { return }
          available.wait()
        }
      }
    }
  }
#endif
