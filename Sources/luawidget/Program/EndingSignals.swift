import Dispatch
import WidgetCommands
import WidgetSystem

/// Waits for a request to end the program.
final class EndingSignals: Sendable {
  private let stream: AsyncStream<Int32>
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Stops these signals from ending the process from now on.
  init() {
    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    self.stream = stream
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
  }

  func first() async -> Int32 {
    for await number in stream { return number }
    return SIGTERM
  }
}

extension Exit {
  /// The status of a program ended by one of the ``EndingSignals``.
  init(signal: Int32) { self = signal == SIGINT ? .interrupted : signal == SIGHUP ? .hungUp : .terminated }
}
