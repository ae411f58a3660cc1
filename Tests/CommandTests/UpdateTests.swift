import Foundation
import Testing

/// `luawidget update`, for cron.
@Suite struct UpdateTests {
  /// Widgets on a board that count their updates, one that fails, and a hidden one.
  private func write(to command: Command) throws {
    for name in ["a", "b", "hidden"] {
      try command.write(
        """
        widget { name = "\(name)" }
        function perform_update()
          defaults.set("runs", (defaults.get("runs") or 0) + 1)
          return update_result.new_data
        end
        function content(context) return ui.text("run " .. defaults.get("runs") .. " by " .. context.host) end
        """, to: "\(name).lua")
    }
    try command.write(
      """
      function perform_update() return update_result.failed "no trains" end
      function content() return ui.text "x" end
      """, to: "failing.lua")
    let entries = ["a", "failing", "b", "hidden"].map { "[[widget]]\nfile = \"~/\($0).lua\"\n" }
    try command.write(entries.joined() + "hidden = true\n", to: BoardCommandTests.path)
  }

  @Test("a round updates every widget that is not hidden; a failure leaves the others alone and is the exit status")
  func round() async throws {
    try await withCommand { command in
      try write(to: command)
      let outcome = try command.run("update")
      #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("failing: "), "\(outcome)")
      #expect(outcome.errors.contains("no trains") && !outcome.errors.contains("a: "), "\(outcome)")
      for name in ["a", "b"] {
        #expect(try command.run("snapshot", "show", name).output.contains("run 1 by update"))
      }
      #expect(try command.run("defaults", "read", "hidden").output.isEmpty)
    }
  }

  @Test("named widgets are updated alone; an unknown one is refused with the nearest id")
  func named() async throws {
    try await withCommand { command in
      try write(to: command)
      #expect(try command.run("update", "b", "hidden").status == 0)
      #expect(try command.run("snapshot", "show", "hidden").output.contains("run 1"))
      #expect(try command.run("snapshot", "show", "a").status == 1)
      let unknown = try command.run("update", "failng")
      #expect(unknown.status != 0 && unknown.errors.contains("did you mean \"failing\"?"), "\(unknown)")
      try command.write("[[widget]]\n", to: BoardCommandTests.path)
      let broken = try command.run("update")
      #expect(broken.status == 2 && broken.errors.contains("today.toml:1: a widget needs its file"), "\(broken)")
    }
  }

  @Test("what isn't due is up to date, and what failed in another process is a failure")
  func again() async throws {
    try await withCommand { command in
      try write(to: command)
      let first = try command.run("update", "--verbose")
      #expect(first.status == 1 && first.errors.contains("a: updated\n"), "\(first)")
      let second = try command.run("update", "--verbose")
      #expect(second.status == 1 && second.errors.contains("a: up to date\n"), "\(second)")
      #expect(second.errors.contains("failing: update failed: no trains\n"), "\(second)")
      #expect(try command.run("snapshot", "show", "a").output.contains("run 1 by update"))
    }
  }

  @Test("several at the same time do the work once")
  func simultaneous() async throws {
    try await withCommand { command in
      try write(to: command)
      let script = "printf '%s\\n' 1 2 3 4 | xargs -P 4 -I{} '\(Command.program.path)' update --quiet a b"
      #expect(try command.start(URL(filePath: "/bin/sh"), ["-c", script]).status == 0)
      for name in ["a", "b"] { #expect(try command.run("snapshot", "show", name).output.contains("run 1 by update")) }
    }
  }
}
