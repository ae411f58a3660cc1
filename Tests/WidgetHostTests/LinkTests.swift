import Testing
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
}
