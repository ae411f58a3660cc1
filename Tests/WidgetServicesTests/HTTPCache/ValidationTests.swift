import Testing

@testable import WidgetServices

@Suite struct ValidationTests {
  private static let modified = "Last-Modified: Thu, 14 Jan 2027 08:00:00 GMT"

  private func confirms(_ lines: [String], _ own: [String], status: Int = 304) -> Bool {
    Validation.confirms(FetchResponse(status: status, url: pageURL, headers: fields(lines)), stored(own))
  }

  private func updated(_ own: [String], by lines: [String]) -> StoredResponse {
    let answer = FetchResponse(status: 304, url: pageURL, headers: fields(lines))
    return Validation.updated(stored(own), by: answer, requestTime: start + 99, responseTime: start + 100)
  }

  @Test("RFC 9111 4.3.1: the entity tag goes into If-None-Match as it is", arguments: ["\"1\"", "W/\"1\"", "\"\"", "\"\u{E9}\""])
  func entityTag(_ tag: String) {
    #expect(Validation.conditions(for: stored(["ETag: \(tag)"])) == fields(["If-None-Match: \(tag)"]))
  }

  @Test(
    "RFC 9110 8.8.3: what is no entity tag is not sent",
    arguments: ["1", "\"1", "w/\"1\"", "\"", "", "\"a\"b\"", "\"a b\"", "\"" + String(repeating: "x", count: 2000) + "\"", "*"])
  func noEntityTag(_ tag: String) {
    #expect(Validation.conditions(for: stored(["ETag: \(tag)"])).isEmpty)
  }

  @Test("RFC 9111 4.3.1: Last-Modified goes into If-Modified-Since, letter by letter")
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
    "RFC 9111 4.3.4: a strong tag of a 304 has to be the stored one's",
    arguments: [("\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false), ("\"1\"", "W/\"1\"", false)])
  func strong(_ answer: String, _ own: String, _ isSame: Bool) {
    #expect(confirms(["ETag: \(answer)"], ["ETag: \(own)"]) == isSame)
  }

  @Test("RFC 9111 4.3.4: a strong tag of a 304 fits no answer without one")
  func strongAgainstNone() {
    #expect(!confirms(["ETag: \"1\""], [Self.modified]))
  }

  @Test(
    "RFC 9111 4.3.4: a weak tag is compared without regard to weakness",
    arguments: [("W/\"1\"", "\"1\"", true), ("W/\"1\"", "W/\"1\"", true), ("W/\"1\"", "W/\"2\"", false)])
  func weak(_ answer: String, _ own: String, _ isSame: Bool) {
    #expect(confirms(["ETag: \(answer)"], ["ETag: \(own)"]) == isSame)
  }

  @Test("RFC 9111 4.3.4: a date is a weak validator, which has to be the same")
  func dates() {
    #expect(confirms([Self.modified], [Self.modified]))
    #expect(!confirms(["Last-Modified: Fri, 15 Jan 2027 08:00:00 GMT"], [Self.modified]))
  }

  @Test("RFC 9111 4.3.4: a 304 without a validator is about the answer that was asked for")
  func noValidator() {
    #expect(confirms([], ["ETag: \"1\""]))
    #expect(confirms(["Date: \(startDate)"], [Self.modified]))
  }

  @Test("RFC 9111 4.3.3: nothing but a 304 confirms", arguments: [200, 204, 206, 404, 412, 500])
  func otherStatuses(_ status: Int) {
    #expect(!confirms(["ETag: \"1\""], ["ETag: \"1\""], status: status))
  }

  @Test("RFC 9111 3.2: fields of the 304 replace those that are stored, all lines of them; others stay")
  func replaced() {
    let response = updated(
      ["Date: \(startDate)", "X-A: 1", "X-A: 2", "X-B: 1", "Cache-Control: max-age=1"],
      by: ["Date: Fri, 15 Jan 2027 08:01:40 GMT", "x-a: 3", "X-C: 1", "Cache-Control: max-age=9"])
    #expect(
      response.headers
        == fields(["X-B: 1", "Date: Fri, 15 Jan 2027 08:01:40 GMT", "x-a: 3", "X-C: 1", "Cache-Control: max-age=9"]))
  }

  @Test(
    "RFC 9111 3.2: what describes the stored body is not replaced",
    arguments: ["Content-Length", "Content-Encoding", "Content-Range", "Content-Type"])
  func unchanged(_ name: String) {
    let response = updated(["\(name): old"], by: ["\(name): new"])
    #expect(response.headers.values(of: name) == ["old"])
    #expect(response.body == Array("body".utf8))
    #expect(updated([], by: ["\(name): new"]).headers.values(of: name).isEmpty)
  }

  @Test("RFC 9111 3.2: fields of the connection are not taken from a 304")
  func connection() {
    #expect(updated([], by: ["Connection: X-Hop", "X-Hop: 1", "Transfer-Encoding: x"]).headers.map(\.name) == ["Date"])
  }

  @Test("RFC 9111 4.3.4: a confirmed answer is as fresh as the 304 says")
  func freshness() {
    let response = updated(["Cache-Control: max-age=5", "Age: 500"], by: ["Cache-Control: max-age=60"])
    let freshness = Freshness(of: response, now: start + 110)
    #expect(freshness.lifetime == 60 && freshness.age == 11)
    #expect(response.requestTime == start + 99 && response.responseTime == start + 100)
  }

  @Test("RFC 9111 4.2.3: the Age of the earlier answer is gone, that of the 304 counts")
  func age() {
    #expect(Freshness.age(of: updated(["Age: 500"], by: []), now: start + 100) == 1)
    #expect(Freshness.age(of: updated(["Age: 500"], by: ["Age: 7"]), now: start + 100) == 8)
  }

  @Test("RFC 9110 6.6.1: a 304 without Date renews the date all the same")
  func date() {
    #expect(updated(["Date: \(startDate)"], by: []).headers.values(of: "Date") == ["Fri, 15 Jan 2027 08:01:40 GMT"])
  }

  @Test(
    "RFC 9111 4.3.5: a HEAD confirms the stored GET, or says that it changed",
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

  @Test("RFC 9111 4.3.5: a HEAD that is an error says nothing", arguments: [304, 404, 500])
  func headError(_ status: Int) {
    let answer = FetchResponse(status: status, url: pageURL, headers: fields(["ETag: \"2\""]))
    #expect(Validation.headConfirms(answer, stored(["ETag: \"1\""])) == nil)
  }
}
