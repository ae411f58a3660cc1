import Testing
import WidgetServices
import WidgetTesting

@Suite(.bothTransports) struct ResponseBodyTests {
  private let fetcher = NetworkFetcher()

  private func text(_ response: FetchResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  private func failure(_ request: FetchRequest, _ policy: NetPolicy) async throws -> FetchError {
    try #require(await #expect(throws: FetchError.self) { try await fetcher.fetch(request, policy: policy) })
  }

  @Test("the body limit is exact, with and without a length, compressed or not")
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

  @Test("a small response that inflates to a large one stops at the limit")
  func bomb() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response(gzipBomb(repeats: 400_000), headers: [("Content-Encoding", "gzip")]))
      let error = try await failure(FetchRequest(server.url("/")), server.policy)
      #expect(error.kind == .tooLarge)
      #expect(error.message.hasSuffix("the response's body exceeds 4194304 bytes"))
      let small = try await failure(FetchRequest(server.url("/"), maximumBodyBytes: 100), server.policy)
      #expect(small.reason == .bodyTooLarge(limit: 100))
    }
  }

  @Test("fourteen bytes that expand to ten million are too large, and are expanded no further than the limit")
  func brotliBombIsStopped() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response(brotliBomb, headers: [("Content-Encoding", "br")]))
      #expect(try await failure(FetchRequest(server.url("/")), server.policy).reason == .bodyTooLarge(limit: 4 << 20))
    }
  }

  @Test("gzip, deflate and brotli are decoded; damaged and truncated bodies are errors of kind decode")
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

  @Test("every coding name and combination is decoded")
  func stacks() async throws {
    let expected = String(repeating: #"{"boarding":"12:05"}"#, count: 5)
    let raw = Array(deflated.dropFirst(2).dropLast(4))
    let empty: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let cases: [(coding: String, body: [UInt8], decoded: String)] = [
      ("x-gzip", gzipped, expected), (" GZip ,identity", gzipped, expected), ("identity, deflate,", deflated, expected),
      ("deflate", raw, expected), ("gzip", gzipped + gzipped, expected + expected),
      ("gzip", gzipped + empty + gzipped, expected + expected),
      ("gzip", gzipped + [0, 0, 0], expected), ("gzip, gzip", stored(gzipped), expected),
      ("deflate, gzip", stored(deflated), expected), ("br, gzip, gzip", stored(stored(brotli)), expected),
      ("gzip", empty, ""), ("gzip", [], ""), ("gzip, br", [], ""), ("zstd", [], ""), ("identity", Array("x".utf8), "x"),
    ]
    try await withLoopbackServer { server async throws in
      for (coding, body, decoded) in cases {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = body.isEmpty ? [] : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
        server.on("/", .bytes(Array(head.utf8) + chunk + Array("0\r\n\r\n".utf8)))
        #expect(try await text(fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)) == decoded, "\(coding)")
      }
    }
  }

  @Test("too many codings and a bomb in any layer are errors")
  func refusedStacks() async throws {
    let cases: [(coding: String, body: [UInt8], kind: FetchError.Kind)] = [
      ("gzip, gzip, gzip, gzip", stored(stored(stored(gzipped))), .decode), ("zstd", [1], .decode),
      ("gzip, compress", gzipped, .decode), ("deflate", deflated + [0], .decode), ("deflate", [120], .decode),
      ("gzip", gzipped + gzipped.prefix(20), .decode), ("gzip", gzipped + [1], .decode),
      ("gzip, gzip", stored(gzipBomb(repeats: 40_000)), .tooLarge), ("gzip, br", brotliBomb, .tooLarge),
    ]
    try await withLoopbackServer { server async throws in
      for (coding, body, kind) in cases {
        server.on("/", .response(body, headers: [("Content-Encoding", coding)]))
        #expect(try await failure(FetchRequest(server.url("/")), server.policy).kind == kind, "\(coding)")
      }
    }
  }

  @Test(
    "a value that is not a content coding leaves the body unchanged",
    arguments: ["utf-8", "UTF8", "none", "binary", "text/html", "gzip-ish"])
  func unknownCoding(_ coding: String) async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .response(Array("body".utf8), headers: [("Content-Encoding", coding)]))
      #expect(try await text(fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)) == "body")
      server.on("/", .response(gzipped, headers: [("Content-Encoding", "gzip, \(coding)")]))
      #expect(try await text(fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)).hasPrefix("{"))
    }
  }

  @Test("an incompressible body may be slightly larger encoded than the limit of the decoded one")
  func incompressible() async throws {
    try await withLoopbackServer { server async throws in
      let body = [UInt8](repeating: 7, count: 60_000)
      server.on("/", .response(stored(body), headers: [("Content-Encoding", "gzip")]))
      var request = FetchRequest(server.url("/"), maximumBodyBytes: 60_000)
      #expect(try await fetcher.fetch(request, policy: server.policy).body == body)
      request.maximumBodyBytes = 59_999
      #expect(try await failure(request, server.policy).reason == .bodyTooLarge(limit: 59_999))
    }
  }
}

/// Stored blocks in gzip (RFC 1951 section 3.2.4), for up to 65535 bytes.
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  func little(_ number: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  var checksum: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    checksum ^= UInt32(byte)
    for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  let size = UInt32(bytes.count)
  return [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(size, 2) + little(~size, 2) + bytes + little(~checksum, 4)
    + little(size, 4)
}

/// A repeated text, and ten million zeros, in brotli.
private let brotli: [UInt8] = [
  31, 99, 0, 168, 28, 135, 233, 198, 89, 118, 163, 88, 223, 68, 171, 220, 139, 233, 107, 17, 157, 179, 180, 13, 35, 83, 227, 166,
  38,
  65, 48, 62, 40, 233, 79, 50, 50, 0,
]
private let brotliBomb: [UInt8] = [159, 127, 150, 152, 248, 39, 0, 226, 177, 64, 32, 199, 17, 19]

/// `{"boarding":"12:05"}` five times.
private let gzipped: [UInt8] = [
  31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 202, 79, 44, 74, 201, 204, 75, 87, 178, 82, 50, 52, 178, 50, 48, 85, 170, 173,
  166, 178, 24,
  0, 220, 69, 45, 223, 100, 0, 0, 0,
]
private let deflated: [UInt8] = [
  120, 156, 171, 86, 74, 202, 79, 44, 74, 201, 204, 75, 87, 178, 82, 50, 52, 178, 50, 48, 85, 170, 173, 166, 178, 24, 0, 14, 230,
  30, 11,
]

/// A gzip stream that inflates to 258 bytes per repeat: one letter, then copies of it, each in 13 bits (RFC 1951, fixed codes).
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
  // Codes are written from the highest bit, the block header from the lowest.
  func put(code: Int, bits: Int) { for bit in (0..<bits).reversed() { put(code >> bit & 1) } }
  [1, 1, 0].forEach(put)
  put(code: 0x30 + 0x61, bits: 8)
  for _ in 0..<repeats { put(code: 0b11000101_00000, bits: 13) }
  put(code: 0, bits: 7)
  while count > 0 { put(0) }
  return bytes + [UInt8](repeating: 0, count: 8)
}
