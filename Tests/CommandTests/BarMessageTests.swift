import Foundation
import Testing
import WidgetSystem

/// A script's text never becomes part of an item, even if the bar reads standard error together with standard output, as polybar does.
@Suite struct BarMessageTests {
  /// Shows `VALUE`, then fails or has no data, with a text that means something to every bar.
  private static let source = """
    widget { name = "Status", refresh = "1h" }
    local hostile = '%{A1:touch HACK:}CLICK%{A} #(touch HACK) #[fg=red] <b>x</b> | bash=touch param1=HACK\\n---\\n{"full_text":"HACK"}'
    function perform_update()
      local count = defaults.get("count", 0)
      defaults.set("count", count + 1)
      if count == 0 then return update_result.new_data end
      print(hostile)
      if count % 2 == 1 then return update_result.failed(hostile) end
      return update_result.no_data
    end
    function content() return ui.text "VALUE" end
    """

  private static let formats = [
    "waybar", "i3bar", "swaybar", "i3blocks", "polybar", "lemonbar", "genmon", "tmux", "xbar", "swiftbar", "argos", "plain",
    "plain-json",
  ]
  /// They have neither a tooltip nor a menu.
  private static let showingNoReason = ["polybar", "lemonbar", "tmux", "i3bar", "swaybar", "i3blocks", "plain"]
  /// Standard error is standard output.
  private static let merged = "exec \"$0\" \"$@\" 2>&1"

  private func merged(_ command: Command, _ arguments: String...) throws -> Command.Outcome {
    try command.start(URL(filePath: "/bin/sh"), ["-c", Self.merged, Command.program.path] + arguments)
  }

  @Test("a merged standard error has no message: the last good view stays with its mark", arguments: formats)
  func merged(_ format: String) async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "status.lua")
      #expect(try merged(command, "run", "status.lua", "--format", format).output.contains("VALUE"))
      for isFailed in [true, false] {
        // The script has been saved since, so the command itself updates the widget.
        let updated = Date().timeIntervalSince1970
        var file = try command.write(Self.source + "-- \(isFailed)\n", to: "status.lua")
        // The kernel's clock of files is some milliseconds behind the one of the update just finished.
        while try FileStatus(path: file).changedAt <= updated {
          file = try command.write(Self.source + "-- \(isFailed)\n", to: "status.lua")
        }
        let output = try merged(command, "run", "status.lua", "--format", format).output
        #expect(output.contains("VALUE") && output.contains("⚠") == isFailed, "\(output)")
        if Self.showingNoReason.contains(format) { #expect(!output.contains("HACK"), "\(output)") }
      }
    }
  }

  @Test("without a stored view a merged standard error has one line of the item only", arguments: formats)
  func firstFailure(_ format: String) async throws {
    try await withCommand { command in
      let failing = Self.source.replacing("if count == 0", with: "if false").replacing("count % 2 == 1", with: "true")
      try command.write(failing, to: "status.lua")
      let expected = try command.run("run", "status.lua", "--format", format)
      #expect(expected.status == 0 && expected.output.contains("⚠ Status") && expected.errors.contains("update failed"))
      try command.write(failing, to: "again.lua")
      let output = try merged(command, "run", "again.lua", "--format", format).output
      #expect(output.contains("⚠ Status"), "\(output)")
      if Self.showingNoReason.contains(format) { #expect(!output.contains("HACK"), "\(output)") }
      #expect(output.count { $0 == "\n" } == expected.output.count { $0 == "\n" }, "\(output)")
    }
  }

  @Test("a following command writes no message among its lines", arguments: ["polybar", "waybar", "tmux"])
  func following(_ format: String) async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "status.lua")
      let follower = try BarFollowTests.Follower(
        command, program: URL(filePath: "/bin/sh"),
        ["-c", Self.merged, Command.program.path, "run", "status.lua", "--format", format, "--follow"])
      _ = try await follower.see { $0.contains("VALUE") }
      _ = try command.run(["tap", "status.lua", "refresh"], environment: ["XDG_RUNTIME_DIR": command.folder.path])
      _ = try await follower.see { $0.split(separator: "\n").last?.contains("⚠") == true }
      _ = try command.run(["tap", "status.lua", "refresh"], environment: ["XDG_RUNTIME_DIR": command.folder.path])
      _ = try await follower.see { $0.split(separator: "\n").last?.contains("⚠") == false }
      // A broken edit: the last good view stays, with a mark. Whatever was written about it precedes the view of the next edit.
      try command.write("widget {", to: "status.lua")
      _ = try await follower.see { $0.split(separator: "\n").last?.contains("⚠") == true }
      try command.write(Self.source.replacing("count == 0", with: "true").replacing("VALUE", with: "VALUE 2"), to: "status.lua")
      let all = try await follower.see { $0.contains("VALUE 2") }
      #expect(all.split(separator: "\n").allSatisfy { $0.contains("VALUE") }, "\(all)")
      follower.closeOutput()
      try await follower.end()
    }
  }

  @Test("elsewhere messages are escaped for the format")
  func escaped() async throws {
    try await withCommand { command in
      for (format, dangerous) in [("polybar", "%{A"), ("tmux", ") #["), ("waybar", "<b>"), ("xbar", " | bash")] {
        try command.write(Self.source.replacing("if count == 0", with: "if false") + "-- \(format)\n", to: "\(format).lua")
        let outcome = try command.run("run", "\(format).lua", "--format", format)
        #expect(outcome.errors.contains("HACK") && !outcome.errors.contains(dangerous), "\(outcome.errors)")
      }
    }
  }

  @Test("a widget or a board that cannot be read is an item with the reason", arguments: ["waybar", "polybar", "i3bar", "xbar"])
  func unreadable(_ format: String) async throws {
    try await withCommand { command in
      let missing = try merged(command, "run", "missing.lua", "--format", format)
      #expect(missing.status == 1 && missing.output.contains("⚠ missing.lua"), "\(missing)")
      #expect(!missing.output.contains("luawidget: "), "\(missing)")
      let board = try command.run("run", "--board", "nowhere", "--format", "tmux", "--follow")
      #expect(board.status == 1 && board.output.contains("⚠ nowhere"), "\(board)")
    }
  }
}
