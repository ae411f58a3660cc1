import Dispatch
import Synchronization

/// Runs asynchronous work on the thread that waits for it.
///
/// For a program that does one thing at a time: it starts no thread of the concurrency pool. Jobs may block.
public final class CallingThreadExecutor: TaskExecutor, SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let available = DispatchSemaphore(value: 0)

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  /// Runs work that ends the program.
  public func run(_ work: @escaping @Sendable () async -> Never) -> Never {
    Task(executorPreference: self) { await work() }
    while true {
      available.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}
