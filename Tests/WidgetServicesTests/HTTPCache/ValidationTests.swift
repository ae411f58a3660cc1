import Testing

@testable import WidgetServices

@Suite struct ValidationTests {
  private static let modified = "Last-Modified: Thu, 14 Jan 2027 08:00:00 GMT"

  private func confirms(_ lines: [String], _ own: [String], status: Int = 304) -> Bool {
    Validation.confirms(FetchResponse(status: status, url: pageURL, headers: fields(lines)), stored(own))
  }

  private func updated(_ own: [String], by lines: [String]) -> StoredResponse {
    let response = FetchResponse(status: 304, url: pageURL, headers: fields(lines))
    return Validation.updated(stored(own), by: response, requestTime: start + 99, responseTime: start + 100)
  }

  @Test(
    "RFC 9111 4.3.1: the entity tag is sent unchanged in If-None-Match", arguments: ["\"1\"", "W/\"1\"", "\"\"", "\"\u{E9}\""])
  func entityTag(_ tag: String) {
    #expect(Validation.conditions(for: stored(["ETag: \(tag)"])) == fields(["If-None-Match: \(tag)"]))
  }

  @Test(
    "RFC 9110 8.8.3: an invalid entity tag is not sent",
    arguments: ["1", "\"1", "w/\"1\"", "\"", "", "\"a\"b\"", "\"a b\"", "\"" + String(repeating: "x", count: 2000) + "\"", "*"])
  func noEntityTag(_ tag: String) {
    #expect(Validation.conditions(for: stored(["ETag: \(tag)"])).isEmpty)
  }

  @Test("RFC 9111 4.3.1: Last-Modified is sent unchanged in If-Modified-Since")
  func modifiedSince() {
    #expect(Validation.conditions(for: stored([Self.modified])) == fields(["If-Modified-Since: Thu, 14 Jan 2027 08:00:00 GMT"]))
    #expect(Validation.conditions(for: stored(["Last-Modified: yesterday"])).isEmpty)
  }

  @Test("RFC 9111 4.3.1: both validators are sent")
  func both() {
    #expect(
      Validation.conditions(for: stored([Self.modified, "ETag: \"1\""])).map(\.name) == ["If-None-Match", "If-Modified-Since"])
  }

  @Test(
    "RFC 9111 4.3.4: a strong tag in a 304 must equal the stored one",
    arguments: [("\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false), ("\"1\"", "W/\"1\"", false)])
  func strong(_ response: String, _ own: String, _ isSame: Bool) {
    #expect(confirms(["ETag: \(response)"], ["ETag: \(own)"]) == isSame)
  }

  @Test("RFC 9111 4.3.4: a strong tag in a 304 selects no response without one")
  func strongAgainstNone() {
    #expect(!confirms(["ETag: \"1\""], [Self.modified]))
  }

  @Test(
    "RFC 9111 4.3.4: weak tags use weak comparison",
    arguments: [("W/\"1\"", "\"1\"", true), ("W/\"1\"", "W/\"1\"", true), ("W/\"1\"", "W/\"2\"", false)])
  func weak(_ response: String, _ own: String, _ isSame: Bool) {
    #expect(confirms(["ETag: \(response)"], ["ETag: \(own)"]) == isSame)
  }

  @Test("RFC 9111 4.3.4: a date is a weak validator and must be equal")
  func dates() {
    #expect(confirms([Self.modified], [Self.modified]))
    #expect(!confirms(["Last-Modified: Fri, 15 Jan 2027 08:00:00 GMT"], [Self.modified]))
  }

  @Test("RFC 9111 4.3.4: a 304 without a validator selects the response being validated")
  func noValidator() {
    #expect(confirms([], ["ETag: \"1\""]))
    #expect(confirms(["Date: \(startDate)"], [Self.modified]))
  }

  @Test("RFC 9111 4.3.3: only a 304 validates", arguments: [200, 204, 206, 404, 412, 500])
  func otherStatuses(_ status: Int) {
    #expect(!confirms(["ETag: \"1\""], ["ETag: \"1\""], status: status))
  }

  @Test("RFC 9111 3.2: fields of the 304 replace all lines of the stored ones; others remain")
  func replaced() {
    let response = updated(
      ["Date: \(startDate)", "X-A: 1", "X-A: 2", "X-B: 1", "Cache-Control: max-age=1"],
      by: ["Date: Fri, 15 Jan 2027 08:01:40 GMT", "x-a: 3", "X-C: 1", "Cache-Control: max-age=9"])
    #expect(
      response.headers
        == fields(["X-B: 1", "Date: Fri, 15 Jan 2027 08:01:40 GMT", "x-a: 3", "X-C: 1", "Cache-Control: max-age=9"]))
  }

  @Test(
    "RFC 9111 3.2: fields that describe the stored body are not replaced",
    arguments: ["Content-Length", "Content-Encoding", "Content-Range", "Content-Type"])
  func unchanged(_ name: String) {
    let response = updated(["\(name): old"], by: ["\(name): new"])
    #expect(response.headers.values(of: name) == ["old"])
    #expect(response.body == Array("body".utf8))
    #expect(updated([], by: ["\(name): new"]).headers.values(of: name).isEmpty)
  }

  @Test("RFC 9111 3.2: connection-specific fields of a 304 are ignored")
  func connection() {
    #expect(
      updated([], by: ["Connection: X-RedirectStep", "X-RedirectStep: 1", "Transfer-Encoding: x"]).headers.map(\.name) == ["Date"]
    )
  }

  @Test("RFC 9111 4.3.4: a validated response has the freshness of the 304")
  func freshness() {
    let response = updated(["Cache-Control: max-age=5", "Age: 500"], by: ["Cache-Control: max-age=60"])
    let freshness = Freshness(of: response, now: start + 110)
    #expect(freshness.lifetime == 60 && freshness.age == 11)
    #expect(response.requestTime == start + 99 && response.responseTime == start + 100)
  }

  @Test("RFC 9111 4.2.3: Age comes from the 304, not from the earlier response")
  func age() {
    #expect(Freshness.age(of: updated(["Age: 500"], by: []), now: start + 100) == 1)
    #expect(Freshness.age(of: updated(["Age: 500"], by: ["Age: 7"]), now: start + 100) == 8)
  }

  @Test("RFC 9110 6.6.1: a 304 without Date still updates the date")
  func date() {
    #expect(updated(["Date: \(startDate)"], by: []).headers.values(of: "Date") == ["Fri, 15 Jan 2027 08:01:40 GMT"])
  }

  @Test(
    "RFC 9111 4.3.5: HEAD validates the stored GET response, or shows a change",
    arguments: [
      (["ETag: \"1\""], ["ETag: \"1\""], true), (["ETag: \"2\""], ["ETag: \"1\""], false), (["ETag: \"2\""], [], false),
      ([modified], [modified], true), (["Last-Modified: \(startDate)"], [modified], false),
      (["ETag: \"1\"", "Content-Length: 5"], ["ETag: \"1\"", "Content-Length: 4"], false),
      (["ETag: \"1\"", "Content-Length: 4"], ["ETag: \"1\"", "Content-Length: 4"], true),
      (["Content-Length: 5"], ["Content-Length: 4"], false), (["Content-Length: 4"], ["Content-Length: 4"], nil),
      (["ETag: \"1\"", "Content-Length: 5"], ["ETag: \"1\"", "Content-Length: 4", "Content-Encoding: gzip"], true), ([], [], nil),
    ] as [([String], [String], Bool?)])
  func head(_ lines: [String], _ own: [String], _ says: Bool?) {
    #expect(Validation.headConfirms(FetchResponse(url: pageURL, headers: fields(lines)), stored(own)) == says)
  }

  @Test("RFC 9111 4.3.5: an error response to HEAD is inconclusive", arguments: [304, 404, 500])
  func headError(_ status: Int) {
    let response = FetchResponse(status: status, url: pageURL, headers: fields(["ETag: \"2\""]))
    #expect(Validation.headConfirms(response, stored(["ETag: \"1\""])) == nil)
  }
}
