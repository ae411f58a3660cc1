import Testing

@testable import WidgetServices

@Suite struct StorabilityTests {
  private static let fresh = "Cache-Control: max-age=60"
  private static let tag = "ETag: \"1\""

  @Test("RFC 9111 3: only a response to GET is stored", arguments: PreparedRequest.Method.allCases)
  func methods(_ method: PreparedRequest.Method) {
    #expect(isKept([Self.fresh], method: method) == (method == .get))
  }

  @Test(
    "RFC 9111 3: the status is final, and neither 206 nor 304",
    arguments: [
      (200, true), (100, false), (103, false), (206, false), (304, false), (404, true), (500, true), (599, true), (600, false),
    ])
  func statuses(_ status: Int, _ kept: Bool) {
    #expect(isKept([Self.fresh], status: status) == kept)
  }

  @Test("RFC 9111 3.3: a partial response (206) is not stored, whatever its fields")
  func partial() {
    #expect(!isKept([Self.fresh, Self.tag, "Content-Range: bytes 0-1/9"], status: 206, freshFor: 60))
  }

  @Test(
    "RFC 9111 5.2.2.5: no-store is not stored", arguments: ["no-store", "NO-STORE", "max-age=60, no-store", "x=\"open, no-store"])
  func noStore(_ directives: String) {
    #expect(!isKept(["Cache-Control: \(directives)", Self.tag]))
    #expect(!isKept(["Cache-Control: \(directives)", Self.tag], freshFor: 60, usableFor: 60))
  }

  @Test("RFC 9111 5.2.1.5: a response to a request with no-store is not stored")
  func requestNoStore() {
    #expect(!isKept([Self.fresh], ["Cache-Control: no-store"]))
    #expect(!isKept([Self.fresh], ["Cache-Control: no-store"], freshFor: 60))
  }

  @Test(
    "RFC 9111 5.2.2.3: must-understand with no-store is stored if the status is understood",
    arguments: [(200, true), (404, true), (302, true), (299, false), (418, false)])
  func mustUnderstand(_ status: Int, _ kept: Bool) {
    #expect(isKept(["Cache-Control: must-understand, no-store, max-age=60"], status: status) == kept)
    #expect(isKept(["Cache-Control: must-understand, max-age=60"], status: status) == kept)
  }

  @Test(
    "RFC 9111 5.2.2.7: a private cache stores private responses",
    arguments: ["private", "private=\"Set-Cookie\"", "private, max-age=60"])
  func privateResponse(_ directives: String) {
    #expect(isKept(["Cache-Control: \(directives)", Self.tag]))
  }

  @Test("RFC 9111 3.5: a private cache stores responses to requests with Authorization")
  func authorization() {
    #expect(isKept([Self.fresh], ["Authorization: Bearer x"]))
  }

  @Test(
    "RFC 9111 3: a status that is not heuristically cacheable needs explicit freshness, public or private",
    arguments: [302, 303, 307, 403, 429, 500, 503])
  func explicit(_ status: Int) {
    #expect(!isKept([Self.tag], status: status))
    #expect(!isKept(["Last-Modified: Thu, 14 Jan 2027 08:00:00 GMT"], status: status))
    #expect(isKept([Self.tag, "Cache-Control: public"], status: status))
    #expect(isKept([Self.tag, "Cache-Control: private"], status: status))
    #expect(isKept([Self.fresh], status: status))
    #expect(isKept(["Expires: Fri, 15 Jan 2027 09:00:00 GMT"], status: status))
  }

  @Test("RFC 9111 3: a response that is never fresh and has no validator is not stored")
  func worthless() {
    #expect(!isKept([]))
    #expect(!isKept(["Cache-Control: max-age=0"]))
    #expect(!isKept(["Expires: 0"]))
    #expect(!isKept(["Cache-Control: public"]))
    #expect(!isKept(["ETag: no quotes"]))
    #expect(isKept([Self.tag]))
    #expect(isKept(["Cache-Control: max-age=0", Self.tag]))
    #expect(isKept(["Cache-Control: no-cache", Self.tag]))
    #expect(isKept(["Last-Modified: Thu, 14 Jan 2027 08:00:00 GMT"]))
    #expect(isKept(["Cache-Control: max-age=0, stale-if-error=60"]))
    #expect(isKept(["Cache-Control: max-age=0, stale-while-revalidate=60"]))
    #expect(!isKept(["Cache-Control: max-age=0, stale-if-error=0"]))
  }

  @Test("RFC 9111 4.1: Vary: * matches no later request and is not stored", arguments: ["*", "Accept, *", "*, *"])
  func varyStar(_ value: String) {
    #expect(!isKept([Self.fresh, "Vary: \(value)"]))
    #expect(!isKept([Self.fresh, "Vary: \(value)"], freshFor: 60))
  }

  @Test(
    "RFC 9110 14.2: a response to a range request or to the script's own conditional request is not stored",
    arguments: [
      "Range: bytes=0-1", "If-None-Match: \"1\"", "If-Modified-Since: \(startDate)", "if-match: *",
      "If-Unmodified-Since: \(startDate)", "If-Range: \"1\"",
    ])
  func conditions(_ line: String) {
    #expect(!isKept([Self.fresh], [line]))
  }

  @Test(
    "with fresh_for or usable_for a response is stored without freshness information, unless it is an error",
    arguments: [
      (200, true), (301, true), (404, true), (302, true), (303, true), (307, true), (401, false), (429, false), (500, false),
      (503, false),
    ])
  func authorWants(_ status: Int, _ kept: Bool) {
    #expect(isKept([], status: status, freshFor: 60) == kept)
    #expect(isKept([], status: status, usableFor: 60) == kept)
    #expect(!isKept([], status: status))
  }

  @Test("only mode no-store prevents storing", arguments: CacheMode.allCases)
  func modes(_ mode: CacheMode) {
    #expect(isKept([Self.fresh], mode: mode) == (mode != .noStore))
  }

  @Test("RFC 9111 3.1: all fields are stored, including unknown and repeated ones")
  func fieldsKept() {
    let lines = ["Set-Cookie: a=1", "X-New: 1", "Set-Cookie: b=2", "Date: \(startDate)"]
    #expect(stored(lines).headers == fields(lines))
  }

  @Test("RFC 9111 3.1: connection-specific fields, those named by Connection, and those for a proxy are not stored")
  func fieldsDropped() {
    let dropped = [
      "Connection: close, X-RedirectStep", "X-RedirectStep: 1", "Keep-Alive: 5", "Transfer-Encoding: chunked", "TE: x",
      "Upgrade: x",
      "Proxy-Connection: x", "Proxy-Authenticate: x", "Proxy-Authentication-Info: x", "Proxy-Authorization: x",
    ]
    #expect(stored(["Date: \(startDate)", "X-Kept: 1"] + dropped).headers == fields(["Date: \(startDate)", "X-Kept: 1"]))
  }
}
