import Testing
import WidgetHost
import WidgetModel
import WidgetTesting

/// Links a tap opens.
@Suite struct LinkTests {
  private static let source = """
    widget { url_schemes = { "myflight" }, permissions = { open_url = { "myflight", "https" } } }
    local opened = "nothing"
    function on_open(url)
      local again, err = pcall(open_url, "https://a.example")
      opened = url .. " " .. tostring(again)
    end
    function content()
      return ui.vstack {
        ui.text { opened }, ui.button { "Check in", action = function() open_url "myflight://check-in" end },
      }
    end
    """

  private func tapped(_ opener: FakeOpener) async throws -> TestWidget {
    let widget = TestWidget(Self.source, allow: ["open_url=myflight"], opener: opener)
    await widget.update()
    try await widget.press()
    return widget
  }

  @Test("a link of the widget's own scheme is opened by the program that handles it")
  func handled() async throws {
    let opener = FakeOpener()
    let widget = try await tapped(opener)
    #expect(opener.opened == ["myflight://check-in"])
    #expect(await widget.text().contains("nothing"))
  }

  @Test("without such a program it reaches on_open, which is not a tap and opens nothing")
  func unhandled() async throws {
    let opener = FakeOpener(handles: false)
    let widget = try await tapped(opener)
    #expect(opener.opened == [])
    #expect(await widget.text().contains("myflight://check-in false"))
  }

  // MARK: Links of views

  private static func linking(_ url: String, schemes: String = "") -> String {
    """
    widget { permissions = { open_url = { \(schemes) } } }
    function content()
      return ui.vstack {
        ui.link { "Go", url = "\(url)" }, ui.text { "Also ", { "here", link = "\(url)" } },
      }
    end
    """
  }

  /// The URLs of a shown view.
  private func urls(_ node: ViewNode?) -> [String] {
    guard let node else { return [] }
    let own: [String] = if case .link(_, let url) = node.content { [url] } else { [] }
    return own + node.spans.compactMap(\.link) + node.children.flatMap(urls)
  }

  @Test(
    "a link that starts a program needs the permission that open_url needs",
    arguments: ["smb://server/share", "SSH://host", "vscode://file/etc", "Ms-OfficeCmd:x", "myapp://x"])
  func schemes(url: String) async throws {
    let scheme = try #require(URLScheme.of(url))
    let undeclared = TestWidget(Self.linking(url))
    await undeclared.update()
    #expect(urls(await undeclared.session.snapshot?.view) == [])
    let words = await undeclared.text()
    #expect(words.contains("Go") && words.contains("Also here"))
    let undecided = TestWidget(Self.linking(url, schemes: "\"\(scheme)\""))
    await undecided.update()
    #expect(urls(await undecided.session.snapshot?.view) == [])
    let allowed = TestWidget(Self.linking(url, schemes: "\"\(scheme)\""), allow: ["open_url=\(scheme)"])
    await allowed.update()
    #expect(urls(await allowed.session.snapshot?.view) == [url, url])
  }

  @Test("the user learns why a link doesn't open", arguments: [("", "not in the manifest"), ("\"smb\"", "not allowed yet")])
  func denied(schemes: String, reason: String) async throws {
    let widget = TestWidget(Self.linking("smb://server", schemes: schemes))
    let events = widget.session.events.stream()
    await widget.update()
    for await event in events {
      guard case .denied(let message) = event else { continue }
      #expect(message.contains("open_url \"smb\" (\(reason))"))
      break
    }
  }

  @Test(
    "a link that could run code is an error, however it's written",
    arguments: [
      "JavaScript:alert(1)", " javascript:alert(1)", "java\\nscript:alert(1)", "file:///etc/passwd", "FILE:x", "jar:x!/y",
      "\\27]8;;x",
    ])
  func dangerous(url: String) async throws {
    #expect(try #require(await TestWidget(Self.linking(url)).failure()).kind == .view)
  }
}
