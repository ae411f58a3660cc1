import Synchronization
import WidgetSystem

/// What comes from the person and the system while a program is live: keys, a new size, requests to end.
///
/// One thread waits for the keyboard and for signals together, so that their order is kept. When the input is no terminal it is
/// not read (it may be data for someone else), and only signals come. Signals are caught from ``init(input:output:)`` to ``stop()``;
/// there can be one input a process at a time.
public final class TerminalInput: Sendable {
  /// What the owner of the screen does at moments when the input's thread is in charge.
  struct Hooks: Sendable {
    /// Runs `stop` with the terminal given back and no frame half written.
    var suspend: @Sendable (_ stop: () -> Void) -> Void = { $0() }
    /// The process goes on. Answers whether the terminal is ours again; asked every half second until it is.
    var resume: @Sendable () -> Bool = { true }
    /// Sees each key first; nil swallows it.
    var filter: @Sendable (Key) -> Key? = { $0 }
    var resized: @Sendable (TerminalSize) -> Void = { _ in }
    /// Answers of the terminal. Answers what it can do, when that is settled by them.
    var answered: @Sendable ([TerminalResponse]) -> TerminalFeatures? = { _ in nil }
    /// Until when answers are awaited (seconds of the monotonic clock); nil when none are.
    var deadline: @Sendable () -> Double? = { nil }
    /// That time has come.
    var overdue: @Sendable () -> TerminalFeatures? = { nil }
  }

  /// For one consumer. Ends after ``stop()``. When nobody reads, the newest 1 024 are kept.
  public let events: AsyncStream<TerminalEvent>

  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP] + SignalHandling.news
  private static let isRunning = Atomic<Bool>(false)

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let pipe: WakePipe
  private let isStopped = Atomic<Bool>(false)

  /// - Throws: ``TerminalError/inUse`` when another input is not stopped yet; `.system` when there are no more descriptors or threads.
  public convenience init(input: Int32 = 0, output: Int32 = 1) throws(TerminalError) {
    try self.init(input: input, output: output, hooks: Hooks())
  }

  init(input: Int32, output: Int32, hooks: Hooks) throws(TerminalError) {
    guard !TerminalInput.isRunning.exchange(true, ordering: .sequentiallyConsistent) else { throw .inUse }
    do {
      pipe = try WakePipe()
    } catch {
      TerminalInput.isRunning.store(false, ordering: .sequentiallyConsistent)
      throw error
    }
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
    let loop = InputLoop(input: input, output: output, pipe: pipe, hooks: hooks, continuation: continuation)
    TerminalRestoration.prepare()
    TerminalRestoration.listener.store(pipe.writer, ordering: .sequentiallyConsistent)
    SignalHandling.acquire(TerminalInput.signals)
    let started = startThread {
      var loop = loop
      loop.run()
    }
    if !started {
      let code = errno
      release()
      pipe.close()
      throw .system(call: "pthread_create", code: code)
    }
  }

  deinit { stop() }

  /// Stops reading, gives the signals their normal course and ends the stream. Doing it twice does no harm.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    release()
    // The thread closes the pipe: it is the last to use it.
    pipe.send(0)
    continuation.finish()
  }

  /// Makes the input's thread look at the deadline anew.
  func wake() { if !isStopped.load(ordering: .sequentiallyConsistent) { pipe.send(Self.wakeUp) } }

  /// No signal has this number.
  static let wakeUp: UInt8 = 255

  private func release() {
    SignalHandling.release(TerminalInput.signals)
    TerminalRestoration.listener.store(-1, ordering: .sequentiallyConsistent)
    TerminalInput.isRunning.store(false, ordering: .sequentiallyConsistent)
  }
}
