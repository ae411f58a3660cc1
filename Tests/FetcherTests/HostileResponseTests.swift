import Testing
import WidgetServices
import WidgetTesting

@Suite(.bothTransports) struct HostileResponseTests {
  private let fetcher = NetworkFetcher()

  private func kind(_ server: LoopbackServer, _ path: String = "/") async -> FetchError.Kind? {
    do throws(FetchError) {
      _ = try await fetcher.fetch(FetchRequest(server.url(path), timeout: 5), policy: server.policy)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test(
    "a response that is not HTTP, or ends too early, is an error of kind protocol",
    arguments: [
      "", "\r\n\r\n", "garbage\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
      "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nab\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
      "HTTP/1.1 200 OK\r\nbad header\r\n\r\n", "HTTP/1.1 200 OK\r\n: x\r\n\r\n", "HTTP/1.1 200 OK\r\nA: \0\r\n\r\n",
      "HTTP/1.1 103 Early\r\n\r\n", "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 20",
    ])
  func malformed(_ response: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .bytes(response.utf8))
      #expect(await kind(server) == .protocolError)
    }
  }

  @Test("a body truncated at any byte is an error, and a complete one is not")
  func cut() async throws {
    try await withLoopbackServer { server async throws in
      let whole = Array("HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 3\r\n\r\nabc".utf8)
      for count in 0..<whole.count {
        server.on("/", .bytes(whole).cut(after: count))
        let kind = await kind(server)
        #expect(kind == .protocolError, "\(count)")
      }
      server.on("/", .bytes(whole))
      #expect(await kind(server) == nil)
    }
  }

  @Test(
    "headers may have 64 KiB in any number of fields; more are too large, and endless ones stop there",
    arguments: [
      (1000, 60, true, true), (1000, 70, true, false), (1, 1000, true, true), (1, 6000, true, true), (1, 20_000, true, false),
      (65_000, 1, true, true), (70_000, 1, true, false), (200_000, 1, true, false), (1000, 5000, false, false),
      (1, 50_000, false, false),
    ])
  func headers(_ size: Int, _ count: Int, _ ends: Bool, _ fits: Bool) async throws {
    try await withLoopbackServer { server async throws in
      let line = "X-L: " + String(repeating: "x", count: size) + "\r\n"
      server.on("/", .bytes(("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: count) + (ends ? "\r\n" : "")).utf8))
      do throws(FetchError) {
        let response = try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 20), policy: server.policy)
        #expect(fits && response.headers.count == count)
      } catch {
        #expect(!fits && error.kind == .tooLarge, "\(error)")
        #expect(error.message.hasSuffix("the response's headers exceed 65536 bytes"))
      }
    }
  }

  @Test(
    "a status that no response may have is an error, whatever the method",
    arguments: ["000", "001", "050", "099", "101"])
  func invalidStatus(_ status: String) async throws {
    try await withLoopbackServer { server async throws in
      let heads = ["Content-Length: 1\r\n\r\nx", "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", "\r\nx", "\r\n"]
      for (rest, method) in heads.flatMap({ rest in ["GET", "HEAD", "POST"].map { (rest, $0) } }) {
        server.on("/", .bytes("HTTP/1.1 \(status) x\r\n\(rest)".utf8))
        let request = FetchRequest(server.url("/"), method: method, timeout: 5)
        let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: server.policy) }
        #expect(error?.kind == .protocolError && error?.reason == .status(Int(status) ?? 0), "\(rest) \(method)")
      }
    }
  }

  @Test("an upgrade that was not requested is an error")
  func upgrade() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nnoise".utf8))
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 5), policy: server.policy)
      }
      #expect(error?.message.hasSuffix("the server switched to another protocol, which was not requested") == true)
    }
  }

  @Test("twenty interim responses are skipped, and more are an error", arguments: [(20, true), (21, false), (100_000, false)])
  func interimResponses(_ count: Int, _ fits: Bool) async throws {
    try await withLoopbackServer { server async throws in
      let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", count: count)
      server.on("/", .bytes((interim + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx").utf8))
      do throws(FetchError) {
        let response = try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 10), policy: server.policy)
        #expect(fits && response.body == [0x78])
      } catch {
        #expect(!fits && error.reason == .tooManyInterimResponses(limit: 20), "\(error)")
      }
    }
  }

  @Test("a chunk extension without end ends the connection")
  func chunkExtension() async throws {
    try await withLoopbackServer { server async throws in
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5"
      server.on("/", .bytes((head + String(repeating: ";a=b", count: 1 << 20)).utf8))
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 10), policy: server.policy)
      }
      #expect(error?.reason == .malformed)
    }
  }

  @Test("spaces and tabs around a header's value are not part of it")
  func surroundingSpace() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .bytes("HTTP/1.1 200 OK\r\nA: \t b\tc\t \t\r\nB:\t\r\nContent-Length: 0\r\n\r\n".utf8))
      let response = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      #expect(response.headers == [HeaderField("A", "b\tc"), HeaderField("B", ""), HeaderField("Content-Length", "0")])
    }
  }

  @Test("bytes after the response do not reach the next request")
  func surplus() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response([], headers: [("Content-Length", "2")]))
      server.on(
        "/a", .bytes("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil".utf8))
      server.on("/b", .text("b"))
      for path in ["/a", "/b"] {
        let response = try? await fetcher.fetch(FetchRequest(server.url(path)), policy: server.policy)
        #expect(response.map { $0.body == Array(path.dropFirst().utf8) } != false)
      }
    }
  }

  @Test("randomly mutated responses end in a response or an error and never trap", .timeLimit(.minutes(5)))
  func random() async throws {
    try await withLoopbackServer { server async throws in
      var random = SeededGenerator(seed: 7)
      let seeds = [
        "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 11\r\n\r\nhello world",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nTrailer: x\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n\u{1F}\u{8}0123456",
      ]
      let pieces: [[UInt8]] = [
        [0], [0xFF], [13], [10], [13, 10], [32], [58], Array("chunked".utf8), Array("99999999999".utf8), [0x1F, 0x8B, 8],
      ]
      // A test starts a fetcher in every round.
      for round in 0..<(TestedTransport.current == .inProcess ? 300 : 60) {
        var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let position = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0...2, using: &random) {
          case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: position)
          default: bytes.removeSubrange(position..<min(bytes.count, position + 3))
          }
          if bytes.isEmpty { bytes = [0] }
        }
        server.on("/", .bytes(bytes))
        server.on("/x", .text("x"))
        let kind = await kind(server)
        #expect(kind == nil || [.protocolError, .decode, .denied, .tooLarge, .timeout].contains(kind), "\(round)")
      }
    }
  }
}
