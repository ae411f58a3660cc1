import Testing
import WidgetTesting

@testable import WidgetServices

@Suite(.bothTransports) struct CachedNetworkTests {
  private let folder = TestFolder()
  private let network = NetworkFetcher(version: "1.2.3")

  private func make() -> CachingFetcher {
    CachingFetcher(network, store: SQLiteHTTPCacheStore(.cache(StorePath(folder("cache.db")))), clock: SystemClock())
  }

  private func get(_ fetcher: CachingFetcher, _ request: FetchRequest, _ policy: NetPolicy) async throws -> String {
    let response = try await fetcher.fetch(request, policy: policy)
    return "\(response.status) \(String(decoding: response.body, as: UTF8.self)) \(response.source.rawValue)"
  }

  @Test("a response is stored on disk and served by the next process")
  func kept() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("one", headers: [("Cache-Control", "max-age=3600")]), .text("two"))
      #expect(try await get(make(), FetchRequest(server.url("/")), server.policy) == "200 one network")
      let fetcher = make()
      #expect(try await get(fetcher, FetchRequest(server.url("/#part")), server.policy) == "200 one cache")
      #expect(try await get(fetcher, FetchRequest(server.url("/"), cacheMode: .reload), server.policy) == "200 two network")
      #expect(server.requests.count == 2)
      #expect(server.requests.last?.header("cache-control") == "no-cache")
    }
  }

  @Test("the server validates by entity tag")
  func revalidated() async throws {
    try await withLoopbackServer { server async throws in
      server.on(
        "/", .text("one", headers: [("ETag", "\"1\""), ("Cache-Control", "no-cache")]),
        .response([], status: 304, headers: [("ETag", "\"1\"")]))
      let fetcher = make()
      #expect(try await get(fetcher, FetchRequest(server.url("/")), server.policy) == "200 one network")
      #expect(try await get(fetcher, FetchRequest(server.url("/")), server.policy) == "200 one revalidated")
      #expect(server.requests.map { $0.header("If-None-Match") } == [nil, "\"1\""])
    }
  }

  @Test("RFC 5861 4: when the server is gone the stale response is served if allowed")
  func gone() async throws {
    let server = try await LoopbackServer.start()
    let policy = server.policy
    let (url, plain) = (server.url("/"), server.url("/plain"))
    server.on("/", .text("one", headers: [("Cache-Control", "max-age=0, stale-if-error=600")]))
    server.on("/plain", .text("two"))
    let fetcher = make()
    _ = try await get(fetcher, FetchRequest(url), policy)
    _ = try await get(fetcher, FetchRequest(plain, usableFor: 600), policy)
    await server.stop()
    #expect(try await get(fetcher, FetchRequest(url), policy) == "200 one stale")
    #expect(try await get(fetcher, FetchRequest(plain, usableFor: 600), policy) == "200 two stale")
    let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(FetchRequest(plain), policy: policy) }
    #expect(error?.kind == .connect)
  }

  @Test("ten concurrent requests make one connection and one request")
  func singleFlight() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("one", headers: [("Cache-Control", "max-age=3600")]).delayed(milliseconds: 20))
      let fetcher = make()
      let results = await fetcher.fetchAll(
        [FetchRequest](repeating: FetchRequest(server.url("/")), count: 10), limit: 10, policy: server.policy)
      #expect(results.allSatisfy { (try? $0.get().body) == Array("one".utf8) })
      #expect(server.requests.count == 1)
    }
  }

  @Test("a redirect is followed and both steps are stored; the body of a redirect may have any length")
  func redirect() async throws {
    try await withLoopbackServer { server async throws in
      let long = [UInt8](repeating: 65, count: 5 << 20)
      server.on("/", .response(long, status: 301, headers: [("Location", "/b"), ("Cache-Control", "max-age=3600")]))
      server.on("/b", .text("one", headers: [("Cache-Control", "max-age=3600")]))
      let fetcher = make()
      #expect(try await get(fetcher, FetchRequest(server.url("/")), server.policy) == "200 one network")
      #expect(try await get(fetcher, FetchRequest(server.url("/")), server.policy) == "200 one cache")
      #expect(server.requests.map(\.target) == ["/", "/b"])
    }
  }

  @Test("the timeout of a fetch spans its redirects and is named in the error")
  func timeout() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: "/b").delayed(milliseconds: 50))
      server.on("/b", .silence)
      let fetcher = make()
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 0.3), policy: server.policy)
      }
      #expect(error?.reason == .timeout(seconds: 0.3))
    }
  }

  @Test("RFC 9111 3.3: an incomplete response is not stored")
  func cutOff() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("a longer text", headers: [("Cache-Control", "max-age=3600")]).cut(after: 105), .text("whole"))
      let fetcher = make()
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      }
      #expect(error?.reason == .incomplete)
      #expect(try await get(fetcher, FetchRequest(server.url("/")), server.policy) == "200 whole network")
    }
  }
}
