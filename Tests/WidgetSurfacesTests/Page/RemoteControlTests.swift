import Testing
import WidgetServices
import WidgetTesting

/// Capabilities that act on the machine of the host, from a page.
@Suite struct RemoteControlTests {
  private static let widget = """
    widget { permissions = { media = { "control" } } }
    local result = "nothing yet"
    function content()
      return ui.vstack {
        ui.text { result },
        ui.button { "Pause", action = function()
          local done, err = media.pause "mpv"
          result = done and "it pauses" or tostring(err)
        end },
      }
    end
    """

  @Test(
    "only a browser at the board's own address under localhost controls a player, unless the entry allows more",
    arguments: [
      ([], "", ["mpv pause"], "it pauses"),
      (["board.example"], "", [], "media players are controlled only from this machine"),
      (["board.example"], "remote_control = true", ["mpv pause"], "it pauses"),
    ] as [([String], String, [String], String)])
  func address(_ names: [String], _ key: String, _ commands: [String], _ shown: String) async throws {
    try await withServer(["player.lua": Self.widget], names: names, keys: ["player.lua": key]) { server in
      server.media.change(.success([MediaPlayer(id: "mpv", name: "mpv", status: .playing)]))
      let browser = try await server.browser()
      #expect(try await browser.shows("nothing yet"))
      let control = try await browser.control("Pause")
      #expect(try await browser.submit("/tap", "control=\(control)").status == 303)
      #expect(try await browser.shows(shown))
      #expect(server.media.commands == commands)
    }
  }
}
