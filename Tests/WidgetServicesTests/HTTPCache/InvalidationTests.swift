import Testing

@testable import WidgetServices

@Suite struct InvalidationTests {
  private func gone(_ method: PreparedRequest.Method = .post, _ status: Int = 200, _ lines: [String] = []) throws -> [String] {
    let response = FetchResponse(status: status, url: pageURL, headers: fields(lines))
    return Invalidation.urls(after: response, to: try WebAddress(parsing: pageURL), method: method)
  }

  @Test("RFC 9111 4.4: an unsafe method invalidates its target, a safe one does not", arguments: PreparedRequest.Method.allCases)
  func methods(_ method: PreparedRequest.Method) throws {
    #expect(try gone(method) == ([.get, .head].contains(method) ? [] : [pageURL]))
  }

  @Test(
    "RFC 9111 4.4: only a non-error response invalidates",
    arguments: [
      (200, true), (201, true), (204, true), (302, true), (303, true), (400, false), (404, false), (500, false), (503, false),
    ])
  func statuses(_ status: Int, _ isGone: Bool) throws {
    #expect(try gone(.put, status).isEmpty == !isGone)
  }

  @Test(
    "RFC 9111 4.4: same-origin Location and Content-Location are invalidated too",
    arguments: [
      ("Location: /other", "https://a.example/other"), ("Content-Location: sub", "https://a.example/sub"),
      ("Location: https://a.example:443/x#y", "https://a.example/x"), ("Location: ?q", "https://a.example/page?q"),
    ])
  func located(_ line: String, _ url: String) throws {
    #expect(try gone(.post, 201, [line]) == [pageURL, url])
  }

  @Test(
    "RFC 9111 4.4: no other origin is invalidated",
    arguments: [
      "Location: https://b.example/page", "Location: http://a.example/page", "Content-Location: https://a.example:8443/",
      "Location: //b.example/", "Location: ftp://a.example/", "Location: https://a.example@b.example/",
    ])
  func otherOrigin(_ line: String) throws {
    #expect(try gone(.post, 201, [line]) == [pageURL])
  }

  @Test("RFC 9111 4.4: the target is listed once")
  func once() throws {
    #expect(try gone(.put, 200, ["Location: /page", "Content-Location: \(pageURL)"]) == [pageURL])
  }
}
