import Foundation
import Testing
import WidgetTesting

/// Images in a pseudoterminal that responds like kitty and others.
@Suite(.serialized) struct LiveImageTests {
  /// 48 x 32 pixels: 6 x 2 cells of 8 x 16.
  static let red =
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAALUlEQVR42u3OQQ0AAAgAoetfWls4H2wEoKlXEhISEhISEhISEhISEhISEhK6tNkO+kyNMhVPAAAAAElFTkSuQmCC"
  private static let blue =
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAALUlEQVR42u3OQQ0AAAgAoetfWls4H2wEoJpnhISEhISEhISEhISEhISEhIQOLeRa+kxM230fAAAAAElFTkSuQmCC"

  private static let widget = """
    widget { name = "Picture" }
    local count, shown = 0, true
    function perform_update() return update_result.new_data end
    function content()
      return ui.vstack {
        ui.hstack { ui.text { "above" }, ui.text { "count " .. count } },
        shown and ui.image { "dot.png", accessibility = "a red dot" } or ui.text { "no image" },
        ui.hstack { ui.button { "More", action = function() count = count + 1 end },
          ui.button { "Hide", action = function() shown = not shown end } },
      }
    end
    """

  private func prepare(_ command: Command) throws -> String {
    try command.write(try #require(Data(base64Encoded: Self.red)), to: "w/dot.png")
    return try command.write(Self.widget, to: "w.lua")
  }

  private func start(
    _ command: Command, _ arguments: [String], _ personality: TerminalPersonality, columns: Int = 60, rows: Int = 20,
    environment: [String: String] = [:]
  ) throws -> LiveCommand {
    try LiveCommand(
      command, ["run", try prepare(command)] + arguments, columns: columns, rows: rows, personality: personality,
      // A busy machine may need a second to respond.
      environment: ["COLORTERM": "truecolor", "SSH_TTY": "/dev/pts/1"].merging(environment) { $1 })
  }

  private static let beginnings: [String: String] = [
    "kitty": "_Ga=T,q=2,f=100,i=", "ghostty": "_Ga=T,q=2,f=100,i=", "iTerm2": "]1337;File=inline=1;size=",
    "WezTerm": "]1337;File=inline=1;size=", "foot": "P0;1;0q", "xterm with sixel": "P0;1;0q",
  ]

  @Test(
    "each terminal receives the image once, at its position, and not again when something else changes",
    arguments: [TerminalPersonality.kitty, .ghostty, .iTerm2, .wezTerm, .foot, .xtermWithSixel])
  func protocols(_ personality: TerminalPersonality) async throws {
    try await withCommand { command in
      let live = try start(command, ["--watch"], personality)
      let images = try await live.see(images: 1)
      let beginning = try #require(Self.beginnings[personality.description])
      #expect(images[0].text.hasPrefix(beginning), "\(images[0].text.prefix(60))")
      // Inside the border and its inset, below the first line.
      let rows = live.text.split(separator: "\n", omittingEmptySubsequences: false)
      let above = try #require(rows.firstIndex { $0.contains("above") })
      #expect(images[0].row == above + 1 && images[0].column == 2, "\(images[0].row) \(images[0].column)")
      #expect(!live.text.contains("a red dot"))
      try live.type("\t\r")
      _ = try await live.see("count 1")
      try live.type("\r")
      _ = try await live.see("count 2")
      #expect(live.images.count == 1, "\(live.images.map { $0.text.prefix(40) })")
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored && live.images.count == 1)
    }
  }

  @Test(
    "without responses and without a protocol, images are coloured characters",
    arguments: [TerminalPersonality.xterm, .plain, .mute])
  func blocks(_ personality: TerminalPersonality) async throws {
    try await withCommand { command in
      let live = try start(command, [], personality)
      #expect(try await live.end() == 0)
      #expect(live.bytes.contains("48;2;255;0;0m") && live.images.isEmpty && !live.text.contains("a red dot"), "\(live.text)")
      #expect(live.isRestored)
    }
  }

  @Test(
    "without images or without colours, alternative text is shown and the terminal receives no queries about graphics",
    arguments: [(["--graphics", "none"], [:]), ([], ["NO_COLOR": "1"])])
  func none(_ arguments: [String], _ environment: [String: String]) async throws {
    try await withCommand { command in
      let live = try start(command, arguments, .kitty, environment: environment)
      #expect(try await live.end() == 0)
      #expect(live.text.contains("a red dot") && live.images.isEmpty)
      #expect(!live.bytes.contains("\u{1B}_G") && !live.bytes.contains("\u{1B}[16t"))
    }
  }

  @Test("a widget without images queries no graphics and starts no painter")
  func noImages() async throws {
    try await withCommand { command in
      let file = try command.write(
        "function perform_update() return update_result.new_data end\nfunction content() return ui.text { 'words' } end",
        to: "words.lua")
      let live = try LiveCommand(command, ["run", file], personality: .kitty)
      #expect(try await live.end() == 0)
      #expect(live.text.contains("words") && !live.bytes.contains("\u{1B}_G"))
    }
  }

  @Test(
    "a run ends when its image is shown; each choice overrides the terminal's responses", arguments: ["kitty", "iterm2", "sixel"])
  func choices(_ choice: String) async throws {
    try await withCommand { command in
      let live = try start(command, ["--graphics", choice], .plain)
      #expect(try await live.end() == 0)
      let beginnings = ["kitty": "_Ga=T", "iterm2": "]1337", "sixel": "P0;1;0q"]
      let beginning = try #require(beginnings[choice])
      #expect(live.images.count == 1 && live.images[0].text.hasPrefix(beginning))
      #expect(!live.bytes.contains("a=q"))
    }
  }

  @Test("a removed image is deleted, a returning one is sent, and a changed file is another image")
  func changes() async throws {
    try await withCommand { command in
      let live = try start(command, ["--watch"], .kitty)
      let first = try await live.see(images: 1)[0].text
      let id = try #require(first.firstMatch(of: /i=([0-9]+)/)).1
      try live.type("\t\t\r")
      _ = try await live.see("no image")
      #expect(try await live.see(images: 2)[1].text == "_Ga=d,d=I,q=2,i=\(id)\u{1B}\\")
      try live.type("\r")
      let again = try await live.see(images: 3)[2].text
      #expect(again.hasPrefix("_Ga=T,q=2,f=100,i=\(id),"), "painted once")
      #expect(again == first)
      // The new image appears before the old one is deleted.
      try command.write(try #require(Data(base64Encoded: Self.blue)), to: "w/dot.png")
      let all = try await live.see(images: 5)
      #expect(all[3].text.hasPrefix("_Ga=T,q=2,f=100,i=") && !all[3].text.contains("i=\(id),"), "\(all[3].text.prefix(60))")
      #expect(all[4].text == "_Ga=d,d=I,q=2,i=\(id)\u{1B}\\")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("after a resize a stored image is displayed, not sent")
  func resized() async throws {
    try await withCommand { command in
      let live = try start(command, ["--watch"], .kitty)
      _ = try await live.see(images: 1)
      live.resize(columns: 50, rows: 20)
      let second = try await live.see(images: 2)[1].text
      #expect(second.hasPrefix("_Ga=p,q=2,i="), "\(second.prefix(40))")
      // Too low for the image: its alternative text is shown instead.
      live.resize(columns: 50, rows: 4)
      let third = try await live.see(images: 3)[2].text
      #expect(third.hasPrefix("_Ga=d"), "\(third.prefix(40))")
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("an invalid image appears as alternative text, and --verbose shows the reason")
  func broken() async throws {
    try await withCommand { command in
      let file = try prepare(command)
      try command.write("no image", to: "w/dot.png")
      let live = try LiveCommand(command, ["run", file, "--graphics", "kitty", "--verbose"], personality: .kitty)
      #expect(try await live.end() == 0)
      #expect(live.text.contains("a red dot") && live.images.isEmpty)
      #expect(live.text.contains("dot.png is not shown: it is not a"), "\(live.text)")
      // A valid header and damaged data: only the painter detects it.
      var damaged = try #require(Data(base64Encoded: Self.red))
      damaged[60] ^= 0xFF
      try command.write(damaged, to: "w/dot.png")
      let second = try LiveCommand(command, ["run", file, "--graphics", "kitty", "--verbose"], personality: .kitty)
      #expect(try await second.end() == 0)
      #expect(second.text.contains("a red dot") && second.images.isEmpty, "\(second.text)")
      #expect(second.text.contains("dot.png is not shown: it is damaged"), "\(second.text)")
    }
  }

  @Test("inside tmux the image passes through, and placeholders display it")
  func tmux() async throws {
    // tmux runs inside kitty, which receives the wrapped sequences.
    var around = TerminalPersonality.kitty
    around.responses["Ptmux;\u{1B}\u{1B}[>0q"] = "\u{1B}P>|kitty(0.36.4)\u{1B}\\"
    around.responses["\u{1B}[>0q"] = nil
    try await withCommand { [around] command in
      let live = try start(command, ["--graphics", "kitty"], around, environment: ["TMUX": "/tmp/tmux,1,0"])
      #expect(try await live.end() == 0)
      #expect(live.images.count == 1 && live.images[0].text.hasPrefix("Ptmux;\u{1B}\u{1B}_Ga=T,U=1,q=2,f=100,i="))
      #expect(live.bytes.contains("m\u{10EEEE}\u{305}\u{305}\u{10EEEE}\u{305}\u{30D}"))
    }
  }

  @Test("a response is never a key", arguments: [TerminalPersonality.kitty, .wezTerm, .foot, .xterm])
  func noKeys(_ personality: TerminalPersonality) async throws {
    try await withCommand { command in
      // `q`, `r`, Tab and Enter would all do something.
      var unusual = personality
      for (query, response) in unusual.responses {
        unusual.responses[query] = response + "\u{1B}P1$r q\r\t\u{1B}\\\u{1B}_Gi=7;q\r\u{1B}\\\u{1B}]11;q\u{7}"
      }
      let live = try start(command, ["--watch"], unusual)
      _ = try await live.see("q quit")
      try live.type("\t\r")
      _ = try await live.see("count 1")
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.text.contains("count 1"))
    }
  }

  @Test(
    "synchronized frames and grapheme clusters are off again after every end",
    arguments: [("q", 0, Int32(0)), ("SIGTERM", SIGTERM, 143), ("SIGINT", SIGINT, 130), ("SIGHUP", SIGHUP, 129)])
  func waysOut(_ name: String, _ signal: Int32, _ status: Int32) async throws {
    try await withCommand { command in
      let live = try start(command, ["--watch"], .ghostty)
      _ = try await live.see(images: 1)
      #expect(live.bytes.contains("\u{1B}[?2027h") && live.bytes.contains("\u{1B}[?2026h"))
      if signal == 0 { try live.type("q") } else { live.signal(signal) }
      #expect(try await live.end() == status, "\(name)")
      #expect(live.isRestored, "\(name)")
      for mode in [2026, 2027, 2004] {
        let on = try #require(live.bytes.range(of: "\u{1B}[?\(mode)h", options: .backwards))
        let off = try #require(live.bytes.range(of: "\u{1B}[?\(mode)l", options: .backwards))
        #expect(on.lowerBound < off.lowerBound, "\(name) \(mode)")
      }
    }
  }

  @Test("a killed worker affects neither the image nor the terminal")
  func killedWorker() async throws {
    try await withCommand { command in
      let live = try start(command, ["--watch"], .ghostty)
      _ = try await live.see(images: 1)
      #expect(live.killWorkers() > 0)
      try live.type("r")
      try live.type("\t\r")
      _ = try await live.see("count 1")
      #expect(live.images.count == 1)
      try live.type("q")
      #expect(try await live.end() == 0)
      #expect(live.isRestored && live.bytes.contains("\u{1B}[?2027l"))
    }
  }

  @Test("blocks work in a file, plain text has alternative text, and kitty needs a terminal")
  func oneShot() async throws {
    try await withCommand { command in
      let file = try prepare(command)
      let blocks = try command.run("run", file, "--format", "ansi", "--graphics", "blocks")
      #expect(blocks.status == 0 && blocks.output.contains("48;2;255;0;0m") && !blocks.output.contains("a red dot"))
      #expect(blocks.errors.isEmpty)
      for other in [
        try command.run("run", file, "--format", "ansi"), try command.run("run", file, "--graphics", "blocks"),
        try command.run("run", file, "--format", "ansi", "--graphics", "blocks", environment: ["NO_COLOR": "1"]),
      ] {
        #expect(other.status == 0 && other.output.contains("a red dot") && !other.output.contains("255;0;0"), "\(other)")
      }
      let wrong = try command.run("run", file, "--format", "ansi", "--graphics", "sixel")
      #expect(wrong.status == 2 && wrong.errors.contains("--graphics sixel is for a live view"), "\(wrong)")
    }
  }

  @Test("without a painter there is alternative text, and --verbose shows the reason")
  func noPainter() async throws {
    try await withCommand { command in
      let file = try prepare(command)
      let alone = command.folder.appending(path: "alone")
      try FileManager.default.createDirectory(at: alone, withIntermediateDirectories: true)
      for name in ["luawidget", "luawidget-worker"] {
        let program = Command.program.deletingLastPathComponent().appending(path: name)
        try copyProgram(program, to: alone.appending(path: name))
      }
      let outcome = try command.start(
        alone.appending(path: "luawidget"), ["run", file, "--format", "ansi", "--graphics", "blocks", "--verbose"])
      #expect(outcome.status == 0 && outcome.output.contains("a red dot"), "\(outcome)")
      let reasons = outcome.errors.split(separator: "\n").filter { $0.contains("not shown") }
      #expect(reasons == ["luawidget: images are not shown: luawidget-painter was not found next to luawidget"])
    }
  }

  @Test("the example runs under each protocol", arguments: ["auto", "none", "kitty", "iterm2", "sixel", "blocks"])
  func example(_ choice: String) async throws {
    try await withCommand { command in
      let example = Command.root.appending(path: "examples/images.lua").path
      let live = try LiveCommand(command, ["run", example, "--graphics", choice, "--offline"], personality: .kitty)
      #expect(try await live.end() == 0)
      // Alternative text appears only without images.
      #expect(live.text.contains("[the sun over") == (choice == "none"), "\(live.text)")
      #expect(live.text.contains("▀") || live.text.contains("▄") || choice != "blocks")
    }
  }
}
