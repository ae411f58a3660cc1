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

  /// Runs work and waits for its result.
  public func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    Task(executorPreference: self) {
      let value = await work()
      result.withLock { $0 = value }
      self.available.signal()
    }
    while true {
      available.wait()
      if let value = result.withLock({ $0 }) { return value }
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}
