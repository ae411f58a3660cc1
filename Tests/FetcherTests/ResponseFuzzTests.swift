import NIOCore
import NIOEmbedded
import Testing
import WidgetSystem
import WidgetTesting

@testable import WidgetServices
@testable import luawidget_fetcher

/// Random and mutated responses, without a network: each ends in a response or a typed error, and nothing traps.
///
/// `FUZZ_CASES` sets the number of cases (`make fuzz`).
@Suite struct ResponseFuzzTests {
  private static let cases = getenv("FUZZ_CASES").flatMap { Int(String(cString: $0)) } ?? 4000

  private static func exchange(_ method: PreparedRequest.Method) -> HTTPExchange {
    HTTPExchange(
      method: method, scheme: .https, authority: "a.example", target: "/", headers: [HeaderField("Accept", "*/*")],
      body: method == .post ? Array("body".utf8) : nil, maximumBodyBytes: 1 << 20)
  }

  /// Feeds a connection with bytes in parts, then ends it.
  ///
  /// - Returns: The result of each exchange; nil for one that never ended.
  private static func run(
    _ parts: [[UInt8]], _ method: PreparedRequest.Method, isHTTP2: Bool, exchanges: Int
  ) throws -> [Result<HTTPExchangeResponse, HTTPExchangeFailure>?] {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let availability = ConnectionAvailability()
    let promises = (0..<exchanges).map { _ in channel.eventLoop.makePromise(of: HTTPExchangeResponse.self) }
    var results = [Result<HTTPExchangeResponse, HTTPExchangeFailure>?](repeating: nil, count: exchanges)
    for (index, promise) in promises.enumerated() {
      promise.futureResult.assumeIsolated().whenComplete { result in
        results[index] = result.mapError {
          $0 as? HTTPExchangeFailure ?? HTTPExchangeFailure(reason: .unspecified(.protocolError), progress: .sent)
        }
      }
    }
    if isHTTP2 {
      let handler = try channel.pipeline.syncOperations.addHTTP2Client(availability)
      for promise in promises { handler.start(exchange(method), promise) }
    } else {
      let handler = try channel.pipeline.syncOperations.addHTTP1Client(availability)
      handler.start(exchange(method), promises[0])
    }
    for part in parts where channel.isActive { _ = try? channel.writeInbound(ByteBuffer(bytes: part)) }
    _ = try? channel.finish()
    return results
  }

  private static func parts(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
    var rest = bytes[...]
    var parts: [[UInt8]] = []
    while !rest.isEmpty {
      let count = Bool.random(using: &random) ? rest.count : Int.random(in: 1...rest.count, using: &random)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return parts
  }

  private static func mutate(_ bytes: inout [UInt8], _ pieces: [[UInt8]], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: position)
      case 3: bytes.removeSubrange(position..<min(bytes.count, position + Int.random(in: 1...8, using: &random)))
      default: bytes.insert(contentsOf: bytes[position..<min(bytes.count, position + 20)], at: position)
      }
    }
  }

  private static let heads = [
    "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 11\r\n\r\nhello world",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nTrailer: x\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nto the end", "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n",
    "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nnoise", "HTTP/1.1 050 x\r\nContent-Length: 1\r\n\r\nx",
    "HTTP/1.1 200 OK\r\nA:\r\nB: \t\r\n folded\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT:\r\n\r\n",
    "HTTP/1.1 407 Proxy\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab",
  ]

  private static let tokens: [[UInt8]] =
    [[0], [0xFF], [13], [10], [13, 10], [13, 10, 13, 10], [32], [9], [58], [0xC3, 0x28]]
    + [
      "chunked", "99999999999", "-1", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "HTTP/1.1 ", "0\r\n\r\n",
      "Connection: close\r\n",
    ]
    .map { Array($0.utf8) }

  @Test("HTTP/1.1: any bytes end in a response or a typed error", .timeLimit(.minutes(60)))
  func http1() async throws {
    var random = SeededGenerator(seed: 11)
    for index in 0..<Self.cases {
      await Task.yield()
      var bytes = Array((Self.heads.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<4, using: &random) == 0 { bytes += (Self.heads.randomElement(using: &random) ?? "").utf8 }
      Self.mutate(&bytes, Self.tokens, &random)
      let method: PreparedRequest.Method = [.get, .head, .post][index % 3]
      let results = try Self.run(Self.parts(bytes, &random), method, isHTTP2: false, exchanges: 1)
      let status: Int? = if case .success(let response)? = results[0] { response.status } else { nil }
      #expect(
        results[0] != nil && status.map { (200...999).contains($0) } != false,
        "\(index) \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// A frame a server might send, or shouldn't.
  private static func frame(_ random: inout SeededGenerator) -> [UInt8] {
    let stream = [1, 1, 1, 1, 3, 3, 0, 5, 2, 0x7FFF_FFFF].randomElement(using: &random) ?? 1
    let flags: UInt8 = [0, 1, 4, 5, 5, 4, 8, 12, 13, 32, 44].randomElement(using: &random) ?? 0
    let noise = (0..<Int.random(in: 0...24, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    switch Int.random(in: 0...13, using: &random) {
    case 0, 1:
      return HTTP2Bytes.headers(
        HTTP2Bytes.block([("a", "b"), ("content-length", "5")]), stream: stream, endStream: flags & 1 == 1)
    case 2:
      let status = ["000", "099", "100", "101", "103", "204", "304", "999", "x", ""].randomElement(using: &random) ?? ""
      return HTTP2Bytes.headers(HTTP2Bytes.block(status: status), stream: stream, endStream: flags & 1 == 1)
    case 3, 4: return HTTP2Bytes.frame(0, flags: flags & 9, stream: stream, Array("hello".utf8))
    case 5: return HTTP2Bytes.frame(3, stream: stream, HTTP2Bytes.number([0, 7, 8, 13, -1].randomElement(using: &random) ?? 0))
    case 6:
      return HTTP2Bytes.frame(
        4, stream: 0,
        (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in
          [0, UInt8.random(in: 0...10, using: &random)]
            + HTTP2Bytes.number([0, 1, 16384, 65535, 0x7FFF_FFFF, -1].randomElement(using: &random) ?? 0)
        })
    case 7: return HTTP2Bytes.frame(4, flags: 1, stream: 0)
    case 8: return HTTP2Bytes.frame(6, flags: flags & 1, stream: 0, [1, 2, 3, 4, 5, 6, 7, 8])
    case 9:
      return HTTP2Bytes.frame(
        7, stream: 0, HTTP2Bytes.number([0, 1, 3, 0x7FFF_FFFF].randomElement(using: &random) ?? 0) + HTTP2Bytes.number(0))
    case 10:
      return HTTP2Bytes.frame(8, stream: stream, HTTP2Bytes.number([0, 1, 0x7FFF_FFFF].randomElement(using: &random) ?? 0))
    case 11: return HTTP2Bytes.frame(9, flags: flags & 4, stream: stream, noise)
    case 12: return HTTP2Bytes.frame(1, flags: flags, stream: stream, noise)
    default: return HTTP2Bytes.frame(UInt8.random(in: 0...12, using: &random), flags: flags, stream: stream, noise)
    }
  }

  @Test("HTTP/2: any frames end in a response or a typed error", .timeLimit(.minutes(60)))
  func http2() async throws {
    var random = SeededGenerator(seed: 12)
    for index in 0..<Self.cases {
      await Task.yield()
      var bytes = HTTP2Bytes.frame(4, stream: 0) + HTTP2Bytes.frame(4, flags: 1, stream: 0)
      if Int.random(in: 0..<8, using: &random) == 0 { bytes = [] }
      for _ in 0..<Int.random(in: 1...8, using: &random) { bytes += Self.frame(&random) }
      if Bool.random(using: &random) { Self.mutate(&bytes, [[0], [0xFF], [0x88], [0, 0, 1]], &random) }
      let method: PreparedRequest.Method = [.get, .head, .post][index % 3]
      let results = try Self.run(Self.parts(bytes, &random), method, isHTTP2: true, exchanges: 2)
      #expect(!results.contains { $0 == nil }, "\(index) \(bytes)")
    }
  }

  @Test("a proxy's handshake ends in a connection or a typed error", .timeLimit(.minutes(60)))
  func proxyHandshake() throws {
    var random = SeededGenerator(seed: 13)
    let seeds: [(String, [UInt8])] = [
      ("http://p.example", Array("HTTP/1.1 200 Connected\r\nVia: x\r\n\r\n".utf8)),
      ("http://p.example", Array("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n".utf8)),
      ("socks5://p.example", [5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), ("socks5://p.example", [5, 0, 5, 0, 0, 3, 2, 97, 98, 0, 1]),
    ]
    for _ in 0..<Self.cases {
      guard let (proxy, seed) = seeds.randomElement(using: &random) else { return }
      var bytes = seed
      Self.mutate(&bytes, Self.tokens, &random)
      var handshake = ProxyHandshake(try Proxy(parsing: proxy), host: .name("a.example"), port: 443)
      for part in Self.parts(bytes, &random) {
        guard let step = try? handshake.receive(part), step != .connected else { break }
      }
    }
  }
}
