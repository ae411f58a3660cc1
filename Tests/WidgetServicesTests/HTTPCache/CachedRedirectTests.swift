import Testing
import WidgetTesting

@testable import WidgetServices

@Suite struct CachedRedirectTests {
  private let bench = FetchBench()
  private let otherURL = "https://b.example/other"

  @Test("each step of a redirect chain is cached separately")
  func redirect() async throws {
    bench.network.on(pageURL, bench.response("", ["Location: \(otherURL)", "Cache-Control: max-age=60"], status: 302))
    bench.network.on(
      otherURL, bench.response("one", ["Cache-Control: max-age=10"], url: otherURL), bench.response("two", url: otherURL))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get() == "one (cache, 0)")
    bench.clock.advance(by: 11)
    #expect(await bench.get() == "two (network, 0)")
    #expect(bench.network.requests.map(\.url) == [pageURL, otherURL, otherURL])
    #expect(bench.network.requests.allSatisfy { $0.redirect == .manual })
    #expect(try await bench.fetcher.fetch(FetchRequest(pageURL), policy: bench.policy).url == otherURL)
  }

  @Test("usable_for applies to every step that fails")
  func redirectUsable() async {
    bench.network.on(
      pageURL, bench.response("", ["Location: \(otherURL)"], status: 302), bench.failure(.refused))
    bench.network.on(otherURL, bench.response("one", url: otherURL), bench.failure(.unknownHost))
    let request = FetchRequest(pageURL, usableFor: 60)
    #expect(await bench.get(request) == "one (network, 0)")
    #expect(await bench.get(request) == "one (stale, 0)")
  }

  @Test("a stored redirect does not bypass permissions")
  func redirectDenied() async {
    bench.network.on(pageURL, bench.response("", ["Location: https://c.example/", "Cache-Control: max-age=60"], status: 301))
    #expect(await bench.get() == "denied")
    #expect(await bench.get() == "denied")
    #expect(bench.network.requests.count == 1)
  }

  @Test("redirect modes apply to stored redirects")
  func redirectModes() async {
    bench.network.on(pageURL, bench.response("moved", ["Location: /x", "Cache-Control: max-age=60"], status: 302))
    bench.network.on("https://a.example/x", bench.response("x"))
    #expect(await bench.get() == "x (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, redirect: .error)) == "protocol")
    #expect(bench.network.requests.map(\.url) == [pageURL, "https://a.example/x"])
    #expect(await bench.get(FetchRequest(pageURL, redirect: .manual)) == "302 moved (cache, 0)")
  }

  @Test("a redirect that was stored with its body is served under \"manual\"", arguments: [301, 302, 308])
  func manualRedirect(_ status: Int) async {
    let url = "https://a.example/empty"
    bench.network.on(pageURL, bench.response("moved", ["Location: /x", "Cache-Control: max-age=60"], status: status))
    bench.network.on(
      url, bench.response("", ["Location: /x", "Cache-Control: max-age=60", "Content-Length: 0"], status: status, url: url))
    for source in ["network", "cache"] {
      #expect(await bench.get(FetchRequest(pageURL, redirect: .manual)) == "\(status) moved (\(source), 0)")
      #expect(await bench.get(FetchRequest(url, redirect: .manual)) == "\(status)  (\(source), 0)")
    }
    #expect(bench.network.requests.count == 2)
  }

  @Test("more than five redirects are too many, stored or not")
  func loop() async {
    bench.network.on(pageURL, bench.response("", ["Location: \(pageURL)", "Cache-Control: max-age=60"], status: 301))
    for _ in 1...2 {
      await #expect(throws: FetchError(.tooManyRedirects(limit: 5), target: "a.example:443")) {
        try await bench.fetcher.fetch(FetchRequest(pageURL), policy: bench.policy)
      }
    }
    #expect(bench.network.requests.count == 1)
  }
}
