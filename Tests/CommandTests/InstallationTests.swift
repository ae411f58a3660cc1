import Foundation
import Testing
import WidgetServices
import WidgetSystem

/// `luawidget autostart` and `luawidget reset`.
@Suite struct InstallationTests {
  private func text(_ command: Command, _ path: String) -> String? {
    try? String(contentsOf: command.folder.appending(path: path), encoding: .utf8)
  }

  /// A folder without sockets: hosts of other tests may be in the usual one, and reset refuses to run beside a host.
  private func alone(_ command: Command) -> [String: String] { ["XDG_RUNTIME_DIR": command.folder.path + "/none"] }

  /// With and without systemd, whatever this machine has.
  private func autostart(_ command: Command, systemd: Bool) throws -> Autostart {
    try Autostart(
      environment: ["HOME": command.folder.path], hasSystemd: systemd,
      templates: Command.root.appending(path: "Scripts/systemd").path)
  }

  @Test(
    "with systemd, a unit with the program's path is wanted by its target",
    arguments: [
      (.serve, "luawidget-serve.service", "default.target", "luawidget-serve.service"),
      (.update, "luawidget-update.timer", "timers.target", "luawidget-update.service"),
    ] as [(Autostart.Host, String, String, String)])
  func units(_ host: Autostart.Host, _ unit: String, _ target: String, _ service: String) async throws {
    try await withCommand { command in
      let autostart = try autostart(command, systemd: true)
      #expect(autostart.way(of: host) == nil)
      #expect(try autostart.enable(host, program: #"/opt/50% "quick"/bin/luawidget"#) == .unit(unit))
      #expect(autostart.way(of: host) == .unit(unit))
      let command50 = #"ExecStart="/opt/50%% \"quick\"/bin/luawidget" "# + host.rawValue
      #expect(text(command, ".config/systemd/user/\(service)")?.contains(command50) == true)
      let link = command.folder.appending(path: ".config/systemd/user/\(target).wants/\(unit)").path
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../\(unit)")
      #expect(access(link, F_OK) == 0)
      // Again, for a program that was moved.
      _ = try autostart.enable(host, program: "/usr/bin/luawidget")
      #expect(text(command, ".config/systemd/user/\(service)")?.contains("ExecStart=\"/usr/bin/luawidget\" ") == true)
      #expect(try autostart.disable(host) && autostart.way(of: host) == nil)
      #expect(text(command, ".config/systemd/user/\(service)") == nil)
      #expect(try !autostart.disable(host))
    }
  }

  @Test("a unit that you've written stays as it is")
  func ownUnit() async throws {
    try await withCommand { command in
      let autostart = try autostart(command, systemd: true)
      _ = try autostart.enable(.serve, program: "/usr/bin/luawidget")
      try command.write("[Service]\nExecStart=/mine\n", to: ".config/systemd/user/luawidget-serve.service")
      _ = try autostart.enable(.serve, program: "/usr/bin/luawidget")
      #expect(text(command, ".config/systemd/user/luawidget-serve.service") == "[Service]\nExecStart=/mine\n")
      #expect(try autostart.disable(.serve))
      #expect(text(command, ".config/systemd/user/luawidget-serve.service") == "[Service]\nExecStart=/mine\n")
    }
  }

  @Test("the desktop, and everything without systemd, is an entry of the session; an update needs systemd")
  func entries() async throws {
    try await withCommand { command in
      let autostart = try autostart(command, systemd: false)
      for host in [Autostart.Host.serve, .desktop] {
        let path = command.folder.path + "/.config/autostart/luawidget-\(host.rawValue).desktop"
        #expect(try autostart.enable(host, program: "/opt/a b/luawidget") == .entry(path: path))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Exec=\"/opt/a b/luawidget\" \(host.rawValue)"))
        #expect(try autostart.disable(host) && access(path, F_OK) != 0)
      }
      #expect(throws: Autostart.Problem.needsSystemd(.update)) { try autostart.enable(.update, program: "/luawidget") }
    }
  }

  @Test("autostart lists what starts, and names an unknown host's nearest name")
  func listed() async throws {
    try await withCommand { command in
      #expect(try command.run("autostart").output == "serve    no\ndesktop  no\nupdate   no\n")
      let enabled = try command.run("autostart", "enable", "desktop")
      #expect(enabled.status == 0 && enabled.output.contains("starts when you log in"), "\(enabled)")
      #expect(try command.run("autostart", "list").output.contains("/.config/autostart/luawidget-desktop.desktop"))
      #expect(try command.run("autostart", "disable", "desktop").output == "luawidget desktop no longer starts when you log in\n")
      #expect(try command.run("autostart", "disable", "desktop").output == "luawidget desktop doesn't start when you log in\n")
      let wrong = try command.run("autostart", "enable", "serv")
      #expect(wrong.status == 2 && wrong.errors.contains("serve"), "\(wrong)")
    }
  }

  @Test("a file in place of the folder of entries is none of ours to disable, and no place to enable")
  func entriesObstructed() async throws {
    try await withCommand { command in
      try command.write("mine", to: ".config/autostart")
      #expect(try command.run("autostart", "disable", "desktop").status == 0)
      let enabled = try command.run("autostart", "enable", "desktop")
      #expect(enabled.status == 6 && enabled.errors.contains(".config/autostart"), "\(enabled)")
      #expect(text(command, ".config/autostart") == "mine")
    }
  }

  @Test("reset removes links in its folders, never what they lead to, and goes on after something that can't be removed")
  func resetLinks() async throws {
    try await withCommand { command in
      let mine = try command.write("mine", to: "mine/file.txt")
      let folder = command.folder.appending(path: ".config/luawidget")
      try command.write("", to: ".config/luawidget/secrets/.keep")
      try command.write("a", to: ".cache/luawidget/a")
      try command.write("a", to: ".local/share/luawidget/defaults.db.damaged-20261127-020000")
      for path in ["boards", "secrets/folder"] {
        try FileManager.default.createSymbolicLink(
          at: folder.appending(path: path), withDestinationURL: command.folder.appending(path: "mine"))
      }
      try FileManager.default.createSymbolicLink(
        atPath: command.folder.path + "/.cache/luawidget/file", withDestinationPath: mine)
      // A folder of entries that isn't one doesn't keep the rest.
      try command.write("", to: ".config/autostart")
      let outcome = try command.run(["reset", "--all", "--yes"], environment: alone(command))
      #expect(outcome.status == 0, "\(outcome)")
      #expect(text(command, "mine/file.txt") == "mine")
      for path in [
        ".config/luawidget/boards", ".config/luawidget/secrets", ".cache/luawidget",
        ".local/share/luawidget/defaults.db.damaged-20261127-020000",
      ] {
        #expect((try? FileStatus(path: command.folder.appending(path: path).path, followsLinks: false)) == nil, "\(path)")
      }
    }
  }

  #if os(Linux)
    @Test("reset names what it couldn't remove, and removes the rest", .enabled(if: geteuid() != 0))
    func resetPartly() async throws {
      try await withCommand { command in
        try command.write("a", to: ".config/luawidget/boards/closed/a.toml")
        try command.write("a", to: ".cache/luawidget/a")
        let closed = command.folder.appending(path: ".config/luawidget/boards/closed").path
        #expect(chmod(closed, 0o500) == 0)
        defer { chmod(closed, 0o700) }
        let outcome = try command.run(["reset", "--all", "--yes"], environment: alone(command))
        #expect(outcome.status == 6 && outcome.errors.contains("/.config/luawidget/boards can't be removed"), "\(outcome)")
        #expect(text(command, ".cache/luawidget/a") == nil)
      }
    }
  #endif

  @Test("reset leaves nothing of links, autostart and its own empty folders")
  func resetRegistrations() async throws {
    try await withCommand { command in
      try command.write(
        "widget { url_schemes = { \"myflight\" } }\nfunction content() return ui.text \"x\" end\nfunction on_open() end\n",
        to: "links.lua")
      #expect(try command.run("run", "links.lua").status == 0)
      #expect(try command.run("links", "register", "links.lua").status == 0)
      #expect(try command.run("autostart", "enable", "desktop").status == 0)
      let outcome = try command.run(["reset", "--all", "--yes"], environment: alone(command))
      #expect(outcome.status == 0, "\(outcome)")
      let left = try FileManager.default.subpathsOfDirectory(atPath: command.folder.path).filter {
        $0.hasPrefix(".") && ($0.contains("luawidget") || $0.hasSuffix("mimeapps.list"))
      }
      #expect(left == [])
    }
  }

  @Test("reset removes what's stored and leaves what you've written")
  func reset() async throws {
    try await withCommand { command in
      try command.write(
        "widget { name = \"known\" } function perform_update() defaults.set(\"key\", 1) cache.set(\"key\", 1) return update_result.new_data end\n"
          + "function content() return ui.text \"shown\" end", to: ".local/share/luawidget/widgets/known.lua")
      try command.write("[terminal]\nicons = \"unicode\"\n", to: ".config/luawidget/config.toml")
      #expect(try command.run("run", "known").status == 0)
      #expect(try command.run("board", "add", "known").status == 0)
      #expect(try command.run("autostart", "enable", "desktop").status == 0)
      #expect(try command.run("reset").status == 2)
      let unasked = try command.run(["reset", "--all"], environment: alone(command))
      #expect(unasked.status == 2 && unasked.errors.contains("--yes"), "\(unasked)")
      #expect(
        text(command, ".local/share/luawidget/defaults.db") != nil
          || access(command.folder.path + "/.local/share/luawidget/defaults.db", F_OK) == 0)
      #expect(try command.run(["reset", "--all", "--yes"], environment: alone(command)).status == 0)
      let left = try FileManager.default.subpathsOfDirectory(atPath: command.folder.path).filter {
        $0.contains("luawidget") && !$0.hasPrefix("output") && !$0.hasPrefix("errors")
      }
      #expect(
        left.sorted() == [
          ".config/luawidget", ".config/luawidget/config.toml", ".local/share/luawidget", ".local/share/luawidget/widgets",
          ".local/share/luawidget/widgets/known.lua",
        ])
      #expect(try command.run("run", "known").status == 0)
    }
  }
}
