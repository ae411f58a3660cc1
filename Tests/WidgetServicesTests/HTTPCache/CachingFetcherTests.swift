import Testing
import WidgetTesting

@testable import WidgetServices

@Suite struct CachingFetcherTests {
  private let network = FakeFetcher()
  private let clock = ManualClock(start)
  private let store = MemoryHTTPCacheStore()
  private let policy = NetPolicy(grants: ["a.example", "b.example"].compactMap { NetGrant($0) })
  private let fetcher: CachingFetcher

  init() { fetcher = CachingFetcher(network, store: store, clock: clock) }

  private func answer(_ text: String, _ lines: [String] = [], status: Int = 200, url: String = pageURL) -> FakeFetcher.Answer {
    .success(FetchResponse(status: status, url: url, headers: fields(lines), body: Array(text.utf8)))
  }

  private func failure(_ reason: FetchError.Reason) -> FakeFetcher.Answer {
    .failure(FetchError(reason, target: "a.example:443"))
  }

  /// `body (source, age)`, `status body ...` when it is not 200, or `kind`.
  private func get(_ request: FetchRequest = FetchRequest(pageURL)) async -> String {
    do {
      let response = try await fetcher.fetch(request, policy: policy)
      let status = response.status == 200 ? "" : "\(response.status) "
      return "\(status)\(String(decoding: response.body, as: UTF8.self)) (\(response.source.rawValue), \(Int(response.age)))"
    } catch {
      return (error as? FetchError)?.kind.rawValue ?? "\(error)"
    }
  }

  private func header(_ name: String, of index: Int) -> String? {
    network.requests.indices.contains(index) ? network.requests[index].headers.value(of: name) : nil
  }

  @Test("fresh from the store, then confirmed by the server, then replaced")
  func life() async {
    let lines = ["Cache-Control: max-age=60", "ETag: \"1\"", "Date: \(startDate)"]
    network.on(
      pageURL, answer("one", lines), answer("", ["Cache-Control: max-age=60"], status: 304), answer("two", ["ETag: \"2\""]))
    #expect(await get() == "one (network, 0)")
    clock.advance(by: 59)
    #expect(await get() == "one (cache, 59)")
    clock.advance(by: 1)
    #expect(await get() == "one (revalidated, 0)")
    clock.advance(by: 59)
    #expect(await get() == "one (cache, 59)")
    clock.advance(by: 1)
    #expect(await get() == "two (network, 0)")
    #expect(network.requests.count == 3)
    #expect(header("If-None-Match", of: 0) == nil)
    #expect(header("If-None-Match", of: 1) == "\"1\"" && header("If-None-Match", of: 2) == "\"1\"")
  }

  @Test("RFC 9111 4.3.4: a 304 about another answer is not believed; the server is asked without conditions")
  func otherTag() async {
    network.on(pageURL, answer("one", ["ETag: \"1\""]), answer("", ["ETag: \"9\""], status: 304), answer("two"))
    #expect(await get() == "one (network, 0)")
    #expect(await get() == "two (network, 0)")
    #expect(header("If-None-Match", of: 2) == nil)
  }

  @Test("RFC 9111 4.3.3: a complete answer to a validation replaces what is stored, or takes it away")
  func replaced() async {
    network.on(pageURL, answer("one", ["ETag: \"1\""]), answer("gone", status: 410), answer("two"))
    #expect(await get() == "one (network, 0)")
    #expect(await get() == "410 gone (network, 0)")
    #expect(store.list(nil).isEmpty)
  }

  @Test("a refusal or trouble leaves what is stored", arguments: [401, 403, 429, 500, 503])
  func refusal(_ status: Int) async {
    network.on(pageURL, answer("one", ["ETag: \"1\""]), answer("no", status: status))
    #expect(await get() == "one (network, 0)")
    #expect(await get() == "\(status) no (network, 0)")
    #expect(store.list(nil).count == 1)
  }

  @Test(
    "RFC 9111 5.1: the age of an answer of the network is what it says", arguments: [("Age: 7", 7), ("Age: x", 0), ("X: 1", 0)])
  func networkAge(_ line: String, _ age: Int) async {
    network.on(pageURL, answer("one", [line]))
    #expect(await get() == "one (network, \(age))")
  }

  @Test("RFC 9111 4.4: a change by the same widget makes the next GET ask the server")
  func invalidation() async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]), answer("done"), answer("two"))
    #expect(await get() == "one (network, 0)")
    #expect(await get(FetchRequest(pageURL, method: "POST", body: [1])) == "done (network, 0)")
    #expect(await get() == "two (network, 0)")
  }

  @Test("RFC 9111 4.4: a change that failed changes nothing")
  func failedChange() async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]), answer("no", status: 409), failure(.refused))
    #expect(await get() == "one (network, 0)")
    #expect(await get(FetchRequest(pageURL, method: "DELETE")) == "409 no (network, 0)")
    #expect(await get(FetchRequest(pageURL, method: "PUT")) == "connect")
    #expect(await get() == "one (cache, 0)")
  }

  @Test("RFC 9110 9.3.2: a HEAD is answered from the store without a body, and is never stored")
  func head() async {
    network.on(pageURL, answer("", ["Cache-Control: max-age=60"]), answer("one", ["Cache-Control: max-age=60", "ETag: \"1\""]))
    #expect(await get(FetchRequest(pageURL, method: "HEAD")) == " (network, 0)")
    #expect(await get() == "one (network, 0)")
    #expect(await get(FetchRequest(pageURL, method: "head")) == " (cache, 0)")
  }

  @Test("RFC 9111 4.3.5: a HEAD renews the stored GET, or makes it go")
  func headUpdates() async {
    network.on(
      pageURL, answer("one", ["Cache-Control: max-age=60", "ETag: \"1\""]),
      answer("", ["ETag: \"1\"", "Cache-Control: max-age=60"]),
      answer("", ["ETag: \"2\""]))
    _ = await get()
    clock.advance(by: 61)
    #expect(await get(FetchRequest(pageURL, method: "HEAD")) == " (network, 0)")
    #expect(await get() == "one (cache, 0)")
    clock.advance(by: 61)
    #expect(await get(FetchRequest(pageURL, method: "HEAD")) == " (network, 0)")
    #expect(store.list(nil).isEmpty)
  }

  @Test("RFC 5861 4: stale-if-error", arguments: [FetchError.Reason.refused, .unknownHost, .offline, .timeout(seconds: 1)])
  func staleIfError(_ reason: FetchError.Reason) async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60, stale-if-error=60", "ETag: \"1\""]), failure(reason))
    _ = await get()
    clock.advance(by: 100)
    #expect(await get() == "one (stale, 100)")
    clock.advance(by: 21)
    #expect(await get() == reason.kind.rawValue)
  }

  @Test("RFC 9111 4.2.4: without leave a failure is a failure, and stays no secret")
  func failureShows() async {
    network.on(pageURL, answer("one", ["ETag: \"1\""]), failure(.refused), answer("busy", status: 503))
    _ = await get()
    #expect(await get() == "connect")
    #expect(await get() == "503 busy (network, 0)")
  }

  @Test("usable_for: the stored answer stands in for a failure and for a 5xx")
  func usableFor() async {
    network.on(
      pageURL, answer("one"), failure(.refused), answer("busy", ["Cache-Control: max-age=60"], status: 500), failure(.offline))
    let request = FetchRequest(pageURL, usableFor: 3600)
    #expect(await get(request) == "one (network, 0)")
    clock.advance(by: 100)
    #expect(await get(request) == "one (stale, 100)")
    #expect(await get(request) == "one (stale, 100)")
    clock.advance(by: 3501)
    #expect(await get(request) == "offline")
  }

  @Test("fresh_for: no question for so long")
  func freshFor() async {
    network.on(pageURL, answer("one"), answer("two"))
    let request = FetchRequest(pageURL, freshFor: 60)
    #expect(await get(request) == "one (network, 0)")
    clock.advance(by: 59)
    #expect(await get(request) == "one (cache, 59)")
    clock.advance(by: 1)
    #expect(await get(request) == "two (network, 0)")
  }

  @Test("RFC 5861 3: stale-while-revalidate answers at once, and the next one gets the new answer")
  func whileRevalidate() async {
    let lines = ["Cache-Control: max-age=60, stale-while-revalidate=60", "ETag: \"1\""]
    network.on(pageURL, answer("one", lines), answer("two", lines))
    _ = await get()
    clock.advance(by: 61)
    #expect(await get() == "one (stale, 61)")
    await fetcher.settle()
    #expect(await get() == "two (cache, 0)")
    #expect(network.requests.count == 2 && header("If-None-Match", of: 1) == "\"1\"")
  }

  @Test("RFC 5861 3: a revalidation that fails leaves the stored answer, and the next request begins another")
  func failedRevalidation() async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60, stale-while-revalidate=60"]), failure(.refused))
    _ = await get()
    clock.advance(by: 61)
    for count in 2...3 {
      #expect(await get() == "one (stale, 61)")
      await fetcher.settle()
      #expect(network.requests.count == count)
    }
  }

  @Test(
    "what a mode does with a stale stored answer",
    arguments: [
      (.default, "two (network, 0)", 2), (.noStore, "two (network, 0)", 2), (.reload, "two (network, 0)", 2),
      (.noCache, "two (network, 0)", 2),
      (.forceCache, "one (stale, 61)", 1), (.onlyIfCached, "one (stale, 61)", 1),
    ] as [(CacheMode, String, Int)])
  func modes(_ mode: CacheMode, _ expected: String, _ count: Int) async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]), answer("two", ["Cache-Control: max-age=60"]))
    _ = await get()
    clock.advance(by: 61)
    #expect(await get(FetchRequest(pageURL, cacheMode: mode)) == expected)
    #expect(network.requests.count == count)
    let isNew = [.default, .reload, .noCache].contains(mode)
    #expect(await get(FetchRequest(pageURL, cacheMode: .onlyIfCached)) == (isNew ? "two (cache, 0)" : "one (stale, 61)"))
  }

  @Test("only-if-cached: the mode is an error of kind offline, the header field a 504")
  func onlyIfCached() async throws {
    #expect(await get(FetchRequest(pageURL, cacheMode: .onlyIfCached)) == "offline")
    #expect(await get(FetchRequest(pageURL, headers: fields(["Cache-Control: only-if-cached"]))) == "504  (cache, 0)")
    #expect(network.requests.isEmpty)
    let error = await #expect(throws: FetchError.self) {
      try await fetcher.fetch(FetchRequest(pageURL, cacheMode: .onlyIfCached), policy: policy)
    }
    #expect(
      error?.description
        == "cannot fetch from a.example:443: nothing stored will do, and the request asks the network for nothing")
  }

  @Test("a widget gets nothing that was stored for another")
  func partitions() async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]), answer("two", ["Cache-Control: max-age=60"]))
    #expect(await get(FetchRequest(pageURL, partition: "w")) == "one (network, 0)")
    #expect(await get(FetchRequest(pageURL, partition: "v")) == "two (network, 0)")
    #expect(await get(FetchRequest(pageURL, partition: "w")) == "one (cache, 0)")
  }

  @Test("permission is asked before the store")
  func denied() async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]))
    _ = await get()
    await #expect(throws: FetchError(.notGranted, target: "a.example:443", remedy: "add \"a.example\" to permissions.net")) {
      try await fetcher.fetch(FetchRequest(pageURL), policy: NetPolicy())
    }
  }

  @Test("Vary: each kind of request has an answer of its own")
  func vary() async {
    network.on(
      pageURL, answer("en", ["Cache-Control: max-age=60", "Vary: Accept-Language"]),
      answer("de", ["Cache-Control: max-age=60", "Vary: Accept-Language"]))
    for (language, source) in [("en", "network"), ("de", "network"), ("en", "cache"), ("de", "cache")] {
      let request = FetchRequest(pageURL, headers: fields(["Accept-Language: \(language)"]))
      #expect(await get(request) == "\(language) (\(source), 0)")
    }
  }

  @Test("a stored body that is larger than a request allows is not given")
  func limit() async {
    network.on(pageURL, answer("four", ["Cache-Control: max-age=60"]), failure(.bodyTooLarge(limit: 3)))
    _ = await get()
    #expect(await get(FetchRequest(pageURL, maximumBodyBytes: 3)) == "too_large")
    #expect(await get(FetchRequest(pageURL, maximumBodyBytes: 4)) == "four (cache, 0)")
  }

  // MARK: Redirects

  private let otherURL = "https://b.example/other"

  @Test("each hop of a redirect goes through the store by itself")
  func redirect() async throws {
    network.on(pageURL, answer("", ["Location: \(otherURL)", "Cache-Control: max-age=60"], status: 302))
    network.on(otherURL, answer("one", ["Cache-Control: max-age=10"], url: otherURL), answer("two", url: otherURL))
    #expect(await get() == "one (network, 0)")
    #expect(await get() == "one (cache, 0)")
    clock.advance(by: 11)
    #expect(await get() == "two (network, 0)")
    #expect(network.requests.map(\.url) == [pageURL, otherURL, otherURL])
    #expect(network.requests.allSatisfy { $0.redirect == .manual })
    #expect(try await fetcher.fetch(FetchRequest(pageURL), policy: policy).url == otherURL)
  }

  @Test("a stored redirect leads nowhere that the widget may not go")
  func redirectDenied() async {
    network.on(pageURL, answer("", ["Location: https://c.example/", "Cache-Control: max-age=60"], status: 301))
    #expect(await get() == "denied")
    #expect(await get() == "denied")
    #expect(network.requests.count == 1)
  }

  @Test("redirect modes hold for stored redirects; \"manual\" asks for the body")
  func redirectModes() async {
    network.on(pageURL, answer("moved", ["Location: /x", "Cache-Control: max-age=60"], status: 302))
    network.on("https://a.example/x", answer("x"))
    #expect(await get() == "x (network, 0)")
    #expect(await get(FetchRequest(pageURL, redirect: .error)) == "protocol")
    #expect(network.requests.map(\.url) == [pageURL, "https://a.example/x"])
    #expect(await get(FetchRequest(pageURL, redirect: .manual)) == "302 moved (network, 0)")
  }

  @Test("more than five redirects are too many, stored or not")
  func loop() async {
    network.on(pageURL, answer("", ["Location: \(pageURL)", "Cache-Control: max-age=60"], status: 301))
    for _ in 1...2 {
      await #expect(throws: FetchError(.tooManyRedirects(limit: 5), target: "a.example:443")) {
        try await fetcher.fetch(FetchRequest(pageURL), policy: policy)
      }
    }
    #expect(network.requests.count == 1)
  }

  // MARK: Trouble

  @Test("a store that cannot be used fails no fetch, and is told of once")
  func brokenStore() async throws {
    let notices = Notices()
    let broken = SQLiteHTTPCacheStore(path: StorePath("/dev/null/cache.db"))
    let fetcher = CachingFetcher(network, store: broken, clock: clock, onNotice: notices.handler)
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]))
    for _ in 1...3 {
      let response = try await fetcher.fetch(FetchRequest(pageURL), policy: policy)
      #expect(response.body == Array("one".utf8) && response.source == .network)
    }
    #expect(network.requests.count == 3)
    #expect(notices.all.count == 1)
    #expect(notices.all.first?.description.hasPrefix("answers of the network are not kept: /dev/null") == true)
  }

  @Test(
    "what is wrong with a request is said before anything else",
    arguments: [
      FetchRequest("x"), FetchRequest(pageURL, method: "TRACE"), FetchRequest(pageURL, headers: [HeaderField("Host", "x")]),
    ])
  func badRequest(_ request: FetchRequest) async {
    #expect(await get(request) == "protocol")
    #expect(network.requests.isEmpty)
  }

  @Test("under --offline what is fresh is given, and what usable_for or force-cache allow")
  func offline() async {
    network.on(pageURL, answer("one", ["Cache-Control: max-age=60"]))
    _ = await get()
    let offline = CachingFetcher(OfflineFetcher(), store: store, clock: clock)
    func ask(_ request: FetchRequest) async -> String {
      do throws(FetchError) {
        return try await offline.fetch(request, policy: policy).source.rawValue
      } catch {
        return error.message
      }
    }
    #expect(await ask(FetchRequest(pageURL)) == "cache")
    clock.advance(by: 61)
    #expect(await ask(FetchRequest(pageURL)) == "cannot fetch from a.example:443: --offline is in force")
    #expect(await ask(FetchRequest(pageURL, usableFor: 61)) == "stale")
    #expect(await ask(FetchRequest(pageURL, cacheMode: .forceCache)) == "stale")
  }
}
