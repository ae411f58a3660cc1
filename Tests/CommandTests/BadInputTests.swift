import Foundation
import Testing

/// Each mistake has a clear message and the right exit status, and loses no data.
@Suite struct BadInputTests {
  @Test(
    "a script that cannot be run",
    arguments: [
      ("", 3, "is empty"),
      ("\u{1B}Lua\u{0}", 3, "compiled Lua bytecode"),
      ("\u{0}\u{1}\u{2}", 3, "not a text file"),
      ("this is not Lua", 3, "bad.lua:1: syntax error near 'is'"),
      (String(repeating: "-- padding\n", count: 100_000), 3, "a widget may have 65536"),
      ("error('boom')", 3, "bad.lua:1: boom"),
      ("function perform_update() error('boom') end", 3, "bad.lua:1: boom"),
      ("function perform_update() return update_result.new_data end function content() error('boom') end", 3, "bad.lua:1: boom"),
      ("function content() end", 3, "content must return one view, got nil"),
      ("perform_update = {}", 3, "must be a function, got table"),
      ("function perform_update() return 7 end", 3, "must return update_result.new_data"),
      (
        "function perform_update() return update_result.new_data end function content() return ui.tetx { 'a' } end", 3,
        "did you mean"
      ),
      ("widget { refrehs = '5m' }", 3, "did you mean \"refresh\"?"),
      ("function perform_update() while true do end end", 5, "processor time"),
      ("function perform_update() local s = string.rep('x', 20 << 20) return s .. s end", 5, "memory"),
      ("function perform_update() fetch('https://example.com/') return update_result.failed('no') end", 4, "example.com"),
      ("function perform_update() return update_result.failed('closed today') end", 1, "closed today"),
    ] as [(String, Int32, String)])
  func badScript(_ source: String, _ status: Int32, _ words: String) async throws {
    try await withCommand { command in
      let file = try command.write(source, to: "bad.lua")
      let outcome = try command.run("run", file, "--format", "text")
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test(
    "wrong usage",
    arguments: [
      (["run", "missing.lua"], 1, "No such file"), (["run", ""], 1, "the path to the widget is empty"),
      (["run", "folder"], 3, "without main.lua"),
      (["run"], 2, "file"),
      (["run", "ok.lua", "--width", "0"], 2, "1 to 1000"),
      (["run", "ok.lua", "--size", "0x10"], 2, "320x200"),
      (["run", "ok.lua", "--size", "10x10x10"], 2, "320x200"),
      (["run", "ok.lua", "--size", "320", "--width", "40"], 2, "either"),
      (["run", "ok.lua", "--size", "320", "--family", "small"], 2, "--family small has its own size"),
      (["run", "ok.lua", "--appearance", "blue"], 2, "dark"),
      (["run", "ok.lua", "--text-size", "huge"], 2, "accessibility5"),
      (["run", "ok.lua", "--set", "x"], 2, "name=value"),
      (["run", "ok.lua", "--set", "nubmer=1"], 2, "did you mean \"number\"?"),
      (["run", "ok.lua", "--set", "number=abc"], 2, "number"),
      (["run", "ok.lua", "--at", "yesterday"], 2, "2026-11-21T12:00:00Z"),
      (["run", "ok.lua", "--format", "gif"], 2, "gif"),
      (["run", "ok.lua", "--watch"], 2, "terminal"),
      (["run", "ok.lua", "--allow", "everything"], 2, "net=..."),
      (
        ["run", "ok.lua", "--output", "missing/out.txt"], 2,
        "cannot write missing/out.txt: No such file or directory\n  try: create its folder first"
      ),
      (["run", "ok.lua", "--scale", "100"], 2, "--scale takes 0.25 to 8, got 100"),
      (["run", "ok.lua", "--scale", "3"], 2, "--scale is for images: give --format png, or leave it out"),
      (["run", "ok.lua", "--allow", "device=bogus"], 2, "device=bogus: "),
      (["run", "ok.lua", "--allow", "device=dsik"], 2, "did you mean \"disk\"?"),
      (["run", "ok.lua", "--allow", "run= "], 2, "\"run= \" is not a permission"),
      (["run", "ok.lua", "--allow", "env=A=B"], 2, "\"env=A=B\" is not a permission"),
      (["run", "ok.lua", "--allow", "open_url=javascript"], 2, "open_url=javascript: "),
      (["permissions", "revoke", "ok.lua", "device=bogus"], 2, "device=bogus: "),
      (
        ["run", "ok.lua", "--output", "out.bmp"], 2,
        "--output has the unknown extension .bmp; give --format, or use txt, ans, html, md, json, png, svg, pdf"
      ),
      (["ok.lua"], 2, "try: luawidget run ok.lua"),
      (["rnu", "a b.lua", "--watch"], 2, "  try: luawidget run 'a b.lua' --watch\n"),
      (["run", "./-.lua"], 1, "  try: check the path"),
      (["run", "ko", "--width", "40"], 1, "  try: luawidget run ok.lua --width 40\n"),
      (["audit", "okk.lua"], 1, "  try: luawidget audit ok.lua\n"),
      (["snapshot", "show", "ok.lua", "--format", "png"], 2, "spoken"),
      (
        ["frobnicate"], 2,
        "commands: run, open, today, serve, desktop, update, tap, popup, bar-config, push, show, preview, board, list, snapshot, defaults, cache, container, secret,"
      ),
      (["snapshot", "show", "nothing"], 1, "no snapshot"),
      (["defaults", "read", "nothing", "key"], 1, "no defaults of"),
      (["cache", "show", "nothing", "key"], 1, "nothing is cached for \"nothing\""),
      (["cache", "clear", "nothing"], 1, "nothing is cached for \"nothing\""),
      (["cache", "clear", "nothing", "key"], 1, "nothing is cached for"),
      (["cache", "clear"], 2, "name a widget, or give --all"),
      (["cache", "clear", "nothing", "--all"], 2, "name a widget, or give --all"),
    ] as [([String], Int32, String)])
  func badUsage(_ arguments: [String], _ status: Int32, _ words: String) async throws {
    try await withCommand { command in
      try FileManager.default.createDirectory(at: command.folder.appending(path: "folder"), withIntermediateDirectories: true)
      try command.write(
        """
        widget { settings = { number = { type = "integer", default = 1 } } }
        function perform_update() return update_result.new_data end
        """, to: "ok.lua")
      let outcome = try command.run(arguments)
      #expect(outcome.status == status, "\(outcome)")
      #expect((outcome.errors + outcome.output).contains(words), "\(outcome)")
    }
  }

  @Test("the last good view survives a failed update, a damaged store and a folder that cannot be written")
  func nothingLost() async throws {
    try await withCommand { command in
      let good = "function perform_update() return update_result.new_data end function content() return ui.text { 'good' } end"
      let file = try command.write(good, to: "w.lua")
      #expect(try command.run("run", file).status == 0)
      try command.write("function perform_update() error('broken') end", to: "w.lua")
      let failed = try command.run("run", file)
      #expect(failed.status == 3)
      #expect(failed.output.contains("good") && failed.output.contains("broken"))

      let database = command.folder.appending(path: ".local/state/luawidget/snapshots.db")
      try Data("this is not a database, but it is long enough to look at".utf8).write(to: database)
      try? FileManager.default.removeItem(atPath: database.path + "-wal")
      try command.write(good, to: "w.lua")
      let repaired = try command.run("run", file)
      #expect(repaired.status == 0)
      #expect(repaired.errors.contains("is damaged"))
      #expect(try command.run("run", file).errors == "")

      // A file instead of a folder: not even root can create one there.
      let nowhere = try command.write("", to: "file")
      let outcome = try command.run("run", file, environment: ["XDG_STATE_HOME": nowhere])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("good"))
      #expect(outcome.errors.contains("file"))
    }
  }

  @Test("two simultaneous runs both show the widget, and the store stays intact")
  func twoCopies() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        function perform_update()
          defaults.set("n", (defaults.get("n") or 0) + 1)
          return update_result.new_data
        end
        function content() return ui.text { "n is " .. defaults.get("n") } end
        """, to: "w.lua")
      let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
        for _ in 0..<6 { group.addTask { try command.run("run", file).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [0, 0, 0, 0, 0, 0])
      #expect(try command.run("snapshot", "show", file).output.contains("n is "))
    }
  }

  @Test("every width shows straight borders", arguments: [1, 2, 5, 10, 11, 12, 20, 40])
  func narrow(_ width: Int) async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        function perform_update() return update_result.new_data end
        function content()
          return ui.vstack { ui.text { "漢字 and 👩‍👩‍👧 and e\u{301}" }, ui.hstack { ui.text { "a" }, ui.spacer(), ui.button { "Press", action = print } } }
        end
        """, to: "w.lua")
      let outcome = try command.run("run", file, "--width", "\(width)")
      #expect(outcome.status == 0)
      #expect(!outcome.output.isEmpty)
    }
  }

  @Test("control characters from a script do not reach the terminal")
  func injection() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { name = "a\\27]0;title\\7b" }
        function perform_update() print("\\27[2J", "\\u{9b}31m") error("\\27[31mred\\u{202e}") end
        """, to: "w.lua")
      let outcome = try command.run("run", file)
      for text in [outcome.output, outcome.errors] {
        let unsafe = text.unicodeScalars.filter {
          ($0.value < 32 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(unsafe.isEmpty, "\(text)")
      }
    }
  }
}
