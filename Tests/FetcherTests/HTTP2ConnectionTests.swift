import Testing

@testable import WidgetServices
@testable import luawidget_fetcher

@Suite(.timeLimit(.minutes(5))) struct HTTP2ConnectionTests {
  private typealias Bytes = HTTP2Bytes
  private typealias Reply = RawHTTP2Server.Reply

  private func makeFetcher() throws -> NetworkFetcher { NetworkFetcher(trust: try SecureLoopback.trust) }

  /// Seconds within which an error isn't the timeout's, even on a busy machine.
  private static let prompt = 30.0

  /// The error of a fetch, and how long it took.
  private func failure(
    _ server: RawHTTP2Server, by fetcher: NetworkFetcher, _ change: (inout FetchRequest) -> Void = { _ in }
  ) async throws -> (error: FetchError, seconds: Double) {
    var request = FetchRequest(server.url, timeout: 60)
    request.retries = 0
    change(&request)
    let start = ContinuousClock.now
    let error = try #require(
      await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: server.policy) })
    return (error, Double((ContinuousClock.now - start).components.seconds))
  }

  /// Bytes that break HTTP/2 after a response has begun, for stream 1.
  static let violations: [(name: String, bytes: [UInt8])] = [
    ("DATA with more padding than payload", Bytes.frame(0, flags: 8, stream: 1, [200, 1, 2])),
    ("HEADERS with more padding than payload", Bytes.frame(1, flags: 12, stream: 1, [200, 0x88])),
    ("an invalid index in a header block", Bytes.frame(1, flags: 5, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F])),
    ("a damaged Huffman code", Bytes.frame(1, flags: 5, stream: 1, [0x00, 0x81, 0xFF, 0x81, 0xFF])),
    ("PUSH_PROMISE", Bytes.frame(5, flags: 4, stream: 1, Bytes.number(2) + Bytes.block())),
    ("a frame above the maximum size", Bytes.frame(0, stream: 1, [UInt8](repeating: 0, count: 16385))),
    ("DATA on stream 0", Bytes.frame(0, stream: 0, [1])),
    ("HEADERS on stream 0", Bytes.headers(Bytes.block(), stream: 0)),
    ("DATA on a stream that was never opened", Bytes.frame(0, stream: 99, [1])),
    ("CONTINUATION without HEADERS", Bytes.frame(9, flags: 4, stream: 1, [0x88])),
    (
      "another frame inside a header block",
      Bytes.frame(1, stream: 1, [0x88]) + Bytes.frame(6, stream: 0, [0, 0, 0, 0, 0, 0, 0, 0])
    ),
    ("SETTINGS of a length that is not a multiple of six", Bytes.frame(4, stream: 0, [0])),
    ("SETTINGS with an initial window that is too large", Bytes.frame(4, stream: 0, [0, 4, 255, 255, 255, 255])),
    ("PING of seven bytes", Bytes.frame(6, stream: 0, [0, 0, 0, 0, 0, 0, 0])),
    ("WINDOW_UPDATE of zero", Bytes.frame(8, stream: 0, [0, 0, 0, 0])),
    ("WINDOW_UPDATE that overflows", Bytes.frame(8, stream: 0, [127, 255, 255, 255])),
    ("RST_STREAM on stream 0", Bytes.frame(3, stream: 0, [0, 0, 0, 0])),
    ("GOAWAY of one byte", Bytes.frame(7, stream: 0, [0])),
  ]

  @Test(
    "a violation of HTTP/2 fails the fetch at once, closes the connection, and the next fetch uses another", arguments: violations
  )
  func violation(_ name: String, _ bytes: [UInt8]) async throws {
    try await withRawHTTP2Server { request in
      request.connection == 1 ? Reply(bytes) : Reply(Bytes.response("good", stream: request.stream))
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, seconds) = try await failure(server, by: fetcher)
      #expect(error.kind == .protocolError, "\(error)")
      #expect(seconds < Self.prompt)
      let next = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      #expect(next.body == Array("good".utf8) && server.connections == 2)
      await fetcher.shutdown()
    }
  }

  @Test(
    "violations before the server's settings fail the fetch at once too",
    arguments: [[0x47, 0x45, 0x54] + [UInt8](repeating: 32, count: 40), HTTP2Bytes.frame(0, stream: 0, [1])])
  func violationFirst(_ greeting: [UInt8]) async throws {
    try await withRawHTTP2Server(greeting: greeting) { _ in
      Reply()
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, seconds) = try await failure(server, by: fetcher)
      #expect(error.kind == .protocolError && seconds < Self.prompt, "\(error)")
      await fetcher.shutdown()
    }
  }

  @Test(
    "a status below 100, 101 and what is no number of three digits are errors",
    arguments: ["000", "001", "050", "099", "101", "-1", "x", "1000", "", "+200", "0200", "2e2", " 200", "２００"])
  func statuses(_ status: String) async throws {
    try await withRawHTTP2Server {
      Reply(Bytes.response("body", stream: $0.stream, status: status))
    } _: { server in
      let fetcher = try makeFetcher()
      for method in ["GET", "HEAD", "POST"] {
        let (error, _) = try await failure(server, by: fetcher) { $0.method = method }
        #expect(error.kind == .protocolError, "\(method) \(error)")
        if status == "x" { #expect(error.reason == .malformed) }
      }
      await fetcher.shutdown()
    }
  }

  /// One frame of each flood; the reply repeats it without end.
  static let floods: [(name: String, bytes: [UInt8])] = [
    ("SETTINGS", HTTP2Bytes.frame(4, stream: 0)),
    ("large SETTINGS", HTTP2Bytes.frame(4, stream: 0, (0..<2000).flatMap { _ in [0, 99, 0, 0, 0, 1] as [UInt8] })),
    ("PING", HTTP2Bytes.frame(6, stream: 0, [0, 0, 0, 0, 0, 0, 0, 0])),
    ("PRIORITY", HTTP2Bytes.frame(2, stream: 1, [0, 0, 0, 0, 1])),
    ("GOAWAY", HTTP2Bytes.frame(7, stream: 0, [0, 0, 0, 1, 0, 0, 0, 0])),
    ("RST_STREAM", HTTP2Bytes.frame(3, stream: 3, [0, 0, 0, 0])),
    ("WINDOW_UPDATE", HTTP2Bytes.frame(8, stream: 0, [0, 0, 0, 1])),
    ("WINDOW_UPDATE of the stream", HTTP2Bytes.frame(8, stream: 1, [0, 0, 0, 1])),
    ("empty DATA", HTTP2Bytes.frame(0, stream: 1)),
    ("unknown frames", HTTP2Bytes.frame(200, stream: 0, [UInt8](repeating: 0, count: 1000))),
    ("one byte at a time", HTTP2Bytes.frame(0, stream: 1, [0x61])),
    ("interim responses", HTTP2Bytes.headers(HTTP2Bytes.block(status: "103"), stream: 1)),
    ("trailer sections", HTTP2Bytes.headers(HTTP2Bytes.field("a", "b"), stream: 1)),
  ]

  @Test("a flood of frames without content ends the connection", arguments: floods)
  func flood(_ name: String, _ bytes: [UInt8]) async throws {
    let chunk = [[UInt8]](repeating: bytes, count: max(1, 10_000 / bytes.count)).flatMap { $0 }
    let head =
      name.hasSuffix("DATA") || name == "one byte at a time" || name == "trailer sections"
      ? Bytes.headers(Bytes.block(), stream: 1) : []
    try await withRawHTTP2Server { _ in
      Reply(head, endless: chunk)
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, seconds) = try await failure(server, by: fetcher)
      #expect(error.kind == .protocolError && seconds < Self.prompt, "\(error)")
      while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
      await fetcher.shutdown()
    }
  }

  @Test("CONTINUATION frames without end, empty or full, end the connection", arguments: [0, 1, 16384])
  func continuationFlood(_ size: Int) async throws {
    let frame = Bytes.frame(9, stream: 1, [UInt8](repeating: 0, count: size))
    try await withRawHTTP2Server { _ in
      Reply(Bytes.frame(1, stream: 1, [0x88]), endless: frame)
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, seconds) = try await failure(server, by: fetcher)
      #expect([.protocolError, .tooLarge].contains(error.kind) && seconds < Self.prompt, "\(error)")
      await fetcher.shutdown()
    }
  }

  @Test("a body without end stops at the body's limit")
  func endlessBody() async throws {
    let frame = Bytes.frame(0, stream: 1, [UInt8](repeating: 0x61, count: 16384))
    try await withRawHTTP2Server { _ in
      Reply(Bytes.headers(Bytes.block(), stream: 1), endless: frame)
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, _) = try await failure(server, by: fetcher)
      #expect(error.reason == .bodyTooLarge(limit: 4 << 20), "\(error)")
      await fetcher.shutdown()
    }
  }

  @Test(
    "headers may have 64 KiB in any number of fields; more are too large",
    arguments: [
      (1000, 60, true), (60_000, 1, true), (1, 6000, true), (1000, 70, false), (70_000, 1, false), (1, 13_200, false),
      (1, 50_000, false),
    ])
  func headers(_ size: Int, _ count: Int, _ fits: Bool) async throws {
    let fields = [(String, String)](repeating: ("x-l", String(repeating: "x", count: size)), count: count)
    try await withRawHTTP2Server {
      Reply(Bytes.response("body", stream: $0.stream, fields))
    } _: { server in
      let fetcher = try makeFetcher()
      do throws(FetchError) {
        let response = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
        #expect(fits && response.headers.count == count)
      } catch {
        #expect(!fits && error.reason == .headersTooLarge(limit: 65536), "\(error)")
      }
      await fetcher.shutdown()
    }
  }

  @Test("a small header block that decodes to a large one is refused")
  func headerBomb() async throws {
    // One large field in the dynamic table, then a byte for each copy of it.
    let stored: [UInt8] = [0x40] + HTTP2Bytes.field("x", String(repeating: "x", count: 4000)).dropFirst()
    let block = [0x88] + stored + [UInt8](repeating: 0xBE, count: 16_000)
    try await withRawHTTP2Server {
      Reply(Bytes.headers(block, stream: $0.stream))
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, _) = try await failure(server, by: fetcher)
      #expect([.protocolError, .tooLarge].contains(error.kind), "\(error)")
      await fetcher.shutdown()
    }
  }

  @Test(
    "a request that the server did not process is sent again on a new connection, whatever its method",
    arguments: ["GET", "POST"])
  func notProcessed(_ method: String) async throws {
    let refusals: [[UInt8]] = [
      Bytes.frame(3, stream: 1, [0, 0, 0, 7]), Bytes.frame(7, stream: 0, Bytes.number(0) + Bytes.number(0)),
    ]
    for refusal in refusals {
      try await withRawHTTP2Server { request in
        request.connection == 1 ? Reply(refusal) : Reply(Bytes.response("good", stream: request.stream))
      } _: { server in
        let fetcher = try makeFetcher()
        var request = FetchRequest(server.url, method: method, timeout: 60)
        #expect(try await fetcher.fetch(request, policy: server.policy).body == Array("good".utf8))
        #expect(server.requests.map(\.connection) == [1, 2])
        await fetcher.shutdown()

        let other = try makeFetcher()
        request.retries = 0
        _ = try await other.fetch(request, policy: server.policy)
        #expect(server.requests.map(\.connection) == [1, 2, 3])
        await other.shutdown()
      }
    }
  }

  @Test("with retries = 0 a request that was not processed is not sent again")
  func noRetry() async throws {
    try await withRawHTTP2Server {
      Reply(Bytes.frame(3, stream: $0.stream, [0, 0, 0, 7]))
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, _) = try await failure(server, by: fetcher)
      #expect(error.reason == .notProcessed && server.requests.count == 1)
      #expect(error.message.hasSuffix("the server did not process the request"))
      await fetcher.shutdown()
    }
  }

  @Test("a server that ends each connection after three requests fails none of sixty, one after another or four at a time")
  func goAway() async throws {
    try await withRawHTTP2Server { request in
      if request.stream > 5 { return Reply() }
      let response = Bytes.response("\(request.stream)", stream: request.stream)
      return request.stream < 5 ? Reply(response) : Reply(Bytes.frame(7, stream: 0, Bytes.number(5) + Bytes.number(0)), response)
    } _: { server in
      let fetcher = try makeFetcher()
      for _ in 0..<30 { _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy) }
      #expect(server.connections == 10)
      let results = await fetcher.fetchAll(
        [FetchRequest](repeating: FetchRequest(server.url, timeout: 60), count: 30), policy: server.policy)
      for result in results { _ = try result.get() }
      await fetcher.shutdown()
    }
  }

  /// SETTINGS with a limit of concurrent streams.
  private static func settings(streams: Int) -> [UInt8] { Bytes.frame(4, stream: 0, [0, 3] + Bytes.number(streams)) }

  @Test("a server that allows no streams from the beginning fails the fetch at once")
  func noStreams() async throws {
    try await withRawHTTP2Server(greeting: Self.settings(streams: 0)) { _ in
      Reply()
    } _: { server in
      let fetcher = try makeFetcher()
      for _ in 0..<3 {
        let (error, seconds) = try await failure(server, by: fetcher)
        #expect(error.reason == .noStreams && seconds < Self.prompt, "\(error)")
        #expect(error.message.hasSuffix("the server accepts no requests on its HTTP/2 connections"))
      }
      await fetcher.shutdown()
    }
  }

  @Test("a server that allows no more streams later completes those that run; further requests use a new connection")
  func noMoreStreams() async throws {
    try await withRawHTTP2Server { request in
      Reply(Self.settings(streams: 0), Bytes.response("\(request.connection)", stream: request.stream))
    } _: { server in
      let fetcher = try makeFetcher()
      for expected in 1...3 {
        let response = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
        #expect(response.body == Array("\(expected)".utf8))
      }
      await fetcher.shutdown()
    }
  }

  @Test("requests beyond the server's limit of streams use further connections")
  func oneStreamAtATime() async throws {
    try await withRawHTTP2Server(greeting: Self.settings(streams: 1)) {
      Reply(Bytes.response("good", stream: $0.stream))
    } _: { server in
      let fetcher = try makeFetcher()
      _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      let results = await fetcher.fetchAll(
        [FetchRequest](repeating: FetchRequest(server.url, timeout: 60), count: 12), policy: server.policy)
      for result in results { #expect(try result.get().body == Array("good".utf8)) }
      await fetcher.shutdown()
    }
  }

  @Test("a reset stream is an error, and the connection stays")
  func reset() async throws {
    try await withRawHTTP2Server { request in
      request.stream == 1
        ? Reply(Bytes.frame(3, stream: 1, [0, 0, 0, 2])) : Reply(Bytes.response("good", stream: request.stream))
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, _) = try await failure(server, by: fetcher)
      #expect(error.reason == .streamReset && error.kind == .protocolError)
      _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      #expect(server.connections == 1)
      await fetcher.shutdown()
    }
  }

  @Test("a connection that ends before the response is not a cancellation", arguments: [false, true])
  func closed(_ hasHead: Bool) async throws {
    try await withRawHTTP2Server { request in
      Reply(hasHead ? Bytes.headers(Bytes.block(), stream: request.stream) : [], closes: true)
    } _: { server in
      let fetcher = try makeFetcher()
      let (error, _) = try await failure(server, by: fetcher)
      #expect(error.reason == .incomplete)
      await fetcher.shutdown()
    }
  }

  /// Header blocks after the body that RFC 9113 calls malformed (sections 8.1 and 8.3).
  static let badTrailers: [(name: String, bytes: [UInt8])] = [
    ("a second response", HTTP2Bytes.headers(HTTP2Bytes.block(), stream: 1, endStream: true)),
    ("a second response that goes on", HTTP2Bytes.headers(HTTP2Bytes.block(), stream: 1)),
    ("a status after a field", HTTP2Bytes.headers(HTTP2Bytes.field("a", "b") + HTTP2Bytes.block(), stream: 1, endStream: true)),
    ("an interim response", HTTP2Bytes.headers(HTTP2Bytes.block(status: "103"), stream: 1, endStream: true)),
    ("a field of requests", HTTP2Bytes.headers(HTTP2Bytes.field(":path", "/"), stream: 1, endStream: true)),
    ("an unknown field with a colon", HTTP2Bytes.headers(HTTP2Bytes.field(":x", "y"), stream: 1, endStream: true)),
    ("a field of connections", HTTP2Bytes.headers(HTTP2Bytes.field("connection", "close"), stream: 1, endStream: true)),
    ("no end", HTTP2Bytes.headers(HTTP2Bytes.field("a", "b"), stream: 1)),
  ]

  @Test("a malformed trailer section fails the fetch at once, with or without a body before it", arguments: badTrailers)
  func malformedTrailers(_ name: String, _ bytes: [UInt8]) async throws {
    for body in [[], HTTP2Bytes.frame(0, stream: 1, Array("hello".utf8))] {
      for method in ["GET", "POST"] {
        try await withRawHTTP2Server { _ in
          Reply(Bytes.headers(Bytes.block(), stream: 1), body, bytes)
        } _: { server in
          let fetcher = try makeFetcher()
          let (error, seconds) = try await failure(server, by: fetcher) { $0.method = method }
          #expect(error.reason == .malformed && seconds < Self.prompt, "\(name) \(error)")
          await fetcher.shutdown()
        }
      }
    }
  }

  @Test("interim responses, padding, trailers, settings and pings before and after a response do no harm")
  func unusual() async throws {
    try await withRawHTTP2Server { request in
      Reply(
        Bytes.frame(4, stream: 0, [0, 3, 0, 0, 0, 1]),
        Bytes.headers(Bytes.block(status: "103", [("link", "x")]), stream: request.stream),
        Bytes.frame(6, stream: 0, [1, 2, 3, 4, 5, 6, 7, 8]), Bytes.frame(0x0A, stream: 0, [0, 0]),
        Bytes.headers(Bytes.block([("a", " b\t"), ("a", "c")]), stream: request.stream),
        Bytes.frame(0, flags: 8, stream: request.stream, [3] + Array("hello".utf8) + [0, 0, 0]),
        Bytes.frame(0, stream: request.stream),
        Bytes.headers(Bytes.field("x-trailer", "1"), stream: request.stream, endStream: true))
    } _: { server in
      let fetcher = try makeFetcher()
      for _ in 0..<3 {
        let response = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
        #expect(response.body == Array("hello".utf8) && response.headers == [HeaderField("a", "b"), HeaderField("a", "c")])
      }
      #expect(server.connections == 1)
      await fetcher.shutdown()
    }
  }

  @Test("after a timeout without a word from the server, the next fetch uses another connection", arguments: ["GET", "POST"])
  func silentConnection(_ method: String) async throws {
    try await withRawHTTP2Server { request in
      request.connection > 1 || request.stream == 1 ? Reply(Bytes.response("good", stream: request.stream)) : Reply()
    } _: { server in
      let fetcher = try makeFetcher()
      _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      let (error, _) = try await failure(server, by: fetcher) {
        $0.method = method
        $0.firstByteTimeout = 0.2
      }
      #expect(error.reason == .firstByteTimeout(seconds: 0.2))
      let next = try await fetcher.fetch(FetchRequest(server.url, method: method, timeout: 60), policy: server.policy)
      #expect(next.body == Array("good".utf8) && server.requests.map(\.connection) == [1, 1, 2])
      await fetcher.shutdown()
    }
  }

  @Test("the same after a fetch whose whole time ran out")
  func silentUntilTheEnd() async throws {
    try await withRawHTTP2Server { request in
      request.connection > 1 || request.stream == 1 ? Reply(Bytes.response("good", stream: request.stream)) : Reply()
    } _: { server in
      let fetcher = try makeFetcher()
      _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      let (error, _) = try await failure(server, by: fetcher) { $0.timeout = 0.3 }
      #expect(error.kind == .timeout, "\(error)")
      _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      #expect(server.requests.map(\.connection) == [1, 1, 2])
      await fetcher.shutdown()
    }
  }

  @Test("a response that runs on an abandoned connection still arrives")
  func neighbour() async throws {
    try await withRawHTTP2Server { request in
      switch request.stream {
      case 1: Reply()
      case 3: Reply()
      default: Reply(Bytes.response("late", stream: 1) + Bytes.response("good", stream: request.stream))
      }
    } _: { server in
      let fetcher = try makeFetcher()
      async let first = fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      while server.requests.isEmpty { await Task.yield() }
      async let third: FetchResponse = {
        while server.requests.count < 2 { await Task.yield() }
        return try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      }()
      let (error, _) = try await failure(server, by: fetcher) { $0.firstByteTimeout = 2 }
      #expect(error.reason == .firstByteTimeout(seconds: 2))
      #expect(try await first.body == Array("late".utf8))
      #expect(try await third.body == Array("good".utf8))
      #expect(server.connections == 1)
      await fetcher.shutdown()
    }
  }

  /// A fetcher that asks before each reuse of an HTTP/2 connection.
  private func makeDistrustfulFetcher() throws -> NetworkFetcher {
    NetworkFetcher(transport: NetworkTransport(ConnectionPool(trust: try SecureLoopback.trust, trustedSeconds: 0)))
  }

  @Test("after a silence the connection has to answer a PING frame before it gets another request", arguments: [true, false])
  func ping(_ isAnswered: Bool) async throws {
    try await withRawHTTP2Server(answersPings: isAnswered) {
      Reply(Bytes.response("good", stream: $0.stream))
    } _: { server in
      let fetcher = try makeDistrustfulFetcher()
      for method in ["GET", "POST", "GET"] {
        var request = FetchRequest(server.url, method: method, timeout: 60)
        request.retries = 0
        #expect(try await fetcher.fetch(request, policy: server.policy).body == Array("good".utf8))
      }
      #expect(server.connections == (isAnswered ? 1 : 3))
      #expect(server.requests.count == 3)
      await fetcher.shutdown()
    }
  }

  @Test("a fetch that is given up while the PING frame is on its way does no harm to the others")
  func cancelledPing() async throws {
    try await withRawHTTP2Server(answersPings: false) {
      Reply(Bytes.response("good", stream: $0.stream))
    } _: { server in
      let fetcher = try makeDistrustfulFetcher()
      _ = try await fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      async let other = fetcher.fetch(FetchRequest(server.url, timeout: 60), policy: server.policy)
      let (error, _) = try await failure(server, by: fetcher) { $0.timeout = 0.2 }
      #expect(error.kind == .timeout, "\(error)")
      #expect(try await other.body == Array("good".utf8))
      await fetcher.shutdown()
    }
  }

  @Test("a response that ends before the request's body was read ends the stream, and the next fetch is served")
  func earlyResponse() async throws {
    // The window for a body stays at its 64 KiB.
    try await withRawHTTP2Server(greeting: Self.settings(streams: 1)) {
      Reply(Bytes.response("no", stream: $0.stream, status: "413"))
    } _: { server in
      let fetcher = try makeFetcher()
      for _ in 0..<4 {
        var request = FetchRequest(server.url, method: "POST", body: [UInt8](repeating: 0x61, count: 300_000), timeout: 60)
        request.retries = 0
        #expect(try await fetcher.fetch(request, policy: server.policy).status == 413)
      }
      #expect(server.connections == 1)
      await fetcher.shutdown()
    }
  }
}
