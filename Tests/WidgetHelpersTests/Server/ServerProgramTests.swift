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
    #expect(server.notices.first == "luawidget-server was ended by signal 9")
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
