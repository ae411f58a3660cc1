import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// What a script says of a fetch, and what the network is asked.
@Suite struct FetchTimingTests {
  private func requests(_ options: String) async -> (requests: [FetchRequest], failure: String?) {
    let widget = TestWidget(
      """
      widget { permissions = { net = { "example.com" } } }
      function perform_update() fetch("https://example.com/x", \(options)) return update_result.new_data end
      function content() return ui.text 'x' end
      """)
    widget.fetcher.on("https://example.com/x", text: "ok")
    var message: String?
    if case .failed(let failure, _) = await widget.update() { message = failure.message }
    return (widget.fetcher.requests, message)
  }

  @Test("times, tries and redirects arrive as they are meant")
  func options() async throws {
    let plain = try #require(await requests("{}").requests.first)
    #expect(plain.timeout == 10 && plain.retries == 2 && plain.redirect == .follow && plain.connectTimeout == nil)
    let all = try #require(
      await requests("{ timeout = { connect = '2s', first_byte = 3, total = 20 }, retry = 0, redirect = 'manual' }").requests
        .first)
    #expect(all.timeout == 20 && all.connectTimeout == 2 && all.firstByteTimeout == 3)
    #expect(all.retries == 0 && all.redirect == .manual)
    #expect(try #require(await requests("{ timeout = '5s' }").requests.first).timeout == 5)
  }

  @Test(
    "a wrong option is an error that says what would be right",
    arguments: [
      ("{ retry = 6 }", "fetch: retry must be an integer from 0 to 5"),
      ("{ retry = 1.5 }", "fetch: retry must be an integer from 0 to 5"),
      ("{ timeout = { conect = 1 } }", "fetch: timeout has no conect; it has connect, first_byte and total"),
      ("{ redirect = 'maybe' }", "fetch: redirect must be \"follow\", \"error\" or \"manual\", got \"maybe\""),
    ])
  func errors(_ options: String, _ message: String) async {
    let outcome = await requests(options)
    #expect(outcome.requests.isEmpty && outcome.failure?.contains(message) == true, "\(outcome.failure ?? "no failure")")
  }
}
