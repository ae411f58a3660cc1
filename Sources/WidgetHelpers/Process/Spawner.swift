import Dispatch
import Synchronization
package import WidgetSystem

/// Starts child processes, all from threads that live as long as the program: the main thread, or one just for this.
///
/// A child may ask the kernel to kill it when its parent dies. On Linux the parent is a *thread*, and a pool's thread may end
/// before the program does.
package final class Spawner: Sendable {
  private static let shared = Spawner()

  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let available = DispatchSemaphore(value: 0)
  /// Set if the thread couldn't be started: the user can't have more processes.
  private let threadError = Mutex<SystemError?>(nil)

  private init() {
    do throws(SystemError) {
      try DetachedThread.start(stackBytes: 128 << 10) { self.run() }
    } catch {
      threadError.withLock { $0 = error }
    }
  }

  private func run() {
    while true {
      available.wait()
      jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
    }
  }

  /// Starts a program.
  ///
  /// - Returns: The process id.
  package static func start(_ launch: ProcessLaunch) throws(SystemError) -> pid_t {
    isMainThread ? try launch.start() : try shared.start(launch)
  }

  private func start(_ launch: ProcessLaunch) throws(SystemError) -> pid_t {
    if let error = threadError.withLock({ $0 }) { throw error }
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<pid_t, SystemError>>(.failure(SystemError(code: ECHILD)))
    jobs.withLock {
      $0.append {
        let started = Result { () throws(SystemError) in try launch.start() }
        result.withLock { $0 = started }
        done.signal()
      }
    }
    available.signal()
    done.wait()
    return try result.withLock { $0 }.get()
  }
}
