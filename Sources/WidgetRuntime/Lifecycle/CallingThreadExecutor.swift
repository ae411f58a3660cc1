import Dispatch
import Synchronization

/// Runs jobs on the calling thread, without starting the concurrency pool, for programs that do one thing at a time. Jobs can
/// block.
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

/// Runs an actor on a separate serial queue, where it can block without delaying other actors.
final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
