import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

/// Requests that are too large.
@Suite struct FetchSizeTests {
  private static let body = "too_large: cannot fetch from a.example:443: the request's body exceeds 4194304 bytes"
  private static let bodies =
    "too_large: cannot fetch from a.example:443: the bodies of the requests together exceed 4194304 bytes"
  private static let headers = "protocol: cannot fetch from a.example:443: the request's headers are too large"
  private static let url = "protocol: cannot fetch: the URL is longer than 8192 bytes"

  /// A widget that tells what became of its requests, and shows what arrived.
  private func widget(_ call: String) -> (TestWidget, FakeFetcher) {
    let fetcher = FakeFetcher()
    for path in ["", "0", "1", "2"] { fetcher.on("https://a.example/" + path, text: "hello") }
    let widget = TestWidget(
      """
      widget { permissions = { net = { "a.example" } } }
      local U = "https://a.example/"
      local function x(count) return ("x"):rep(count) end
      local function shown(response, err) return response and response.body or err.kind .. ": " .. err.message end
      local function all(list)
        local lines = {}
        for i, result in ipairs(fetch.all(list)) do lines[i] = shown(result.response, result.error) end
        return table.concat(lines, " | ")
      end
      function perform_update()
        local ok, line = pcall(function() return \(call) end)
        return update_result.failed(line)
      end
      function content() return ui.text { "" } end
      """, budgets: .withoutHurry(memory: 128 << 20), allow: ["net=a.example"], fetcher: fetcher)
    return (widget, fetcher)
  }

  @Test(
    "a request that is too large is an error, never raised, and isn't sent",
    arguments: [
      ("shown(fetch(U, { body = x((4 << 20) + 1) }))", body),
      ("shown(fetch(U, { json = { x(4 << 20) } }))", body),
      ("shown(fetch(U, { json = { x(3 << 20), x(3 << 20), x(3 << 20), 1 } }))", body),
      ("shown(fetch(U, { form = { a = x(4 << 20) } }))", body),
      ("shown(fetch(U, { multipart = { a = { body = x(4 << 20), filename = 'a' } } }))", body),
      ("shown(fetch(U, { headers = { a = x(64 << 10) } }))", headers),
      ("shown(fetch(U, { headers = { a = x(2 << 20) } }))", headers),
      ("shown(fetch(U, { headers = { a = ('\u{e9}'):rep(1 << 20) } }))", headers),
      ("shown(fetch(U, { headers = { [x(2 << 20)] = 'a' } }))", headers),
      (
        "(function() local t = {} for i = 1, 60000 do t[i] = '' end return shown(fetch(U, { headers = { a = t } })) end)()",
        headers
      ),
      ("shown(fetch(U .. x(8192)))", url), ("shown(fetch(U .. x(2 << 20)))", url),
      ("shown(fetch(U, { query = { a = x(2 << 20) } }))", url),
      ("all { { U, body = x((4 << 20) + 1) } }", body),
      ("all { U .. x(2 << 20) }", url),
    ])
  func excess(_ call: String, _ line: String) async {
    let (widget, fetcher) = widget(call)
    #expect(await widget.failure()?.message == line)
    #expect(fetcher.requests.isEmpty)
  }

  @Test("bodies that exceed the limit together: those that don't fit are errors, later ones that fit are sent")
  func together() async {
    let (widget, fetcher) = widget(
      "all { { U .. 0, body = x(3 << 20) }, { U .. 1, body = x(2 << 20) }, { U .. 2, body = x(1 << 20) } }")
    #expect(await widget.failure()?.message == "hello | \(Self.bodies) | hello")
    #expect(fetcher.requests.compactMap(\.body?.count).sorted() == [1 << 20, 3 << 20])
  }

  @Test(
    "the largest request is sent",
    arguments: [
      "shown(fetch(U, { body = x(4 << 20) }))", "shown(fetch(U, { headers = { a = x(65531) } }))",
      "all { { U, body = x(2 << 20) }, { U, body = x(2 << 20) } }",
    ])
  func largest(_ call: String) async {
    let (widget, _) = widget(call)
    #expect(await widget.failure()?.message.hasPrefix("hello") == true)
  }
}
