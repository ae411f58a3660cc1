import Testing
import WidgetHost
import WidgetModel
import WidgetTesting

/// Images that a view has from other hosts.
@Suite struct RemoteImageTests {
  private func loaded(_ url: String, net: String) async throws -> [String] {
    let fetcher = FakeFetcher()
    fetcher.on(url, text: "GIF89a")
    let widget = TestWidget(
      """
      widget { permissions = { net = { "\(net)" } } }
      function content() return ui.vstack { ui.image { "\(url)" }, ui.text { "a", background = { image = "\(url)" } } } end
      """, allow: ["net=\(net)"], fetcher: fetcher)
    await widget.update()
    let view = try #require(await widget.session.snapshot?.view)
    return await widget.session.images(of: view).keys.sorted()
  }

  @Test(
    "an image comes from a permitted host as a fetch does, over https or http",
    arguments: [
      ("https://a.example/a.gif", "a.example"), ("http://a.example/a.gif", "a.example"),
      ("HTTP://a.example/a.gif", "a.example"), ("http://a.example:8080/a.gif", "a.example:8080"),
    ])
  func permitted(_ url: String, _ net: String) async throws {
    #expect(try await loaded(url, net: net) == [url])
  }

  @Test(
    "an image isn't loaded from another host or port",
    arguments: [
      ("http://b.example/a.gif", "a.example"), ("http://a.example:8080/a.gif", "a.example"),
      ("http://127.0.0.1/a.gif", "a.example"),
    ])
  func denied(_ url: String, _ net: String) async throws {
    #expect(try await loaded(url, net: net).isEmpty)
  }
}
