import Testing
import WidgetHelpers

@Suite struct RequestParserTests {
  private static let host = "host: 127.0.0.1:8630\r\n"

  private func parse(_ text: String) -> RequestParser.Event? { parse(Array(text.utf8)) }

  private func parse(_ bytes: [UInt8]) -> RequestParser.Event? {
    var parser = RequestParser()
    parser.append(bytes)
    return parser.next()
  }

  @Test func findsARequestWithItsBody() throws {
    let text = "POST /tap?a=1 HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\nX-A:  b \r\n\r\nabc"
    var parser = RequestParser()
    parser.append(Array((text + "GET /").utf8))
    guard case .request(let bytes)? = parser.next() else {
      Issue.record("no request")
      return
    }
    #expect(bytes == Array(text.utf8))
    #expect(parser.next() == nil)
    #expect(parser.isInsideRequest)
    let request = try RequestHead.parse(bytes).request
    #expect(request.method == "POST")
    #expect(request.target == "/tap?a=1")
    #expect(request.field("x-a") == "b")
    #expect(request.body == Array("abc".utf8))
  }

  @Test("a request that arrives byte by byte is the same request")
  func arrivesInParts() {
    let text = "GET / HTTP/1.1\r\n\(Self.host)\r\n"
    var parser = RequestParser()
    for byte in text.utf8.dropLast() {
      parser.append([byte])
      #expect(parser.next() == nil)
    }
    parser.append([10])
    #expect(parser.next() == .request(Array(text.utf8)))
  }

  @Test(
    "what two parsers could read differently is refused",
    arguments: [
      ("GET http://127.0.0.1:8630/ HTTP/1.1\r\n", 400), ("GET //evil.example/ HTTP/1.1\r\n", 400), ("GET * HTTP/1.1\r\n", 400),
      ("CONNECT a:1 HTTP/1.1\r\n", 400), ("GET /#a HTTP/1.1\r\n", 400), ("GET  / HTTP/1.1\r\n", 400),
      ("GET / HTTP/1.1 \r\n", 400),
      ("GET /\tHTTP/1.1\r\n", 400), ("GET /\\a HTTP/1.1\r\n", 400), ("GET / HTTP/2.0\r\n", 505), ("GET /\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: evil.example\r\n", 400), ("GET / HTTP/1.1\r\nA : b\r\n", 400),
      ("GET / HTTP/1.1\r\n continued\r\n", 400), ("GET / HTTP/1.1\r\n: b\r\n", 400), ("GET / HTTP/1.1\r\nA\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: +1\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 0x1\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length:\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 65537\r\n", 413), ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n", 413),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", 501), ("SECRET / HTTP/1.1\r\n", 501),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n", 400),
      ("POST / HTTP/1.1\r\nExpect: 100-continue\r\n", 417),
    ])
  func refuses(_ head: String, _ status: Int) {
    let event = parse(head + Self.host + "\r\n")
    #expect(event == RequestParser.Refusal(rawValue: status).map { .refusal($0) })
  }

  @Test func refusesARequestWithoutHost() { #expect(parse("GET / HTTP/1.1\r\nA: b\r\n\r\n") == .refusal(.badRequest)) }

  @Test("bare CR, bare LF and NUL are refused wherever they are", arguments: ["\r", "\n", "\0"])
  func refusesBareLineEnds(_ character: String) {
    for text in ["GET /\(character) HTTP/1.1\r\n\(Self.host)\r\n", "GET / HTTP/1.1\r\n\(Self.host)A: b\(character)c\r\n\r\n"] {
      #expect(parse(text) == .refusal(.badRequest))
    }
  }

  @Test func refusesTLSAtItsFirstByte() { #expect(parse([0x16, 3, 1]) == .refusal(.badRequest)) }

  @Test func refusesALongTargetBeforeItEnds() {
    #expect(parse("GET /" + String(repeating: "a", count: 9000)) == .refusal(.targetTooLong))
  }

  @Test func refusesTooManyHeaderBytesBeforeTheyEnd() {
    let field = "a: " + String(repeating: "b", count: 1000) + "\r\n"
    #expect(parse("GET / HTTP/1.1\r\n" + String(repeating: field, count: 30)) == .refusal(.headersTooLarge))
  }

  @Test func refusesTooManyFields() {
    let fields = (0..<64).map { "a\($0): b\r\n" }.joined()
    #expect(parse("GET / HTTP/1.1\r\n\(Self.host)\(fields)\r\n") == .refusal(.headersTooLarge))
  }

  @Test("nothing follows a refusal")
  func staysRefused() {
    var parser = RequestParser()
    parser.append(Array("GET http://a/ HTTP/1.1\r\n\(Self.host)\r\n".utf8))
    #expect(parser.next() == .refusal(.badRequest))
    parser.append(Array("GET / HTTP/1.1\r\n\(Self.host)\r\n".utf8))
    #expect(parser.next() == .refusal(.badRequest))
  }
}
