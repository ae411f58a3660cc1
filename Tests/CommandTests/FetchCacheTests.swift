import Foundation
import Testing
import WidgetTesting

/// Answers of the network outlive the run that got them.
@Suite struct FetchCacheTests {
  private func script(_ url: String) -> String {
    """
    widget { name = "W", permissions = { net = { "127.0.0.1" } } }
    local text
    function perform_update()
      local r, err = fetch("\(url)", { usable_for = "1h" })
      text = r and r.body .. " " .. r.source or err.kind
      return update_result.new_data
    end
    function content() return ui.text { text } end
    """
  }

  @Test("the next run is answered from the disk, --offline and when the server is gone too; --no-snapshot keeps nothing")
  func runs() async throws {
    let server = try await LoopbackServer.start()
    server.on("/", .text("fresh", headers: [("Cache-Control", "max-age=3600")]))
    server.on("/plain", .text("plain"))
    try await withCommand { command in
      let allow = "private_net=127.0.0.1:\(server.port)"
      func shown(_ name: String, _ options: String...) throws -> String {
        let outcome = try command.run(["run", name, "--allow", allow, "--format", "text"] + options)
        #expect(outcome.status == 0 && outcome.errors == "")
        return outcome.output
      }
      try command.write(script(server.url("/")), to: "fresh.lua")
      let plain = script(server.url("/plain"))
      try command.write(plain, to: "plain.lua")
      let store = command.folder.appending(path: ".cache/luawidget/cache.db").path
      #expect(try shown("fresh.lua", "--no-snapshot").contains("fresh network"))
      #expect(!FileManager.default.fileExists(atPath: store))
      #expect(try shown("fresh.lua").contains("fresh network"))
      #expect(try shown("plain.lua").contains("plain network"))
      #expect(FileManager.default.fileExists(atPath: store))
      #expect(try shown("fresh.lua").contains("fresh cache"))
      #expect(try shown("fresh.lua", "--offline").contains("fresh cache"))
      #expect(try shown("plain.lua").contains("plain network"))
      #expect(try shown("plain.lua", "--offline").contains("plain stale"))
      #expect(server.requests.count == 4)
      await server.stop()
      #expect(try shown("plain.lua").contains("plain stale"))
      // Another widget, although of the same text, knows nothing of it.
      try command.write(plain, to: "other.lua")
      let other = try shown("other.lua", "--offline")
      #expect(other.contains("offline"), "\(other)")
    }
  }
}
