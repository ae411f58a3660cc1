import Testing

@testable import WidgetServices

@Suite struct VaryTests {
  private func fits(_ vary: [String], _ first: [String], _ second: [String]) -> Bool {
    Vary.matches(stored(vary.map { "Vary: \($0)" } + ["Date: \(startDate)"], asked: first), fields(second))
  }

  @Test(
    "RFC 9111 4.1: a response matches if the fields it varies by are equal",
    arguments: [
      (["Accept"], ["Accept: a"], ["Accept: a"], true), (["Accept"], ["Accept: a"], ["Accept: b"], false),
      (["Accept"], ["accept: a"], ["ACCEPT: a"], true), (["ACCEPT"], ["accept: a"], ["accept: b"], false),
      (["Accept, X-A"], ["Accept: a", "X-A: 1"], ["X-A: 1", "Accept: a"], true),
      (["Accept, X-A"], ["Accept: a", "X-A: 1"], ["Accept: a", "X-A: 2"], false),
      (["Accept", "X-A"], ["X-A: 1"], ["X-A: 2"], false), (["Accept"], ["X-A: 1"], ["X-A: 2"], true),
      ([], ["Accept: a"], ["Accept: b"], true),
    ] as [([String], [String], [String], Bool)])
  func same(_ vary: [String], _ first: [String], _ second: [String], _ isFit: Bool) {
    #expect(fits(vary, first, second) == isFit)
  }

  @Test("RFC 9111 4.1: an absent field matches only an absent field, not an empty one")
  func absent() {
    #expect(fits(["Accept"], [], []))
    #expect(!fits(["Accept"], [], ["Accept: a"]))
    #expect(!fits(["Accept"], ["Accept: a"], []))
    #expect(!fits(["Accept"], [], ["Accept: "]))
  }

  @Test("RFC 9111 4.1: whitespace around commas and joining of lines are ignored; order and case are not")
  func normalized() {
    #expect(fits(["Accept"], ["Accept: a,b"], ["Accept:  a ,\tb "]))
    #expect(fits(["Accept"], ["Accept: a, b"], ["Accept: a", "Accept: b"]))
    #expect(!fits(["Accept"], ["Accept: a, b"], ["Accept: b, a"]))
    #expect(!fits(["Accept"], ["Accept: a"], ["Accept: A"]))
  }

  @Test(
    "RFC 9110 8.5.1: languages are compared without regard to case", arguments: [("Accept-Language", true), ("X-Other", false)])
  func languageCase(_ name: String, _ isEqual: Bool) {
    let response = [HeaderField("Vary", name)]
    let (upper, lower) = ([HeaderField(name, "de-DE, en")], [HeaderField(name, "de-de, EN")])
    #expect((Vary.fields(of: upper, for: response) == Vary.fields(of: lower, for: response)) == isEqual)
  }

  @Test("RFC 9111 4.1: * never matches")
  func star() {
    #expect(!fits(["*"], [], []))
    #expect(!fits(["Accept", "*"], ["Accept: a"], ["Accept: a"]))
  }

  @Test("a response to one credential is never served to another")
  func authorization() {
    #expect(fits([], ["Authorization: a"], ["Authorization: a"]))
    #expect(!fits([], ["Authorization: a"], ["Authorization: b"]))
    #expect(!fits([], [], ["Authorization: b"]))
  }

  @Test("RFC 9111 4: of several matching responses the one with the latest Date is used")
  func newest() {
    let request = CacheRequest(pageURL, headers: fields(["Accept: a"]))
    let old = stored(["Date: Fri, 15 Jan 2027 07:00:00 GMT"], body: "old", at: start + 9)
    let new = stored(["Date: \(startDate)", "Vary: Accept"], asked: ["Accept: a"], body: "new")
    let other = stored(["Date: Fri, 15 Jan 2027 09:00:00 GMT", "Vary: Accept"], asked: ["Accept: b"], body: "other")
    #expect(Vary.select([old, new, other], for: request)?.body == Array("new".utf8))
    #expect(Vary.select([other, new, old], for: request)?.body == Array("new".utf8))
    #expect(Vary.select([other], for: request) == nil)
  }

  @Test("RFC 9111 4: a response of another URL never matches")
  func otherURL() {
    #expect(Vary.select([stored([])], for: CacheRequest("https://a.example/other")) == nil)
  }

  @Test("a hostile Vary with thousands of names is parsed once")
  func hostile() {
    let names = (0..<10000).map { "n\($0 % 5000)" }.joined(separator: ",")
    #expect(fits([names, names], ["n1: x"], ["N1: x"]))
  }
}
