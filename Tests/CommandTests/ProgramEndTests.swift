import Foundation
import Testing

/// Programs run by a widget end with luawidget, however that ends.
@Suite struct ProgramEndTests {
  private static func source(mark: String) -> String {
    """
    widget { permissions = { run = { "sh" } } }
    function perform_update() run { "sh", "-c", "echo $$ > \(mark).new; mv \(mark).new \(mark); exec sleep 300" } end
    function content() return ui.text "x" end
    """
  }

  /// Waits up to 20 seconds.
  private static func waits(until isMet: () -> Bool) async throws -> Bool {
    for _ in 0..<1000 {
      if isMet() { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test("a signal during an update without a terminal", arguments: ["KILL", "TERM", "HUP", "INT"])
  func signals(_ signal: String) async throws {
    try await withCommand { command in
      let mark = command.folder.appending(path: "pid").path
      let file = try command.write(Self.source(mark: mark), to: "program.lua")
      // In a script, a shell starts programs in the background with SIGINT ignored.
      let outcome = try command.start(
        URL(filePath: "/bin/bash"),
        [
          "-mc",
          """
          "$0" run "$1" --allow run=sh >/dev/null 2>&1 & widget=$!
          n=0; while [ ! -e "$3" ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done
          kill -$2 $widget; wait $widget
          n=0; while kill -0 "$(cat "$3")" && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done 2>/dev/null
          if kill -0 "$(cat "$3")" 2>/dev/null; then echo alive; else echo gone; fi
          """, Command.program.path, file, signal, mark,
        ])
      #expect(outcome.output == "gone\n", "\(outcome)")
    }
  }

  @Test(
    "an exit from a live view during an update",
    arguments: [("q", "q", Int32(0)), ("Ctrl-C", "\u{3}", 130), ("Ctrl-D", "\u{4}", 0), ("SIGHUP", "", 129)])
  func live(_ name: String, _ key: String, _ status: Int32) async throws {
    try await withCommand { command in
      let mark = command.folder.appending(path: "pid").path
      let file = try command.write(Self.source(mark: mark), to: "program.lua")
      let live = try LiveCommand(
        command, ["run", file, "--watch", "--allow", "run=sh"], ownsTerminal: name == "Ctrl-C")
      #expect(try await Self.waits { FileManager.default.fileExists(atPath: mark) && live.text.contains("updating") })
      let program = try #require(Int32(try String(contentsOfFile: mark, encoding: .utf8).dropLast()))
      #expect(kill(program, 0) == 0)
      if key.isEmpty { live.signal(SIGHUP) } else { try live.type(key) }
      #expect(try await live.end() == status, "\(name)")
      #expect(try await Self.waits { kill(program, 0) != 0 }, "\(name)")
    }
  }
}
