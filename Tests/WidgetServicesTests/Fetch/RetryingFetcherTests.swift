import Synchronization
import Testing
import WidgetServices
import WidgetTesting

@Suite struct RetryingFetcherTests {
  private static let url = "https://example.com/x"
  private let policy = NetPolicy(grants: [NetGrant("example.com")].compactMap { $0 })

  /// Fetches from a network with these outcomes in order; time passes only in pauses.
  private func run(
    _ responses: [FakeFetcher.Outcome], _ change: (inout FetchRequest) -> Void = { _ in }
  ) async -> (result: String, tries: Int, pauses: [Double]) {
    let network = FakeFetcher()
    switch responses.count {
    case 1: network.on(Self.url, responses[0])
    case 2: network.on(Self.url, responses[0], responses[1])
    default: network.on(Self.url, responses[0], responses[1], responses[2])
    }
    let pauses = Mutex<[Double]>([])
    let time = RetryingFetcher.Time(
      elapsed: { pauses.withLock { $0.reduce(0, +) } }, sleep: { seconds in pauses.withLock { $0.append(seconds) } },
      jitter: { 0.5 })
    let fetcher = RetryingFetcher(network, clock: FixedClock(784_111_777), time: time)
    var request = FetchRequest(Self.url)
    change(&request)
    let result: String
    do throws(FetchError) {
      result = "\(try await fetcher.fetch(request, policy: policy).status)"
    } catch { result = error.kind.rawValue }
    return (result, network.requests.count, pauses.withLock { $0 }.map { ($0 * 1000).rounded() / 1000 })
  }

  private static func failure(_ reason: FetchError.Reason) -> FakeFetcher.Outcome {
    .failure(FetchError(reason, target: "example.com:443"))
  }
  private static func response(_ status: Int, _ headers: [HeaderField] = []) -> FakeFetcher.Outcome {
    .success(FetchResponse(status: status, url: url, headers: headers))
  }

  @Test("transient failures are retried after growing pauses")
  func again() async {
    let outcome = await run([Self.failure(.refused), Self.failure(.incomplete), Self.response(200)])
    #expect(outcome.result == "200" && outcome.tries == 3 && outcome.pauses == [0.15, 0.3])
  }

  @Test("the last failure is reported when all retries are used up", arguments: [(0, 1), (1, 2), (2, 3), (5, 6)])
  func bounded(_ retries: Int, _ tries: Int) async {
    let outcome = await run([Self.failure(.refused)]) { $0.retries = retries }
    #expect(outcome.result == "connect" && outcome.tries == tries)
  }

  @Test(
    "a failure that a retry cannot change is reported at once",
    arguments: [
      FetchError.Reason.unknownHost, .certificate(.expired), .malformed, .bodyTooLarge(limit: 1), .damagedCoding,
      .timeout(seconds: 1),
      .cancelled, .offline,
    ])
  func final(_ reason: FetchError.Reason) async {
    #expect(await run([Self.failure(reason), Self.response(200)]).tries == 1)
  }

  @Test(
    "429, 502, 503 and 504 are retried; other statuses are responses",
    arguments: [(429, 2), (502, 2), (503, 2), (504, 2), (500, 1), (404, 1), (301, 1)])
  func statuses(_ status: Int, _ tries: Int) async {
    #expect(await run([Self.response(status), Self.response(200)]).tries == tries)
  }

  @Test(
    "only GET and HEAD are retried: a second POST may be a second order",
    arguments: [("GET", 2), ("head", 2), ("POST", 1), ("PUT", 1), ("DELETE", 1)])
  func methods(_ method: String, _ tries: Int) async {
    #expect(await run([Self.failure(.incomplete), Self.response(200)]) { $0.method = method }.tries == tries)
  }

  @Test(
    "both forms of Retry-After (RFC 9110 section 10.2.3) are honoured if there is time",
    arguments: [
      ("3", 2, [3.0]), (" 4\t", 2, [4.0]), ("0", 2, [0.0]), ("Sun, 06 Nov 1994 08:49:42 GMT", 2, [5.0]),
      ("Sun, 06 Nov 1994 08:49:00 GMT", 2, [0.0]), ("60", 1, []), ("99999999999999999999999", 1, []), ("soon", 2, [0.15]),
    ])
  func retryAfter(_ value: String, _ tries: Int, _ pauses: [Double]) async {
    let outcome = await run([Self.response(503, [HeaderField("Retry-After", value)]), Self.response(200)])
    #expect(outcome.tries == tries && outcome.pauses == pauses)
    #expect(outcome.result == (tries == 2 ? "200" : "503"))
  }

  @Test("a date in Retry-After is relative to the response's own date")
  func serverClock() async {
    let headers = [
      HeaderField("Date", "Tue, 01 Jan 2030 00:00:00 GMT"), HeaderField("Retry-After", "Tue, 01 Jan 2030 00:00:02 GMT"),
    ]
    #expect(await run([Self.response(429, headers), Self.response(200)]).pauses == [2])
  }

  @Test("no retry starts after the request's timeout")
  func timeout() async {
    let outcome = await run([Self.failure(.refused)]) {
      $0.timeout = 0.5
      $0.retries = 5
    }
    #expect(outcome.tries == 2 && outcome.pauses == [0.15], "0.15 + 0.3 would leave less than a tenth of a second")
  }
}
