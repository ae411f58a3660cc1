import Testing
import WidgetTesting

@testable import WidgetServices

/// The fetchers as the program combines them: HTTP cache, retries, network.
@Suite(.bothTransports) struct FetcherChainTests {
  private let fetcher: CachingFetcher

  init() {
    // No time passes: only the number of requests matters, however slow the machine is.
    let time = RetryingFetcher.Time(elapsed: { 0 }, sleep: { _ in }, jitter: { 0 })
    let network = RetryingFetcher(NetworkFetcher(), clock: SystemClock(), time: time)
    fetcher = CachingFetcher(network, store: MemoryHTTPCacheStore(), clock: SystemClock())
  }

  private func request(_ url: String, _ change: (inout FetchRequest) -> Void) -> FetchRequest {
    var request = FetchRequest(url)
    change(&request)
    return request
  }

  @Test("a single failure of the server is invisible to the widget")
  func real() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .bytes([]), .text("here"))
      let fetcher = RetryingFetcher(NetworkFetcher(), clock: SystemClock())
      let response = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      #expect(String(decoding: response.body, as: UTF8.self) == "here")
    }
  }

  @Test(
    "retry is the number of retries of a failed GET in every cache mode; a POST is sent once",
    arguments: [
      (nil, "GET", .default, 3), (0, "GET", .default, 1), (1, "GET", .default, 2), (5, "HEAD", .default, 6),
      (5, "POST", .default, 1), (1, "GET", .noStore, 2), (0, "GET", .reload, 1),
    ] as [(Int?, String, CacheMode, Int)])
  func retries(_ retries: Int?, _ method: String, _ mode: CacheMode, _ count: Int) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("busy", status: 503))
      let request = request(server.url("/")) {
        $0.method = method
        $0.cacheMode = mode
        if let retries { $0.retries = retries }
      }
      #expect(try await fetcher.fetch(request, policy: server.policy).status == 503)
      #expect(server.requests.count == count)
    }
  }

  @Test("each step of a redirect chain is retried as often as the request allows")
  func redirected() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: "/b"))
      server.on("/b", .text("busy", status: 503))
      let request = request(server.url("/")) { $0.retries = 4 }
      #expect(try await fetcher.fetch(request, policy: server.policy).status == 503)
      #expect(server.requests.map(\.target) == ["/"] + [String](repeating: "/b", count: 5))
    }
  }

  @Test(
    "the first-byte timeout applies below the cache",
    arguments: [("GET", .default), ("GET", .noStore), ("POST", .default)] as [(String, CacheMode)])
  func firstByte(_ method: String, _ mode: CacheMode) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .silence)
      let request = request(server.url("/")) {
        $0.method = method
        $0.cacheMode = mode
        $0.firstByteTimeout = 0.1
        $0.timeout = 30
      }
      let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: server.policy) }
      #expect(error?.reason == .firstByteTimeout(seconds: 0.1))
    }
  }

  @Test("a stored response is validated with the request's own limits")
  func revalidation() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("one", headers: [("ETag", "\"1\""), ("Cache-Control", "no-cache")]), .silence)
      _ = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      let request = request(server.url("/")) {
        $0.firstByteTimeout = 0.1
        $0.timeout = 30
      }
      let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: server.policy) }
      #expect(error?.reason == .firstByteTimeout(seconds: 0.1))
      #expect(server.requests.last?.header("If-None-Match") == "\"1\"")
    }
  }

  @Test("every limit reaches the network fetcher")
  func handedOn() async throws {
    let network = FakeFetcher()
    network.on("https://a.example/", text: "x")
    let request = request("https://a.example/") {
      $0.connectTimeout = 2
      $0.firstByteTimeout = 3
      $0.retries = 4
    }
    let policy = NetPolicy(grants: [NetGrant("a.example")].compactMap { $0 })
    _ = try await CachingFetcher(network, store: MemoryHTTPCacheStore(), clock: SystemClock()).fetch(request, policy: policy)
    let asked = try #require(network.requests.first)
    #expect(asked.connectTimeout == 2 && asked.firstByteTimeout == 3 && asked.retries == 4)
  }

  @Test("requests with different limits are not coalesced")
  func apart() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x").delayed(milliseconds: 50))
      let plain = request(server.url("/")) { _ in }
      let requests = [
        plain, plain, request(plain.url) { $0.retries = 0 }, request(plain.url) { $0.firstByteTimeout = 9 },
        request(plain.url) { $0.connectTimeout = 9 },
      ]
      let results = await fetcher.fetchAll(requests, limit: 5, policy: server.policy)
      #expect(results.allSatisfy { (try? $0.get().status) == 200 })
      #expect(server.requests.count == 4)
    }
  }
}
