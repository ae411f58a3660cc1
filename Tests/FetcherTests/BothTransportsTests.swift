import Synchronization
import Testing

@testable import WidgetServices

/// Proves that ``BothTransports`` has an effect: without it, its suites would test only one implementation.
@Suite(.serialized) struct BothTransportsTests {
  private static let seen = Mutex<[TestedTransport]>([])

  @Suite(.bothTransports) struct Each {
    @Test("notes the transport") func note() { BothTransportsTests.seen.withLock { $0.append(TestedTransport.current) } }
  }

  @Suite struct Last {
    @Test("each test of such a suite runs with both transports", .timeLimit(.minutes(5)))
    func both() async throws {
      while BothTransportsTests.seen.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(10)) }
      #expect(BothTransportsTests.seen.withLock { $0 } == [.inProcess, .fetcher])
      #expect(TestedTransport.fetcher.make() is FetcherProcess)
    }
  }
}
