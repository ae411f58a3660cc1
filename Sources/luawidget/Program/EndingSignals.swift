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

  private let stream: AsyncStream<Int32>
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Stops these signals from ending the process from now on.
  init() {
    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    self.stream = stream
    // Not a task: all their threads may be busy.
    let queue = DispatchQueue(label: "luawidget.signals")
    let request = EndingRequest()
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if request.isRepeated() { Self.end(number) }
        continuation.yield(number)
        queue.asyncAfter(deadline: .now() + .seconds(Self.patience)) { Self.end(number) }
      }
      source.resume()
      return source
    }
  }

  /// Without flushing what C's streams hold, which a reader may be keeping it from.
  private static func end(_ signal: Int32) -> Never { _exit(Exit(signal: signal).rawValue) }

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

extension Exit {
  /// The status of a program ended by one of the ``EndingSignals``.
  init(signal: Int32) { self = signal == SIGINT ? .interrupted : signal == SIGHUP ? .hungUp : .terminated }
}
