import Foundation
import Testing

@Suite struct LimitTests {
  private static let hungry = """
    function perform_update()
      local t = {}
      for i = 1, 40 do t[i] = ("x"):rep(1 << 20) .. i end
      return update_result.new_data
    end
    function content() return ui.text { "enough" } end
    """

  @Test("--limit raises and lowers limits; an invalid one is an error")
  func limits() async throws {
    try await withCommand { command in
      let file = try command.write(Self.hungry, to: "hungry.lua")
      let killed = try command.run("run", file)
      #expect(killed.status == 5 && killed.errors.contains("more than 32 MiB of memory"), "\(killed)")
      #expect(try command.run("run", file, "--limit", "memory=64MB").status == 0)
      let wrong: [(String, String)] = [
        ("memory=2GB", "--limit: memory: must be from 1MB to 128MB, got \"2GB\""), ("memory=lots", "such as \"16MB\""),
        ("memory", "name=value"), ("mmeory=1MB", "--limit: unknown key \"mmeory\"; did you mean \"memory\"?"),
        ("cpu=0s", "from 1ms to 60s"), ("fetches=-1", "0 to 1000"),
      ]
      for (argument, words) in wrong {
        let outcome = try command.run("run", file, "--limit", argument)
        #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
      }
    }
  }

  @Test("a manifest's timeout is the one in the message")
  func timeout() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { timeout = 1, permissions = { run = { "sleep" } } }
        function perform_update() run { "sleep", "9" } return update_result.new_data end
        function content() return ui.text "x" end
        """, to: "slow.lua")
      let outcome = try command.run("run", file, "--allow", "run=sleep")
      #expect(outcome.status == 5 && outcome.errors.contains("the update took longer than 1 s"), "\(outcome)")
    }
  }

  @Test("config.toml sets limits for every widget; an option overrides it; an error in it is reported")
  func configuration() async throws {
    try await withCommand { command in
      let file = try command.write(Self.hungry, to: "hungry.lua")
      try command.write("# mine\n[limits]\nmemory = \"64MB\"\nfetches = 5\n", to: ".config/luawidget/config.toml")
      #expect(try command.run("run", file).status == 0)
      #expect(try command.run("run", file, "--limit", "memory=16MB").status == 5)
      for (text, words) in [
        ("[limits]\nmemory = \"lots\"", "limits.memory: must be bytes"), ("[limit]\n", "unknown section \"limit\""),
        ("[terminal]\nicons = \"emoji\"", "icons must be \"unicode\" or \"nerd\""),
        ("[network]\nproxy = 1", "proxy must be a string such as \"http://host:3128\""),
        ("[network]\nproxy = \"ftp://x\"", "the proxy must begin with http:// or socks5://"),
        ("[network]\nproxy = \"proxy.example:3128\"", "the proxy must begin with http:// or socks5://"),
        ("[network]\nproxy = \"\"", "the proxy must begin with http:// or socks5://"),
        ("[network]\nno_proxy = \"x\"", "no_proxy must be a list of hosts"),
        ("[network]\nno_proxy = [\"a.b\", \"999.1.1.1/99\"]", "no_proxy: \"999.1.1.1/99\" is not a host"),
        ("[network]\nno_proxy = [\"\"]", "no_proxy: \"\" is not a host"),
        ("[network]\nno_proxy = [\"http://x/\"]", "no_proxy: \"http://x/\" is not a host"),
        ("[network]\nno_proxy = [\"a b\"]", "no_proxy: \"a b\" is not a host"),
        ("[network]\nproxy = \"http://u:p w@h:1\"", "the proxy has a space or a control character in its user name or password"),
        ("[limits]\ncpu = nan", "limits.cpu: \"nan\" is not a duration"),
        ("[limits]\ncpu = inf", "limits.cpu: \"inf\" is not a duration"),
        ("[limits]\ncpu = [1]", "limits.cpu must be text such as"),
        ("[network]\nprox = \"x\"", "unknown key \"prox\" in [network]; expected proxy or no_proxy or certificates"),
        ("[terminal]\nicon = 1", "unknown key \"icon\" in [terminal]; expected icons"),
        ("[limits\n", "config.toml:1: "), ("[limits]\nmemroy = 1", "did you mean"),
      ] {
        try command.write(text, to: ".config/luawidget/config.toml")
        let outcome = try command.run("run", file)
        #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
      }
    }
  }

  @Test("doctor shows the sandbox features and the stores, and exits with 0")
  func doctor() async throws {
    try await withCommand { command in
      let outcome = try command.run("doctor")
      #expect(outcome.status == 0, "\(outcome)")
      for words in [
        "Lua 5.4", "no new privileges", "parent-death signal", "seccomp", "Landlock", ".local/share/luawidget/defaults.db",
        "start a program", "read /etc/passwd",
      ] {
        #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
      }
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: ".local").path), "it makes nothing")
    }
  }

  @Test("after three kills the widget is delayed and reports it; r updates anyway")
  func backOff() async throws {
    try await withCommand { command in
      let file = try command.write(
        "widget { refresh = '1s', limits = { cpu = '20ms' } } function perform_update() while true do end end", to: "bad.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see("20 ms")
      for _ in 0..<2 {
        _ = try await live.see { !$0.contains("updating") && $0.contains("q quit") }
        let updates = live.updates
        try live.type("r")
        _ = try await live.see { _ in live.updates > updates }
      }
      _ = try await live.see("times; next try in")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }
}
