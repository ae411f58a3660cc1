import Testing
import WidgetTesting

@testable import WidgetServices

@Suite(.bothTransports) struct RedirectTests {
  private let fetcher = NetworkFetcher(resolver: FixedResolver(["a.example": [.loopback4], "b.example": [.loopback4]]))

  private func failure(_ request: FetchRequest, _ policy: NetPolicy) async throws -> FetchError {
    try #require(await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: policy) })
  }

  /// Two hosts on one server: a change of origin that both sides of a test can observe.
  private func policy(_ server: LoopbackServer, _ hosts: [String]) -> NetPolicy {
    var policy = server.policy
    policy.grants = hosts.compactMap { NetGrant("\($0):\(server.port)") }
    return policy
  }

  @Test("a redirect is followed to its target", arguments: [301, 302, 303, 307, 308])
  func follows(_ status: Int) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/a/b", .redirect(to: "../c?d", status: status))
      server.on("/c", .text("here"))
      let response = try await fetcher.fetch(FetchRequest(server.url("/a/b")), policy: server.policy)
      #expect(response.status == 200 && response.url == server.url("/c?d"))
      #expect(server.requests.map(\.target) == ["/a/b", "/c?d"])
    }
  }

  @Test("a Location with spaces or non-ASCII characters is followed as in browsers; an invalid one is not repeated in the error")
  func unencoded() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: "/caf\u{E9} b?q=\u{FC}"))
      server.on("/caf%C3%A9%20b", .text("here"))
      #expect(
        try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy).url == server.url("/caf%C3%A9%20b?q=%C3%BC")
      )
      server.on("/", .redirect(to: "/a\\b"))
      let error = try await failure(FetchRequest(server.url("/")), server.policy)
      #expect(error.message.hasSuffix("it redirects to a URL that has a space, control character or backslash"))
      server.on(
        "/", .bytes(Array("HTTP/1.1 302 Found\r\nLocation: /caf".utf8) + [0xE9] + Array("\r\nContent-Length: 0\r\n\r\n".utf8)))
      let latin = try await failure(FetchRequest(server.url("/")), server.policy)
      #expect(latin.message.hasSuffix("it redirects to a URL that has a character outside ASCII"))
    }
  }

  @Test("300, 304 and a redirect without a target are responses", arguments: [300, 304, 305, 302])
  func responses(_ status: Int) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response([], status: status, headers: status == 302 ? [] : [("Location", "/x")]))
      #expect(try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy).status == status)
      #expect(server.requests.count == 1)
    }
  }

  @Test("\"manual\" returns the redirect itself, \"error\" fails")
  func policies() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response(Array("moved".utf8), status: 302, headers: [("Location", "/x")]))
      let manual = try await fetcher.fetch(FetchRequest(server.url("/"), redirect: .manual), policy: server.policy)
      #expect(manual.status == 302 && manual.headers.value(of: "Location") == "/x" && manual.body == Array("moved".utf8))
      let error = try await failure(FetchRequest(server.url("/"), redirect: .error), server.policy)
      #expect(error.kind == .protocolError && error.reason == .redirect)
      #expect(server.requests.count == 2)
    }
  }

  @Test(
    "POST becomes GET without a body after 301, 302 and 303, and stays POST after 307 and 308",
    arguments: [(301, "GET", ""), (302, "GET", ""), (303, "GET", ""), (307, "POST", "x=1"), (308, "POST", "x=1")])
  func methods(_ status: Int, _ method: String, _ body: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: "/next", status: status))
      server.on("/next", .text("x"))
      let headers = [HeaderField("Content-Type", "text/x"), HeaderField("X-Key", "k")]
      let request = FetchRequest(server.url("/"), method: "POST", headers: headers, body: Array("x=1".utf8))
      _ = try await fetcher.fetch(request, policy: server.policy)
      let next = try #require(server.requests.last)
      #expect(next.method == method && next.body == Array(body.utf8))
      #expect(next.header("Content-Type") == (method == "POST" ? "text/x" : nil))
      #expect(next.header("X-Key") == "k")
    }
  }

  @Test("HEAD stays HEAD, and PUT stays PUT except after 303", arguments: [(302, "PUT"), (303, "GET")])
  func otherMethods(_ status: Int, _ method: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: "/next", status: status))
      server.on("/next", .text("x"))
      _ = try await fetcher.fetch(FetchRequest(server.url("/"), method: "HEAD"), policy: server.policy)
      _ = try await fetcher.fetch(FetchRequest(server.url("/"), method: "PUT", body: [1]), policy: server.policy)
      #expect(server.requests.map(\.method) == ["HEAD", "HEAD", "PUT", method])
    }
  }

  @Test("across origins, of the script's headers only Accept and the type of a sent body are sent")
  func origin() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: server.url("/next", host: "b.example"), status: 307))
      server.on("/next", .redirect(to: "/last", status: 307))
      server.on("/last", .text("x"))
      let headers = ["Authorization", "X-Api-Key", "Accept", "Accept-Language", "Content-Type", "User-Agent"].map {
        HeaderField($0, "s")
      }
      let request = FetchRequest(server.url("/", host: "a.example"), method: "POST", headers: headers, body: [0x78])
      _ = try await fetcher.fetch(request, policy: policy(server, ["a.example", "b.example"]))
      #expect(
        server.requests.map { $0.header("Host") } == ["a.example", "b.example", "b.example"].map { "\($0):\(server.port)" })
      #expect(server.requests.map { $0.header("Authorization") } == ["s", nil, nil])
      #expect(server.requests.map { $0.header("X-Api-Key") } == ["s", nil, nil])
      #expect(server.requests.map { $0.header("User-Agent") } == ["s", "luawidget", "luawidget"])
      #expect(server.requests.map { $0.header("Accept") } == ["s", "s", "s"])
      #expect(server.requests.map { $0.header("Accept-Language") } == ["s", "s", "s"])
      #expect(server.requests.map { $0.header("Content-Type") } == ["s", "s", "s"])
    }
  }

  @Test("a redirect to a host that is not granted is denied and names that host")
  func notGranted() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: server.url("/next", host: "b.example")))
      let error = try await failure(FetchRequest(server.url("/", host: "a.example")), policy(server, ["a.example"]))
      #expect(error.kind == .denied && error.target == "b.example:\(server.port)")
      #expect(server.requests.count == 1)
    }
  }

  @Test(
    "a redirect to a private address is denied",
    arguments: ["http://127.0.0.1:1/", "http://localhost:1/", "http://[::1]:1/", "//169.254.169.254/"])
  func privateAddress(_ location: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: location))
      var policy = server.policy
      policy.grants = ["*", "*:1"].compactMap { NetGrant($0) }
      #expect(try await failure(FetchRequest(server.url("/")), policy).kind == .denied)
    }
  }

  @Test(
    "a redirect to an invalid URL is rejected",
    arguments: ["ftp://a.example/", "javascript:alert(1)", "http://user@a.example/", "http://", "/a\\b"])
  func badTarget(_ location: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .redirect(to: location))
      #expect(try await failure(FetchRequest(server.url("/")), server.policy).kind == .protocolError)
    }
  }

  @Test("five redirects are followed, a sixth is not, and neither is a loop")
  func tooMany() async throws {
    try await withLoopbackServer { server async throws in
      for step in 0..<6 { server.on("/\(step)", .redirect(to: "/\(step + 1)")) }
      server.on("/6", .text("end"))
      #expect(try await fetcher.fetch(FetchRequest(server.url("/1")), policy: server.policy).url == server.url("/6"))
      #expect(try await failure(FetchRequest(server.url("/0")), server.policy).reason == .tooManyRedirects(limit: 5))
      server.on("/circle", .redirect(to: "/circle"))
      let before = server.requests.count
      #expect(try await failure(FetchRequest(server.url("/circle")), server.policy).reason == .tooManyRedirects(limit: 5))
      #expect(server.requests.count == before + 6)
    }
  }

  @Test("https redirects to https only, http to either")
  func downgrade() throws {
    let secure = try PreparedRequest(FetchRequest("https://a.example/x"))
    for location in ["http://a.example/x", "http://b.example/", "HTTP://a.example:443/"] {
      let error = #expect(throws: FetchError.self) { try secure.following(location, status: 302) }
      #expect(error?.message == "cannot fetch from a.example:443: it redirects from https to http", "\(location)")
    }
    #expect(try secure.following("//b.example/y", status: 302).address.description == "https://b.example/y")
    let plain = try PreparedRequest(FetchRequest("http://a.example/x"))
    #expect(try plain.following("https://a.example/y", status: 302).address.description == "https://a.example/y")
  }

  @Test("another port or scheme of the same host is a different origin")
  func origins() throws {
    let request = FetchRequest("https://a.example/", headers: [HeaderField("Authorization", "s"), HeaderField("Accept", "s")])
    let prepared = try PreparedRequest(request)
    #expect(try prepared.following("https://a.example:443/y", status: 302).headers.map(\.name) == ["Authorization", "Accept"])
    #expect(try prepared.following("https://a.example:444/", status: 302).headers.map(\.name) == ["Accept"])
    let plain = try PreparedRequest(FetchRequest("http://a.example/", headers: request.headers))
    #expect(try plain.following("https://a.example/", status: 302).headers.map(\.name) == ["Accept"])
  }
}
