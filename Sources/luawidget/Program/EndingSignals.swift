import Dispatch
import Synchronization
import WidgetCommands
import WidgetSystem

/// Waits for a request to end the program.
///
/// The program ends as usual, but not later than a few seconds after the first request, or at a second one: a bar that reads nothing,
/// or a computation, may keep the rest of it from noticing.
final class EndingSignals: Sendable {
  /// Seconds from a request to the end, at most.
  private static let patience = 2

  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The first one that has arrived.
  private static let received = Mutex<Int32?>(nil)

  private let stream: AsyncStream<Int32>
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Stops these signals from ending the process from now on.
  init() {
    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    self.stream = stream
    // Not a task: all their threads may be busy.
    let queue = DispatchQueue(label: "luawidget.signals")
    let request = EndingRequest()
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if request.isRepeated() { Self.end(number) }
        Self.received.withLock { $0 = $0 ?? number }
        continuation.yield(number)
        queue.asyncAfter(deadline: .now() + .seconds(Self.patience)) { Self.end(number) }
      }
      source.resume()
      return source
    }
  }

  /// Without flushing what C's streams hold, which a reader may be keeping it from.
  private static func end(_ signal: Int32) -> Never { _exit(Exit(signal: signal).rawValue) }

  /// Gives the signals their usual effect again, and ends the process if one has arrived already: whatever takes its place wouldn't know.
  fileprivate static func release() {
    for number in numbers { signal(number, SIG_DFL) }
    // One that the queue is about to handle.
    usleep(20_000)
    if let number = received.withLock({ $0 }) { end(number) }
  }

  func first() async -> Int32 {
    for await number in stream { return number }
    return SIGTERM
  }
}

/// When the end was first asked for.
private final class EndingRequest: Sendable {
  /// Two requests within this time count as one, in seconds: a shell may pass on a signal the terminal has sent too.
  private static let repetition = 0.5

  private let first = Mutex<Double?>(nil)

  func isRepeated() -> Bool {
    let now = MonotonicTime.now()
    return first.withLock { first in
      guard let earlier = first else {
        first = now
        return false
      }
      return now - earlier > Self.repetition
    }
  }
}

extension UpgradeRestart {
  /// Replaces this process, whose host has stopped, or ends it if a signal has asked for that meanwhile.
  ///
  /// - Throws: ``CommandFailure`` if the program can't be started.
  func perform() throws -> Never {
    EndingSignals.release()
    try replaceProcess()
  }
}

extension Exit {
  /// The status of a program ended by one of the ``EndingSignals``.
  init(signal: Int32) { self = signal == SIGINT ? .interrupted : signal == SIGHUP ? .hungUp : .terminated }
}
