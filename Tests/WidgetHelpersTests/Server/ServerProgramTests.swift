import Synchronization
import Testing
import WidgetHelpers
import WidgetSystem
import WidgetTesting

/// `luawidget-server` over loopback.
@Suite struct ServerProgramTests {
  private static let request = "GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

  @Test func passesRequestsAndResponses() async throws {
    let server = try ServerProgram { request, response in
      response.respond(
        200, [HTTPField("content-type", "text/plain")],
        body: Array("\(request.method) \(request.target) \(request.field("host") ?? "-") \(request.body.count)".utf8))
    }
    defer { server.stop() }
    let texts = try await server.withConnection { connection in
      connection.send(Self.request)
      let first = try connection.response()
      connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + Self.request)
      return [first.text, try connection.response().text, try connection.response().text]
    }
    #expect(texts == ["GET /a?b=c 127.0.0.1 0", "POST / a 3", "GET /a?b=c 127.0.0.1 0"])
  }

  @Test("a body larger than the window arrives whole")
  func largeBody() async throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try ServerProgram { _, response in response.respond(200, [], body: body) }
    defer { server.stop() }
    let received = try await server.withConnection { connection in
      connection.send(Self.request)
      return try connection.response().body
    }
    #expect(received == body)
  }

  @Test func answersHEADWithoutABody() async throws {
    let server = try ServerProgram { _, response in response.respond(200, [], body: Array("body".utf8)) }
    defer { server.stop() }
    let (length, next) = try await server.withConnection { connection in
      connection.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + Self.request)
      return (try connection.response(toHead: true).field("content-length"), try connection.response().text)
    }
    #expect(length == "4")
    #expect(next == "body")
  }

  @Test("an ambiguous request is rejected without quoting it, and its connection ends; the handler never sees it")
  func refuses() async throws {
    let count = Mutex(0)
    let server = try ServerProgram { _, response in
      count.withLock { $0 += 1 }
      response.respond(200, [])
    }
    defer { server.stop() }
    for (text, status) in [
      ("GET http://secret-text/ HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\n\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n", 413),
    ] {
      let response = try await server.withConnection { connection in
        connection.send(text)
        return String(decoding: try connection.readToEnd(), as: UTF8.self)
      }
      #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
      #expect(response.contains("connection: close"))
      #expect(!response.contains("secret-text"))
    }
    #expect(count.withLock { $0 } == 0)
  }

  @Test("a stream arrives part by part, and its end is noticed when the client goes away")
  func stream() async throws {
    let channels = Mutex<[ResponseChannel]>([])
    let hasFinished = Mutex(false)
    let server = try ServerProgram { _, response in
      response.begin(
        HTTPResponseHead(status: 200, fields: [HTTPField("content-type", "text/event-stream")], bodyLength: nil),
        onFinish: { hasFinished.withLock { $0 = true } })
      response.write(Array("data: 1\n\n".utf8))
      channels.withLock { $0.append(response) }
    }
    defer { server.stop() }
    try await server.withConnection { connection in
      connection.send(Self.request)
      _ = try connection.read(until: "data: 1")
      channels.withLock { $0.first }?.write(Array("data: 2\n\n".utf8))
      _ = try connection.read(until: "data: 2")
    }
    #expect(await eventually { hasFinished.withLock { $0 } })
  }

  @Test("a client that reads nothing gets no more than the window, and others are served")
  func slowClient() async throws {
    let channels = Mutex<[ResponseChannel]>([])
    let server = try ServerProgram { request, response in
      guard request.target == "/slow" else { return response.respond(200, [], body: Array("ok".utf8)) }
      response.begin(HTTPResponseHead(status: 200, bodyLength: nil))
      response.write([UInt8](repeating: 65, count: 32 << 20))
      channels.withLock { $0.append(response) }
    }
    defer { server.stop() }
    try await server.withConnection { slow in
      slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try slow.read(until: "AAAA")
      let other = try RawConnection(port: server.port)
      other.send(Self.request)
      #expect(try other.response().text == "ok")
    }
    let channel = try #require(channels.withLock { $0.first })
    #expect(await eventually { channel.isFinished })
  }

  @Test("four requests sent in advance are at the host at once; others don't wait for them, and all get their responses")
  func pipelined() async throws {
    let channels = Mutex<[(target: String, channel: ResponseChannel)]>([])
    let server = try ServerProgram { request, response in channels.withLock { $0.append((request.target, response)) } }
    defer { server.stop() }
    func count(_ target: String) -> Int { channels.withLock { $0.count { $0.target == target } } }
    func respond(to target: String) -> Int {
      let found = channels.withLock { all in
        defer { all.removeAll { $0.target == target } }
        return all.filter { $0.target == target }
      }
      for item in found { item.channel.respond(200, [], body: Array(target.utf8)) }
      return found.count
    }
    let clients = try (0..<6).map { _ in try RawConnection(port: server.port) }
    for client in clients {
      for path in ["/1", "/2", "/3"] { client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") }
    }
    #expect(await eventually { count("/1") == 6 })
    #expect(respond(to: "/1") == 6)
    #expect(await eventually { count("/2") == 4 })
    let page = try RawConnection(port: server.port)
    page.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(await eventually { count("/page") == 1 })
    #expect(count("/2") == 4 && count("/3") == 0)
    var others = 0
    let areAllDone = await eventually {
      others += respond(to: "/2") + respond(to: "/3")
      return others == 12
    }
    #expect(areAllDone)
  }

  @Test("the 601st connection closes the oldest one that hasn't signed in, rather an idle one; if all have, it's refused")
  func tooManyConnections() async throws {
    let server = try ServerProgram { request, response in
      if request.target == "/in" { response.keepConnection() }
      if request.target != "/text" { response.begin(HTTPResponseHead(status: 200, fields: [], bodyLength: nil)) }
      if request.target == "/text" { response.respond(200, [], body: Array("text".utf8)) }
    }
    defer { server.stop() }
    let port = server.port
    try await onOwnThread {
      func open(_ path: String) throws -> RawConnection {
        let connection = try RawConnection(port: port)
        connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try connection.read(until: "\r\n\r\n")
        return connection
      }
      nonisolated(unsafe) var known = try (0..<598).map { _ in try open("/in") }
      let stream = try open("/out")
      let idle = try open("/text")
      // The idle one makes room, then the other one.
      known.append(try open("/in"))
      #expect(try idle.isClosed())
      known.append(try open("/in"))
      #expect(try stream.isClosed())
      for _ in 1...3 {
        let refused = try RawConnection(port: port).response()
        #expect(refused.status == 503)
        #expect(refused.text == "Too many open connections: the limit is 600. Close other pages of the board.\n")
      }
      withExtendedLifetime(known) {}
    }
  }

  @Test("a server that is killed is replaced, and clients can connect all the time")
  func replaced() async throws {
    let server = try ServerProgram { _, response in response.respond(200, [], body: Array("ok".utf8)) }
    defer { server.stop() }
    for round in 1...3 {
      let text = try await server.withConnection { connection in
        connection.send(Self.request)
        return try connection.response().text
      }
      #expect(text == "ok")
      let pid = try #require(server.process.processID)
      kill(pid, SIGKILL)
      #expect(await eventually { server.notices.count == round })
    }
    #expect(server.notices.first == "luawidget-server was killed by signal 9")
  }

  @Test("a stopped server is replaced as soon as a client connects to it, and the client is served")
  func stopped() async throws {
    let server = try ServerProgram(heartbeat: HelperProcess.Heartbeat(quiet: 0.2, reply: 0.3)) { _, response in
      response.respond(200, [], body: Array("ok".utf8))
    }
    defer { server.stop() }
    #expect(await eventually { server.process.isReady })
    suspend(try #require(server.process.processID))
    let text = try await server.withConnection { connection in
      connection.send(Self.request)
      return try connection.response().text
    }
    #expect(text == "ok")
    #expect(server.notices == ["luawidget-server did not reply within 1 s"])
  }

  @Test("a stopped server is noticed by a stream that it does not take")
  func stoppedStream() async throws {
    let channels = Mutex<[ResponseChannel]>([])
    let server = try ServerProgram(heartbeat: HelperProcess.Heartbeat(quiet: 0.5, reply: 2.5)) { _, response in
      response.begin(HTTPResponseHead(status: 200, bodyLength: nil))
      response.write(Array("a".utf8))
      channels.withLock { $0.append(response) }
    }
    defer { server.stop() }
    try await server.withConnection { connection in
      connection.send(Self.request)
      _ = try connection.read(until: "a\r\n")
      suspend(try #require(server.process.processID))
      channels.withLock { $0.first }?.write(Array("b".utf8))
      _ = try? connection.readToEnd()
    }
    #expect(await eventually { server.notices == ["luawidget-server did not reply within 3 s"] })
  }

  @Test("a server that serves nobody is not asked whether it is alive")
  func idle() async throws {
    let server = try ServerProgram(heartbeat: HelperProcess.Heartbeat(quiet: 0.05, reply: 0.05)) { _, response in
      response.respond(200, [])
    }
    defer { server.stop() }
    #expect(await eventually { server.process.isReady })
    let pid = try #require(server.process.processID)
    suspend(pid)
    // No event tells that nothing was asked: ten times as long as a stopped server may keep quiet.
    try await Task.sleep(for: .seconds(1))
    #expect(server.process.processID == pid && server.notices.isEmpty)
    kill(pid, SIGCONT)
  }

  @Test("Upgrade is ignored: the request is answered, and the next one too")
  func upgrade() async throws {
    let server = try ServerProgram { request, response in response.respond(200, [], body: Array(request.target.utf8)) }
    defer { server.stop() }
    let texts = try await server.withConnection { connection in
      connection.send(
        "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n")
      let first = try connection.response().text
      connection.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
      return [first, try connection.response().text]
    }
    #expect(texts == ["/1", "/2"])
  }

  @Test("clients that ask for it, and those of HTTP/1.0, get the end of the connection after the response")
  func closes() async throws {
    let server = try ServerProgram { request, response in
      guard request.target == "/stream" else { return response.respond(200, [], body: Array("ok".utf8)) }
      response.begin(HTTPResponseHead(status: 200, bodyLength: nil))
      response.write(Array("part".utf8))
      response.end()
    }
    defer { server.stop() }
    for (text, end) in [
      ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", "ok"), ("GET / HTTP/1.0\r\nHost: a\r\n\r\n", "ok"),
      ("GET /stream HTTP/1.0\r\nHost: a\r\n\r\n", "part"),
    ] {
      let response = try await server.withConnection { connection in
        connection.send(text)
        return String(decoding: try connection.readToEnd(), as: UTF8.self)
      }
      #expect(response.hasSuffix("connection: close\r\n\r\n\(end)"), "\(response)")
    }
  }

  @Test("a server that ends requests before the host does gets no more than the host works on")
  func flood() async throws {
    let folder = TestFolder()
    var frames = FrameBuffer.frame(ServerMessage.ready(version: ServerProtocol.version).encoded)
    for id in 1...Int64(20_000) {
      let request = HTTPRequestMessage(method: "POST", target: "/\(id)", fields: [HTTPField("host", "a")], body: [1, 2, 3])
      frames += FrameBuffer.frame(ServerMessage.request(id: id, request).encoded)
      frames += FrameBuffer.frame(ServerMessage.finished(id: id).encoded)
    }
    let file = try FileDescriptor.open(folder("frames"), O_WRONLY | O_CREAT, mode: 0o600)
    try file.writeAll(frames)
    file.close()
    let script = folder("server")
    try writeScript("#!/bin/sh\ncat \(folder("frames")) >&0\ntouch \(folder("done"))\nexec cat >/dev/null\n", to: script)
    let held = Mutex<[ResponseChannel]>([])
    let server = try ServerProgram(executable: script) { _, response in held.withLock { $0.append(response) } }
    defer { server.stop() }
    #expect(await eventually { access(folder("done"), F_OK) == 0 })
    #expect(held.withLock { $0.count } == ServerProtocol.maximumRequests)
    #expect(server.notices.isEmpty)
  }

  @Test("the sandbox allows no file, no socket and no program")
  func sandbox() async throws {
    let output = try await onOwnThread { try SandboxReport.run() }
    #expect(output.contains("start a program\trefused"))
    #expect(output.contains("open a network socket\trefused"))
    #expect(output.contains("open a local socket\trefused"))
    #expect(output.contains("read /etc/passwd\trefused"))
    #expect(output.contains("write a file\trefused"))
  }
}
