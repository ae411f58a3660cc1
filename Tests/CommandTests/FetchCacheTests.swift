import Foundation
import Testing
import WidgetTesting

/// Stored responses are used by later runs.
@Suite struct FetchCacheTests {
  private func script(_ url: String) -> String {
    """
    widget { name = "W", permissions = { net = { "\(url.split(separator: "/")[1])" } } }
    local text
    function perform_update()
      local r, err = fetch("\(url)", { usable_for = "1h" })
      text = r and r.body .. " " .. r.source or err.kind
      return update_result.new_data
    end
    function content() return ui.text { text } end
    """
  }

  @Test("the next run uses the stored response, even with --offline and without the server; --no-snapshot stores nothing")
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
      // Another widget with the same text doesn't see it.
      try command.write(plain, to: "other.lua")
      let other = try shown("other.lua", "--offline")
      #expect(other.contains("offline"), "\(other)")
    }
  }

  @Test("fetch.all returns stored and new responses in the order of the requests, and each counts for the quota")
  func mixed() async throws {
    let server = try await LoopbackServer.start()
    for name in ["a", "b", "c"] { server.on("/\(name)", .text(name, headers: [("Cache-Control", "max-age=3600")])) }
    try await withCommand { command in
      try command.write(
        """
        widget { name = "W", permissions = { net = { "127.0.0.1:\(server.port)" } }, limits = { fetches = 6 } }
        local text = ""
        local function add(r, err) text = text .. (r and r.body .. " " .. r.source or err.kind) .. ", " end
        function perform_update()
          add(fetch("\(server.url("/a"))"))
          add(fetch("\(server.url("/a"))"))
          local urls = { "\(server.url("/b"))", "\(server.url("/a"))", "\(server.url("/c"))", "\(server.url("/a"))", "\(server.url("/a"))" }
          for _, result in ipairs(fetch.all(urls)) do add(result.response, result.error) end
          return update_result.new_data
        end
        function content() return ui.text { text } end
        """, to: "mixed.lua")
      let outcome = try command.run(
        "run", "mixed.lua", "--allow", "private_net=127.0.0.1:\(server.port)", "--format", "text", "--width", "200")
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(
        outcome.output.contains("a network, a cache, b network, a cache, c network, a cache, quota,"), "\(outcome.output)")
      #expect(server.requests.count == 3)
    }
    await server.stop()
  }
}
