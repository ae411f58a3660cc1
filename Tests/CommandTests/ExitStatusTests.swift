import Foundation
import Testing
import WidgetSystem

/// Names of things that don't exist, in every command that takes one.
@Suite struct ExitStatusTests {
  private static let source = """
    widget { name = "known", url_schemes = { "wx" }, settings = { token = { type = "secret" } }, permissions = { run = { "git" } } }
    function perform_update() cache.set("key", 1) defaults.set("key", 1) return update_result.new_data end
    function content() return ui.text "shown" end
    function on_open() end
    """

  /// Stores with one of everything.
  private func withStores(_ body: (Command) async throws -> Void) async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "known.lua")
      try command.write("a", to: "a.txt")
      try command.write("[[widget]]\nfile = \"~/known.lua\"\n", to: ".config/luawidget/boards/today.toml")
      try command.write("[[widget]]\nfile = \"~/known.lua\"\n", to: ".config/luawidget/boards/work.toml")
      #expect(try command.run("run", "known.lua", "--allow", "run=git").status == 0)
      #expect(try command.run("container", "put", "group.known", "a.txt", "a.txt").status == 0)
      #expect(try command.run("key", "add", "known").status == 0)
      try await body(command)
    }
  }

  @Test(
    "a widget that doesn't exist is an error with status 1 that names it",
    arguments: [
      ["run", "X"], ["run", "X", "--format", "waybar"], ["run", "X", "--format", "json"], ["open", "--widget", "X", "wx://a"],
      ["tap", "X", "refresh"], ["bar-config", "waybar", "X"], ["preview", "X"], ["update", "X"], ["audit", "X"],
      ["board", "add", "X"], ["board", "set", "X", "token=env:A"], ["board", "remove", "X"], ["board", "move", "X", "1"],
      ["board", "hide", "X"], ["board", "unhide", "X"], ["snapshot", "show", "X"], ["snapshot", "clear", "X"],
      ["cache", "list", "X"], ["cache", "show", "X", "key"], ["cache", "clear", "X"], ["defaults", "read", "X"],
      ["defaults", "write", "X", "key", "1"], ["defaults", "delete", "X"], ["secret", "set", "X", "token"],
      ["secret", "clear", "X"], ["secret", "clear", "X", "token"], ["secret", "list", "X"], ["links", "register", "X"],
      ["permissions", "allow", "X"], ["permissions", "revoke", "X"], ["permissions", "log", "X"],
    ])
  func widgets(_ arguments: [String]) async throws {
    try await withStores { command in
      for name in ["knwon", "knwon.lua", "./knwon.lua", "https://example.com/knwon.lua"] {
        let outcome = try command.run(arguments.map { $0 == "X" ? name : $0 })
        #expect(outcome.status == 1 && outcome.errors.contains("knwon"), "\(arguments) \(outcome)")
        let suggests = outcome.errors.contains("known") || name.hasPrefix("https:") || arguments.last == "token"
        #expect(suggests, "\(arguments) \(outcome)")
      }
    }
  }

  @Test(
    "a board that doesn't exist is an error with status 1, the nearest name and the command that makes it; no file appears",
    arguments: [
      ["board", "show"], ["board", "set", "known", "token=env:A"], ["board", "remove", "known"], ["board", "move", "known", "1"],
      ["board", "hide", "known"], ["board", "unhide", "known"], ["key", "add", "x"], ["key", "list"], ["key", "revoke", "known"],
      ["update"], ["update", "known"], ["serve"], ["serve", "--address"],
    ])
  func boards(_ arguments: [String]) async throws {
    try await withStores { command in
      let outcome = try command.run(arguments + ["--board", "wrok"])
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(arguments) \(outcome)")
      #expect(
        outcome.errors == """
          luawidget: there is no board "wrok"; did you mean "work"?
            try: luawidget board add WIDGET --board wrok makes it

          """)
      let bar = try command.run("run", "--board", "wrok", "--format", "tmux", "--follow")
      #expect(bar.status == 1 && bar.errors.contains("did you mean \"work\"?"), "\(bar)")
      let boards = command.folder.appending(path: ".config/luawidget/boards").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: boards).sorted() == ["today.toml", "work.toml"])
    }
  }

  @Test(
    "anything else that doesn't exist is an error with status 1 that names it and suggests a name, or says there's none",
    arguments: [
      (["container", "list", "group.knwon"], "there is no container \"group.knwon\"; did you mean \"group.known\"?"),
      (["container", "list", "group.known", "b"], "has no \"b\"; available: a.txt"),
      (["container", "get", "group.knwon", "a.txt"], "there is no container \"group.knwon\"; did you mean \"group.known\"?"),
      (["container", "get", "group.known", "b.txt"], "has no \"b.txt\"; did you mean \"a.txt\"?"),
      (["container", "remove", "group.knwon"], "there is no container \"group.knwon\"; did you mean \"group.known\"?"),
      (["container", "remove", "group.knwon", "a.txt"], "there is no container \"group.knwon\"; did you mean \"group.known\"?"),
      (["container", "remove", "group.known", "b.txt"], "has no \"b.txt\"; did you mean \"a.txt\"?"),
      (["container", "put", "group.known", "c", "absent.txt"], "absent.txt: No such file or directory"),
      (["key", "revoke", "knwon"], "there is no key \"knwon\"; did you mean \"known\"?"),
      (["secret", "set", "known.lua", "tokne"], "declares no secret \"tokne\"; did you mean \"token\"? (secrets: token)"),
      (["secret", "clear", "known.lua", "tokne"], "declares no secret \"tokne\"; did you mean \"token\"? (secrets: token)"),
      (["cache", "show", "known.lua", "kye"], "did you mean \"key\"?"),
      (["defaults", "read", "known.lua", "kye"], "did you mean \"key\"?"),
      (["defaults", "delete", "known.lua", "kye"], "did you mean \"key\"?"),
      (["permissions", "allow", "known.lua", "run=gti"], "does not request run=gti; did you mean \"run=git\"?"),
      (["permissions", "revoke", "known.lua", "run=gti"], "did you mean \"run=git\"?"),
      (["links", "register", "known.lua", "--scheme", "xx"], "does not declare the scheme \"xx\""),
      (["links", "unregister", "xx"], "the scheme \"xx\" isn't registered"),
      (["open", "xxx://a"], "no known widget handles the scheme \"xxx\""),
      (["tap", "known.lua", "absent"], "the view has no control for \"absent\""),
      (["snapshot", "show", "known.lua", "--locale", "xx"], "no snapshot of \"known.lua\" fits the options"),
      (["run", "known.lua", "--replay", "absent"], "absent: no such folder"),
    ])
  func others(_ arguments: [String], _ words: String) async throws {
    try await withStores { command in
      let outcome = try command.run(arguments)
      #expect(outcome.status == 1 && outcome.errors.contains(words) && outcome.output.isEmpty, "\(arguments) \(outcome)")
    }
  }

  @Test("a new board, container or group with almost the name of another one is noted")
  func almost() async throws {
    try await withStores { command in
      #expect(try command.run("defaults", "write", "group.known", "a", "1").errors.isEmpty)
      let expected: [([String], String)] = [
        (["board", "add", "known.lua", "--board", "wrok"], "the board \"wrok\" is new; did you mean \"work\"?"),
        (
          ["container", "put", "group.knwon", "a", "a.txt"], "the container \"group.knwon\" is new; did you mean \"group.known\"?"
        ),
        (["defaults", "write", "group.knwon", "a", "1"], "the group \"group.knwon\" is new; did you mean \"group.known\"?"),
      ]
      for (arguments, words) in expected {
        let outcome = try command.run(arguments)
        #expect(outcome.status == 0 && outcome.errors == "note: \(words)\n", "\(outcome)")
        #expect(try command.run(arguments).errors.isEmpty, "\(arguments)")
      }
    }
  }

  @Test("the default board exists without a file, and a board's keys outlive its file")
  func defaults() async throws {
    try await withCommand { command in
      for arguments in [["board", "show"], ["board", "show", "--board", "today"], ["update"], ["key", "list"]] {
        #expect(try command.run(arguments).status == 0, "\(arguments)")
      }
      try command.write("function content() return ui.text 'a' end", to: "w.lua")
      #expect(try command.run("board", "add", "w.lua", "--board", "new").status == 0)
      #expect(try command.run("key", "add", "k", "--board", "new").status == 0)
      try FileManager.default.removeItem(at: command.folder.appending(path: ".config/luawidget/boards/new.toml"))
      #expect(try command.run("key", "list", "--board", "new").output.hasPrefix("k  widgets"))
      #expect(try command.run("key", "add", "other", "--board", "new").status == 1)
      #expect(try command.run("key", "revoke", "k", "--board", "new").output == "key revoked\n")
      #expect(try command.run("key", "list", "--board", "new").status == 1)
    }
  }

  @Test(
    "a widget on the web, and a file that isn't text, are refused with what to do instead; paths are printed without ./ parts")
  func files() async throws {
    try await withCommand { command in
      for name in ["run", "audit"] {
        #expect(
          try command.run(name, "https://example.com/a/clock.lua?x=1").errors == """
            luawidget: https://example.com/a/clock.lua?x=1 is on the web; luawidget runs only files
              try: save it, read it, then run ./clock.lua: curl -o clock.lua 'https://example.com/a/clock.lua?x=1'

            """)
      }
      try command.write(Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10, 0, 0, 0, 13]), to: "image.lua")
      let image = try command.run("run", "image.lua")
      #expect(image.status == 3 && image.errors.hasPrefix("luawidget: image.lua is not a text file"), "\(image)")
      try command.write("function content() return ui.text 'a' end", to: "hw.lua")
      #expect(
        try command.run("run", "./././hx.lua").errors
          == "luawidget: ./hx.lua: No such file or directory\n  try: luawidget run ./hw.lua\n")
      #expect(try command.run("run", ".//./hw.lua").status == 0)
      #expect(try command.run("run", "hw.lua/x.lua").errors.contains("a part of it is a file, not a folder"))
      let mismatch = try command.run("run", "hw.lua", "--format", "text", "--output", "out.svg")
      #expect(
        mismatch.status == 0
          && mismatch.errors == "warning: out.svg gets --format text, although its name ends in .svg\n", "\(mismatch)")
      #expect(try command.run("run", "hw.lua", "--format", "text", "--output", "out.svg", "-q").errors.isEmpty)
    }
  }

  @Test("a file in place of a folder of luawidget is named, with what to do")
  func obstacle() async throws {
    try await withCommand { command in
      try command.write("function content() return ui.text 'a' end", to: "w.lua")
      for name in [".local", ".config"] { try command.write("", to: name) }
      let place = command.folder.appending(path: ".local").path
      for arguments in [
        ["defaults", "write", "w.lua", "a", "1"], ["container", "list", "group.x"],
        ["container", "put", "group.x", "a", "w.lua"],
      ] {
        let outcome = try command.run(arguments)
        #expect(
          outcome.status == 6 && outcome.errors.contains("\(place) is a file, not a folder; try: move \(place) away"),
          "\(outcome)")
      }
      let board = try command.run("board", "add", "w.lua")
      #expect(board.status == 6 && board.errors.contains("/.config is a file, not a folder; move it away"), "\(board)")
    }
  }

  @Test("a theme's image that's missing is mentioned by doctor, board show and serve")
  func themeImage() async throws {
    try await withCommand { command in
      try command.write("[theme]\nbackground = { image = \"lake.jpg\" }\n", to: ".config/luawidget/boards/today.toml")
      let words = "The theme's image \(command.folder.path)/.config/luawidget/boards/lake.jpg isn't shown: there's no such file."
      #expect(try command.run("board", "show").errors.hasPrefix("warning: \(words)\n"))
      let doctor = try command.run("doctor")
      #expect(doctor.status == 0 && doctor.output.contains("today: theme") && doctor.output.contains(words), "\(doctor)")
      let server = try ServeTests.Running(command, ["--port", "0"])
      #expect(await server.prints(words, to: \.errors))
      #expect(await server.end(SIGINT) == 130)
    }
  }

  @Test(
    "a mistake in a board file has one status, whatever command reads it",
    arguments: [["board", "show"], ["board", "add", "w.lua"], ["board", "remove", "w"], ["update"], ["list"]])
  func faultyBoard(_ arguments: [String]) async throws {
    try await withCommand { command in
      try command.write("function content() return ui.text 'a' end", to: "w.lua")
      try command.write("[[widget]]\nfile = \"~/w.lua\n", to: ".config/luawidget/boards/today.toml")
      let outcome = try command.run(arguments)
      #expect(outcome.status == 2 && outcome.errors.contains("today.toml:2: a text isn't closed"), "\(outcome)")
    }
  }

  @Test("board list shows the other boards too if one has a mistake, with that status")
  func faultyBoardInList() async throws {
    try await withCommand { command in
      try command.write("[[widget]]\nfile = \"~/w.lua\n", to: ".config/luawidget/boards/a.toml")
      try command.write("[[widget]]\nfile = \"w.lua\"\n", to: ".config/luawidget/boards/work.toml")
      let outcome = try command.run("board", "list")
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.status == 2 && lines.count == 2 && lines.last?.hasPrefix("work  1 widget  ") == true, "\(outcome)")
      #expect(lines.first?.contains("a.toml:2: a text isn't closed") == true, "\(outcome)")
    }
  }

  @Test(
    "a value of a setting that can't be is explained",
    arguments: [
      ("tint=grean", "; did you mean \"green\"?"), ("tint=ff8800", "; did you mean \"#ff8800\"?"),
      ("day=2026-02-30", "; there is no such day or time"), ("day=2026-02-28T25:00:00Z", "; there is no such day or time"),
    ])
  func values(_ assignment: String, _ words: String) async throws {
    try await withCommand { command in
      try command.write(
        "widget { settings = { tint = { type = 'color' }, day = { type = 'date' } } } function content() return ui.text 'a' end",
        to: "w.lua")
      for arguments in [["run", "w.lua", "--set", assignment], ["board", "add", "w.lua", "--set", assignment]] {
        let outcome = try command.run(arguments)
        #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
      }
    }
  }
}
