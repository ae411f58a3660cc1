import Foundation
import Testing

/// Mouse reporting in the live view.
@Suite(.serialized) struct MouseTests {
  private static let counter = """
    local count, other = 0, 0
    function perform_update() return update_result.new_data end
    function content()
      return ui.vstack { ui.text { "count is " .. count .. " and " .. other },
        ui.hstack { ui.button { "More", action = function() count = count + 1 end },
          ui.button { "Other", action = function() other = other + 1 end } } }
    end
    """

  private static let long = """
    function perform_update() return update_result.new_data end
    function content(context)
      local lines = { ui.text { "mode is " .. context.display_mode } }
      for i = 1, 40 do lines[#lines + 1] = ui.text { "line " .. i .. "." } end
      return ui.vstack(lines)
    end
    """

  @Test("a click presses the button below it, and nothing else")
  func click() async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see { $0.contains("count is 0 and 0") && $0.contains("q quit") }
      #expect(live.reportsMouse)
      try live.click("Other")
      _ = try await live.see("count is 0 and 1")
      try live.click("More")
      _ = try await live.see("count is 1 and 1")
      try live.click("count")
      try live.click("q quit")
      try live.click("More")
      #expect(try await live.see("count is 2").contains("count is 2 and 1"))
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored && !live.reportsMouse)
    }
  }

  @Test("a click works below earlier output, when the terminal has scrolled")
  func scrolledScreen() async throws {
    try await withCommand { command in
      let file = try command.write(
        Self.counter.replacing("count = count + 1", with: "count = count + 1 for i = 1, 12 do print('output ' .. i) end"),
        to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"], rows: 12)
      _ = try await live.see { $0.contains("count is 0") && $0.contains("q quit") }
      for count in 1...3 {
        try live.click("More")
        _ = try await live.see { $0.contains("count is \(count)") && $0.contains("q quit") && !$0.contains("updating") }
      }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("Show More can be clicked")
  func showMore() async throws {
    try await withCommand { command in
      let file = try command.write(Self.long.replacing("40", with: "9"), to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch", "--display-mode", "compact"])
      _ = try await live.see { $0.contains("mode is compact") && $0.contains("m more") }
      try live.click("Show More")
      _ = try await live.see { $0.contains("mode is expanded") && $0.contains("line 9.") && $0.contains("m less") }
      try live.click("Show Less")
      _ = try await live.see { $0.contains("mode is compact") && !$0.contains("line 7.") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("the wheel and Page Down scroll a card that is taller than the terminal; the keys stay visible")
  func scroll() async throws {
    try await withCommand { command in
      let file = try command.write(Self.long, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"], rows: 14)
      let top = try await live.see { $0.contains("line 1.") && $0.contains("q quit") }
      #expect(!top.contains("line 30.") && top.contains("more lines)"), "\(top)")
      try live.wheel(3)
      let scrolled = try await live.see { $0.contains("9 more lines above") && $0.contains("q quit") }
      #expect(!scrolled.contains("line 1.") && scrolled.contains("line 9."), "\(scrolled)")
      try live.wheel(-3)
      _ = try await live.see { $0.contains("line 1.") && !$0.contains("above") }
      try live.type("\u{1B}[6~\u{1B}[6~\u{1B}[F")
      _ = try await live.see { $0.contains("line 40.") && $0.contains("q quit") }
      try live.type("\u{1B}[H")
      _ = try await live.see { $0.contains("line 1.") }
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored && !live.reportsMouse)
    }
  }

  @Test("clicks are correct in a scrolled card")
  func clickScrolled() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local pressed = "none"
        function perform_update() return update_result.new_data end
        function content()
          local lines = {}
          for i = 1, 30 do lines[i] = ui.button { "b" .. i .. ".", action = function() pressed = "b" .. i end } end
          lines[31] = ui.text { "pressed " .. pressed }
          return ui.vstack(lines)
        end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"], rows: 14)
      _ = try await live.see { $0.contains("b1.") && $0.contains("q quit") }
      try live.type("\u{1B}[F")
      _ = try await live.see("pressed none")
      try live.click("b28.")
      _ = try await live.see("pressed b28")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test(
    "without a control, without --watch and in a terminal without a mouse, the mouse is not reported",
    arguments: [
      (["--watch"], "xterm", "function content() return ui.text 'plain' end"), ([], "xterm", ""), (["--watch"], "linux", ""),
      (["--watch"], "dumb", ""),
    ])
  func off(_ arguments: [String], _ term: String, _ content: String) async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter + "\n" + content, to: "w.lua")
      let live = try LiveCommand(command, ["run", file] + arguments, environment: ["TERM": term])
      _ = try await live.see { $0.contains("count is 0") || $0.contains("plain") }
      if !arguments.isEmpty {
        _ = try await live.see("q quit")
        try live.type("q")
      }
      #expect(try await live.end() == 0)
      #expect(!live.bytes.contains("?1000") && !live.bytes.contains("?1006"), "\(live.bytes)")
    }
  }

  @Test("every exit stops mouse reporting", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGABRT])
  func waysOut(_ signal: Int32) async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see { $0.contains("count is 0") && $0.contains("q quit") }
      #expect(live.reportsMouse)
      live.signal(signal)
      _ = try await live.end()
      #expect(live.isRestored && !live.reportsMouse)
    }
  }
}
