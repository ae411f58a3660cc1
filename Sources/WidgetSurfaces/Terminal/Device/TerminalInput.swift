import Synchronization
import WidgetSystem

/// A live program's events: keys, new sizes, requests to end.
///
/// A single thread waits for the keyboard and for signals, which keeps them in order. If the input isn't a terminal it isn't
/// read, because it could be data for another program; then only signals arrive. Signals are caught from ``init(input:output:)``
/// to ``stop()``. A process can have one input at a time.
public final class TerminalInput: Sendable {
  /// Callbacks to the screen's owner, on the input thread.
  struct Hooks: Sendable {
    /// Calls `stop` with the terminal restored and no frame half written.
    var suspend: @Sendable (_ stop: () -> Void) -> Void = { $0() }
    /// The process continues. Returns whether it owns the terminal again; repeated every half second until it does.
    var resume: @Sendable () -> Bool = { true }
    /// Receives each key first. Returning nil drops it.
    var filter: @Sendable (Key) -> Key? = { $0 }
    var resized: @Sendable (TerminalSize) -> Void = { _ in }
    /// Handles responses from the terminal. Returns its features if they're now complete.
    var received: @Sendable ([TerminalResponse]) -> TerminalFeatures? = { _ in nil }
    /// When waiting for responses ends, in seconds on the monotonic clock; nil if none are expected.
    var deadline: @Sendable () -> Double? = { nil }
    /// Whether responses may still arrive, even if nobody waits for them any more.
    var expectsResponses: @Sendable () -> Bool = { false }
    /// That time has passed. Returns the features known so far.
    var expired: @Sendable () -> TerminalFeatures? = { nil }
  }

  /// Events for one reader, until ``stop()``. Without a reader, the buffer holds the last 1,024.
  public let events: AsyncStream<TerminalEvent>

  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP] + SignalHandling.notifications
  private static let isRunning = Atomic<Bool>(false)

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let pipe: WakePipe
  private let isStopped = Atomic<Bool>(false)
  private let pauseState = PauseState()

  /// - Throws: ``TerminalError/inUse`` if another input is active; `.system` if no descriptor or thread is available.
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
    let loop = InputLoop(
      input: input, output: output, pipe: pipe, hooks: hooks, pauseState: pauseState, continuation: continuation)
    TerminalRestoration.prepare()
    TerminalRestoration.listener.store(pipe.writer, ordering: .sequentiallyConsistent)
    SignalHandling.acquire(TerminalInput.signals)
    do {
      try DetachedThread.start(stackBytes: 512 << 10) {
        var loop = loop
        loop.run()
      }
    } catch {
      release()
      pipe.close()
      throw .system(call: "pthread_create", code: error.code)
    }
  }

  deinit { stop() }

  /// Stops reading, restores the signal handlers and ends the stream. You can call it twice.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    release()
    // The thread closes the pipe, because it uses it last.
    pipe.send(0)
    continuation.finish()
  }

  /// Makes the input thread check the deadline again.
  func wake() { if !isStopped.load(ordering: .sequentiallyConsistent) { pipe.send(Self.wakeUp) } }

  /// Stops reading keys, and waits until no read is in progress. Signals other than SIGINT still arrive.
  func pause() async {
    pauseState.request()
    wake()
    // The thread may have ended with the terminal.
    for _ in 0..<1000 where !pauseState.isPaused && !isStopped.load(ordering: .sequentiallyConsistent) {
      try? await Task.pause(seconds: 0.001)
    }
  }

  /// Reads keys again.
  func unpause() {
    pauseState.end()
    wake()
  }

  /// Not a signal number.
  static let wakeUp: UInt8 = 255

  private func release() {
    SignalHandling.release(TerminalInput.signals)
    TerminalRestoration.listener.store(-1, ordering: .sequentiallyConsistent)
    TerminalInput.isRunning.store(false, ordering: .sequentiallyConsistent)
  }
}

/// An event for a live program.
public enum TerminalEvent: Sendable, Equatable {
  case key(Key)
  /// The window has a new size.
  case resize(TerminalSize)
  /// Ctrl-C, or SIGINT from another process. A second one after half a second or more ends the process at once.
  case interrupt
  /// SIGTERM. A second one ends the process at once, like SIGINT.
  case terminate
  /// SIGHUP: the terminal was closed.
  case hangUp
  /// The result of ``LiveTerminal/query(_:_:)``, once the responses are complete or time is up. Repeated for late responses.
  case features(TerminalFeatures)
  /// The program continues after a stop (Ctrl-Z).
  case resumed
  /// The terminal is gone, or the input has ended. Signals may follow, but no keys.
  case closed
}

/// A pipe for waking a thread in `poll`. Both ends are non-blocking and close on exec, so a signal handler can write to it.
struct WakePipe: Sendable {
  let reader: Int32
  let writer: Int32

  init() throws(TerminalError) {
    do {
      let pipe = try Pipe(isBlocking: false)
      (reader, writer) = (pipe.reader.rawValue, pipe.writer.rawValue)
    } catch { throw .system(call: "pipe", code: error.code) }
  }

  func send(_ byte: UInt8) {
    var byte = byte
    _ = write(writer, &byte, 1)
  }

  /// The distinct bytes since the last call, in order.
  func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64)
    var received: [UInt8] = []
    while true {
      let count = read(reader, &buffer, buffer.count)
      if count <= 0 { return received }
      for byte in buffer.prefix(count) where !received.contains(byte) { received.append(byte) }
    }
  }

  func close() {
    _ = endpoint(reader)
    _ = endpoint(writer)
  }

  private func endpoint(_ descriptor: Int32) -> Int32 {
    Libc.close(descriptor)
  }
}
