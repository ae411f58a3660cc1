import Testing
import WidgetTesting

/// The retry and timeout options of a fetch, as seen by a server.
@Suite struct FetchTimingTests {
  @Test("retry and timeout take effect through all layers")
  func effort() async throws {
    let server = try await LoopbackServer.start()
    server.on("/busy", .text("busy", status: 503, headers: [("Retry-After", "0")]))
    server.on("/silent", .silence)
    try await withCommand { command in
      try command.write(
        """
        widget { name = "W", permissions = { net = { "127.0.0.1:\(server.port)" } } }
        local lines = {}
        function perform_update()
          for _, retry in ipairs { 0, 1, 4 } do lines[#lines + 1] = fetch("\(server.url("/busy"))", { retry = retry }).status end
          local r, err = fetch("\(server.url("/silent"))", { timeout = { first_byte = 0.2, total = 20 } })
          lines[#lines + 1] = err.kind
          lines[#lines + 1] = err.message:match("the response .*$")
          return update_result.new_data
        end
        function content() return ui.text { table.concat(lines, " ") } end
        """, to: "w.lua")
      let outcome = try command.run(["run", "w.lua", "--allow", "private_net=127.0.0.1:\(server.port)", "--format", "text"])
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output.contains("503 503 503 timeout the response did not begin within 0.2 s"), "\(outcome.output)")
    }
    #expect(server.requests.map(\.target) == [String](repeating: "/busy", count: 1 + 2 + 5) + ["/silent"])
    await server.stop()
  }
}
