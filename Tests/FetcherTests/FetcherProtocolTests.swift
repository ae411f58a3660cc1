import Testing
import WidgetHelpers
import WidgetSystem
import WidgetTesting

@testable import WidgetServices

@Suite struct FetcherProtocolTests {
  private static let exchange: HTTPExchange = {
    var exchange = HTTPExchange(
      method: .post, scheme: .https, authority: "a.example", target: "/x?y",
      headers: [HeaderField("A", "b"), HeaderField("A", "")],
      body: [], maximumBodyBytes: 100)
    exchange.firstByteTimeout = 2.5
    exchange.connectTimeout = 3
    exchange.mayRepeat = false
    exchange.discardsRedirectBody = true
    return exchange
  }()

  private static func destination(_ proxy: Proxy? = nil) -> HTTPDestination {
    HTTPDestination(scheme: .https, host: .name("a.example"), port: 443, proxy: proxy, addresses: [.loopback4, .loopback6])
  }

  private static let requests: [FetcherRequest] = [
    .hello(version: 1, TrustedCertificates(certificates: [[1, 2], [0x30]])), .resolve(id: 1, name: "a.example"),
    .exchange(id: 2, exchange, destination(), bodyLength: 70_000),
    .exchange(
      id: 3, exchange,
      destination(Proxy(.http, host: .name("p"), port: 1, credentials: Proxy.Credentials(user: "u", password: ""))), bodyLength: 1
    ),
    .exchange(id: 4, exchange, destination(Proxy(.socks5, host: .address(.loopback6), port: 65535)), bodyLength: 0),
    .body(id: 2, [1, 2, 3]), .cancel(id: .max),
  ]

  private static let replies: [FetcherReply] = [
    .ready(version: 1), .addresses(id: 1, [.loopback4, .loopback6]), .unresolved(id: 1, .unknownHost),
    .unresolved(id: 1, .unavailable), .unresolved(id: 1, .cancelled),
    .head(id: 2, status: 200, headers: [HeaderField("A", "\u{FFFD}")], bodyLength: 3), .body(id: 2, [0, 255]),
    .failed(id: 2, .certificate(.expired)), .failed(id: 2, .status(99)),
  ]

  @Test("every message survives encoding and decoding")
  func roundTrip() throws {
    for request in Self.requests { #expect(try FetcherRequest(decoding: request.encoded) == request) }
    for reply in Self.replies { #expect(try FetcherReply(decoding: reply.encoded) == reply) }
  }

  @Test("every reason of a transport survives the way to the broker, completed from the request")
  func reasons() throws {
    let proxy = Proxy(.http, host: .name("p"), port: 1)
    let reasons: [FetchError.Reason] =
      [
        .refused, .unreachable, .connectTimeout, .handshake, .tlsVersion, .tlsCipher, .trustedCertificates,
        .firstByteTimeout(seconds: 2.5), .status(99), .tooManyInterimResponses(limit: 20), .tooManyFrames, .streamReset,
        .notProcessed, .noStreams, .incomplete, .headersTooLarge(limit: 65536), .bodyTooLarge(limit: 100), .damagedCoding,
        .unknownCoding, .unknownHost, .cancelled, .shutDown, .malformed, .proxy(.refusal, "p:1"), .proxy(.credentials, "p:1"),
      ] + FetchError.CertificateProblem.allCases.map { .certificate($0) }
    for reason in reasons {
      guard case .failed(_, let reported) = try FetcherReply(decoding: FetcherReply.failed(id: 1, reason).encoded) else {
        continue
      }
      #expect(reported.reported(for: Self.exchange, to: Self.destination(proxy)) == reason)
    }
  }

  @Test(
    "a reason that no transport has is not accepted",
    arguments: [
      .timeout(seconds: 1), .nameServer, .privateAddress(.loopback4), .redirect, .redirectToPlain, .tooManyRedirects(limit: 5),
      .offline,
    ] as [FetchError.Reason])
  func foreign(_ reason: FetchError.Reason) {
    #expect(reason.reported(for: Self.exchange, to: Self.destination()) == nil)
    if let code = reason.code { #expect(FetchError.Reason(code: code) == reason) }
  }

  @Test(
    "an unknown code and a detail that does not belong to it are refused",
    arguments: [
      "", " ", "refused 1", "timeout", "timeout nan", "timeout -1", "status x", "status 1 2", "certificate", "certificate old",
      "proxy x",
      "privateAddress 1.2.3", "offline", "unspecified",
    ])
  func badCode(_ code: String) { #expect(FetchError.Reason(code: code) == nil) }

  @Test("truncated and changed messages are refused or decoded, and nothing traps")
  func fuzz() {
    var generator = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<200 {
      for payload in Self.requests.map(\.encoded) + Self.replies.map(\.encoded) {
        var payload = payload
        if Bool.random(using: &generator) { payload.removeLast(Int.random(in: 1...payload.count, using: &generator)) }
        for _ in 0..<Int.random(in: 0...3, using: &generator) where !payload.isEmpty {
          payload[Int.random(in: 0..<payload.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if (try? FetcherRequest(decoding: payload)) == nil { refused += 1 }
        if (try? FetcherReply(decoding: payload)) == nil { refused += 1 }
      }
    }
    #expect(refused > 1000)
  }

  @Test("a header section has the same limit on both sides")
  func headerLimit() throws {
    func head(_ count: Int) -> [UInt8] {
      FetcherReply.head(
        id: 1, status: 200, headers: [HeaderField("A", String(repeating: "x", count: count))], bodyLength: 0
      ).encoded
    }
    _ = try FetcherReply(decoding: head(HTTPExchange.maximumHeaderBytes - 5))
    #expect(throws: HelperProtocolError("bad header fields")) {
      try FetcherReply(decoding: head(HTTPExchange.maximumHeaderBytes - 4))
    }
    // The most fields that fit.
    let shortest = [HeaderField](repeating: HeaderField("A", ""), count: HTTPExchange.maximumHeaderBytes / 5)
    _ = try FetcherReply(decoding: FetcherReply.head(id: 1, status: 200, headers: shortest, bodyLength: 0).encoded)
  }
}
