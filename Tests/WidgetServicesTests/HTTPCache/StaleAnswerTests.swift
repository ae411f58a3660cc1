import Testing

@testable import WidgetServices

@Suite struct StaleAnswerTests {
  private static let tag = "ETag: \"1\""

  private func standsIn(
    _ answer: [String], _ request: [String] = [], after seconds: Double, _ trouble: CacheFallback.Trouble = .error(.connect),
    mode: CacheMode = .default, usableFor: Double? = nil, status: Int = 200
  ) -> Bool {
    let request = CacheRequest(pageURL, headers: fields(request), mode: mode, usableFor: usableFor)
    return CacheFallback.response(for: request, stored: [stored(answer, status: status)], after: trouble, now: start + seconds)
      != nil
  }

  // MARK: stale-while-revalidate

  @Test(
    "RFC 5861 3: within stale-while-revalidate a stale answer is given at once, and revalidated",
    arguments: [(59.0, "cache"), (60, "stale, revalidate"), (90, "stale, revalidate"), (91, "validate")])
  func whileRevalidate(_ seconds: Double, _ expected: String) {
    #expect(decision(["Cache-Control: max-age=60, stale-while-revalidate=30", Self.tag], after: seconds) == expected)
  }

  @Test("RFC 5861 3: an answer without a validator too")
  func whileRevalidateUnvalidated() {
    #expect(decision(["Cache-Control: max-age=60, stale-while-revalidate=30"], after: 61) == "stale, revalidate")
  }

  @Test(
    "RFC 5861 3: a window that cannot be read is none",
    arguments: ["stale-while-revalidate", "stale-while-revalidate=x", "stale-while-revalidate=-1", "stale-while-revalidate=1.5"])
  func whileRevalidateInvalid(_ directive: String) {
    #expect(decision(["Cache-Control: max-age=60, \(directive)", Self.tag], after: 61) == "validate")
  }

  @Test(
    "RFC 9111 4.2.4: must-revalidate and no-cache stand above stale-while-revalidate", arguments: ["must-revalidate", "no-cache"])
  func whileRevalidateForbidden(_ directive: String) {
    #expect(decision(["Cache-Control: max-age=60, stale-while-revalidate=30, \(directive)", Self.tag], after: 61) == "validate")
  }

  @Test(
    "RFC 9111 5.2.1: a request that wants it newer does not get it stale", arguments: ["max-age=10", "min-fresh=1", "no-cache"])
  func whileRevalidateUnwanted(_ directive: String) {
    #expect(
      decision(["Cache-Control: max-age=60, stale-while-revalidate=30", Self.tag], ["Cache-Control: \(directive)"], after: 61)
        == "validate")
  }

  @Test("RFC 9111 5.2.1.7: only-if-cached never starts a revalidation")
  func whileRevalidateInside() {
    #expect(
      decision(["Cache-Control: max-age=60, stale-while-revalidate=30"], ["Cache-Control: only-if-cached"], after: 61) == "refuse"
    )
  }

  // MARK: stale-if-error

  @Test(
    "RFC 5861 4: within stale-if-error a stale answer stands in for an error", arguments: [(61.0, true), (90, true), (91, false)])
  func ifError(_ seconds: Double, _ expected: Bool) {
    #expect(standsIn(["Cache-Control: max-age=60, stale-if-error=30"], after: seconds) == expected)
  }

  @Test(
    "RFC 5861 4: 500, 502, 503 and 504 are errors, other statuses are answers",
    arguments: [
      (500, true), (502, true), (503, true), (504, true), (501, false), (505, false), (404, false), (429, false), (200, false),
    ])
  func errorStatuses(_ status: Int, _ expected: Bool) {
    #expect(standsIn(["Cache-Control: max-age=60, stale-if-error=30"], after: 61, .status(status)) == expected)
  }

  @Test("RFC 5861 4: no answer at all is an error, but not a refusal of ours", arguments: FetchError.Kind.allCases)
  func errorKinds(_ kind: FetchError.Kind) {
    let expected = ![.denied, .tooLarge, .quota, .cancelled].contains(kind)
    #expect(standsIn(["Cache-Control: max-age=60, stale-if-error=30"], after: 61, .error(kind)) == expected)
    #expect(standsIn([], after: 61, .error(kind), usableFor: 100) == expected)
  }

  @Test("RFC 5861 4: the request may say it too, and the longer one counts")
  func ifErrorOfRequest() {
    #expect(standsIn(["Cache-Control: max-age=60"], ["Cache-Control: stale-if-error=30"], after: 61))
    #expect(!standsIn(["Cache-Control: max-age=60"], ["Cache-Control: stale-if-error=30"], after: 91))
    #expect(standsIn(["Cache-Control: max-age=60, stale-if-error=5"], ["Cache-Control: stale-if-error=30"], after: 90))
    #expect(standsIn(["Cache-Control: max-age=60, stale-if-error=30"], ["Cache-Control: stale-if-error=5"], after: 90))
  }

  @Test(
    "RFC 5861 4: a window that cannot be read is none", arguments: ["stale-if-error", "stale-if-error=x", "stale-if-error=-9"])
  func ifErrorInvalid(_ directive: String) {
    #expect(!standsIn(["Cache-Control: max-age=60, \(directive)"], after: 61))
  }

  @Test("RFC 9111 4.2.4: nothing stale without a word that allows it, even when the server cannot be reached")
  func notAllowed() {
    #expect(!standsIn(["Cache-Control: max-age=60", Self.tag], after: 61))
    #expect(!standsIn(["Cache-Control: max-age=60", Self.tag], after: 61, .error(.offline)))
  }

  @Test(
    "RFC 9111 5.2.2.2: must-revalidate is not given stale, even when the server cannot be reached",
    arguments: ["must-revalidate", "no-cache"])
  func mustRevalidate(_ directive: String) {
    #expect(!standsIn(["Cache-Control: max-age=60, stale-if-error=30, \(directive)"], after: 61))
    #expect(!standsIn(["Cache-Control: max-age=60, \(directive)"], ["Cache-Control: stale-if-error=30"], after: 61))
  }

  @Test(
    "RFC 9111 5.2.1.4: a request with no-cache gets nothing unvalidated", arguments: ["no-cache", "no-cache, stale-if-error=99"])
  func requestNoCache(_ directive: String) {
    #expect(!standsIn(["Cache-Control: max-age=60, stale-if-error=30"], ["Cache-Control: \(directive)"], after: 61))
  }

  @Test("RFC 9111 4.3.3: a 5xx during validation is handed on when nothing allows the stored answer", arguments: [500, 503])
  func handedOn(_ status: Int) {
    #expect(!standsIn(["Cache-Control: max-age=60", Self.tag], after: 61, .status(status)))
  }

  // MARK: usable_for

  @Test(
    "usable_for: an answer that came so long ago stands in, whatever it says",
    arguments: [[], ["Cache-Control: must-revalidate"], ["Cache-Control: no-cache"], ["Cache-Control: max-age=0", "Age: 900"]])
  func usableFor(_ answer: [String]) {
    #expect(standsIn(answer, after: 100, usableFor: 100))
    #expect(!standsIn(answer, after: 101, usableFor: 100))
    #expect(!standsIn(answer, after: 1, usableFor: 0))
  }

  @Test(
    "usable_for: every 5xx is a failure, a 4xx is not",
    arguments: [(500, true), (501, true), (505, true), (599, true), (404, false), (429, false)])
  func usableForStatuses(_ status: Int, _ expected: Bool) {
    #expect(standsIn([], after: 1, .status(status), usableFor: 100) == expected)
  }

  @Test(
    "usable_for: also under the modes that ask the server first, but not without the store",
    arguments: [(.default, true), (.reload, true), (.noCache, true), (.noStore, false)] as [(CacheMode, Bool)])
  func usableForModes(_ mode: CacheMode, _ expected: Bool) {
    #expect(standsIn([], after: 1, mode: mode, usableFor: 100) == expected)
  }

  @Test("a stored error stands in for nothing, and neither does an answer of the future")
  func never() {
    #expect(!standsIn(["Cache-Control: max-age=60, stale-if-error=30"], after: 61, usableFor: 100, status: 503))
    #expect(!standsIn(["Cache-Control: max-age=60, stale-if-error=30"], after: -60, usableFor: 100))
  }

  @Test("an answer for another kind of request does not stand in")
  func otherVariant() {
    #expect(!standsIn(["Vary: Accept"], ["Accept: a"], after: 1, usableFor: 100))
  }
}
