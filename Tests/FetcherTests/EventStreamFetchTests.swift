import Synchronization
import Testing
import WidgetSystem
import WidgetTesting

@testable import WidgetServices

/// Responses that are passed on as they arrive.
@Suite(.bothTransports) struct EventStreamFetchTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"

  private func policy(_ port: Int) -> NetPolicy {
    var policy = NetPolicy(scriptName: "test.lua")
    policy.privateGrants = [NetGrant("127.0.0.1:\(port)")].compactMap(\.self)
    policy.grants = policy.privateGrants
    return policy
  }

  /// The bytes that arrive from a server with this response; then why it ended.
  private func stream(_ response: LoopbackResponse, limit: Int = .max) async throws -> (String, FetchError.Reason?) {
    try await withLoopbackServer { server in
      server.on("/events", response)
      let received = Mutex<[UInt8]>([])
      let fetcher = NetworkFetcher()
      defer { Task { await fetcher.shutdown() } }
      do throws(FetchError) {
        try await fetcher.open(
          FetchRequest("http://127.0.0.1:\(server.port)/events"), policy: policy(server.port)
        ) { part in received.withLock { $0 += part } }
        return (String(decoding: received.withLock { $0 }, as: UTF8.self), nil)
      } catch {
        return (String(decoding: received.withLock { $0 }, as: UTF8.self), error.reason)
      }
    }
  }

  @Test("parts arrive in order, until the server ends the response")
  func parts() async throws {
    let body = "data: a\n\ndata: b\n\n"
    let (text, reason) = try await stream(.bytes("\(Self.head)Connection: close\r\n\r\n\(body)".utf8).dripping(milliseconds: 1))
    #expect(text == body && reason == nil)
  }

  @Test("a part arrives while the response goes on")
  func early() async throws {
    let server = try ScriptedServer([
      { connection in
        _ = try connection.readSome(10_000)
        try connection.writeAll(Array("\(Self.head)\r\ndata: early\n\n".utf8))
        // Until the client gives up.
        _ = try? connection.readSome(1)
      }
    ])
    try server.start()
    defer { server.stop() }
    let fetcher = NetworkFetcher()
    let (arrivals, arrival) = AsyncStream<String>.makeStream()
    let policy = policy(server.port)
    let task = Task {
      try await fetcher.open(FetchRequest("http://127.0.0.1:\(server.port)/"), policy: policy) {
        arrival.yield(String(decoding: $0, as: UTF8.self))
      }
    }
    var iterator = arrivals.makeAsyncIterator()
    #expect(await iterator.next() == "data: early\n\n")
    task.cancel()
    let result = await task.result
    #expect(throws: FetchError(.cancelled, target: "127.0.0.1:\(server.port)")) { try result.get() }
    await fetcher.shutdown()
  }

  @Test("what isn't an event stream is refused, with its status", arguments: [200, 404, 500])
  func otherResponses(_ status: Int) async throws {
    let (text, reason) = try await stream(.text("data: a\n\n", status: status))
    #expect(text.isEmpty && reason == .notEvents(status: status))
  }

  @Test("status 204 asks for no more connections")
  func noMore() async throws {
    let (_, reason) = try await stream(.response([], status: 204))
    #expect(reason == .noMoreEvents)
  }

  @Test("a flood ends the connection")
  func flood() async throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)
    let (text, reason) = try await stream(.response(body, headers: [("Content-Type", "text/event-stream")]))
    #expect(reason == .tooManyFrames && text.utf8.count <= 5 << 20)
  }

  @Test("a host without permission isn't asked")
  func denied() async throws {
    await #expect {
      try await NetworkFetcher().open(FetchRequest("https://a.example/"), policy: NetPolicy(scriptName: "test.lua")) { _ in }
    } throws: { ($0 as? FetchError)?.kind == .denied }
  }
}
