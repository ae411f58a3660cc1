import Foundation
import Testing
import WidgetTesting

/// `luawidget today` in a pseudoterminal.
@Suite(.serialized) struct TodayTests {
  private static let counter = """
    widget { name = "Counter" }
    local count = cache.get("count") or 0
    function perform_update() return update_result.new_data end
    function content()
      return ui.vstack { ui.text { "count is " .. count },
        ui.button { "More", action = function() count = count + 1 cache.set("count", count) end } }
    end
    """

  private static func words(_ name: String, _ text: String) -> String {
    """
    widget { name = "\(name)" }
    function perform_update() return update_result.new_data end
    function content(context) return ui.text("\(text) " .. context.display_mode .. " " .. context.color_scheme .. " " .. context.host) end
    """
  }

  /// Writes widgets and a board listing them.
  @discardableResult
  private func write(_ widgets: KeyValuePairs<String, String>, for command: Command) throws -> String {
    var board = "# My widgets\n"
    for (name, source) in widgets {
      let file = try command.write(source, to: "\(name).lua")
      board += "\n[[widget]]  # \(name)\nfile = \"\(file)\"\n"
    }
    return try command.write(board, to: ".config/luawidget/boards/today.toml")
  }

  private func boardText(_ command: Command) throws -> String {
    try String(contentsOf: command.folder.appending(path: ".config/luawidget/boards/today.toml"), encoding: .utf8)
  }

  @Test("without a board, today says what to do next, and q leaves nothing behind", arguments: ["\u{1B}[>q", "q", "\u{4}"])
  func noBoard(_ keys: String) async throws {
    try await withCommand { command in
      let live = try LiveCommand(command, ["today"])
      #expect(try await live.see("luawidget board add WIDGET").contains("no widgets yet"))
      #expect(live.isAlternate)
      try live.type(keys.replacing("\u{1B}[>", with: ""))
      #expect(try await live.end() == 0)
      #expect(live.isRestored && live.text == "" && live.unknownSequences.isEmpty, "\(live.text) \(live.unknownSequences)")
    }
  }

  @Test("the first frame has the stored views, before any script runs")
  func storedFirst() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "stored")], for: command)
      let first = try LiveCommand(command, ["today"])
      _ = try await first.see("stored compact dark today")
      try first.type("q")
      #expect(try await first.end() == 0)
      try command.write(Self.words("A", "fresh"), to: "a.lua")
      let second = try LiveCommand(command, ["today"])
      _ = try await second.see("fresh compact")
      let stored = second.bytes.range(of: "stored compact")
      let fresh = second.bytes.range(of: "fresh compact")
      #expect(
        stored != nil && fresh != nil
          && (stored?.lowerBound ?? second.bytes.endIndex) < (fresh?.lowerBound ?? second.bytes.startIndex))
      try second.type("q")
      #expect(try await second.end() == 0)
    }
  }

  @Test("Tab selects a control, Enter presses it; a click presses too")
  func press() async throws {
    try await withCommand { command in
      try write(["words": Self.words("Words", "hello"), "counter": Self.counter], for: command)
      let live = try LiveCommand(command, ["today"])
      _ = try await live.see { $0.contains("count is 0") && $0.contains("hello compact") }
      try live.type("\t\t\r")
      _ = try await live.see("count is 1")
      try live.type(" ")
      _ = try await live.see("count is 2")
      try live.click("More")
      _ = try await live.see("count is 3")
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
    }
  }

  @Test("m shows more of one widget, and its script knows")
  func expand() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one"), "b": Self.words("B", "two")], for: command)
      let live = try LiveCommand(command, ["today"])
      _ = try await live.see { $0.contains("one compact") && $0.contains("two compact") }
      try live.type("m")
      _ = try await live.see { $0.contains("one expanded") && $0.contains("two compact") && $0.contains("m less") }
      try live.type("m")
      _ = try await live.see { $0.contains("one compact") && $0.contains("m more") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  /// The names in the titles of cards, from top to bottom.
  private func names(_ text: String) -> [String] {
    text.matches(of: #/╭[─▶] (\w+) /#).map { String($0.1) }
  }

  @Test("a card moves with the keys and with the mouse, and the file keeps its comments")
  func reorder() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one"), "b": Self.words("B", "two"), "c": Self.words("C", "three")], for: command)
      let live = try LiveCommand(command, ["today"])
      _ = try await live.see { $0.contains("one compact") && $0.contains("three compact") && names($0) == ["A", "B", "C"] }
      try live.type("\u{1B}[1;2B")
      _ = try await live.see { names($0) == ["B", "A", "C"] }
      try live.type("J")
      _ = try await live.see { names($0) == ["B", "C", "A"] && $0.contains("▶ A") }
      try live.drag(" B ", to: " A ")
      _ = try await live.see { names($0) == ["C", "A", "B"] }
      try live.type("q")
      #expect(try await live.end() == 0)
      let board = try boardText(command)
      let order = board.matches(of: #/\[\[widget\]\]  # (\w)\nfile = ".*/(\w)\.lua"/#).map { "\($0.1)\($0.2)" }
      #expect(order == ["cc", "aa", "bb"] && board.hasPrefix("# My widgets\n"), "\(board)")
      let again = try LiveCommand(command, ["today"])
      _ = try await again.see { names($0) == ["C", "A", "B"] }
      try again.type("q")
      #expect(try await again.end() == 0)
    }
  }

  @Test("a hidden widget is saved as hidden, listed by H, and comes back")
  func hide() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one"), "b": Self.words("B", "two")], for: command)
      let live = try LiveCommand(command, ["today"], columns: 90)
      _ = try await live.see { $0.contains("one compact") && $0.contains("two compact") }
      try live.type("h")
      _ = try await live.see { !$0.contains("one compact") && $0.contains("▶ B") && $0.contains("A is hidden") }
      #expect(try boardText(command).contains("hidden = true"))
      try live.type("H")
      _ = try await live.see("A: hidden")
      try live.type("gh")
      _ = try await live.see { $0.contains("one compact") && !$0.contains("A: hidden") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a saved script appears, and a broken one leaves the last view with the reason and the line")
  func reload() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one"), "b": Self.words("B", "two")], for: command)
      let live = try LiveCommand(command, ["today"])
      _ = try await live.see { $0.contains("one compact") && $0.contains("two compact") }
      try command.write(Self.words("A", "edited"), to: "a.lua")
      _ = try await live.see("edited compact")
      try command.write(Self.words("A", "x") + "\n)", to: "a.lua")
      _ = try await live.see { $0.contains("edited compact") && $0.contains("a.lua:4") && $0.contains("two compact") }
      try command.write(Self.words("A", "fixed"), to: "a.lua")
      _ = try await live.see { $0.contains("fixed compact") && !$0.contains("a.lua:4") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a change of the board file appears, and a broken one is named while the last board stays")
  func boardFile() async throws {
    try await withCommand { command in
      let path = try write(["a": Self.words("A", "one")], for: command)
      let live = try LiveCommand(command, ["today"], columns: 140)
      _ = try await live.see("one compact")
      let good = try boardText(command)
      try command.write(good + "[[widget]\n", to: ".config/luawidget/boards/today.toml")
      _ = try await live.see { $0.contains("today.toml:") && $0.contains("one compact") }
      let other = try command.write(Self.words("B", "two"), to: "b.lua")
      try command.write(good + "[[widget]]\nfile = \"\(other)\"\n", to: ".config/luawidget/boards/today.toml")
      _ = try await live.see { $0.contains("one compact") && $0.contains("two compact") && !$0.contains("today.toml:") }
      #expect(path.hasSuffix("today.toml"))
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("the user decides about a permission on the card")
  func permission() async throws {
    try await withCommand { command in
      try write(
        [
          "a": """
          widget { name = "Asks", permissions = { env = { "PATH" } } }
          function perform_update() return update_result.new_data end
          function content() return ui.text("path " .. tostring(env.get("PATH"))) end
          """
        ], for: command)
      let live = try LiveCommand(command, ["today"], columns: 90)
      _ = try await live.see { $0.contains("Allow reading the environment variable \"PATH\"?") && $0.contains("y Always") }
      // Keys count once the question has been on the screen for a moment.
      _ = try await live.see { text in
        if text.contains("Always: press Enter") {
          try? live.type("\r")
        } else if text.contains("Allow reading") {
          try? live.type("y")
        }
        return !text.contains("Allow reading") && text.contains("path /usr/bin:/bin")
      }
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(try command.run("permissions", "list").output.contains("env=PATH"))
    }
  }

  @Test("find jumps to a card, help covers the cards, and Escape returns")
  func findAndHelp() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one"), "b": Self.words("B", "needle")], for: command)
      let live = try LiveCommand(command, ["today"], columns: 80, rows: 30)
      _ = try await live.see { $0.contains("one compact") && $0.contains("needle compact") && $0.contains("▶ A") }
      try live.type("/needl")
      _ = try await live.see { $0.contains("/needl_  (1 of 2 cards)") && $0.contains("▶ B") }
      try live.type("\r?")
      _ = try await live.see { $0.contains("show more or less") && !$0.contains("one compact") }
      try live.type("q")
      _ = try await live.see { $0.contains("one compact") && $0.contains("q quit") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("from one cell to 300 columns, and back")
  func resizes() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one"), "b": Self.counter, "c": Self.words("C", "three")], for: command)
      let live = try LiveCommand(command, ["today"], columns: 80, rows: 30)
      _ = try await live.see { $0.contains("one compact") && $0.contains("three compact") && $0.contains("q quit") }
      for (columns, rows) in [(1, 1), (300, 50), (2, 3), (10, 4), (39, 20), (120, 40), (1, 40), (200, 1)] {
        live.resize(columns: columns, rows: rows)
        try live.type("\t")
      }
      live.resize(columns: 300, rows: 40)
      _ = try await live.see { text in
        text.split(separator: "\n").contains {
          $0.contains("one compact") && $0.contains("count is 0") && $0.contains("three compact")
        }
      }
      live.resize(columns: 40, rows: 40)
      _ = try await live.see { text in
        let lines = text.split(separator: "\n")
        return text.contains("one compact") && text.contains("three compact") && lines.allSatisfy { $0.count <= 40 }
      }
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
    }
  }

  @Test("Ctrl-L draws the whole screen again, here and in run", arguments: [["today"], ["run", "a.lua", "--watch"]])
  func repaint(_ arguments: [String]) async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one")], for: command)
      let live = try LiveCommand(command, arguments, columns: 80, rows: 30)
      _ = try await live.see { $0.contains("one ") && $0.contains("q quit") }
      let written = live.bytes.count
      try live.type("\u{C}")
      _ = try await live.see { _ in live.bytes.dropFirst(written).contains("one ") }
      _ = try await live.see { $0.contains("one ") && $0.contains("q quit") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test(
    "on a light background the palette and the context of the scripts are light",
    arguments: [
      (TerminalPersonality.light, [:], true), (.mute, ["COLORFGBG": "0;15"], true), (.dark, ["COLORFGBG": "0;15"], false),
    ])
  func background(_ personality: TerminalPersonality, _ environment: [String: String], _ isLight: Bool) async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one")], for: command)
      let live = try LiveCommand(
        command, ["today"], personality: personality, environment: environment.merging(["COLORTERM": "truecolor"]) { $1 })
      _ = try await live.see("one compact \(isLight ? "light" : "dark")")
      // The accent of the focused card.
      #expect(live.bytes.contains(isLight ? "38;2;0;64;221m" : "38;2;64;156;255m"))
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("when the terminal becomes light, the palette and the scripts follow, and later dark again")
  func switching() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one")], for: command)
      let live = try LiveCommand(command, ["today"], personality: .switching, environment: ["COLORTERM": "truecolor"])
      _ = try await live.see { _ in live.bytes.contains("\u{1B}[?2031h") }
      _ = try await live.see("one compact dark")
      try live.type("\u{1B}[?997;2n")
      _ = try await live.see("one compact light")
      try live.type("\u{1B}[?997;1n")
      _ = try await live.see("one compact dark")
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored && live.bytes.contains("\u{1B}[?2031l"))
    }
  }

  @Test("a live run has the light palette too")
  func lightRun() async throws {
    try await withCommand { command in
      let file = try command.write(Self.words("A", "one"), to: "a.lua")
      let live = try LiveCommand(
        command, ["run", file, "--watch"], personality: .light, environment: ["COLORTERM": "truecolor"])
      _ = try await live.see { $0.contains("one expanded light") && $0.contains("q quit") }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("terminals without colours and without UTF-8")
  func plainTerminals() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one")], for: command)
      let live = try LiveCommand(command, ["today"], environment: ["LANG": "C", "TERM": "vt100"])
      let text = try await live.see { $0.contains("one compact") && $0.contains("q quit") }
      #expect(text.allSatisfy(\.isASCII) && !live.bytes.contains("[38;"))
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
    }
  }

  @Test("what is not a usable terminal gets a message and no board")
  func noTerminal() async throws {
    try await withCommand { command in
      let pipe = try command.run("today")
      #expect(pipe.status == 2 && pipe.errors.contains("needs a terminal") && pipe.output.isEmpty, "\(pipe)")
      let live = try LiveCommand(command, ["today"], environment: ["TERM": "dumb"])
      #expect(try await live.end() == 2)
      #expect(live.text.contains("TERM is \"dumb\"") && !live.bytes.contains("\u{1B}"), "\(live.text)")
      let name = try command.run("today", "--board", "../x")
      #expect(name.status == 2 && name.errors.contains("--board takes a name"), "\(name)")
      #expect(try command.run("today", "--bord", "x").status == 2)
    }
  }

  @Test(
    "every exit restores the terminal and its normal screen",
    arguments: [
      ("q", 0, Int32(0)), ("SIGTERM", SIGTERM, 143), ("SIGINT", SIGINT, 130), ("Ctrl-C", 0, 130), ("SIGHUP", SIGHUP, 129),
      ("SIGQUIT", SIGQUIT, -3), ("SIGUSR1", SIGUSR1, -SIGUSR1), ("SIGALRM", SIGALRM, -SIGALRM), ("SIGSYS", SIGSYS, -SIGSYS),
    ])
  func waysOut(_ name: String, _ signal: Int32, _ status: Int32) async throws {
    try await withCommand { command in
      try write(["a": Self.counter], for: command)
      let live = try LiveCommand(command, ["today"], ownsTerminal: name == "Ctrl-C", personality: .kitty)
      _ = try await live.see { $0.contains("count is 0") && $0.contains("q quit") }
      #expect(live.isAlternate && live.reportsMouse)
      if signal != 0 { live.signal(signal) } else { try live.type(name == "q" ? "q" : "\u{3}") }
      #expect(try await live.end() == status, "\(name)")
      #expect(live.isRestored && live.text == "", "\(name): \(live.text)")
    }
  }

  @Test("a request to end is fulfilled while the terminal reads nothing", arguments: [SIGTERM, SIGHUP])
  func blockedTerminal(_ signal: Int32) async throws {
    try await withCommand { command in
      try write(["a": Self.counter], for: command)
      let live = try LiveCommand(command, ["today"], columns: 250, rows: 80)
      _ = try await live.see { $0.contains("count is 0") && $0.contains("q quit") }
      // Each key draws the whole screen.
      for _ in 0..<100 { try live.type("?\u{C}?\u{C}") }
      #expect(await live.blocks())
      live.signal(signal)
      // In the usual way, or by the signal itself: a shell sees the same status.
      let status = try await live.end(isReading: false)
      #expect([128 + signal, -signal].contains(status))
      #expect(live.isRestored)
    }
  }

  @Test("an idle board costs no wake-up")
  func idle() async throws {
    try await withCommand { command in
      try write(["a": "widget { refresh = \"6h\" }\n" + "function content() return ui.text { \"idle\" } end"], for: command)
      let live = try LiveCommand(command, ["today"])
      _ = try await live.see { $0.contains("idle") && $0.contains("q quit") }
      #expect(await ProcessTree.areIdle(live.processID))
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("e opens the file in the editor, on the normal screen, and the board returns")
  func editor() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one")], for: command)
      let editor = command.folder.appending(path: "my editor").path
      try writeScript("#!/bin/sh\necho \"editing $2\"\nread line\necho \"$line\" > \"$2.note\"\n", to: editor)
      let live = try LiveCommand(
        command, ["today"], ownsTerminal: true, environment: ["EDITOR": "'\(editor)' -x", "VISUAL": ""])
      _ = try await live.see { $0.contains("one compact") && $0.contains("q quit") }
      try live.type("e")
      _ = try await live.see("editing ")
      #expect(!live.isAlternate && live.text.contains("a.lua"))
      // Ctrl-C is for the editor: the shell ends, the board doesn't.
      try live.type("a note\n")
      _ = try await live.see { $0.contains("one compact") && $0.contains("q quit") }
      #expect(live.isAlternate)
      let note = try String(contentsOf: command.folder.appending(path: "a.lua.note"), encoding: .utf8)
      #expect(note == "a note\n")
      try live.type("e")
      _ = try await live.see("editing ")
      try live.type("\u{3}")
      _ = try await live.see { $0.contains("one compact") && $0.contains("signal 2") }
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
    }
  }

  @Test("the images of a card are drawn in it, move with it, and go when it is hidden")
  func images() async throws {
    try await withCommand { command in
      try command.write(try #require(Data(base64Encoded: LiveImageTests.red)), to: "a/dot.png")
      try write(
        [
          "a": """
          widget { name = "A" }
          function perform_update() return update_result.new_data end
          function content() return ui.vstack { ui.text "a dot", ui.image { "dot.png", width = 32, height = 32 } } end
          """, "b": Self.words("B", "two"),
        ], for: command)
      let live = try LiveCommand(command, ["today"], rows: 24, personality: .kitty)
      _ = try await live.see { $0.contains("a dot") && $0.contains("two compact") && live.bytes.contains("_Ga=T,q=2,f=100,i=") }
      try live.type("J")
      _ = try await live.see { names($0) == ["B", "A"] && live.bytes.contains("_Ga=p,q=2,i=") }
      try live.type("h")
      _ = try await live.see { !$0.contains("a dot") && live.bytes.contains("_Ga=d,d=") }
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
    }
  }

  @Test("an editor that does not exist is a message")
  func noEditor() async throws {
    try await withCommand { command in
      try write(["a": Self.words("A", "one")], for: command)
      let live = try LiveCommand(command, ["today"], columns: 90, environment: ["EDITOR": "/nowhere/editor"])
      _ = try await live.see { $0.contains("one compact") && $0.contains("q quit") }
      try live.type("e")
      _ = try await live.see("the editor editor was not found: set VISUAL or EDITOR")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("a card that loops, one that fails and one that is missing leave the others alone")
  func faults() async throws {
    try await withCommand { command in
      try write(
        [
          "loop": "function perform_update() while true do end end\nfunction content() return ui.text 'x' end",
          "broken": "function perform_update(\n",
          "failing":
            "function perform_update() return update_result.failed('no trains') end\nfunction content() return ui.text 'x' end",
          "good": Self.counter,
        ], for: command)
      let board = try boardText(command)
      try command.write(board + "[[widget]]\nfile = \"/nowhere/missing.lua\"\n", to: ".config/luawidget/boards/today.toml")
      let live = try LiveCommand(command, ["today"], columns: 100, rows: 50)
      _ = try await live.see { text in
        ["count is 0", "no trains", "broken.lua:", "missing.lua", "loop.lua:1"].allSatisfy(text.contains)
      }
      try live.click("More")
      _ = try await live.see("count is 1")
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored)
    }
  }
}
