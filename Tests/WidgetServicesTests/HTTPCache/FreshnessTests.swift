import Testing

@testable import WidgetServices

@Suite struct FreshnessTests {
  private func lifetime(_ lines: [String], status: Int = 200) -> Double {
    Freshness.lifetime(of: stored(lines, status: status)).0
  }

  private let hourAhead = "Expires: Fri, 15 Jan 2027 09:00:00 GMT"
  private let date = "Date: \(startDate)"

  @Test("RFC 9111 4.2: fresh while the lifetime is greater than the age", arguments: [(59.0, true), (60, false), (61, false)])
  func fresh(_ seconds: Double, _ isFresh: Bool) {
    #expect(Freshness(of: stored(["Cache-Control: max-age=60"]), now: start + seconds).isFresh == isFresh)
  }

  @Test("RFC 9111 4.2.1: max-age takes precedence over Expires; s-maxage is for shared caches")
  func order() {
    #expect(lifetime(["Cache-Control: max-age=60", hourAhead, date]) == 60)
    #expect(lifetime(["Cache-Control: s-maxage=5, max-age=60"]) == 60)
    #expect(lifetime(["Cache-Control: s-maxage=5", hourAhead, date]) == 3600)
  }

  @Test("RFC 9111 4.2.1: without max-age, Expires minus Date")
  func expires() {
    #expect(lifetime([hourAhead, date]) == 3600)
    #expect(lifetime([hourAhead, "Date: Fri, 15 Jan 2027 07:30:00 GMT"]) == 5400)
  }

  @Test("RFC 9111 4.2.1: the first of several max-age and Expires counts")
  func repeated() {
    #expect(lifetime(["Cache-Control: max-age=60, max-age=9"]) == 60)
    #expect(lifetime(["Cache-Control: max-age=60", "Cache-Control: max-age=9"]) == 60)
    #expect(lifetime([hourAhead, "Expires: 0", date]) == 3600)
  }

  @Test(
    "RFC 9111 4.2.1: an invalid max-age counts as stale",
    arguments: [
      "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=x", "max-age= 60", "max-age =60", "max-age='60'",
      "max-age=60s", "max-age=\"60\"1x",
    ])
  func invalidMaxAge(_ directive: String) {
    #expect(lifetime(["Cache-Control: \(directive)", hourAhead, date]) == 0)
  }

  @Test("RFC 9111 5.2.2.1: a quoted max-age is accepted")
  func quoted() {
    #expect(lifetime(["Cache-Control: max-age=\"60\""]) == 60)
  }

  @Test(
    "RFC 9111 5.3: an invalid Expires, especially 0, counts as expired",
    arguments: ["0", "-1", "", "never", "Fri, 15 Jan 2027 09:00:00 UTC", "Fri, 32 Jan 2027 09:00:00 GMT", "1800003600"])
  func invalidExpires(_ text: String) {
    #expect(
      Freshness.lifetime(of: stored(["Expires: \(text)", date, "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"])).1 == .explicit)
    #expect(lifetime(["Expires: \(text)", date]) == 0)
  }

  @Test("RFC 9111 5.3: Expires is ignored when there is a max-age")
  func expiresIgnored() {
    #expect(lifetime(["Cache-Control: max-age=60", "Expires: 0"]) == 60)
    #expect(lifetime(["Cache-Control: max-age=0", hourAhead, date]) == 0)
  }

  @Test("RFC 9111 5.3: Expires before Date is a lifetime of zero")
  func expiresPast() {
    #expect(lifetime(["Expires: Thu, 14 Jan 2027 09:00:00 GMT", date]) == 0)
  }

  @Test("RFC 9110 6.6.1: without a valid Date the time of receipt counts", arguments: [[], ["Date: yesterday"]])
  func noDate(_ lines: [String]) {
    let response = stored([hourAhead] + lines)
    #expect(Freshness.lifetime(of: response).0 == 3600)
    #expect(response.headers.values(of: "Date") == [startDate])
  }

  @Test(
    "RFC 9111 4.2.2: without explicit freshness a tenth of the time since the last change, at most a day",
    arguments: [
      ("Fri, 15 Jan 2027 07:58:20 GMT", 10), ("Thu, 14 Jan 2027 08:00:00 GMT", 8640), ("Thu, 01 Jan 1970 00:00:00 GMT", 86400),
      (startDate, 0), ("Fri, 15 Jan 2027 09:00:00 GMT", 0), ("long ago", 0),
    ] as [(String, Double)])
  func heuristic(_ modified: String, _ seconds: Double) {
    #expect(lifetime(["Last-Modified: \(modified)", date]) == seconds)
  }

  @Test("RFC 9111 4.2.2: no heuristic where freshness is explicit")
  func noHeuristic() {
    let old = "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"
    #expect(lifetime([old, date, "Cache-Control: max-age=5"]) == 5)
    #expect(lifetime([old, date, "Expires: \(startDate)"]) == 0)
  }

  @Test(
    "RFC 9111 4.2.2: a heuristic only for heuristically cacheable statuses, or with public",
    arguments: [
      (200, "", true), (203, "", true), (204, "", true), (300, "", true), (301, "", true), (308, "", true), (404, "", true),
      (405, "", true), (410, "", true), (414, "", true), (501, "", true), (201, "", false), (302, "", false), (307, "", false),
      (403, "", false),
      (500, "", false), (503, "", false), (599, "", false), (302, "public", true), (403, "public", true),
    ])
  func heuristicStatuses(_ status: Int, _ directive: String, _ isGuessed: Bool) {
    let lines = ["Last-Modified: Thu, 14 Jan 2027 08:00:00 GMT", date, "Cache-Control: \(directive)"]
    #expect((lifetime(lines, status: status) > 0) == isGuessed)
  }

  @Test(
    "RFC 9111 4.2.3: the current age from Age, Date, delay and resident time",
    arguments: [
      // Age, Date, response delay, seconds in the store, current age
      (nil, startDate, 0, 0, 0), (nil, startDate, 0, 30, 30), ("100", startDate, 0, 30, 130), ("100", startDate, 7, 30, 137),
      (nil, "Fri, 15 Jan 2027 07:59:00 GMT", 0, 30, 90), ("100", "Fri, 15 Jan 2027 07:59:00 GMT", 0, 0, 100),
      ("10", "Fri, 15 Jan 2027 07:59:00 GMT", 5, 0, 60), (nil, "Fri, 15 Jan 2027 09:00:00 GMT", 2, 1, 3),
      (nil, startDate, 4, 0, 4),
    ] as [(String?, String, Double, Double, Double)])
  func age(_ age: String?, _ date: String, _ delay: Double, _ resident: Double, _ expected: Double) {
    let response = stored(["Date: \(date)"] + (age.map { ["Age: \($0)"] } ?? []), delay: delay)
    #expect(Freshness.age(of: response, now: start + resident) == expected)
  }

  @Test(
    "Date has a resolution of one second, so a response received within that second has no apparent age",
    arguments: [0, 0.57, 0.999])
  func fractions(_ fraction: Double) {
    var response = stored(["Date: \(startDate)"])
    response.requestTime = start + fraction
    response.responseTime = start + fraction
    #expect(Freshness.age(of: response, now: start + fraction) == 0)
    #expect(Freshness.age(of: response, now: start + fraction + 0.25) == start + fraction + 0.25 - (start + fraction))
    response.headers = []
    response.addDate()
    #expect(Freshness.age(of: response, now: start + fraction) == 0)
  }

  @Test(
    "RFC 9111 5.1: an invalid Age is ignored; the first of a list counts",
    arguments: [
      ("-5", 0), ("1.5", 0), ("old", 0), ("", 0), ("\"5\"", 0), ("5, 9", 5), (", 5", 5), ("99999999999", 2_147_483_648),
    ] as [(String, Double)])
  func ageFieldValue(_ text: String, _ seconds: Double) {
    #expect(Freshness.ageFieldValue(fields(["Age: \(text)"])) == seconds)
  }

  @Test("a response from the future is not fresh: the clock was set back, and its age is unknown")
  func future() {
    let response = stored(["Cache-Control: max-age=3600"])
    #expect(Freshness(of: response, now: start - 1).isFresh)
    #expect(!Freshness(of: response, now: start - 60).isFresh)
    #expect(!Freshness(of: response, freshFor: .infinity, now: start - 60).isFresh)
  }
}
