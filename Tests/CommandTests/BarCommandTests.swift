import Foundation
import Testing

/// `run --format waybar` and the other status bars, `tap` and `bar-config`.
@Suite struct BarCommandTests {
  /// Counts its updates and presses.
  private static let source = """
    widget { name = "Count", refresh = "1h" }
    local function get(name) return defaults.get(name) or 0 end
    function perform_update()
      if get "broken" == 1 then error "no data today" end
      defaults.set("updates", get "updates" + 1)
      return update_result.new_data
    end
    function content()
      return ui.vstack { ui.text { "updates " .. get "updates" .. " presses " .. get "presses" },
        ui.button { "More", id = "more", action = function() defaults.set("presses", get "presses" + 1) end },
        ui.button { "Break", id = "scroll_up", action = function() defaults.set("broken", 1) end, hidden = true } }
    end
    """

  private func text(_ command: Command, _ arguments: String...) throws -> String {
    let outcome = try command.run(["run", "count.lua", "--format", "tmux"] + arguments)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.output
  }

  @Test("a stored view is printed without an update until one is due or the script is saved")
  func fresh() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      for _ in 0..<3 { #expect(try text(command) == "updates 1 presses 0\n") }
      let outcome = try command.run("run", "count.lua", "--format", "waybar")
      #expect(outcome.output.contains(#""class":["fresh","widget-count"]"#) && outcome.errors.isEmpty, "\(outcome)")
      // A later time than the update's, whatever the file system rounds to.
      try command.write(Self.source + "\n", to: "count.lua")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 5)], ofItemAtPath: command.folder.appending(path: "count.lua").path)
      #expect(try text(command) == "updates 2 presses 0\n")
      #expect(try text(command, "--no-snapshot") == "updates 3 presses 0\n")
    }
  }

  @Test("taps by gesture, by the name of a control and by the id in the output reach the handler, and the bar shows it")
  func taps() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      #expect(try text(command) == "updates 1 presses 0\n")
      #expect(try command.run("tap", "count.lua", "click").status == 0)
      #expect(try text(command).hasSuffix(" presses 1\n"))
      #expect(try command.run("tap", "count.lua", "more").status == 0)
      #expect(try text(command).hasSuffix(" presses 2\n"))
      let menu = try command.run("run", "count.lua", "--format", "xbar").output
      let id = try #require(menu.firstMatch(of: /param3="([0-9a-z]+\.[0-9a-f]{8})"/)?.1)
      #expect(try command.run("tap", "count.lua", String(id)).status == 0)
      #expect(try text(command).hasSuffix(" presses 3\n"))
      // An older view's id means the same control.
      #expect(try command.run("tap", "count.lua", String(id)).status == 0)
      #expect(try text(command).hasSuffix(" presses 4\n"))
      let missing = try command.run("tap", "count.lua", "right_click")
      #expect(missing.status == 1)
      #expect(missing.errors == "luawidget: the view has no control for \"right_click\"; nothing was pressed\n")
      #expect(try command.run("tap", "count.lua", "1.00000000").status == 1)
      #expect(try command.run("tap", "count.lua").status == 2)
    }
  }

  @Test("taps at the same time all count, although each changes the label of the control")
  func simultaneousTaps() async throws {
    try await withCommand { command in
      try command.write(
        """
        function content()
          local count = defaults.get("count", 0)
          return ui.button { "WIDGET " .. count, action = function() defaults.set("count", count + 1) end }
        end
        """, to: "count.lua")
      #expect(try text(command) == "WIDGET 0\n")
      try await withThrowingTaskGroup(of: Int32.self) { group in
        for _ in 0..<2 { group.addTask { try command.run("tap", "count.lua", "click").status } }
        for try await status in group { #expect(status == 0) }
      }
      #expect(try text(command) == "WIDGET 2\n")
    }
  }

  @Test("a tap before the first run runs the widget")
  func firstTap() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      #expect(try command.run("tap", "count.lua", "click").status == 0)
      #expect(try text(command).hasSuffix(" presses 1\n"))
    }
  }

  @Test("after a failure the last view stays with a mark, the command succeeds, and the next update waits")
  func failure() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      #expect(try text(command) == "updates 1 presses 0\n")
      // The tap restarts the widget, which updates it.
      #expect(try command.run("tap", "count.lua", "scroll_up").status == 0)
      #expect(try command.run("tap", "count.lua", "refresh").status == 3)
      let outcome = try command.run("run", "count.lua", "--format", "waybar")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(outcome.output.contains("\"failed\"") && outcome.output.contains("updates 2") && outcome.output.contains("⚠"))
      try command.write("widget {", to: "broken.lua")
      let broken = try command.run("run", "broken.lua", "--format", "i3bar")
      #expect(
        broken.status == 0 && broken.output.contains("\"full_text\":\"⚠ broken\"") && broken.output.contains("\"urgent\":true"))
      #expect(broken.errors.contains("broken.lua:1"))
    }
  }

  @Test("the view of the inline family is the text in the bar, and the full one its tooltip")
  func inline() async throws {
    try await withCommand { command in
      try command.write(
        """
        function perform_update() return update_result.new_data end
        function content(context)
          if context.family == "inline" then return ui.text { "short " .. context.surface } end
          return ui.vstack { ui.text "long text", ui.text "second line" }
        end
        """, to: "two.lua")
      for _ in 0..<2 {
        let output = try command.run("run", "two.lua", "--format", "waybar").output
        #expect(output.contains(#""text":"short bar""#) && output.contains(#"long text\nsecond line"#), "\(output)")
      }
    }
  }

  @Test(
    "menu entries press the control whatever the path and the settings are", arguments: ["xbar", "swiftbar", "argos", "polybar"])
  func quoting(_ format: String) async throws {
    try await withCommand { command in
      let file = try command.write(Self.named, to: "it's a \"count\".lua")
      for (presses, value) in ["a b", "a\"b", "it's", "a\\b", "\"'\\|$(touch HACK)`%{A", "two\nlines"].enumerated() {
        let arguments = [file, "--set", "name=\(value)"]
        let output = try command.run(["run"] + arguments + ["--format", format]).output
        let words: [String]
        if format == "polybar" {
          words = ["sh", "-c", try MenuCommand.action(1, in: output)]
        } else {
          let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("More | ") }, "\(output)")
          words = try MenuCommand.words(line, format)
        }
        let outcome = try command.start(URL(filePath: "/usr/bin/env"), words)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(value): \(words) \(outcome)")
        let text = try command.run(["run"] + arguments + ["--format", "tmux"]).output
        #expect(text.hasSuffix(" presses \(presses + 1)\n"), "\(value): \(words) \(text)")
      }
      #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: "HACK").path))
    }
  }

  @Test("mistakes on the command line are usage errors")
  func usage() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      for arguments in [
        ["--follow"], ["--format", "text", "--follow"], ["--format", "waybar", "--watch"], ["--format", "tmux", "--width", "3"],
        ["--format", "xbar", "--output", "x"], ["--format", "i3"], ["--board"], ["--format", "waybar", "--follow", "--board"],
        ["--format", "tmux", "--board"], ["--format", "tmux", "--follow", "--at", "0"],
      ] {
        let outcome = try command.run(["run", "count.lua"] + arguments)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments): \(outcome)")
      }
      #expect(try command.run("run", "missing.lua", "--format", "waybar").status == 1)
      #expect(try command.run("run", "--board", "nowhere", "--format", "tmux", "--follow").status == 1)
    }
  }

  /// With a setting.
  private static let named = source.replacing(
    "refresh = \"1h\" }", with: "refresh = \"1h\", settings = { name = { type = \"string\", default = \"x\" } } }")

  @Test(
    "bar-config prints what to paste, with absolute paths",
    arguments: [
      "waybar", "i3", "sway", "i3blocks", "polybar", "lemonbar", "eww", "genmon", "xbar", "swiftbar", "argos", "tmux",
    ])
  func configurations(_ bar: String) async throws {
    try await withCommand { command in
      let file = try command.write(Self.named, to: "count.lua")
      let outcome = try command.run("bar-config", bar, "count.lua", "--set", "name=a b")
      let real = URL(filePath: file).resolvingSymlinksInPath().path
      #expect(
        outcome.status == 0 && outcome.output.contains("\(Command.program.path) run --set 'name=a b' \(real)"), "\(outcome)")
      let isPolled = ["i3blocks", "genmon", "xbar", "swiftbar", "argos"].contains(bar)
      #expect(outcome.output.contains("--follow") != isPolled)
      let missing = try command.run("bar-config", bar, "cont.lua")
      #expect(missing.status == 1 && missing.errors.contains("  try: luawidget bar-config \(bar) count.lua\n"), "\(missing)")
    }
  }

  @Test("bar-config checks the settings as run does, with the same error and status")
  func configurationSettings() async throws {
    try await withCommand { command in
      try command.write(
        Self.source.replacing(
          "refresh = \"1h\" }",
          with: "refresh = \"1h\", settings = { count = { type = \"integer\", default = 1 } } }"), to: "count.lua")
      for setting in ["cuont=2", "count=many", "count"] {
        let expected = try command.run("run", "count.lua", "--set", setting)
        let outcome = try command.run("bar-config", "waybar", "count.lua", "--set", setting)
        #expect(outcome.status == 2 && expected.status == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(setting == "count" || outcome.errors == expected.errors, "\(outcome) \(expected)")
        let added = try command.run("board", "add", "count.lua", "--set", setting)
        #expect(added.status == 2, "\(added)")
      }
      #expect(try command.run("bar-config", "waybar", "count.lua", "--set", "count=2").status == 0)
    }
  }

  @Test("two settings of one widget have different names in a bar")
  func names() async throws {
    try await withCommand { command in
      try command.write(Self.named, to: "count.lua")
      func line(_ bar: String, _ setting: String, _ prefix: String) throws -> String {
        let output = try command.run("bar-config", bar, "count.lua", "--set", "name=\(setting)").output
        return String(try #require(output.split(separator: "\n").first { $0.hasPrefix(prefix) }, "\(output)"))
      }
      for (bar, prefix) in [
        ("waybar", "\"custom/"), ("polybar", "[module/"), ("i3blocks", "["), ("tmux", "set -g @"), ("xbar", "# Save"),
        ("eww", "(defwidget"),
      ] {
        let lines = try ["LY315", "LY316", "a b", "a-b"].map { try line(bar, $0, prefix) }
        #expect(Set(lines).count == 4 && lines[0].contains("ly315"), "\(lines)")
      }
      func blocks(_ setting: String) throws -> String {
        let output = try command.run("run", "count.lua", "--set", "name=\(setting)", "--format", "i3bar").output
        return String(try #require(output.firstMatch(of: /"name":"([^"]*)"/)?.1))
      }
      #expect(try blocks("LY315") != blocks("LY316") && blocks("LY315").hasPrefix("widget-count-"))
    }
  }

  @Test("tmux's configuration refuses a path that it cannot quote")
  func unquotable() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "a(b).lua")
      let outcome = try command.run("bar-config", "tmux", "a(b).lua")
      #expect(outcome.status == 2 && outcome.errors.contains("cannot contain \"(\""), "\(outcome)")
      let backslash = try command.run("bar-config", "tmux", try command.write(Self.named, to: "a.lua"), "--set", "name=\\u")
      #expect(backslash.status == 2 && backslash.errors.contains("cannot contain \"\\\""), "\(backslash)")
      try command.write(Self.source, to: "a\u{1B}[31m.lua")
      for bar in ["polybar", "i3", "sway", "tmux"] {
        let escape = try command.run("bar-config", bar, "a\u{1B}[31m.lua")
        #expect(escape.status == 2 && escape.errors.contains("\\u{1b}") && !escape.output.contains("\u{1B}"), "\(escape)")
      }
      #expect(try command.run("bar-config", "waybar", "a\u{1B}[31m.lua").output.contains("\\u001b[31m"))
    }
  }
}
