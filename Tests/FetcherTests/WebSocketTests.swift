import Synchronization
import Testing
import WidgetModel
import WidgetSystem

@testable import WidgetServices
@testable import luawidget_fetcher

/// WebSockets (RFC 6455), whose messages arrive as an event stream.
@Suite(.bothTransports) struct WebSocketTests {
  private typealias Server = @Sendable (FileDescriptor, _ request: String) throws -> Void

  /// The head with which a server agrees.
  private static func agreement(_ request: String) -> String {
    let key = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }?.split(separator: " ")
      .last
    let accept = Base64.text(Array(SHA1.hash(Array("\(key ?? "")258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)).bytes))
    return
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n\r\n"
  }

  private static func frame(_ opcode: UInt8, _ data: [UInt8] = [], isFinal: Bool = true) -> [UInt8] {
    var frame = [opcode | (isFinal ? 0x80 : 0)]
    switch data.count {
    case ..<126: frame.append(UInt8(data.count))
    case ..<65536: frame += [126, UInt8(data.count >> 8), UInt8(data.count & 255)]
    default: frame += [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: data.count >> ($0 * 8)) }
    }
    return frame + data
  }

  private static func text(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }

  /// The next frame from the client, unmasked: its first byte and its data.
  private static func receive(_ socket: FileDescriptor) throws -> (UInt8, String) {
    func bytes(_ count: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        let part = try socket.readSome(count - bytes.count)
        if part.isEmpty { throw SystemError(code: ECONNRESET) }
        bytes += part
      }
      return bytes
    }
    let head = try bytes(2)
    try #require(head[1] & 0x80 != 0, "a client masks its frames")
    let mask = try bytes(4)
    let data = try bytes(Int(head[1] & 0x7F)).enumerated().map { $1 ^ mask[$0 % 4] }
    return (head[0], String(decoding: data, as: UTF8.self))
  }

  /// The events that arrive from a server that does this; then why it ended.
  private func stream(
    opening: [String] = [], agrees: Bool = true, _ serve: @escaping Server
  ) async throws -> (String, FetchError.Reason?) {
    let server = try ScriptedServer([
      { connection in
        var request = ""
        while !request.hasSuffix("\r\n\r\n") { request += String(decoding: try connection.readSome(1), as: UTF8.self) }
        if agrees { try connection.writeAll(Array(Self.agreement(request).utf8)) }
        try serve(connection, request)
      }
    ])
    try server.start()
    defer { server.stop() }
    var policy = NetPolicy(scriptName: "test.lua")
    policy.privateGrants = [NetGrant("127.0.0.1:\(server.port)")].compactMap(\.self)
    policy.grants = policy.privateGrants
    let fetcher = NetworkFetcher()
    defer { Task { await fetcher.shutdown() } }
    let received = Mutex<[UInt8]>([])
    var request = FetchRequest("http://127.0.0.1:\(server.port)/prices?x=1", headers: [HeaderField("X-Key", "k")])
    request.webSocketOpening = opening
    do throws(FetchError) {
      try await fetcher.open(request, policy: policy) { part in received.withLock { $0 += part } }
      return (String(decoding: received.withLock { $0 }, as: UTF8.self), nil)
    } catch {
      return (String(decoding: received.withLock { $0 }, as: UTF8.self), error.reason)
    }
  }

  @Test("messages arrive as events, whole or in fragments, with pings between them, until the server closes")
  func messages() async throws {
    let (text, reason) = try await stream { socket, _ in
      // The first message comes with the response.
      try socket.writeAll(
        Self.text("{\"a\":1}") + Self.frame(1, Array("one\r\n".utf8), isFinal: false) + Self.frame(9, Array("hi".utf8))
          + Self.frame(0, Array("tw".utf8), isFinal: false) + Self.frame(0, Array("o".utf8)) + Self.frame(1)
          + Self.text("ü") + Self.frame(10))
      #expect(try Self.receive(socket) == (0x8A, "hi"))
      try socket.writeAll(Self.frame(8, [0x03, 0xE8]))
      #expect(try Self.receive(socket).0 == 0x88)
    }
    #expect(text == "data: {\"a\":1}\n\ndata: one\ndata: two\n\ndata: \n\ndata: ü\n\n" && reason == nil)
  }

  @Test("the request asks for a WebSocket of version 13, and the first messages are sent")
  func opening() async throws {
    let (_, reason) = try await stream(opening: ["{\"subscribe\":\"gold\"}", ""]) { socket, request in
      let fields = request.split(separator: "\r\n").map { $0.lowercased() }
      #expect(fields[0] == "get /prices?x=1 http/1.1")
      for field in ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13", "x-key: k"] {
        #expect(fields.contains(field), "\(request)")
      }
      #expect(try Self.receive(socket) == (0x81, "{\"subscribe\":\"gold\"}"))
      #expect(try Self.receive(socket) == (0x81, ""))
      try socket.writeAll(Self.frame(8))
    }
    #expect(reason == nil)
  }

  @Test(
    "what breaks the protocol ends the connection",
    arguments: [
      ("a masked frame", [0x81, 0x81, 1, 2, 3, 4, 5], FetchError.Reason.malformed), ("a reserved bit", [0xC1, 0], .malformed),
      ("a continuation without a beginning", [0x80, 0], .malformed), ("an unknown opcode", [0x83, 0], .malformed),
      ("a second beginning", [0x01, 0, 0x01, 0], .malformed), ("a ping in fragments", [0x09, 0], .malformed),
      ("a long ping", [0x89, 126, 0, 200], .malformed), ("ill-formed UTF-8", [0x81, 1, 0xFF], .malformed),
      ("a binary message", [0x82, 1, 0], .binaryMessage),
      ("an endless frame", [0x81, 127, 0x7F, 255, 255, 255, 255, 255, 255, 255], .bodyTooLarge(limit: 1 << 20)),
      ("no closing frame", [], .incomplete),
    ])
  func violations(_ name: String, _ bytes: [UInt8], _ expected: FetchError.Reason) async throws {
    let (text, reason) = try await stream { socket, _ in
      try socket.writeAll(Self.text("a") + bytes)
      // A connection that ends along with the head it began with may take the first message with it.
      if bytes.isEmpty { usleep(200_000) } else { _ = try? socket.readSome(100) }
    }
    #expect(text == "data: a\n\n" && reason == expected, "\(name)")
  }

  @Test("a server that doesn't agree is an error with its status; one that pretends to is malformed")
  func refused() async throws {
    for status in [200, 403, 426] {
      let (text, reason) = try await stream(agrees: false) { socket, _ in
        try socket.writeAll(
          Array("HTTP/1.1 \(status) X\r\nContent-Type: text/event-stream\r\nContent-Length: 9\r\n\r\ndata: a\n\n".utf8))
      }
      #expect(text == "" && reason == .notWebSocket(status: status))
    }
    for head in ["Upgrade: websocket\r\nSec-WebSocket-Accept: AAAA", "Upgrade: h2c", "Content-Length: 0"] {
      let (_, reason) = try await stream(agrees: false) { socket, _ in
        try socket.writeAll(
          Array("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\(head)\r\n\r\n".utf8) + Self.text("a"))
        _ = try? socket.readSome(100)
      }
      #expect(reason == .malformed || reason == .status(101), "\(head)")
    }
  }

  @Test("a message that's too long for an event is passed on as too long, and a flood ends the connection")
  func tooLong() async throws {
    let (text, reason) = try await stream { socket, _ in
      let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
      try socket.writeAll(Self.frame(1, long, isFinal: false) + Self.frame(0, long) + Self.text("next") + Self.frame(8))
    }
    #expect(text == "data: \(String(repeating: "x", count: 65537))\n\ndata: next\n\n" && reason == nil)
    let (_, end) = try await stream { socket, _ in
      for _ in 0..<100 { try socket.writeAll(Self.frame(1, [UInt8](repeating: 1, count: 100_000))) }
    }
    #expect(end == .tooManyFrames)
  }
}
