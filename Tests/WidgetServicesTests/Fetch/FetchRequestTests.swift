import Testing
import WidgetServices
import WidgetTesting

@Suite struct FetchRequestTests {
  private let policy = NetPolicy(grants: ["a.example", "b.example"].compactMap { NetGrant($0) })

  private func failure(_ request: FetchRequest) async throws -> FetchError {
    try #require(await #expect(throws: FetchError.self) { try await OfflineFetcher().fetch(request, policy: policy) })
  }

  @Test(
    "a header field that would smuggle another one, or is forbidden, is rejected",
    arguments: [
      ("X-A", "a\r\nHost: evil"), ("X-A", "a\nb"), ("X-A", "a\rb"), ("X-A", "\0"), ("X-A", "\u{7F}"), ("X-A\r\nHost", "evil"),
      ("X A", "b"),
      ("X:A", "b"), ("", "b"), ("X-\u{E9}", "b"), ("Host", "evil"), ("host", "evil"), ("Content-Length", "5"),
      ("Transfer-Encoding", "chunked"), ("Connection", "close"), ("Keep-Alive", "1"), ("Upgrade", "h2c"), ("TE", "trailers"),
      ("Trailer", "x"),
      ("Expect", "100-continue"), ("Cookie", "a=b"), ("Proxy-Authorization", "x"), ("Sec-Fetch-Site", "x"),
      ("Accept-Encoding", "br"),
      ("X-Big", String(repeating: "x", count: 70_000)), (String(repeating: "x", count: 300), "y"),
    ])
  func headers(_ name: String, _ value: String) async throws {
    let request = FetchRequest("https://a.example/", headers: [HeaderField("X-Fine", "1"), HeaderField(name, value)])
    let error = try await failure(request)
    #expect(error.kind == .protocolError && error.target == "a.example:443")
    #expect(!error.description.utf8.contains { $0 < 0x20 })
  }

  @Test(
    "a forbidden header field is named with the reason and an alternative",
    arguments: [
      ("X A", "the header name \"X A\" contains an invalid character"), ("", "a header name is empty"),
      ("X-A\r\nHost", "the header name \"X-A??Host\" contains an invalid character"),
      (
        "Cookie",
        "a widget may not set the header Cookie, because luawidget never stores or sends cookies; "
          + "send a key in Authorization, in another header or in the query"
      ),
      ("host", "a widget may not set the header host, which follows from the URL; name the host in the URL"),
      ("Content-Length", "a widget may not set the header Content-Length, which follows from the body; leave it out"),
      ("Sec-Fetch-Site", "a widget may not set the header Sec-Fetch-Site, which is reserved for browsers; leave it out"),
    ])
  func headerWords(_ name: String, _ message: String) async throws {
    let error = try await failure(FetchRequest("https://a.example/", headers: [HeaderField(name, "x")]))
    #expect(error.description == "cannot fetch from a.example:443: " + message)
  }

  @Test(
    "fields about the connection, for a proxy, a browser or another site's state are forbidden in any letter case",
    arguments: [
      "Host", "Connection", "Upgrade", "Transfer-Encoding", "Content-Length", "TE", "Trailer", "Keep-Alive",
      "Proxy-Authorization", "Proxy-Connection", "Sec-Fetch-Mode", "Sec-WebSocket-Key", "Expect", "Via", "HTTP2-Settings",
      "Early-Data", "Cookie", "Cookie2", "Set-Cookie", "Accept-Encoding", "Access-Control-Request-Method",
    ])
  func forbidden(_ name: String) async throws {
    for name in [name, name.uppercased(), name.lowercased()] {
      let error = try await failure(FetchRequest("https://a.example/", headers: [HeaderField(name, "x")]))
      #expect(error.description.contains("a widget may not set the header \(name), "))
    }
  }

  @Test(
    "any other header field is allowed",
    arguments: [
      ("X-A", ""), ("Origin", "https://b.example"), ("Referer", "https://b.example/"), ("User-Agent", "me/1"), ("Date", "x"),
      ("x_a!#$", "b\tc"), ("Authorization", "Bearer \u{E9}"), ("Range", "bytes=0-1"),
    ])
  func fineHeaders(_ name: String, _ value: String) async throws {
    #expect(try await failure(FetchRequest("https://a.example/", headers: [HeaderField(name, value)])).kind == .offline)
  }

  @Test("methods other than the six are rejected", arguments: ["", "TRACE", "CONNECT", "OPTIONS", "GET\r\n", "G ET", "\u{212A}"])
  func methods(_ method: String) async throws {
    let error = try await failure(FetchRequest("https://a.example/", method: method))
    #expect(
      error.description
        == "cannot fetch from a.example:443: the method is not supported; use GET, HEAD, POST, PUT, PATCH or DELETE")
  }

  @Test("GET and HEAD have no body", arguments: ["GET", "HEAD"])
  func withoutBody(_ method: String) async throws {
    #expect(try await failure(FetchRequest("https://a.example/", method: method, body: [1])).reason == .bodyNotAllowed)
    #expect(try await failure(FetchRequest("https://a.example/", method: method, body: [])).kind == .offline)
  }

  @Test("an invalid URL is reported without its text, which may contain a key")
  func badURL() async throws {
    let error = try await failure(FetchRequest("https://user:secret@a.example/"))
    #expect(
      error.description
        == "cannot fetch: the URL has a user name or password before the host; send an Authorization header instead")
    #expect(error.kind == .protocolError && error.target == "")
    let space = try await failure(FetchRequest("https://a.example/a b?key=secret"))
    #expect(
      space.description
        == "cannot fetch: the URL has a space, control character or backslash at byte 20; percent-encode it, for example with url.encode"
    )
  }

  @Test(
    "a timeout is clamped to 0.1 to 30 seconds",
    arguments: [(0, 0.1), (-1, 0.1), (5, 5), (31, 30), (.infinity, 30), (-.infinity, 0.1), (.nan, 10)] as [(Double, Double)])
  func timeout(_ given: Double, _ kept: Double) {
    var request = FetchRequest("https://a.example/", timeout: given)
    #expect(request.timeout == kept)
    request.timeout = 1
    request.timeout = given
    #expect(request.timeout == kept)
  }

  @Test("offline is reported, and a denial takes precedence")
  func offline() async throws {
    let error = try await failure(FetchRequest("https://a.example/"))
    #expect(error.description == "cannot fetch from a.example:443: --offline is active; run again without --offline")
    #expect(try await failure(FetchRequest("https://c.example/")).kind == .denied)
  }

  @Test("the quota counts up to its limit")
  func quota() throws {
    var quota = FetchQuota(limit: 2)
    try quota.take(for: "https://a.example/?key=1")
    try quota.take(for: "https://a.example/")
    let error = #expect(throws: FetchError.self) { try quota.take(for: "https://a.example/?key=1") }
    #expect(error?.message == "cannot fetch from a.example:443: more than 2 fetches in one update")
    #expect(error?.kind == .quota && quota.used == 2)
  }

  @Test("results of several fetches are in the order of the requests, successes and failures")
  func all() async {
    let fake = FakeFetcher()
    fake.on("https://a.example/1", text: "one")
    fake.on("https://b.example/2", .failure(FetchError(kind: .timeout, target: "b.example:443")))
    let urls = ["https://a.example/1", "https://c.example/", "https://b.example/2", "https://a.example/3", "https://a.example/1"]
    let results = await fake.fetchAll(urls.map { FetchRequest($0) }, limit: 2, policy: policy)
    let kinds = results.map { result -> String in
      switch result {
      case .success(let response): String(decoding: response.body, as: UTF8.self)
      case .failure(let error): error.kind.rawValue
      }
    }
    #expect(kinds == ["one", "denied", "timeout", "dns", "one"])
    #expect(fake.requests.count == 4)
    #expect(await fake.fetchAll([], policy: policy).isEmpty)
  }

  @Test("no more than the limit run concurrently")
  func limit() async {
    let counting = CountingFetcher()
    _ = await counting.fetchAll((0..<20).map { FetchRequest("https://a.example/\($0)") }, limit: 3, policy: policy)
    #expect(await counting.counter.highest == 3)
  }
}

private struct CountingFetcher: Fetcher {
  actor Counter {
    var running = 0
    var highest = 0

    func begin() {
      running += 1
      highest = max(highest, running)
    }
    func end() { running -= 1 }
  }

  let counter = Counter()

  func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    await counter.begin()
    for _ in 0..<100 { await Task.yield() }
    await counter.end()
    return FetchResponse(url: request.url)
  }
}
