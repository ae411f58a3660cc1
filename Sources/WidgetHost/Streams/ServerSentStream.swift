import Synchronization
import WidgetFormats
import WidgetModel
import WidgetServices
import WidgetSystem

/// Delivers the events of a server, or the messages of its WebSocket, connecting again whenever a connection ends (WHATWG HTML section 9.2).
final class ServerSentStream: OpenStream {
  /// The state of one connection.
  private struct Received {
    var parser: EventStreamParser
    var hasEvents = false
  }

  private let task = Mutex<Task<Void, Never>?>(nil)
  private let isOver = Mutex(false)

  init(
    _ request: FetchRequest, from source: String, _ fetcher: any EventStreamFetcher, clock: any WidgetClock,
    policy: @escaping @Sendable () async -> NetPolicy, onEvents: @escaping @Sendable (EventBatch) -> Void,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    task.withLock { task in
      task = Task { [weak self] in
        await Self.run(request, source, fetcher, clock, policy, onEvents, onProblem)
        self?.isOver.withLock { $0 = true }
      }
    }
  }

  /// After status 204, with which a server asks for no more connections.
  var hasEnded: Bool { isOver.withLock { $0 } }

  func close() { task.withLock { $0?.cancel() } }

  private static func run(
    _ request: FetchRequest, _ source: String, _ fetcher: any EventStreamFetcher, _ clock: any WidgetClock,
    _ policy: @Sendable () async -> NetPolicy, _ onEvents: @escaping @Sendable (EventBatch) -> Void,
    _ onProblem: @Sendable (String) -> Void
  ) async {
    var failures = 0
    var parser = EventStreamParser()
    var reported: String?
    while !Task.isCancelled {
      var request = request
      if !parser.lastID.isEmpty { request.headers.append(HeaderField("Last-Event-ID", parser.lastID)) }
      let received = Mutex(Received(parser: EventStreamParser(lastID: parser.lastID)))
      let opened = MonotonicTime.now()
      var hasFailed = false
      do throws(FetchError) {
        try await fetcher.open(request, policy: await policy()) { bytes in
          let messages = received.withLock { received in
            let messages = received.parser.append(bytes)
            received.hasEvents = received.hasEvents || !messages.isEmpty
            return messages
          }
          guard !messages.isEmpty else { return }
          let (now, kept) = (clock.now(), messages.suffix(EventQueue.maximumCount))
          onEvents(
            EventBatch(
              kept.map { WidgetEvent(source: source, name: $0.name, data: $0.data, id: $0.id, time: now) },
              dropped: messages.count - kept.count))
        }
      } catch {
        if error.kind == .cancelled { return }
        if error.reason == .noMoreEvents { return }
        hasFailed = true
        // Once for each reason: a server may be away for hours.
        if reported != error.description { onProblem(error.description) }
        reported = error.description
      }
      let (last, hasEvents) = received.withLock { ($0.parser, $0.hasEvents) }
      if last.oversized > 0, reported != tooLong {
        reported = tooLong
        onProblem("\(request.url): \(tooLong)")
      }
      // A connection that was lost at once, because of a flood, say, is one more failure.
      if hasEvents, !hasFailed || MonotonicTime.now() - opened > quickEnd {
        (failures, reported) = (0, last.oversized > 0 ? tooLong : nil)
      }
      let retry = last.retry ?? parser.retry
      parser = last
      failures += 1
      // At least a second, whatever the server asks for: 1, 4, 9, 16, then 25.
      let patience = Double(min(failures, 5) * min(failures, 5))
      try? await Task.pause(seconds: min(max(retry ?? 0, patience), 300))
    }
  }

  /// Seconds.
  private static let quickEnd = 10.0
  private static let tooLong = "events of more than 64 KiB were left out"
}
