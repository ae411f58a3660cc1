import Testing
import WidgetTesting

@Suite struct ProxyConfigurationTests {
  @Test("only the configuration enables a proxy, not the environment")
  func configured() async throws {
    try await withLoopbackServer { server in
      server.on("/x", .text("by proxy"))
      let proxy = try await LoopbackProxy.start()
      let port = server.port
      try await withCommand { command in
        let file = try command.write(
          """
          widget { permissions = { net = { "a.invalid:\(port)" } } }
          function perform_update()
            local response, err = fetch "http://a.invalid:\(port)/x"
            if not response then return update_result.failed(err) end
            text = response:text()
            return update_result.new_data
          end
          function content() return ui.text(text) end
          """, to: "w.lua")
        func run(_ configuration: String, _ environment: [String: String] = [:]) throws -> Command.Outcome {
          try command.write(configuration, to: ".config/luawidget/config.toml")
          return try command.run(
            "run", file, "--no-snapshot", "--format", "text", "--allow", "net=a.invalid:\(port)", environment: environment)
        }
        let variable = ["http_proxy": "http://127.0.0.1:\(proxy.port)"]
        #expect(try run("", variable).errors.contains("no such host"))
        #expect(try run("[network]\nproxy = \"environment\"", variable).output.contains("by proxy"))
        #expect(try run("[network]\nproxy = \"socks5://127.0.0.1:\(proxy.port)\"").output.contains("by proxy"))
        let excepted = "[network]\nproxy = \"http://127.0.0.1:\(proxy.port)\"\nno_proxy = [\"a.invalid\"]"
        #expect(try run(excepted).errors.contains("no such host"))
        let broken = try run("[network]\nproxy = \"environment\"", ["http_proxy": "gopher://x"])
        #expect(broken.status == 2 && broken.errors.contains("http_proxy, used by "), "\(broken)")
      }
      #expect(proxy.requests == ["CONNECT a.invalid:\(port)", "SOCKS a.invalid:\(port)"])
      await proxy.stop()
    }
  }
}
