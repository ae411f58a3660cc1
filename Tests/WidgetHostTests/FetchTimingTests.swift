import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// The result of a fetch in a script, and the requests that reach the network.
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

  @Test("timeouts, retries and redirects reach the fetcher")
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

  @Test("a list repeats a header field; a refused one has a reason and a remedy")
  func headers() async throws {
    let sent = try #require(await requests("{ headers = { ['X-B'] = { 'c', 'd' }, ['X-A'] = '\u{17E}' } }").requests.first)
    #expect(sent.headers == [HeaderField("X-A", "\u{17E}"), HeaderField("X-B", "c"), HeaderField("X-B", "d")])
  }

  @Test(
    "a wrong option is an error that explains what is valid",
    arguments: [
      ("{ retry = 6 }", "fetch: retry must be an integer from 0 to 5, got"),
      ("{ retry = 1.5 }", "fetch: retry must be an integer from 0 to 5"),
      ("{ retry = false }", "fetch: retry must be an integer from 0 to 5"),
      (
        "{ timeout = { conect = 1 } }",
        "fetch: timeout: unknown field \"conect\"; did you mean \"connect\"?"
      ),
      ("{ timeout = 0 }", "fetch: timeout must be from 0.1 to 30 seconds, got"),
      ("{ timeout = '1h' }", "fetch: timeout must be from 0.1 to 30 seconds, got \"1h\""),
      ("{ timeout = { first_byte = 31 } }", "fetch: timeout.first_byte must be from 0.1 to 30 seconds, got"),
      ("{ timeout = false }", "fetch: timeout: "),
      ("{ redirect = 'maybe' }", "fetch: redirect must be \"follow\", \"error\" or \"manual\", got \"maybe\""),
      ("{ redirect = 'folow' }", "got \"folow\"; did you mean \"follow\"?"),
      ("{ redirect = 1 }", "fetch: redirect must be \"follow\", \"error\" or \"manual\", got"),
      ("{ redirect = false }", "fetch: redirect must be \"follow\", \"error\" or \"manual\", got"),
      ("{ redirect = {} }", "fetch: redirect must be \"follow\", \"error\" or \"manual\", got"),
      ("{ cache = 'nostore' }", "got \"nostore\"; did you mean \"no-store\"?"),
      (
        "{ method = 'GTE' }",
        "fetch: method must be \"GET\", \"HEAD\", \"POST\", \"PUT\", \"PATCH\" or \"DELETE\", got \"GTE\"; did you mean \"GET\"?"
      ),
    ])
  func errors(_ options: String, _ message: String) async {
    let outcome = await requests(options)
    #expect(outcome.requests.isEmpty && outcome.failure?.contains(message) == true, "\(outcome.failure ?? "no failure")")
  }
}
