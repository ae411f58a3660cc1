import Testing
import WidgetServices
import WidgetTesting

@Suite(.bothTransports) struct NetworkFetcherTests {
  private let fetcher = NetworkFetcher(version: "1.2.3")

  private func text(_ response: FetchResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  /// The error of a fetch that must fail.
  private func failure(
    _ request: FetchRequest, _ policy: NetPolicy, by fetcher: NetworkFetcher? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> FetchError {
    let fetcher = fetcher ?? self.fetcher
    return try #require(
      await #expect(throws: FetchError.self, sourceLocation: location) { try await fetcher.fetch(request, policy: policy) },
      sourceLocation: location)
  }

  @Test("a response has status, headers in order including repeats, body and URL")
  func success() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/a", .json(#"{"boarding": "12:05"}"#, headers: [("Set-Cookie", "a=1"), ("X-Part", "1"), ("Set-Cookie", "b=2")]))
      let response = try await fetcher.fetch(FetchRequest(server.url("/a?key=1#top")), policy: server.policy)
      #expect(response.status == 200 && response.isOK)
      #expect(text(response) == #"{"boarding": "12:05"}"#)
      #expect(response.url == server.url("/a?key=1"))
      #expect(response.source == .network && response.age == 0)
      #expect(response.headers.map(\.name) == ["Content-Type", "Set-Cookie", "X-Part", "Set-Cookie", "Content-Length"])
      #expect(response.headers.values(of: "set-cookie") == ["a=1", "b=2"])
      #expect(response.headers.value(of: "X-PART") == "1")
      #expect(server.requests.first?.target == "/a?key=1")
    }
  }

  @Test("a 404 and a 500 are responses", arguments: [404, 500])
  func statuses(_ status: Int) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("sorry", status: status))
      let response = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      #expect(response.status == status && !response.isOK && text(response) == "sorry")
    }
  }

  @Test("each phase has its own timeout: connecting and the first byte")
  func partialTimeouts() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .silence)
      var request = FetchRequest(server.url("/"), timeout: 30)
      request.firstByteTimeout = 0.1
      let error = try await failure(request, server.policy)
      #expect(error.reason == .firstByteTimeout(seconds: 0.1) && error.kind == .timeout)
      #expect(error.message == "cannot fetch from 127.0.0.1:\(server.port): the response did not begin within 0.1 s")
      server.on("/slow", .text("a long response").dripping(milliseconds: 20))
      request.url = server.url("/slow")
      request.firstByteTimeout = 20
      request.connectTimeout = 5
      #expect(try await text(fetcher.fetch(request, policy: server.policy)) == "a long response")
    }
  }

  @Test("a request contains our fields and the script's, and nothing more")
  func sent() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .echo)
      _ = try await fetcher.fetch(FetchRequest(server.url("/"), headers: [HeaderField("X-Key", "k")]), policy: server.policy)
      let request = try #require(server.requests.first)
      let fields = request.headers.map { "\($0.name): \($0.value)" }
      #expect(
        fields == [
          "Host: 127.0.0.1:\(server.port)", "User-Agent: luawidget/1.2.3", "Accept: */*", "Accept-Encoding: gzip, deflate, br",
          "X-Key: k",
        ])
    }
  }

  @Test("a body is sent, and a script's Accept and User-Agent replace ours", arguments: ["POST", "put", "PATCH", "DELETE"])
  func body(_ method: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .echo)
      let headers = [HeaderField("Content-Type", "text/x"), HeaderField("accept", "text/y"), HeaderField("User-Agent", "z")]
      let request = FetchRequest(server.url("/"), method: method, headers: headers, body: Array("h\u{E9}llo\r\n".utf8))
      _ = try await fetcher.fetch(request, policy: server.policy)
      let sent = try #require(server.requests.first)
      #expect(sent.method == method.uppercased())
      #expect(sent.body == Array("h\u{E9}llo\r\n".utf8))
      #expect(sent.header("Content-Length") == "8")
      #expect(sent.header("Content-Type") == "text/x" && sent.header("Accept") == "text/y" && sent.header("User-Agent") == "z")
      #expect(sent.headers.count { $0.name.lowercased() == "accept" } == 1)
    }
  }

  @Test("path and query are sent as the parser wrote them")
  func target() async throws {
    try await withLoopbackServer { server async throws in
      let url = server.url("/a%20b/%2e/100%/x;y=1,2?q=%26a+b&f[0]='\"{}|~`^@:/?")
      _ = try await fetcher.fetch(FetchRequest(url), policy: server.policy)
      _ = try await fetcher.fetch(FetchRequest(server.url("//evil.example/x")), policy: server.policy)
      _ = try await fetcher.fetch(FetchRequest("http://127.0.0.1:\(server.port)?"), policy: server.policy)
      #expect(
        server.requests.map(\.target) == [
          "/a%20b/%2e/100%25/x;y=1,2?q=%26a+b&f%5B0%5D='%22%7B%7D%7C~%60%5E@:/?", "//evil.example/x", "/?",
        ])
    }
  }

  @Test("HEAD, 204 and 304 have no body")
  func bodiless() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/head", .response(Array("12345".utf8), headers: [("Content-Encoding", "gzip")]))
      server.on("/204", .response([], status: 204, headers: [("Content-Encoding", "gzip")]))
      server.on("/304", .response([], status: 304, headers: [("ETag", "x"), ("Content-Encoding", "gzip")]))
      server.on("/empty", .response([], headers: [("Content-Encoding", "gzip")]))
      let head = try await fetcher.fetch(FetchRequest(server.url("/head"), method: "HEAD"), policy: server.policy)
      #expect(head.status == 200 && head.body.isEmpty && head.headers.value(of: "Content-Length") == "5")
      #expect(try await fetcher.fetch(FetchRequest(server.url("/204")), policy: server.policy).status == 204)
      #expect(try await fetcher.fetch(FetchRequest(server.url("/304")), policy: server.policy).status == 304)
      #expect(try await fetcher.fetch(FetchRequest(server.url("/empty")), policy: server.policy).body == [])
    }
  }

  @Test("a connection is reused for the next request to the same host")
  func keepAlive() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x"))
      for _ in 0..<3 { _ = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy) }
      #expect(server.requests.map(\.connection) == [1, 1, 1])
    }
  }

  @Test(
    "a GET is sent again when a reused connection closes before the response; a POST is not, nor is a GET on a new connection")
  func onceMore() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("first"), .bytes([]), .text("x"))
      _ = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      let response = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      #expect(text(response) == "x" && server.requests.count == 3)
      server.on("/", .bytes([]), .text("x"))
      let error = try await failure(FetchRequest(server.url("/"), method: "POST"), server.policy)
      #expect(error.kind == .protocolError && error.reason == .incomplete && server.requests.count == 4)
      server.on("/", .bytes([]), .text("x"))
      _ = try await failure(FetchRequest(server.url("/")), server.policy, by: NetworkFetcher())
      #expect(server.requests.count == 5)
    }
  }

  @Test("with retries = 0 nothing is sent twice on a kept connection that ends", arguments: ["GET", "HEAD", "POST"])
  func never(_ method: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("first"), .bytes([]), .text("x"))
      var request = FetchRequest(server.url("/"), method: method, body: method == "POST" ? Array("order".utf8) : nil)
      request.retries = 0
      _ = try await fetcher.fetch(request, policy: server.policy)
      #expect(try await failure(request, server.policy).reason == .incomplete)
      #expect(server.requests.count == 2)
    }
  }

  @Test("a response without a length ends with the connection; chunks are joined")
  func framings() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/end", .bytes("HTTP/1.0 200 OK\r\n\r\nto the end".utf8))
      server.on(
        "/chunks", .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n".utf8))
      server.on(
        "/early", .bytes("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
      var bodies: [String] = []
      for path in ["/end", "/chunks", "/early"] {
        bodies.append(text(try await fetcher.fetch(FetchRequest(server.url(path)), policy: server.policy)))
      }
      #expect(bodies == ["to the end", "abcde", "ok"])
    }
  }

  @Test("a host without permission is never contacted")
  func denied() async throws {
    try await withLoopbackServer { server async throws in
      let error = try await failure(FetchRequest(server.url("/")), NetPolicy())
      #expect(error.kind == .denied && error.target == "127.0.0.1:\(server.port)")
      let address = "127.0.0.1:\(server.port)"
      #expect(error.remedy == "add \"\(address)\" to permissions.private_net, and allow it with --allow private_net=\(address)")
      #expect(server.connections == 0)
    }
  }

  @Test("a granted name that resolves to a private address is not connected to")
  func rebinding() async throws {
    try await withLoopbackServer { server async throws in
      let fetcher = NetworkFetcher(resolver: FixedResolver(["evil.example": [.loopback4, .loopback6]]))
      let grant = try #require(NetGrant("evil.example:\(server.port)"))
      let error = try await failure(FetchRequest(server.url("/", host: "evil.example")), NetPolicy(grants: [grant]), by: fetcher)
      #expect(error.kind == .denied)
      #expect(server.connections == 0)
    }
  }

  @Test("the next address is tried when a connection is refused, and the server sees the name")
  func nextAddress() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x"))
      let other = try #require(IPAddress("127.0.0.2"))
      let fetcher = NetworkFetcher(resolver: FixedResolver(["two.example": [other, .loopback4]]))
      let policy = NetPolicy(
        grants: [try #require(NetGrant("two.example:\(server.port)"))],
        privateGrants: [try #require(NetGrant("127.0.0.1:\(server.port)")), try #require(NetGrant("127.0.0.2:\(server.port)"))])
      let response = try await fetcher.fetch(FetchRequest(server.url("/", host: "two.example")), policy: policy)
      #expect(response.url == server.url("/", host: "two.example"))
      #expect(server.requests.first?.header("Host") == "two.example:\(server.port)")
    }
  }

  @Test("localhost is this machine, without a name server")
  func localhost() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x"))
      let fetcher = NetworkFetcher(resolver: FixedResolver())
      let policy = NetPolicy(privateGrants: [try #require(NetGrant("localhost:\(server.port)"))])
      let response = try await fetcher.fetch(FetchRequest(server.url("/", host: "localhost")), policy: policy)
      #expect(response.status == 200)
    }
  }

  @Test("a name that does not exist is an error of kind dns")
  func unknownHost() async throws {
    let policy = NetPolicy(grants: [try #require(NetGrant("*"))])
    let error = try await failure(FetchRequest("https://name.invalid/x?key=secret"), policy)
    #expect(error.description == "cannot fetch from name.invalid:443: no such host")
    #expect(error.kind == .dns)
  }

  @Test("a refused connection is an error of kind connect")
  func refused() async throws {
    // Not the port of a stopped server: another test may reuse it. Nothing listens on port 1.
    let policy = NetPolicy(privateGrants: [try #require(NetGrant("127.0.0.1:1"))])
    let error = try await failure(FetchRequest("http://127.0.0.1:1/"), policy)
    #expect(error.kind == .connect && error.reason == .refused)
  }

  @Test("a server without TLS is an error of kind tls")
  func tls() async throws {
    try await withLoopbackServer { server async throws in
      let error = try await failure(FetchRequest("https://127.0.0.1:\(server.port)/"), server.policy)
      #expect(error.kind == .tls)
    }
  }

  @Test("a response that never arrives, or arrives byte by byte, ends at the timeout", .timeLimit(.minutes(5)))
  func timeout() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/never", .silence)
      server.on("/drip", .text(String(repeating: "x", count: 10_000)).dripping(milliseconds: 20))
      server.on("/late", .text("x").delayed(milliseconds: 30_000))
      for path in ["/never", "/drip", "/late"] {
        let error = try await failure(FetchRequest(server.url(path), timeout: 0.3), server.policy)
        #expect(error.kind == .timeout, "\(path)")
        #expect(error.message == "cannot fetch from 127.0.0.1:\(server.port): no complete response within 0.3 s")
      }
    }
  }

  @Test("a silent name server ends at the timeout too", .timeLimit(.minutes(5)))
  func silentResolver() async throws {
    let fetcher = NetworkFetcher(resolver: SilentResolver())
    let policy = NetPolicy(grants: [try #require(NetGrant("*"))])
    #expect(try await failure(FetchRequest("https://a.example/", timeout: 0.1), policy, by: fetcher).kind == .timeout)
  }

  @Test("a cancelled fetch ends as cancelled, before it starts or while it waits", .timeLimit(.minutes(5)))
  func cancelled() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/never", .silence)
      server.on("/body", .text(String(repeating: "x", count: 10_000)).dripping(milliseconds: 20))
      for path in ["/never", "/body"] {
        let task = Task { [fetcher] in try await failure(FetchRequest(server.url(path), timeout: 30), server.policy, by: fetcher)
        }
        while !server.requests.contains(where: { $0.target == path }) { await Task.yield() }
        task.cancel()
        let kind = try await task.value.kind
        #expect(kind == .cancelled, "\(path)")
      }
      let early = Task { [fetcher] in
        withUnsafeCurrentTask { $0?.cancel() }
        return try await failure(FetchRequest(server.url("/never"), timeout: 30), server.policy, by: fetcher)
      }
      #expect(try await early.value.kind == .cancelled)
    }
  }

  @Test("after shutdown a fetch ends as cancelled, also one in progress", .timeLimit(.minutes(5)))
  func shutdown() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .silence)
      let task = Task { [fetcher] in try await failure(FetchRequest(server.url("/"), timeout: 30), server.policy, by: fetcher) }
      while server.requests.isEmpty { await Task.yield() }
      await fetcher.shutdown()
      let running = try await task.value
      #expect(running.kind == .cancelled)
      let later = try await failure(FetchRequest(server.url("/")), server.policy)
      #expect(later.reason == .shutDown)
      await fetcher.shutdown()
    }
  }

  @Test("connections in use don't displace those that wait for reuse: twenty widgets with ten fetches use at most eighty")
  func reuse() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x"))
      let fetcher = NetworkFetcher()
      let requests = [FetchRequest](repeating: FetchRequest(server.url("/")), count: 10)
      let policy = server.policy
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask {
            await fetcher.fetchAll(requests, policy: policy).count { (try? $0.get().status) == 200 }
          }
        }
        for await succeeded in group { #expect(succeeded == 10) }
      }
      #expect(server.connections <= 80)
      await fetcher.shutdown()
    }
  }

  @Test("many hosts, concurrently and in sequence: each responds", .timeLimit(.minutes(5)))
  func manyHosts() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x"))
      let names = (0..<40).map { "host\($0).example" }
      let fetcher = NetworkFetcher(resolver: FixedResolver(Dictionary(uniqueKeysWithValues: names.map { ($0, [.loopback4]) })))
      var policy = server.policy
      policy.grants = names.compactMap { NetGrant("\($0):\(server.port)") }
      let requests = names.map { FetchRequest(server.url("/", host: $0)) }
      let results = await fetcher.fetchAll(requests, policy: policy)
      for (request, result) in zip(requests, results) {
        switch result {
        case .success(let response): #expect(response.url == request.url)
        case .failure(let error): Issue.record("\(request.url): \(error)")
        }
      }
    }
  }
}

private struct SilentResolver: Resolver {
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    try? await Task.sleep(for: .seconds(3600))
    throw .cancelled
  }
}
