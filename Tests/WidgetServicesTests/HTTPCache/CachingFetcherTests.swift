import Testing
import WidgetTesting

@testable import WidgetServices

@Suite struct CachingFetcherTests {
  private let bench = FetchBench()

  @Test("fresh from the store, then validated by the server, then replaced")
  func life() async {
    let lines = ["Cache-Control: max-age=60", "ETag: \"1\"", "Date: \(startDate)"]
    bench.network.on(
      pageURL, bench.response("one", lines), bench.response("", ["Cache-Control: max-age=60"], status: 304),
      bench.response("two", ["ETag: \"2\""]))
    #expect(await bench.get() == "one (network, 0)")
    bench.clock.advance(by: 59)
    #expect(await bench.get() == "one (cache, 59)")
    bench.clock.advance(by: 1)
    #expect(await bench.get() == "one (revalidated, 0)")
    bench.clock.advance(by: 59)
    #expect(await bench.get() == "one (cache, 59)")
    bench.clock.advance(by: 1)
    #expect(await bench.get() == "two (network, 0)")
    #expect(bench.network.requests.count == 3)
    #expect(bench.header("If-None-Match", of: 0) == nil)
    #expect(bench.header("If-None-Match", of: 1) == "\"1\"" && bench.header("If-None-Match", of: 2) == "\"1\"")
  }

  @Test("a fresh response is served without waiting; a stale or denied one is not")
  func storedResponse() async {
    bench.network.on(pageURL, bench.response("one", ["Cache-Control: max-age=60, stale-while-revalidate=60"]))
    func stored(_ request: FetchRequest, _ policy: NetPolicy? = nil) -> String? {
      bench.fetcher.storedResponse(to: request, policy: policy ?? bench.policy).map { String(decoding: $0.body, as: UTF8.self) }
    }
    #expect(stored(FetchRequest(pageURL)) == nil)
    #expect(await bench.get() == "one (network, 0)")
    #expect(stored(FetchRequest(pageURL)) == "one")
    #expect(stored(FetchRequest(pageURL, method: "HEAD")) == "")
    #expect(stored(FetchRequest(pageURL, method: "POST")) == nil)
    #expect(stored(FetchRequest("no URL")) == nil)
    #expect(stored(FetchRequest(pageURL, cacheMode: .reload)) == nil)
    #expect(stored(FetchRequest(pageURL, cacheMode: .noStore)) == nil)
    #expect(stored(FetchRequest(pageURL, partition: "another")) == nil)
    #expect(stored(FetchRequest(pageURL), NetPolicy()) == nil)
    bench.clock.advance(by: 61)
    #expect(stored(FetchRequest(pageURL)) == nil)
    #expect(stored(FetchRequest(pageURL, cacheMode: .forceCache)) == "one")
    #expect(bench.network.requests.count == 1)
  }

  @Test("RFC 9111 4.3.4: a 304 for another response is ignored; the request is repeated without conditions")
  func otherTag() async {
    bench.network.on(
      pageURL, bench.response("one", ["ETag: \"1\""]), bench.response("", ["ETag: \"9\""], status: 304), bench.response("two"))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get() == "two (network, 0)")
    #expect(bench.header("If-None-Match", of: 2) == nil)
  }

  @Test("RFC 9111 4.3.3: a full response to a validation replaces the stored one, or removes it")
  func replaced() async {
    bench.network.on(pageURL, bench.response("one", ["ETag: \"1\""]), bench.response("gone", status: 410), bench.response("two"))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get() == "410 gone (network, 0)")
    #expect(bench.store.list(nil).isEmpty)
  }

  @Test("an error response leaves the stored one", arguments: [401, 403, 429, 500, 503])
  func refusal(_ status: Int) async {
    bench.network.on(pageURL, bench.response("one", ["ETag: \"1\""]), bench.response("no", status: status))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get() == "\(status) no (network, 0)")
    #expect(bench.store.list(nil).count == 1)
  }

  @Test(
    "RFC 9111 5.1: the age of a network response is its Age field", arguments: [("Age: 7", 7), ("Age: x", 0), ("X: 1", 0)])
  func networkAge(_ line: String, _ age: Int) async {
    bench.network.on(pageURL, bench.response("one", [line]))
    #expect(await bench.get() == "one (network, \(age))")
  }

  @Test(
    "RFC 9111 4.4: an unsafe request by the same widget makes the next GET use the network, whatever its method",
    arguments: PreparedRequest.Method.allCases.filter { !$0.isSafe })
  func invalidation(_ method: PreparedRequest.Method) async {
    bench.network.on(pageURL, bench.response("one", ["Cache-Control: max-age=60"]), bench.response("done"), bench.response("two"))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, method: method.rawValue)) == "done (network, 0)")
    #expect(await bench.get() == "two (network, 0)")
  }

  @Test("RFC 9111 4.4: a failed unsafe request invalidates nothing")
  func failedChange() async {
    bench.network.on(
      pageURL, bench.response("one", ["Cache-Control: max-age=60"]), bench.response("no", status: 409), bench.failure(.refused))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, method: "DELETE")) == "409 no (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, method: "PUT")) == "connect")
    #expect(await bench.get() == "one (cache, 0)")
  }

  @Test("RFC 9110 9.3.2: HEAD is served from the store without a body, and is never stored")
  func head() async {
    bench.network.on(
      pageURL, bench.response("", ["Cache-Control: max-age=60"]),
      bench.response("one", ["Cache-Control: max-age=60", "ETag: \"1\""]))
    #expect(await bench.get(FetchRequest(pageURL, method: "HEAD")) == " (network, 0)")
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, method: "head")) == " (cache, 0)")
  }

  @Test("RFC 9111 4.3.5: HEAD freshens the stored GET response or invalidates it")
  func headUpdates() async {
    bench.network.on(
      pageURL, bench.response("one", ["Cache-Control: max-age=60", "ETag: \"1\""]),
      bench.response("", ["ETag: \"1\"", "Cache-Control: max-age=60"]),
      bench.response("", ["ETag: \"2\""]))
    _ = await bench.get()
    bench.clock.advance(by: 61)
    #expect(await bench.get(FetchRequest(pageURL, method: "HEAD")) == " (network, 0)")
    #expect(await bench.get() == "one (cache, 0)")
    bench.clock.advance(by: 61)
    #expect(await bench.get(FetchRequest(pageURL, method: "HEAD")) == " (network, 0)")
    #expect(bench.store.list(nil).isEmpty)
  }

  @Test("RFC 5861 4: stale-if-error", arguments: [FetchError.Reason.refused, .unknownHost, .offline, .timeout(seconds: 1)])
  func staleIfError(_ reason: FetchError.Reason) async {
    bench.network.on(
      pageURL, bench.response("one", ["Cache-Control: max-age=60, stale-if-error=60", "ETag: \"1\""]), bench.failure(reason))
    _ = await bench.get()
    bench.clock.advance(by: 100)
    #expect(await bench.get() == "one (stale, 100)")
    bench.clock.advance(by: 21)
    #expect(await bench.get() == reason.kind.rawValue)
  }

  @Test("RFC 9111 4.2.4: without permission to serve stale a failure is reported as such")
  func failureShows() async {
    bench.network.on(
      pageURL, bench.response("one", ["ETag: \"1\""]), bench.failure(.refused), bench.response("busy", status: 503))
    _ = await bench.get()
    #expect(await bench.get() == "connect")
    #expect(await bench.get() == "503 busy (network, 0)")
  }

  @Test("usable_for: the stored response is served after a failure and after a 5xx")
  func usableFor() async {
    bench.network.on(
      pageURL, bench.response("one"), bench.failure(.refused), bench.response("busy", ["Cache-Control: max-age=60"], status: 500),
      bench.failure(.offline))
    let request = FetchRequest(pageURL, usableFor: 3600)
    #expect(await bench.get(request) == "one (network, 0)")
    bench.clock.advance(by: 100)
    #expect(await bench.get(request) == "one (stale, 100)")
    #expect(await bench.get(request) == "one (stale, 100)")
    bench.clock.advance(by: 3501)
    #expect(await bench.get(request) == "offline")
  }

  @Test("fresh_for: no request for that long")
  func freshFor() async {
    bench.network.on(pageURL, bench.response("one"), bench.response("two"))
    let request = FetchRequest(pageURL, freshFor: 60)
    #expect(await bench.get(request) == "one (network, 0)")
    bench.clock.advance(by: 59)
    #expect(await bench.get(request) == "one (cache, 59)")
    bench.clock.advance(by: 1)
    #expect(await bench.get(request) == "two (network, 0)")
  }

  @Test("RFC 5861 3: stale-while-revalidate serves at once, and the next request gets the new response")
  func whileRevalidate() async {
    let lines = ["Cache-Control: max-age=60, stale-while-revalidate=60", "ETag: \"1\""]
    bench.network.on(pageURL, bench.response("one", lines), bench.response("two", lines))
    _ = await bench.get()
    bench.clock.advance(by: 61)
    #expect(await bench.get() == "one (stale, 61)")
    await bench.fetcher.settle()
    #expect(await bench.get() == "two (cache, 0)")
    #expect(bench.network.requests.count == 2 && bench.header("If-None-Match", of: 1) == "\"1\"")
  }

  @Test("RFC 5861 3: a failed revalidation leaves the stored response, and the next request starts another")
  func failedRevalidation() async {
    bench.network.on(
      pageURL, bench.response("one", ["Cache-Control: max-age=60, stale-while-revalidate=60"]), bench.failure(.refused))
    _ = await bench.get()
    bench.clock.advance(by: 61)
    for count in 2...3 {
      #expect(await bench.get() == "one (stale, 61)")
      await bench.fetcher.settle()
      #expect(bench.network.requests.count == count)
    }
  }

  @Test(
    "how each mode treats a stale response",
    arguments: [
      (.default, "two (network, 0)", 2), (.noStore, "two (network, 0)", 2), (.reload, "two (network, 0)", 2),
      (.noCache, "two (network, 0)", 2),
      (.forceCache, "one (stale, 61)", 1), (.onlyIfCached, "one (stale, 61)", 1),
    ] as [(CacheMode, String, Int)])
  func modes(_ mode: CacheMode, _ expected: String, _ count: Int) async {
    bench.network.on(
      pageURL, bench.response("one", ["Cache-Control: max-age=60"]), bench.response("two", ["Cache-Control: max-age=60"]))
    _ = await bench.get()
    bench.clock.advance(by: 61)
    #expect(await bench.get(FetchRequest(pageURL, cacheMode: mode)) == expected)
    #expect(bench.network.requests.count == count)
    let isNew = [.default, .reload, .noCache].contains(mode)
    #expect(await bench.get(FetchRequest(pageURL, cacheMode: .onlyIfCached)) == (isNew ? "two (cache, 0)" : "one (stale, 61)"))
  }

  @Test("only-if-cached: the mode is an error of kind offline, the header field a 504")
  func onlyIfCached() async throws {
    #expect(await bench.get(FetchRequest(pageURL, cacheMode: .onlyIfCached)) == "offline")
    #expect(await bench.get(FetchRequest(pageURL, headers: fields(["Cache-Control: only-if-cached"]))) == "504  (cache, 0)")
    #expect(bench.network.requests.isEmpty)
    let error = await #expect(throws: FetchError.self) {
      try await bench.fetcher.fetch(FetchRequest(pageURL, cacheMode: .onlyIfCached), policy: bench.policy)
    }
    #expect(
      error?.description
        == "cannot fetch from a.example:443: no stored response satisfies the request, and it does not use the network")
  }

  @Test("a widget never gets a response stored for another")
  func partitions() async {
    bench.network.on(
      pageURL, bench.response("one", ["Cache-Control: max-age=60"]), bench.response("two", ["Cache-Control: max-age=60"]))
    #expect(await bench.get(FetchRequest(pageURL, partition: "w")) == "one (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, partition: "v")) == "two (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, partition: "w")) == "one (cache, 0)")
  }

  @Test("permission is checked before the store")
  func denied() async {
    bench.network.on(pageURL, bench.response("one", ["Cache-Control: max-age=60"]))
    _ = await bench.get()
    await #expect(throws: FetchError(.notGranted, target: "a.example:443", remedy: "add \"a.example\" to permissions.net")) {
      try await bench.fetcher.fetch(FetchRequest(pageURL), policy: NetPolicy())
    }
  }

  @Test("Vary: each variant has its own response")
  func vary() async {
    bench.network.on(
      pageURL, bench.response("en", ["Cache-Control: max-age=60", "Vary: Accept-Language"]),
      bench.response("de", ["Cache-Control: max-age=60", "Vary: Accept-Language"]))
    for (language, source) in [("en", "network"), ("de", "network"), ("en", "cache"), ("de", "cache"), ("DE", "cache")] {
      let request = FetchRequest(pageURL, headers: fields(["Accept-Language: \(language)"]))
      #expect(await bench.get(request) == "\(language.lowercased()) (\(source), 0)")
    }
  }

  @Test("a stored body that is larger than the request allows is not served")
  func limit() async {
    bench.network.on(pageURL, bench.response("four", ["Cache-Control: max-age=60"]), bench.failure(.bodyTooLarge(limit: 3)))
    _ = await bench.get()
    #expect(await bench.get(FetchRequest(pageURL, maximumBodyBytes: 3)) == "too_large")
    #expect(await bench.get(FetchRequest(pageURL, maximumBodyBytes: 4)) == "four (cache, 0)")
  }

  // MARK: Failures

  @Test("an unusable store fails no fetch, and is reported once")
  func brokenStore() async throws {
    let notices = Notices()
    let broken = SQLiteHTTPCacheStore(.cache(StorePath("/dev/null/cache.db")))
    let fetcher = CachingFetcher(bench.network, store: broken, clock: bench.clock, onNotice: notices.handler)
    bench.network.on(pageURL, bench.response("one", ["Cache-Control: max-age=60"]))
    for _ in 1...3 {
      let response = try await fetcher.fetch(FetchRequest(pageURL), policy: bench.policy)
      #expect(response.body == Array("one".utf8) && response.source == .network)
    }
    #expect(bench.network.requests.count == 3)
    #expect(notices.all.count == 1)
    #expect(notices.all.first?.description.hasPrefix("HTTP responses are not cached: /dev/null") == true)
  }

  @Test(
    "problems with the request are reported first",
    arguments: [
      FetchRequest("x"), FetchRequest(pageURL, method: "TRACE"), FetchRequest(pageURL, headers: [HeaderField("Host", "x")]),
    ])
  func badRequest(_ request: FetchRequest) async {
    #expect(await bench.get(request) == "protocol")
    #expect(bench.network.requests.isEmpty)
  }

  @Test("with --offline fresh responses are served, and those that usable_for or force-cache allow")
  func offline() async {
    bench.network.on(pageURL, bench.response("one", ["Cache-Control: max-age=60"]))
    _ = await bench.get()
    let offline = CachingFetcher(OfflineFetcher(), store: bench.store, clock: bench.clock)
    func ask(_ request: FetchRequest) async -> String {
      do throws(FetchError) {
        return try await offline.fetch(request, policy: bench.policy).source.rawValue
      } catch {
        return error.message
      }
    }
    #expect(await ask(FetchRequest(pageURL)) == "cache")
    bench.clock.advance(by: 61)
    #expect(await ask(FetchRequest(pageURL)) == "cannot fetch from a.example:443: --offline is active")
    #expect(await ask(FetchRequest(pageURL, usableFor: 61)) == "stale")
    #expect(await ask(FetchRequest(pageURL, cacheMode: .forceCache)) == "stale")
  }
}
