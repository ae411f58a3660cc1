import Foundation
import Testing
import WidgetTesting

/// `luawidget run` in a pseudoterminal.
@Suite(.serialized) struct LiveRunTests {
  private static let counter = """
    widget { name = "Counter" }
    local count = cache.get("count") or 0
    function perform_update() return update_result.new_data end
    function content()
      return ui.vstack { ui.text { "count is " .. count },
        ui.button { "More", action = function() count = count + 1 cache.set("count", count) end } }
    end
    """

  @Test("a run shows the view, ends, and restores the terminal")
  func once() async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      let live = try LiveCommand(command, ["run", file])
      #expect(try await live.end() == 0)
      #expect(live.text.contains("count is 0") && live.text.contains("╭─ Counter"))
      #expect(live.isRestored)
    }
  }

  @Test("a terminal that can't move its cursor gets the card once, without styles")
  func dumb() async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      #expect(try command.run("run", file).status == 0)
      let live = try LiveCommand(command, ["run", file], environment: ["TERM": "dumb"])
      #expect(try await live.end() == 0)
      #expect(live.text.components(separatedBy: "count is 0").count == 2 && !live.text.contains("updating"), "\(live.text)")
      #expect(!live.bytes.contains("\u{1B}"))
    }
  }

  @Test("a terminal that can't move its cursor shows the first view of a watched widget once")
  func dumbWatch() async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      #expect(try command.run("run", file).status == 0)
      let live = try LiveCommand(command, ["run", file, "--watch"], environment: ["TERM": "dumb"])
      _ = try await live.see("quit")
      try live.type("r")
      try await Task.sleep(for: .milliseconds(500))
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.text.components(separatedBy: "count is").count == 2 && !live.text.contains("updating"), "\(live.text)")
    }
  }

  @Test("the stored view appears first, with its age, while the update runs, without flicker")
  func storedFirst() async throws {
    // The update waits for this server until the test stops it.
    let server = try await LoopbackServer.start()
    server.on("/", .silence)
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      #expect(try command.run("run", file).status == 0)
      try command.write(
        Self.counter.replacing(
          "name = \"Counter\"", with: "name = \"Counter\", permissions = { net = { \"127.0.0.1:\(server.port)\" } }"
        )
        .replacing("function perform_update()", with: "function perform_update() fetch(\"\(server.url("/"))\", { retry = 0 })"),
        to: "counter.lua")
      let live = try LiveCommand(command, ["run", file, "--allow", "private_net=127.0.0.1:\(server.port)"])
      let first = try await live.see("updating")
      #expect(first.contains("count is 0") && (first.contains("ago") || first.contains("just now")), "\(first)")
      await server.stop()
      #expect(try await live.end() == 0)
      #expect(!live.text.contains("updating") && live.text.contains("count is 0"), "\(live.text)")
      #expect(!live.bytes.contains("\u{1B}[2J"), "the screen is never cleared")
    }
    await server.stop()
  }

  @Test("Show More and Show Less change the display mode, and the script knows")
  func showMore() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        function perform_update() return update_result.new_data end
        function content(context)
          local lines = { ui.text { "mode is " .. context.display_mode } }
          for i = 1, 9 do lines[#lines + 1] = ui.text { "line " .. i } end
          return ui.vstack(lines)
        end
        """, to: "long.lua")
      let live = try LiveCommand(command, ["run", file, "--watch", "--display-mode", "compact"])
      let compact = try await live.see { $0.contains("mode is compact") && $0.contains("Show More") && $0.contains("m more") }
      #expect(compact.contains("line 6") && !compact.contains("line 7"))
      try live.type("\t\r")
      let expanded = try await live.see { $0.contains("mode is expanded") && $0.contains("Show Less") }
      #expect(expanded.contains("line 9"))
      _ = try await live.see("m less")
      try live.type("m")
      _ = try await live.see { $0.contains("mode is compact") && !$0.contains("line 7") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a widget whose largest mode is compact gets no other mode and no Show More")
  func largestMode() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { name = "Small", largest_display_mode = "compact" }
        function perform_update() return update_result.new_data end
        function content(context)
          local lines = { ui.text { context.display_mode .. " " .. format.number(context.size.max_height) } }
          for i = 1, 9 do lines[#lines + 1] = ui.text { "line " .. i } end
          return ui.vstack(lines)
        end
        """, to: "small.lua")
      let text = try command.run("run", file).output
      #expect(
        text.contains("compact 110") && text.contains("line 6") && !text.contains("line 7") && !text.contains("Show More"),
        "\(text)")
      let page = try command.run("run", file, "--format", "html").output
      #expect(page.contains("max-height-126px"), "110 points and the insets")
    }
  }

  @Test("Tab and Enter press a button, q quits")
  func keys() async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see { $0.contains("count is 0") && $0.contains("Enter press") }
      try live.type("\t\r")
      _ = try await live.see("count is 1")
      try live.type("\r")
      _ = try await live.see("count is 2")
      try live.type("r")
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
      #expect(
        live.text.contains("count is 2") && !live.text.contains("q quit") && !live.text.contains("updating"), "\(live.text)")
      #expect(try command.run("run", file).output.contains("count is 2"))
    }
  }

  @Test("presses in quick succession all count, although each changes the label")
  func quickPresses() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local n = 0
        function perform_update() return update_result.new_data end
        function content() return ui.button { "pressed " .. n, action = function() n = n + 1 end } end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see { $0.contains("pressed 0") && $0.contains("Enter press") }
      try live.type("\t\r\r")
      _ = try await live.see("pressed 2")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("r during a handler starts an update afterwards")
  func updateAfterHandler() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local updates = 0
        function perform_update() updates = updates + 1 return update_result.new_data end
        function content()
          return ui.vstack { ui.text("updates " .. updates), ui.button { "Work", action = function() for _ = 1, 3e6 do end end } }
        end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see { $0.contains("updates 1") && $0.contains("Enter press") }
      try live.type("\t\rr")
      _ = try await live.see("updates 2")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a press after a failed update leaves its reason on the view")
  func pressAfterFailure() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local n, presses = 0, 0
        function perform_update()
          n = n + 1
          return n > 1 and update_result.failed("no trains today") or update_result.new_data
        end
        function content() return ui.button { "pressed " .. presses, action = function() presses = presses + 1 end } end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see { $0.contains("pressed 0") && $0.contains("Enter press") }
      try live.type("r")
      _ = try await live.see { $0.contains("no trains today") && $0.contains("Enter press") }
      try live.type("\t\r")
      #expect(try await live.see("pressed 1").contains("no trains today"))
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("the error of an edit is wrapped, not truncated", arguments: [24, 60])
  func longFailure(_ columns: Int) async throws {
    try await withCommand { command in
      let good = "function perform_update() return update_result.new_data end function content() return ui.text 'fine' end\n"
      let file = try command.write(good, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"], columns: columns, rows: 30)
      _ = try await live.see("q quit")
      let reason = "the quick brown fox jumps over the lazy dog and does not come back before the evening"
      try command.write("error('\(reason)')\n" + good, to: "w.lua")
      let text = try await live.see { $0.contains("fine") && $0.contains("evening") }
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(reason), "\(text)")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a save replaces the view; a broken edit leaves it, with the error below, until it is fixed")
  func watch() async throws {
    try await withCommand { command in
      func source(_ words: String) -> String {
        "function perform_update() return update_result.new_data end\nfunction content() return ui.text { \(words) } end\n"
      }
      let file = try command.write(source("'one'"), to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see("one")
      // The ways editors save: over the file, by a rename, by truncating first.
      try command.write(source("'two'"), to: "w.lua")
      _ = try await live.see("two")
      let other = try command.write(source("'three'"), to: "w.lua~")
      #expect(rename(other, file) == 0)
      _ = try await live.see("three")
      let handle = try FileHandle(forWritingTo: URL(filePath: file))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(source("'four'").utf8))
      try handle.close()
      _ = try await live.see("four")

      try command.write(source("oops.field"), to: "w.lua")
      let broken = try await live.see("w.lua:2")
      #expect(broken.contains("four") && broken.contains("> 2 | function content()"), "\(broken)")
      try command.write(source("'five'"), to: "w.lua")
      // The error, too, quotes the file as it is now.
      let mended = try await live.see("│ five")
      #expect(!mended.contains("w.lua:2"))
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a symbolic link with a new target is followed, and so is a later edit of that target")
  func retarget() async throws {
    try await withCommand { command in
      func source(_ text: String) -> String {
        "function perform_update() return update_result.new_data end function content() return ui.text { '\(text)' } end\n"
      }
      let one = try command.write(source("one"), to: "one.lua")
      let two = try command.write(source("two"), to: "two.lua")
      let link = command.folder.appending(path: "w.lua").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: one)
      let live = try LiveCommand(command, ["run", link, "--watch"])
      _ = try await live.see("one")
      let other = command.folder.appending(path: "other").path
      try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: two)
      #expect(rename(other, link) == 0)
      _ = try await live.see("two")
      try command.write(source("three"), to: "two.lua")
      _ = try await live.see("three")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a file that becomes a folder and a file again is reloaded each time")
  func fileAndFolder() async throws {
    try await withCommand { command in
      func source(_ text: String) -> String {
        "function perform_update() return update_result.new_data end function content() return ui.text { '\(text)' } end\n"
      }
      let file = try command.write(source("a file"), to: "w")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see("a file")
      try FileManager.default.removeItem(atPath: file)
      try command.write(source("a folder"), to: "w/main.lua")
      _ = try await live.see("a folder")
      try FileManager.default.removeItem(atPath: file)
      try command.write(source("again"), to: "w")
      _ = try await live.see("again")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a change of a module or a resource reloads too")
  func modules() async throws {
    try await withCommand { command in
      try command.write("return { word = 'before' }", to: "w/words.lua")
      try command.write("plain", to: "w/data.txt")
      let file = try command.write(
        """
        local words = require "words"
        local text
        function perform_update() text = fetch("data.txt").body return update_result.new_data end
        function content() return ui.text { words.word .. " " .. (text or "") } end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"])
      _ = try await live.see("before plain")
      try command.write("return { word = 'after' }", to: "w/words.lua")
      _ = try await live.see("after plain")
      try command.write("changed", to: "w/data.txt")
      _ = try await live.see("after changed")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test(
    "every exit restores the terminal",
    arguments: [
      ("SIGTERM", SIGTERM, Int32(143)), ("SIGINT", SIGINT, 130), ("Ctrl-C", 0, 130), ("SIGHUP", SIGHUP, 129),
      ("SIGQUIT", SIGQUIT, -3), ("SIGUSR1", SIGUSR1, -SIGUSR1), ("SIGUSR2", SIGUSR2, -SIGUSR2), ("SIGALRM", SIGALRM, -SIGALRM),
      ("SIGPROF", SIGPROF, -SIGPROF), ("SIGVTALRM", SIGVTALRM, -SIGVTALRM), ("SIGXCPU", SIGXCPU, -SIGXCPU),
      ("SIGSYS", SIGSYS, -SIGSYS), ("SIGRTMIN", 34, -34), ("SIGRTMAX", 64, -64),
    ])
  func waysOut(_ name: String, _ signal: Int32, _ status: Int32) async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"], ownsTerminal: signal == 0)
      _ = try await live.see("q quit")
      if signal == 0 { try live.type("\u{3}") } else { live.signal(signal) }
      #expect(try await live.end() == status, "\(name)")
      #expect(live.isRestored, "\(name)")
    }
  }

  @Test("after a handler exceeds its limit, the next press works")
  func pressAfterLimit() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local n = 0
        function perform_update() return update_result.new_data end
        function content()
          return ui.vstack { ui.text { "count is " .. n }, ui.button { "More", action = function() n = n + 1 end },
            ui.button { "Loop", action = function() while true do end end } }
        end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch", "--limit", "cpu=1s"], rows: 30)
      _ = try await live.see { $0.contains("count is 0") && $0.contains("Enter press") }
      try live.type("\t\t\r")
      _ = try await live.see { $0.contains("ms") && $0.contains("w.lua") || $0.contains("used more than") }
      try live.type("\t\r")
      #expect(!(try await live.see("count is 1")).contains("is gone"))
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a resize asks the script for its view of the new width, without an update")
  func resizedContent() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local updates = 0
        function perform_update() updates = updates + 1 return update_result.new_data end
        function content(context)
          return ui.text("width " .. math.floor(context.size.width) .. " updates " .. updates)
        end
        """, to: "w.lua")
      let live = try LiveCommand(command, ["run", file, "--watch"], columns: 60)
      _ = try await live.see { $0.contains("width 464 updates 1") && $0.contains("q quit") }
      for columns in [58, 54, 50] { live.resize(columns: columns, rows: 20) }
      _ = try await live.see("width 384 updates 1")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a family that the widget does not declare is an error, not the view of another family", arguments: [[], ["--watch"]])
  func undeclaredFamily(_ options: [String]) async throws {
    try await withCommand { command in
      let file = try command.write(
        "widget { families = { 'medium' } }\nfunction content() return ui.text 'medium view' end", to: "w.lua")
      #expect(try command.run("run", file, "--family", "medium").status == 0)
      let live = try LiveCommand(command, ["run", file, "--family", "large"] + options)
      #expect(try await live.end() == 2)
      #expect(!live.bytes.contains("medium view") && live.text.contains("has no view for the family \"large\""), "\(live.text)")
      #expect(live.isRestored)
    }
  }

  @Test("borders are straight at ten columns")
  func narrow() async throws {
    try await withCommand { command in
      let file = try command.write(Self.counter, to: "counter.lua")
      let live = try LiveCommand(command, ["run", file], columns: 10)
      #expect(try await live.end() == 0)
      let rows = live.text.split(separator: "\n").filter { $0.contains("│") }
      #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix("│") && $0.hasSuffix("│") && $0.count <= 10 }, "\(live.text)")
    }
  }
}
