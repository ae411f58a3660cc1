import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

@Suite struct FetchOptionTests {
  /// A widget that fetches with these options, and shows the body or fails with the error.
  private func widget(_ options: String) -> TestWidget {
    let fetcher = FakeFetcher()
    fetcher.on("https://a.example/", text: "hello")
    return TestWidget(
      """
      widget { name = "W", permissions = { net = { "a.example" } } }
      local text
      function perform_update()
        local r, err = fetch("https://a.example/", \(options))
        if not r then return update_result.failed(err) end
        text = r.body
        return update_result.new_data
      end
      function content() return ui.text { text } end
      """, allow: ["net=a.example"], fetcher: fetcher)
  }

  @Test(
    "cache, fresh_for, usable_for and the partition reach the fetcher",
    arguments: [
      ("nil", .default, nil, nil), ("{}", .default, nil, nil), ("{ cache = 'no-store' }", .noStore, nil, nil),
      ("{ cache = 'default' }", .default, nil, nil), ("{ cache = 'only-if-cached' }", .onlyIfCached, nil, nil),
      ("{ fresh_for = 90 }", .default, 90, nil), ("{ fresh_for = '10m', usable_for = '1d' }", .default, 600, 86400),
      ("{ fresh_for = 0, usable_for = 0.5 }", .default, 0, 0.5),
    ] as [(String, CacheMode, Double?, Double?)])
  func arrive(_ options: String, _ mode: CacheMode, _ freshFor: Double?, _ usableFor: Double?) async throws {
    let widget = widget(options)
    #expect(await widget.update().result == .newData)
    let request = try #require(widget.fetcher.requests.first)
    #expect(request.cacheMode == mode && request.freshFor == freshFor && request.usableFor == usableFor)
    #expect(await request.partition == widget.session.identity.instance && !request.partition.isEmpty)
  }

  @Test(
    "a wrong value is an error that lists the accepted ones",
    arguments: [
      (
        "{ cache = 'never' }",
        #"fetch: cache must be "default", "no-store", "reload", "no-cache", "force-cache" or "only-if-cached", got "never""#
      ),
      (
        "{ cache = true }",
        #"fetch: cache must be "default", "no-store", "reload", "no-cache", "force-cache" or "only-if-cached", got boolean"#
      ),
      ("{ fresh_for = 'soon' }", "fetch: fresh_for: "), ("{ fresh_for = -1 }", "fetch: fresh_for: "),
      ("{ usable_for = {} }", "fetch: usable_for: "), ("{ usable_for = 0/0 }", "fetch: usable_for: "),
      ("{ fresh_fro = 1 }", "fetch has no option \"fresh_fro\""),
    ])
  func refused(_ options: String, _ words: String) async throws {
    let failure = try #require(await widget(options).failure())
    #expect(failure.kind == .script)
    #expect(failure.message.contains(words), "\(failure.message)")
  }
}
