import Testing
import WidgetServices
import WidgetTesting

@Suite struct ResponseBodyTests {
  private let fetcher = NetworkFetcher()

  private func text(_ response: FetchResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  private func failure(_ request: FetchRequest, _ policy: NetPolicy) async throws -> FetchError {
    try #require(await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: policy) })
  }

  @Test("the body's limit holds with and without a length, compressed or not, and is exact")
  func tooLarge() async throws {
    try await withLoopbackServer { server async throws in
      let body = [UInt8](repeating: 0x61, count: 1000)
      server.on("/length", .response(body))
      server.on("/end", .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + body))
      for path in ["/length", "/end"] {
        var request = FetchRequest(server.url(path), maximumBodyBytes: 1000)
        #expect(try await fetcher.fetch(request, policy: server.policy).body == body)
        for limit in [999, 0, -1] {
          request.maximumBodyBytes = limit
          let error = try await failure(request, server.policy)
          #expect(error.kind == .tooLarge && error.reason == .bodyTooLarge(limit: max(0, limit)))
        }
      }
      server.on("/lie", .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nx".utf8))
      #expect(try await failure(FetchRequest(server.url("/lie")), server.policy).kind == .tooLarge)
    }
  }

  @Test("a small answer that unpacks to a large one is stopped at the limit")
  func bomb() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response(gzipBomb(repeats: 400_000), headers: [("Content-Encoding", "gzip")]))
      let error = try await failure(FetchRequest(server.url("/")), server.policy)
      #expect(error.kind == .tooLarge)
      #expect(error.message.hasSuffix("the answer's body exceeds 4194304 bytes"))
      let small = try await failure(FetchRequest(server.url("/"), maximumBodyBytes: 100), server.policy)
      #expect(small.reason == .bodyTooLarge(limit: 100))
    }
  }

  @Test("fourteen bytes that unfold to ten million are too large, and no more is unfolded than is allowed")
  func brotliBombIsStopped() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response(brotliBomb, headers: [("Content-Encoding", "br")]))
      #expect(try await failure(FetchRequest(server.url("/")), server.policy).reason == .bodyTooLarge(limit: 4 << 20))
    }
  }

  @Test("gzip, deflate and brotli are undone; damaged, cut and unknown codings are errors of kind decode")
  func codings() async throws {
    try await withLoopbackServer { server async throws in
      let expected = String(repeating: #"{"boarding":"12:05"}"#, count: 5)
      server.on("/gzip", .response(gzipped, headers: [("Content-Encoding", "GZIP")]))
      server.on("/deflate", .response(deflated, headers: [("Content-Encoding", "deflate")]))
      server.on("/br", .response(brotli, headers: [("Content-Encoding", "br")]))
      server.on("/drip", .response(gzipped, headers: [("Content-Encoding", "gzip")]).dripping(milliseconds: 1))
      for path in ["/gzip", "/deflate", "/br", "/drip"] {
        #expect(try await text(fetcher.fetch(FetchRequest(server.url(path)), policy: server.policy)) == expected)
      }
      server.on("/damaged", .response(Array("not gzip at all".utf8), headers: [("Content-Encoding", "gzip")]))
      server.on("/cut", .response(Array(gzipped.prefix(30)), headers: [("Content-Encoding", "gzip")]))
      server.on("/more", .response(gzipped + [1, 2, 3], headers: [("Content-Encoding", "gzip")]))
      server.on("/brmore", .response(brotli + [1], headers: [("Content-Encoding", "br")]))
      server.on("/brcut", .response(Array(brotli.dropLast(3)), headers: [("Content-Encoding", "br")]))
      server.on("/br", .response([1, 2, 3], headers: [("Content-Encoding", "br")]))
      server.on("/two", .response(gzipped, headers: [("Content-Encoding", "gzip, br")]))
      for path in ["/damaged", "/cut", "/more", "/br", "/brmore", "/brcut", "/two"] {
        let kind = try await failure(FetchRequest(server.url(path)), server.policy).kind
        #expect(kind == .decode, "\(path)")
      }
    }
  }
}

/// Five times the same, and ten million zeros, in brotli.
private let brotli: [UInt8] = [
  31, 99, 0, 168, 28, 135, 233, 198, 89, 118, 163, 88, 223, 68, 171, 220, 139, 233, 107, 17, 157, 179, 180, 13, 35, 83, 227, 166,
  38,
  65, 48, 62, 40, 233, 79, 50, 50, 0,
]
private let brotliBomb: [UInt8] = [159, 127, 150, 152, 248, 39, 0, 226, 177, 64, 32, 199, 17, 19]

/// Five times `{"boarding":"12:05"}`.
private let gzipped: [UInt8] = [
  31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 202, 79, 44, 74, 201, 204, 75, 87, 178, 82, 50, 52, 178, 50, 48, 85, 170, 173,
  166, 178, 24,
  0, 220, 69, 45, 223, 100, 0, 0, 0,
]
private let deflated: [UInt8] = [
  120, 156, 171, 86, 74, 202, 79, 44, 74, 201, 204, 75, 87, 178, 82, 50, 52, 178, 50, 48, 85, 170, 173, 166, 178, 24, 0, 14, 230,
  30, 11,
]

/// A gzip stream that unpacks to 258 bytes for each repeat: one letter, then copies of it, each in 13 bits (RFC 1951, fixed codes).
private func gzipBomb(repeats: Int) -> [UInt8] {
  var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  var pending = 0
  var count = 0
  func put(_ bit: Int) {
    pending |= bit << count
    count += 1
    if count == 8 {
      bytes.append(UInt8(pending))
      (pending, count) = (0, 0)
    }
  }
  // Codes go out from their highest bit, the block's header from its lowest.
  func put(code: Int, bits: Int) { for bit in (0..<bits).reversed() { put(code >> bit & 1) } }
  [1, 1, 0].forEach(put)
  put(code: 0x30 + 0x61, bits: 8)
  for _ in 0..<repeats { put(code: 0b11000101_00000, bits: 13) }
  put(code: 0, bits: 7)
  while count > 0 { put(0) }
  return bytes + [UInt8](repeating: 0, count: 8)
}
