import Testing

@testable import WidgetServices

@Suite struct StaleResponseTests {
  private static let tag = "ETag: \"1\""

  private func isServed(
    _ response: [String], _ request: [String] = [], after seconds: Double, _ failure: CacheFallback.Failure = .error(.connect),
    mode: CacheMode = .default, usableFor: Double? = nil, status: Int = 200
  ) -> Bool {
    let request = CacheRequest(pageURL, headers: fields(request), mode: mode, usableFor: usableFor)
    return CacheFallback.response(for: request, stored: [stored(response, status: status)], after: failure, now: start + seconds)
      != nil
  }

  // MARK: stale-while-revalidate

  @Test(
    "RFC 5861 3: within stale-while-revalidate a stale response is served at once and revalidated",
    arguments: [(59.0, "cache"), (60, "stale, revalidate"), (90, "stale, revalidate"), (91, "validate")])
  func whileRevalidate(_ seconds: Double, _ expected: String) {
    #expect(decision(["Cache-Control: max-age=60, stale-while-revalidate=30", Self.tag], after: seconds) == expected)
  }

  @Test("RFC 5861 3: also without a validator")
  func whileRevalidateUnvalidated() {
    #expect(decision(["Cache-Control: max-age=60, stale-while-revalidate=30"], after: 61) == "stale, revalidate")
  }

  @Test(
    "RFC 5861 3: an invalid window is ignored",
    arguments: ["stale-while-revalidate", "stale-while-revalidate=x", "stale-while-revalidate=-1", "stale-while-revalidate=1.5"])
  func whileRevalidateInvalid(_ directive: String) {
    #expect(decision(["Cache-Control: max-age=60, \(directive)", Self.tag], after: 61) == "validate")
  }

  @Test(
    "RFC 9111 4.2.4: must-revalidate and no-cache override stale-while-revalidate", arguments: ["must-revalidate", "no-cache"])
  func whileRevalidateForbidden(_ directive: String) {
    #expect(decision(["Cache-Control: max-age=60, stale-while-revalidate=30, \(directive)", Self.tag], after: 61) == "validate")
  }

  @Test(
    "RFC 9111 5.2.1: a request that requires freshness does not get a stale response",
    arguments: ["max-age=10", "min-fresh=1", "no-cache"])
  func whileRevalidateUnwanted(_ directive: String) {
    #expect(
      decision(["Cache-Control: max-age=60, stale-while-revalidate=30", Self.tag], ["Cache-Control: \(directive)"], after: 61)
        == "validate")
  }

  @Test("RFC 9111 5.2.1.7: only-if-cached never starts a revalidation")
  func whileRevalidateInside() {
    #expect(
      decision(["Cache-Control: max-age=60, stale-while-revalidate=30"], ["Cache-Control: only-if-cached"], after: 61) == "504"
    )
  }

  // MARK: stale-if-error

  @Test(
    "RFC 5861 4: within stale-if-error a stale response is served after an error",
    arguments: [(61.0, true), (90, true), (91, false)])
  func ifError(_ seconds: Double, _ expected: Bool) {
    #expect(isServed(["Cache-Control: max-age=60, stale-if-error=30"], after: seconds) == expected)
  }

  @Test(
    "RFC 5861 4: 500, 502, 503 and 504 are errors, other statuses are responses",
    arguments: [
      (500, true), (502, true), (503, true), (504, true), (501, false), (505, false), (404, false), (429, false), (200, false),
    ])
  func errorStatuses(_ status: Int, _ expected: Bool) {
    #expect(isServed(["Cache-Control: max-age=60, stale-if-error=30"], after: 61, .status(status)) == expected)
  }

  @Test("RFC 5861 4: a failed request counts as an error, a rejected one does not", arguments: FetchError.Kind.allCases)
  func errorKinds(_ kind: FetchError.Kind) {
    let expected = ![.denied, .tooLarge, .quota, .cancelled].contains(kind)
    #expect(isServed(["Cache-Control: max-age=60, stale-if-error=30"], after: 61, .error(kind)) == expected)
    #expect(isServed([], after: 61, .error(kind), usableFor: 100) == expected)
  }

  @Test("RFC 5861 4: the request may set stale-if-error too, and the longer window counts")
  func ifErrorOfRequest() {
    #expect(isServed(["Cache-Control: max-age=60"], ["Cache-Control: stale-if-error=30"], after: 61))
    #expect(!isServed(["Cache-Control: max-age=60"], ["Cache-Control: stale-if-error=30"], after: 91))
    #expect(isServed(["Cache-Control: max-age=60, stale-if-error=5"], ["Cache-Control: stale-if-error=30"], after: 90))
    #expect(isServed(["Cache-Control: max-age=60, stale-if-error=30"], ["Cache-Control: stale-if-error=5"], after: 90))
  }

  @Test(
    "RFC 5861 4: an invalid window is ignored", arguments: ["stale-if-error", "stale-if-error=x", "stale-if-error=-9"])
  func ifErrorInvalid(_ directive: String) {
    #expect(!isServed(["Cache-Control: max-age=60, \(directive)"], after: 61))
  }

  @Test("RFC 9111 4.2.4: nothing stale is served without permission, even when the server is unreachable")
  func notAllowed() {
    #expect(!isServed(["Cache-Control: max-age=60", Self.tag], after: 61))
    #expect(!isServed(["Cache-Control: max-age=60", Self.tag], after: 61, .error(.offline)))
  }

  @Test(
    "RFC 9111 5.2.2.2: must-revalidate is never served stale, even when the server is unreachable",
    arguments: ["must-revalidate", "no-cache"])
  func mustRevalidate(_ directive: String) {
    #expect(!isServed(["Cache-Control: max-age=60, stale-if-error=30, \(directive)"], after: 61))
    #expect(!isServed(["Cache-Control: max-age=60, \(directive)"], ["Cache-Control: stale-if-error=30"], after: 61))
  }

  @Test(
    "RFC 9111 5.2.1.4: a request with no-cache gets nothing without validation",
    arguments: ["no-cache", "no-cache, stale-if-error=99"])
  func requestNoCache(_ directive: String) {
    #expect(!isServed(["Cache-Control: max-age=60, stale-if-error=30"], ["Cache-Control: \(directive)"], after: 61))
  }

  @Test("RFC 9111 4.3.3: a 5xx during validation is forwarded if the stale response may not be served", arguments: [500, 503])
  func handedOn(_ status: Int) {
    #expect(!isServed(["Cache-Control: max-age=60", Self.tag], after: 61, .status(status)))
  }

  // MARK: usable_for

  @Test(
    "usable_for: a response received within that time is served, whatever its fields",
    arguments: [[], ["Cache-Control: must-revalidate"], ["Cache-Control: no-cache"], ["Cache-Control: max-age=0", "Age: 900"]])
  func usableFor(_ response: [String]) {
    #expect(isServed(response, after: 100, usableFor: 100))
    #expect(!isServed(response, after: 101, usableFor: 100))
    #expect(!isServed(response, after: 1, usableFor: 0))
  }

  @Test(
    "usable_for: every 5xx is a failure, a 4xx is not",
    arguments: [(500, true), (501, true), (505, true), (599, true), (404, false), (429, false)])
  func usableForStatuses(_ status: Int, _ expected: Bool) {
    #expect(isServed([], after: 1, .status(status), usableFor: 100) == expected)
  }

  @Test(
    "usable_for: also in modes that validate first, but not without the store",
    arguments: [(.default, true), (.reload, true), (.noCache, true), (.noStore, false)] as [(CacheMode, Bool)])
  func usableForModes(_ mode: CacheMode, _ expected: Bool) {
    #expect(isServed([], after: 1, mode: mode, usableFor: 100) == expected)
  }

  @Test("a stored error is never a fallback, nor is a response from the future")
  func never() {
    #expect(!isServed(["Cache-Control: max-age=60, stale-if-error=30"], after: 61, usableFor: 100, status: 503))
    #expect(!isServed(["Cache-Control: max-age=60, stale-if-error=30"], after: -60, usableFor: 100))
  }

  @Test("a response of another variant is never a fallback")
  func otherVariant() {
    #expect(!isServed(["Vary: Accept"], ["Accept: a"], after: 1, usableFor: 100))
  }
}
