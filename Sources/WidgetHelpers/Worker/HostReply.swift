import Synchronization
public import WidgetModel

/// The broker's reply to a host call.
public enum HostReply: Sendable {
  case value(LuaValue)
  /// Raised in the script, at the line that called. The cause, if any, comes back with an error of the script that raises it.
  case refused(String, cause: Failure? = nil)
  /// Ends the worker, for a failure that no script code may see or survive.
  case abort(Failure)
}

/// Ends a worker from any thread; its owner's call then throws ``WorkerError/cancelled``.
public final class WorkerCanceller: Sendable {
  private let process: SpawnedProcess
  private let cancelled = Atomic<Bool>(false)

  init(_ process: SpawnedProcess) { self.process = process }

  public var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Whether the worker's process has ended, by itself or killed by anyone.
  package var hasEnded: Bool { process.hasEnded }

  /// Ends the worker, even in the middle of a call. Doesn't wait: the process is reaped by its owner's next call, when the owner
  /// is released, or as soon as it has ended (``Worker/reapWhenEnded()``).
  public func cancel() {
    cancelled.store(true, ordering: .releasing)
    process.kill()
  }

  /// The worker's process id, for measurements and tests.
  public var processID: Int32 { process.pid }
}
