import Testing

@testable import WidgetServices

@Suite struct CacheDecisionTests {
  private static let minute = "Cache-Control: max-age=60"
  private static let tag = "ETag: \"1\""

  @Test("RFC 9111 4: without a stored response the request is forwarded", arguments: CacheMode.allCases)
  func nothing(_ mode: CacheMode) {
    let decision = CacheDecision.decide(CacheRequest(pageURL, mode: mode), stored: [], now: start)
    #expect(word(decision) == (mode == .onlyIfCached ? "504" : "fetch"))
  }

  @Test(
    "RFC 9111 4: a fresh response is served; a stale one is validated, or fetched again without a validator",
    arguments: [(0.0, "cache", "cache"), (59, "cache", "cache"), (60, "validate", "fetch"), (1e9, "validate", "fetch")])
  func freshAndStale(_ seconds: Double, _ withTag: String, _ without: String) {
    #expect(decision([Self.minute, Self.tag], after: seconds) == withTag)
    #expect(decision([Self.minute], after: seconds) == without)
  }

  @Test("RFC 9111 4.3.1: a validation carries the stored validators")
  func conditions() {
    let response = stored(["Cache-Control: max-age=0", Self.tag])
    #expect(
      CacheDecision.decide(CacheRequest(pageURL), stored: [response], now: start)
        == .validate(response, fields(["If-None-Match: \"1\""])))
  }

  @Test("RFC 9111 4: unsafe methods are written through", arguments: [PreparedRequest.Method.post, .put, .patch, .delete])
  func unsafe(_ method: PreparedRequest.Method) {
    #expect(decision([Self.minute], method: method) == "fetch")
  }

  @Test("RFC 9110 9.3.2: a stored GET response satisfies HEAD")
  func head() {
    #expect(decision([Self.minute], method: .head) == "cache")
  }

  @Test("RFC 9111 4: without freshness but with a validator every use is validated")
  func unknownFreshness() {
    #expect(decision([Self.tag]) == "validate")
  }

  @Test("RFC 9111 5.2.2.4: no-cache is never served without validation; without a validator it is fetched again")
  func noCache() {
    #expect(decision(["Cache-Control: no-cache, max-age=60", Self.tag]) == "validate")
    #expect(decision(["Cache-Control: max-age=60, no-cache"]) == "fetch")
  }

  @Test("RFC 9111 5.2.2.4: no-cache with field names hides those fields until validation")
  func qualifiedNoCache() {
    let lines = ["Cache-Control: max-age=60, no-cache=\"Set-Cookie\"", "Set-Cookie: a=1", "X-A: 1"]
    #expect(decision(lines) == "cache")
    let response = stored(lines)
    #expect(
      FetchResponse(response, source: .cache, isHead: false, now: start).headers.map(\.name) == [
        "Cache-Control", "X-A", "Date", "Age",
      ])
    #expect(FetchResponse(response, source: .revalidated, isHead: false, now: start).headers.values(of: "set-cookie") == ["a=1"])
  }

  @Test("RFC 9111 4.2.1: of conflicting directives the stricter one counts")
  func conflict() {
    #expect(decision(["Cache-Control: max-age=60, no-cache", Self.tag]) == "validate")
    #expect(decision(["Cache-Control: max-age=0, public, must-revalidate", Self.tag]) == "validate")
  }

  @Test(
    "RFC 9111 5.2.2: directives for shared caches change nothing",
    arguments: ["s-maxage=0", "proxy-revalidate", "no-transform", "immutable", "private", "public", "unknown=1"])
  func irrelevant(_ directive: String) {
    #expect(decision(["Cache-Control: max-age=60, \(directive)"]) == "cache")
  }

  @Test(
    "RFC 9111 5.2.1.1: request max-age rejects older responses",
    arguments: [
      ("max-age=10", 10.0, "cache"), ("max-age=10", 11, "validate"), ("max-age=0", 1, "validate"), ("max-age=x", 0, "validate"),
      ("max-age=999", 61, "validate"),
    ])
  func requestMaxAge(_ directive: String, _ seconds: Double, _ expected: String) {
    #expect(decision([Self.minute, Self.tag], ["Cache-Control: \(directive)"], after: seconds) == expected)
  }

  @Test(
    "RFC 9111 5.2.1.2: request max-stale accepts limited staleness",
    arguments: [
      ("max-stale", 1e6, "stale"), ("max-stale=10", 70, "stale"), ("max-stale=10", 71, "validate"),
      ("max-stale=0", 61, "validate"), ("max-stale=x", 61, "validate"), ("max-stale=10", 59, "cache"),
    ])
  func maxStale(_ directive: String, _ seconds: Double, _ expected: String) {
    #expect(decision([Self.minute, Self.tag], ["Cache-Control: \(directive)"], after: seconds) == expected)
  }

  @Test(
    "RFC 9111 4.2.4: max-stale does not override must-revalidate or no-cache",
    arguments: ["must-revalidate", "no-cache"])
  func maxStaleForbidden(_ directive: String) {
    #expect(
      decision(["Cache-Control: max-age=60, \(directive)", Self.tag], ["Cache-Control: max-stale"], after: 61) == "validate")
  }

  @Test(
    "RFC 9111 4.2.4: proxy-revalidate and s-maxage do not apply to a private cache",
    arguments: ["proxy-revalidate", "s-maxage=1"])
  func maxStaleShared(_ directive: String) {
    #expect(decision(["Cache-Control: max-age=60, \(directive)", Self.tag], ["Cache-Control: max-stale"], after: 61) == "stale")
  }

  @Test(
    "RFC 9111 5.2.1.3: request min-fresh requires remaining freshness",
    arguments: [
      ("min-fresh=10", 50.0, "cache"), ("min-fresh=10", 51, "validate"), ("min-fresh=0", 59, "cache"),
      ("min-fresh=x", 0, "validate"),
    ])
  func minFresh(_ directive: String, _ seconds: Double, _ expected: String) {
    #expect(decision([Self.minute, Self.tag], ["Cache-Control: \(directive)"], after: seconds) == expected)
  }

  @Test("RFC 9111 5.2.1.4: request no-cache requires validation", arguments: [[tag], []])
  func requestNoCache(_ validator: [String]) {
    #expect(decision([Self.minute] + validator, ["Cache-Control: no-cache"]) == (validator.isEmpty ? "fetch" : "validate"))
    #expect(
      decision([Self.minute] + validator, ["Cache-Control: max-stale, No-Cache"]) == (validator.isEmpty ? "fetch" : "validate"))
  }

  @Test("RFC 9111 5.2.1.5: request no-store may be satisfied from the store")
  func requestNoStore() {
    #expect(decision([Self.minute], ["Cache-Control: no-store"]) == "cache")
  }

  @Test(
    "RFC 9111 5.2.1.7: request only-if-cached is satisfied from the store or gets 504", arguments: [(0.0, "cache"), (61, "504")])
  func onlyIfCached(_ seconds: Double, _ expected: String) {
    #expect(decision([Self.minute, Self.tag], ["Cache-Control: only-if-cached"], after: seconds) == expected)
    #expect(decision([Self.minute, Self.tag], ["Cache-Control: only-if-cached, max-stale"], after: 61) == "stale")
    #expect(decision([Self.minute, Self.tag], ["Cache-Control: only-if-cached, no-cache"]) == "504")
  }

  @Test("RFC 9111 5.4: Pragma: no-cache counts without Cache-Control")
  func pragma() {
    #expect(decision([Self.minute, Self.tag], ["Pragma: no-cache"]) == "validate")
    #expect(decision([Self.minute, Self.tag], ["Pragma: x, NO-CACHE"]) == "validate")
    #expect(decision([Self.minute, Self.tag], ["Pragma: no-cache", "Cache-Control: max-age=99"]) == "cache")
    #expect(decision([Self.minute, Self.tag], ["Pragma: other"]) == "cache")
  }

  @Test("RFC 9111 5.4: Pragma in a response is ignored")
  func pragmaOfResponse() {
    #expect(decision([Self.minute, "Pragma: no-cache"]) == "cache")
  }

  @Test(
    "RFC 9111 5.1: a stored response is served with its age instead of the received one", arguments: [(0.0, "7"), (30.5, "37")])
  func age(_ seconds: Double, _ expected: String) {
    let response = FetchResponse(stored(["Age: 7", "age: 9"]), source: .cache, isHead: false, now: start + seconds)
    #expect(response.headers.values(of: "Age") == [expected])
    #expect(response.age == 7 + seconds)
  }

  @Test(
    "range requests and the script's own conditional requests bypass the store",
    arguments: ["Range: bytes=0-1", "If-None-Match: \"1\"", "If-Modified-Since: \(startDate)"])
  func bypass(_ line: String) {
    #expect(decision([Self.minute, Self.tag], [line]) == "fetch")
  }

  @Test(
    "Fetch standard: the modes, for a fresh and a stale response",
    arguments: [
      (.default, "cache", "validate"), (.noStore, "fetch", "fetch"), (.reload, "fetch", "fetch"),
      (.noCache, "validate", "validate"),
      (.forceCache, "cache", "stale"), (.onlyIfCached, "cache", "stale"),
    ] as [(CacheMode, String, String)])
  func modes(_ mode: CacheMode, _ fresh: String, _ stale: String) {
    #expect(decision([Self.minute, Self.tag], mode: mode) == fresh)
    #expect(decision([Self.minute, Self.tag], after: 61, mode: mode) == stale)
  }

  @Test(
    "Fetch standard: request fields added for a mode, unless the script set its own",
    arguments: [
      (.default, [], []), (.noStore, [], ["Pragma: no-cache", "Cache-Control: no-cache"]),
      (.reload, [], ["Pragma: no-cache", "Cache-Control: no-cache"]), (.noCache, [], ["Cache-Control: max-age=0"]),
      (.forceCache, [], []),
      (.onlyIfCached, [], []), (.reload, ["cache-control: x"], ["Pragma: no-cache"]), (.noCache, ["cache-control: x"], []),
      (.reload, ["pragma: x", "cache-control: x"], []),
    ] as [(CacheMode, [String], [String])])
  func modeFields(_ mode: CacheMode, _ own: [String], _ added: [String]) {
    #expect(CacheRequest(pageURL, headers: fields(own), mode: mode).fieldsForMode == fields(added))
  }

  @Test(
    "fresh_for overrides the response's freshness",
    arguments: [
      (["Cache-Control: max-age=0", tag], 59.0, "cache"), (["Cache-Control: max-age=0", tag], 61, "validate"), ([], 59, "cache"),
      ([], 60, "fetch"),
      (["Cache-Control: no-cache", tag], 59, "cache"), (["Cache-Control: no-cache", tag], 60, "validate"),
      (["Cache-Control: max-age=3600", tag], 61, "validate"),
      (["Cache-Control: max-age=0", "Age: 5000"], 59, "cache"), (["Cache-Control: must-revalidate", tag], 59, "cache"),
    ] as [([String], Double, String)])
  func freshFor(_ response: [String], _ seconds: Double, _ expected: String) {
    #expect(decision(response, after: seconds, freshFor: 60) == expected)
  }

  @Test("fresh_for = 0 always forwards; modes and request directives take precedence over it")
  func freshForLimits() {
    #expect(decision([Self.minute, Self.tag], freshFor: 0) == "validate")
    #expect(decision([Self.tag], mode: .noCache, freshFor: 60) == "validate")
    #expect(decision([Self.tag], ["Cache-Control: no-cache"], freshFor: 60) == "validate")
    #expect(decision([Self.tag], ["Cache-Control: max-age=5"], after: 6, freshFor: 60) == "validate")
  }

  @Test(
    "invalid durations for fresh_for and usable_for",
    arguments: [(nil, nil), (.nan, nil), (-1, 0), (.infinity, .infinity), (5, 5)] as [(Double?, Double?)])
  func durations(_ given: Double?, _ kept: Double?) {
    var request = FetchRequest(pageURL, freshFor: given, usableFor: given)
    #expect(request.freshFor == kept && request.usableFor == kept)
    request.freshFor = given
    request.usableFor = given
    #expect(request.freshFor == kept && request.usableFor == kept)
  }
}
