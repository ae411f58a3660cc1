import Testing
import WidgetTesting

@testable import WidgetServices

@Suite(.bothTransports) struct ProxyTests {
  @Test(
    "a proxy is a host and a port",
    arguments: [
      ("http://proxy.example:8080", "http proxy.example:8080"), ("proxy.example", "http proxy.example:3128"),
      ("10.0.0.1:8080/", "http 10.0.0.1:8080"), ("socks5://[::1]", "socks5 [::1]:1080"),
      ("SOCKS5H://p.example:1", "socks5 p.example:1"),
      ("http://ann:s%40cret@p.example:1", "http p.example:1 as ann:s@cret"),
      ("http://ann@p.example:1", "http p.example:1 as ann:"),
    ])
  func parsing(_ text: String, _ expected: String) throws {
    let proxy = try Proxy(parsing: text)
    let user = proxy.credentials.map { " as \($0.user):\($0.password)" } ?? ""
    #expect("\(proxy.kind) \(proxy.target)\(user)" == expected)
  }

  @Test(
    "text that is not a proxy is rejected",
    arguments: [
      ("https://p.example", "must begin with http:// or socks5://"), ("ftp://p", "must begin with http:// or socks5://"),
      ("http://", "names no host"), ("", "names no host"),
      ("http://p.example:0", "has a port that is not a number from 1 to 65535"),
      ("http://p.example/path", "has a path; it is a host and a port"),
      ("socks5://ann:b@p.example", "has a user name, which is for http:// alone"),
      ("http://exa mple", "has a host that is neither a name nor an address"),
    ])
  func refusals(_ text: String, _ expected: String) {
    #expect(throws: Proxy.Refusal.self) { try Proxy(parsing: text) }
    do throws(Proxy.Refusal) { _ = try Proxy(parsing: text) } catch { #expect(error.description == expected) }
  }

  @Test("environment variables, lowercase names first")
  func environment() throws {
    func routes(_ environment: [String: String]) throws -> String {
      let rules = try ProxyRules(environment: environment)
      return try ["http://a.example/", "https://a.example/", "https://sub.b.example/"].map {
        rules.proxy(for: try WebAddress(parsing: $0))?.target ?? "direct"
      }.joined(separator: " ")
    }
    #expect(try routes([:]) == "direct direct direct")
    #expect(try routes(["http_proxy": "h:1", "https_proxy": "s:2", "HTTPS_PROXY": "x:9"]) == "h:1 s:2 s:2")
    #expect(try routes(["HTTPS_PROXY": "s:2", "HTTP_PROXY": "evil:1"]) == "direct s:2 s:2")
    #expect(try routes(["ALL_PROXY": "socks5://a:3", "no_proxy": "c.example, .b.example"]) == "a:3 a:3 direct")
    #expect(try routes(["all_proxy": "a:3", "https_proxy": "", "NO_PROXY": "*"]) == "direct direct direct")
    #expect(throws: ProxyRules.UnreadableVariable(name: "https_proxy", refusal: .scheme)) {
      try routes(["https_proxy": "gopher://x"])
    }
  }

  @Test(
    "hosts that are connected to directly",
    arguments: [
      ("example.com", "example.com", true), (".example.com", "a.example.com", true), ("example.com", "a.b.example.com", true),
      ("*.example.com", "a.example.com", true), ("example.com", "notexample.com", false), ("Example.COM.", "example.com", true),
      ("192.0.2.0/24", "192.0.2.77", true), ("192.0.2.0/24", "192.0.3.1", false), ("192.0.2.1", "192.0.2.1", true),
      ("2001:db8::/32", "[2001:db8::7]", true), ("[2001:db8::7]", "[2001:db8::7]", true), ("192.0.2.0/33", "192.0.2.0", false),
      ("*", "anything.example", true), ("", "a.example", false), ("192.0.2.0/20", "192.0.15.9", true),
    ])
  func exceptions(_ text: String, _ host: String, _ isCovered: Bool) throws {
    #expect(HostPattern(text).covers(try WebHost(parsing: host)) == isCovered)
  }

  @Test(
    "loopback and private addresses never use a proxy",
    arguments: ["localhost", "127.0.0.1", "[::1]", "10.1.2.3", "a.localhost"])
  func local(_ host: String) throws {
    let rules = ProxyRules(try Proxy(parsing: "p.example"))
    #expect(rules.proxy(for: try WebAddress(parsing: "http://\(host)/")) == nil)
    #expect(rules.proxy(for: try WebAddress(parsing: "http://8.8.8.8/")) != nil)
  }

  private func fetch(
    _ url: String, by proxy: String, grants: [String] = ["a.example:*"], resolver: any Resolver = NoResolver()
  ) async throws -> FetchResponse {
    let fetcher = NetworkFetcher(resolver: resolver, proxies: ProxyRules(try Proxy(parsing: proxy)))
    let policy = NetPolicy(grants: grants.compactMap { NetGrant($0) })
    do {
      let response = try await fetcher.fetch(FetchRequest(url, timeout: 30), policy: policy)
      await fetcher.shutdown()
      return response
    } catch {
      await fetcher.shutdown()
      throw error
    }
  }

  @Test("a request goes through the proxy, which resolves the host", arguments: ["http://", "socks5://"])
  func through(_ scheme: String) async throws {
    try await withLoopbackServer { server in
      server.on("/x", .text("here"))
      let proxy = try await LoopbackProxy.start()
      let url = server.url("/x", host: "a.example")
      let response = try await fetch(url, by: "\(scheme)127.0.0.1:\(proxy.port)", grants: ["a.example:\(server.port)"])
      #expect(response.body == Array("here".utf8))
      #expect(proxy.requests == ["\(scheme == "http://" ? "CONNECT" : "SOCKS") a.example:\(server.port)"])
      #expect(server.requests.count == 1)
      await proxy.stop()
    }
  }

  @Test("credentials are sent to the proxy and not to the server")
  func credentials() async throws {
    try await withLoopbackServer { server in
      server.on("/x", .text("here"))
      let proxy = try await LoopbackProxy.start()
      _ = try await fetch(
        server.url("/x", host: "a.example"), by: "http://ann:secret@127.0.0.1:\(proxy.port)", grants: ["a.example:\(server.port)"]
      )
      #expect(proxy.requests.first?.contains("Basic YW5uOnNlY3JldA==") == true, "\(proxy.requests)")
      #expect(server.requests.first?.headers.contains { $0.0.lowercased() == "proxy-authorization" } == false)
      await proxy.stop()
    }
  }

  /// The error of a fetch from a host that only a proxy reaches.
  private func failure(by proxy: String, resolver: any Resolver = FixedResolver()) async throws -> FetchError {
    try #require(
      await #expect(throws: FetchError.self) {
        try await fetch("http://a.example:7/", by: proxy, grants: ["a.example:7"], resolver: resolver)
      })
  }

  @Test(
    "a proxy that refuses to connect is named",
    arguments: [
      ("http://", 403, "refused to connect to it"), ("http://", 407, "requires a user name and password"),
      ("http://", 502, "refused to connect to it"),
      ("socks5://", 403, "refused to connect to it"),
    ])
  func refused(_ scheme: String, _ status: Int, _ expected: String) async throws {
    let proxy = try await LoopbackProxy.start(status: status)
    let error = try await failure(by: "\(scheme)127.0.0.1:\(proxy.port)")
    #expect(
      error.description
        == "cannot fetch from a.example:7: the proxy 127.0.0.1:\(proxy.port) \(expected); check proxy = in config.toml")
    #expect(error.kind == .connect)
    await proxy.stop()
  }

  @Test("a proxy that cannot be reached, or whose name has no address, is named")
  func absent() async throws {
    let proxy = try await LoopbackProxy.start()
    let port = proxy.port
    await proxy.stop()
    let unreachable = try await failure(by: "127.0.0.1:\(port)")
    #expect(unreachable.message == "cannot fetch from a.example:7: the proxy 127.0.0.1:\(port) cannot be reached")
    let unknown = try await failure(by: "nowhere.example:1")
    #expect(unknown.message == "cannot fetch from a.example:7: the proxy nowhere.example:1 has no address")
  }

  @Test("a proxy that speaks another protocol, closes, or is silent is named", arguments: ["http://", "socks5://"])
  func faulty(_ scheme: String) async throws {
    try await withLoopbackServer { server in
      let proxy = "\(scheme)127.0.0.1:\(server.port)"
      // The server closes connections it can't parse.
      let refusal = try await failure(by: proxy)
      #expect(refusal.reason == .proxy(.refusal, "127.0.0.1:\(server.port)"), "\(refusal)")
      server.on("a.example:7", .silence)
      guard scheme == "http://" else { return }
      let fetcher = NetworkFetcher(resolver: FixedResolver(), proxies: ProxyRules(try Proxy(parsing: proxy)))
      let policy = NetPolicy(grants: ["a.example:7"].compactMap { NetGrant($0) })
      var request = FetchRequest("http://a.example:7/", timeout: 30)
      request.connectTimeout = 1
      let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: policy) }
      #expect(error?.message.hasSuffix("the proxy 127.0.0.1:\(server.port) did not respond in time") == true, "\(error as Any)")
      await fetcher.shutdown()
    }
  }

  @Test("a proxy does not widen the permissions of the widget")
  func permission() async throws {
    let proxy = try await LoopbackProxy.start()
    await #expect {
      try await fetch("http://b.example:7/", by: "127.0.0.1:\(proxy.port)", grants: ["a.example:7"])
    } throws: {
      ($0 as? FetchError)?.kind == .denied
    }
    #expect(proxy.requests == [])
    await proxy.stop()
  }
}

/// Fails the test when a name is resolved.
private struct NoResolver: Resolver {
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    Issue.record("\(name) was looked up")
    throw .unknownHost
  }
}
