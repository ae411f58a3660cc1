import Testing
import WidgetHelpers
import WidgetSystem

@testable import WidgetServices

/// `luawidget-fetcher` killed at every step of an exchange.
@Suite(.timeLimit(.minutes(5))) struct FetcherCrashTests {
  private let process = FetcherProcess(
    executable: TestedTransport.fetcherExecutable, heartbeat: HelperProcess.Heartbeat(quiet: 0.3, reply: 2))

  private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere"

  private func exchange(
    _ server: ScriptedServer, _ method: PreparedRequest.Method, scheme: WebAddress.Scheme = .http, body: [UInt8]? = nil,
    mayRepeat: Bool = true
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    var exchange = HTTPExchange(
      method: method, scheme: scheme, authority: "127.0.0.1:\(server.port)", target: "/", headers: [], body: body,
      maximumBodyBytes: 1 << 20)
    exchange.mayRepeat = mayRepeat
    return try await process.perform(
      exchange, to: HTTPDestination(scheme: scheme, host: .address(.loopback4), port: server.port, addresses: [.loopback4]))
  }

  /// Ends the fetcher like a crash.
  private func kill(_ process: FetcherProcess) { if let id = process.processID { Libc.kill(id, SIGKILL) } }

  /// A server that kills the fetcher at some step of the first connection, and replies on the second.
  private func server(_ step: @escaping ScriptedServer.Step) throws -> ScriptedServer {
    let process = process
    let server = try ScriptedServer([
      { socket in
        try step(socket)
        self.kill(process)
        socket.waitForEnd()
      },
      { socket in
        try socket.readHead()
        try socket.write(Self.response)
      },
    ])
    try server.start()
    return server
  }

  enum Step: CaseIterable { case accepted, sending, waiting, headers, body }

  private static func reach(_ step: Step, _ socket: FileDescriptor) throws {
    switch step {
    case .accepted: break
    case .sending: _ = try socket.readSome(20)
    case .waiting: try socket.readHead()
    case .headers:
      try socket.readHead()
      try socket.write("HTTP/1.1 200 OK\r\nContent-Le")
      try socket.waitUntilRead()
    case .body:
      try socket.readHead()
      try socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhe")
      try socket.waitUntilRead()
    }
  }

  @Test("a GET and a HEAD are sent once more to a new fetcher", arguments: Step.allCases, [PreparedRequest.Method.get, .head])
  func safe(_ step: Step, _ method: PreparedRequest.Method) async throws {
    // A HEAD request has its response once the headers are complete.
    if step == .body, method == .head { return }
    let server = try server { try Self.reach(step, $0) }
    defer { server.stop() }
    let response = try await exchange(server, method)
    #expect(response.status == 200 && response.body == Array((method == .get ? "here" : "").utf8))
    #expect(server.connections == 2)
  }

  @Test("another request is not sent again, and fails", arguments: Step.allCases)
  func unsafe(_ step: Step) async throws {
    let server = try server { try Self.reach(step, $0) }
    defer { server.stop() }
    // Larger than the socket's buffers, so it's still being sent.
    let body = [UInt8](repeating: 7, count: step == .sending ? 15 << 20 : 10)
    await #expect(throws: FetchError.Reason.fetcher(.signalled(9))) { try await exchange(server, .post, body: body) }
    #expect(server.connections == 1)
    #expect(try await exchange(server, .post).status == 200, "the next request has a new fetcher")
  }

  @Test("a GET without retries isn't sent again either", arguments: Step.allCases)
  func withoutRetries(_ step: Step) async throws {
    let server = try server { try Self.reach(step, $0) }
    defer { server.stop() }
    await #expect(throws: FetchError.Reason.fetcher(.signalled(9))) { try await exchange(server, .get, mayRepeat: false) }
    #expect(server.connections == 1)
  }

  @Test("the error has a kind, a cause and a suggestion")
  func message() {
    let error = FetchError(.fetcher(.signalled(9)), target: "a.example:443")
    #expect(error.kind.rawValue == "fetcher")
    #expect(
      error.description
        == "cannot fetch from a.example:443: luawidget-fetcher was killed by signal 9; the server may have received the request; "
        + "if this happens again, run `luawidget doctor`")
  }

  #if os(Linux)
    @Test("while it connects")
    func connecting() async throws {
      let server = try ScriptedServer(
        backlog: 0,
        [
          { _ in },
          { socket in
            try socket.readHead()
            try socket.write(Self.response)
          },
        ])
      defer { server.stop() }
      // The queue is full: the kernel accepts no further connection until this one is taken.
      let first = try server.connectItself()
      async let response = exchange(server, .get)
      while server.openingConnections() == 0 { try await Task.sleep(for: .milliseconds(5)) }
      try server.start()
      while server.connections == 0 { try await Task.sleep(for: .milliseconds(5)) }
      kill(process)
      #expect(try await response.status == 200)
      first.close()
    }
  #endif

  @Test("during the TLS handshake: it is tried once more, and fails for the reason that the server gives")
  func handshake() async throws {
    let process = process
    let server = try ScriptedServer([
      { socket in
        _ = try socket.readSome(100)
        self.kill(process)
        socket.waitForEnd()
      },
      { socket in _ = try socket.readSome(100) },
    ])
    try server.start()
    defer { server.stop() }
    let reason = await #expect(throws: FetchError.Reason.self) { try await exchange(server, .get, scheme: .https) }
    #expect(reason == .handshake || reason == .incomplete)
    #expect(server.connections == 2)
  }

  @Test("before it reads a request, or while it resolves a name: both are sent once more")
  func unread() async throws {
    let server = try ScriptedServer(
      Array(
        repeating: { socket in
          try socket.readHead()
          try socket.write(Self.response)
        }, count: 4))
    try server.start()
    defer { server.stop() }
    for isName in [false, true] {
      _ = try await exchange(server, .get)
      let old = try #require(process.processID)
      // It receives nothing more, and doesn't notice.
      Libc.kill(old, SIGSTOP)
      async let response: Int = isName ? process.addresses(of: "localhost").count : exchange(server, .get).status
      while process.unanswered == 0 { try await Task.sleep(for: .milliseconds(5)) }
      Libc.kill(old, SIGKILL)
      #expect(try await response > 0)
      #expect(process.processID != old)
    }
  }

  @Test("a fetcher that stops long after it received a request is replaced too", arguments: [true, false])
  func stoppedLater(_ mayRepeat: Bool) async throws {
    let process = process
    let server = try ScriptedServer([
      { socket in
        try socket.readHead()
        let signs = process.signs
        while process.signs < signs + 2 { usleep(5_000) }
        if let id = process.processID { Libc.kill(id, SIGSTOP) }
        socket.waitForEnd()
      },
      { socket in
        try socket.readHead()
        try socket.write(Self.response)
      },
    ])
    try server.start()
    defer { server.stop() }
    if mayRepeat {
      #expect(try await exchange(server, .get).status == 200)
    } else {
      await #expect(throws: FetchError.Reason.fetcher(.silent(seconds: 2.3))) {
        try await exchange(server, .get, mayRepeat: false)
      }
      #expect(try await exchange(server, .get).status == 200, "the next request has a new fetcher")
    }
  }

  @Test("of several requests each is repeated or fails by itself, and later ones succeed")
  func several() async throws {
    let reply: ScriptedServer.Step = { socket in
      try socket.readHead()
      try socket.write(Self.response)
    }
    let replying = try ScriptedServer(Array(repeating: reply, count: 9))
    try replying.start()
    let silent: ScriptedServer.Step = { socket in
      try socket.readHead()
      socket.waitForEnd()
    }
    let (first, second) = (try ScriptedServer([silent, reply]), try ScriptedServer([silent, reply]))
    try first.start()
    try second.start()
    defer { for server in [replying, first, second] { server.stop() } }
    async let get = exchange(first, .get)
    async let post = exchange(second, .post)
    while first.connections + second.connections < 2 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await exchange(replying, .get).status == 200)
    kill(process)
    #expect(try await get.status == 200)
    do {
      _ = try await post
      Issue.record("the POST succeeded")
    } catch {
      #expect(error as? FetchError.Reason == .fetcher(.signalled(9)))
    }
    #expect(try await exchange(replying, .post).status == 200)
  }

  @Test("a fetcher that dies without a request is replaced before the next one, whatever its method")
  func idle() async throws {
    let server = try ScriptedServer(
      Array(
        repeating: { socket in
          try socket.readHead()
          try socket.write(Self.response)
        }, count: 4))
    try server.start()
    defer { server.stop() }
    _ = try await exchange(server, .get)
    kill(process)
    while process.processID != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await exchange(server, .post).status == 200)
  }
}
