import Testing
import WidgetTesting

@testable import WidgetServices

@Suite struct CachedRedirectTests {
  private let bench = FetchBench()
  private let otherURL = "https://b.example/other"

  @Test("each hop of a redirect goes through the store by itself")
  func redirect() async throws {
    bench.network.on(pageURL, bench.answer("", ["Location: \(otherURL)", "Cache-Control: max-age=60"], status: 302))
    bench.network.on(
      otherURL, bench.answer("one", ["Cache-Control: max-age=10"], url: otherURL), bench.answer("two", url: otherURL))
    #expect(await bench.get() == "one (network, 0)")
    #expect(await bench.get() == "one (cache, 0)")
    bench.clock.advance(by: 11)
    #expect(await bench.get() == "two (network, 0)")
    #expect(bench.network.requests.map(\.url) == [pageURL, otherURL, otherURL])
    #expect(bench.network.requests.allSatisfy { $0.redirect == .manual })
    #expect(try await bench.fetcher.fetch(FetchRequest(pageURL), policy: bench.policy).url == otherURL)
  }

  @Test("usable_for stands in for every hop that fails")
  func redirectUsable() async {
    bench.network.on(
      pageURL, bench.answer("", ["Location: \(otherURL)"], status: 302), bench.failure(.refused))
    bench.network.on(otherURL, bench.answer("one", url: otherURL), bench.failure(.unknownHost))
    let request = FetchRequest(pageURL, usableFor: 60)
    #expect(await bench.get(request) == "one (network, 0)")
    #expect(await bench.get(request) == "one (stale, 0)")
  }

  @Test("a stored redirect leads nowhere that the widget may not go")
  func redirectDenied() async {
    bench.network.on(pageURL, bench.answer("", ["Location: https://c.example/", "Cache-Control: max-age=60"], status: 301))
    #expect(await bench.get() == "denied")
    #expect(await bench.get() == "denied")
    #expect(bench.network.requests.count == 1)
  }

  @Test("redirect modes hold for stored redirects; \"manual\" asks for the body")
  func redirectModes() async {
    bench.network.on(pageURL, bench.answer("moved", ["Location: /x", "Cache-Control: max-age=60"], status: 302))
    bench.network.on("https://a.example/x", bench.answer("x"))
    #expect(await bench.get() == "x (network, 0)")
    #expect(await bench.get(FetchRequest(pageURL, redirect: .error)) == "protocol")
    #expect(bench.network.requests.map(\.url) == [pageURL, "https://a.example/x"])
    #expect(await bench.get(FetchRequest(pageURL, redirect: .manual)) == "302 moved (network, 0)")
  }

  @Test("more than five redirects are too many, stored or not")
  func loop() async {
    bench.network.on(pageURL, bench.answer("", ["Location: \(pageURL)", "Cache-Control: max-age=60"], status: 301))
    for _ in 1...2 {
      await #expect(throws: FetchError(.tooManyRedirects(limit: 5), target: "a.example:443")) {
        try await bench.fetcher.fetch(FetchRequest(pageURL), policy: bench.policy)
      }
    }
    #expect(bench.network.requests.count == 1)
  }
}
