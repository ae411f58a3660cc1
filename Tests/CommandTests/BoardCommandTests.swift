import Foundation
import Testing

/// `luawidget board`, and widgets named by their ids.
@Suite struct BoardCommandTests {
  static let flight = """
    widget {
      name = "Flight", description = "Where it is", families = { "small", "inline" },
      settings = { number = { type = "string", default = "LY1" }, seats = { type = "integer" }, key = { type = "secret" } },
    }
    function perform_update(context)
      defaults.set("runs", (defaults.get("runs") or 0) + 1)
      return update_result.new_data
    end
    function content(context)
      local key = settings.key and #settings.key or 0
      return ui.text { ("%s %s run %d key %d"):format(settings.number, context.family or "free", defaults.get("runs"), key) }
    end
    """
  static let path = ".config/luawidget/boards/today.toml"

  private func board(_ command: Command, _ name: String = "today") throws -> String {
    try String(contentsOf: command.folder.appending(path: ".config/luawidget/boards/\(name).toml"), encoding: .utf8)
  }

  /// A card's text, with lines possibly broken.
  private func shown(_ command: Command, _ arguments: String...) throws -> String {
    let output = try command.run(["run"] + arguments).output
    return output.split(whereSeparator: { $0.isWhitespace || $0 == "│" }).joined(separator: " ")
  }

  @Test("the path of a file setting is stored as it is in every folder")
  func paths() async throws {
    let source = """
      widget { settings = { file = { type = "file" }, key = { type = "secret" } } }
      function content() return ui.text { fetch(settings.file).body .. #(settings.key or "") } end
      """
    let command = try Command()
    defer { command.remove() }
    try command.write(source, to: "a.lua")
    try command.write("hello", to: "w/data.txt")
    try command.write("secret", to: "w/key.txt")
    chmod(command.folder.path + "/w/key.txt", 0o600)
    let added = try command.run("board", "add", "a.lua", "--set", "file=w/./data.txt", "--set", "key=file:w/key.txt")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try board(command).contains("/w/data.txt\"") && !board(command).contains("\"w"))
    let configuration = try command.run("bar-config", "waybar", "a.lua", "--set", "file=w/data.txt")
    #expect(configuration.output.contains("file=/"), "\(configuration.output)")
    #expect(try board(command).contains("= \"file:/"))
    #expect(try shown(command, "a").contains("hello6"))
  }

  @Test("lists and places are arrays and tables in the file, and elements are added to them")
  func lists() async throws {
    let source = """
      widget { settings = {
        tags = { type = "list", of = "string", default = { "a" } },
        stops = { type = "list", of = { name = { type = "string" }, walk = { type = "integer", default = 5 } } },
        place = { type = "location" },
      } }
      function content()
        local stops = {}
        for _, stop in ipairs(settings.stops) do stops[#stops + 1] = stop.name .. stop.walk end
        return ui.text { table.concat(settings.tags, "+") .. " " .. table.concat(stops, "+") .. " " .. settings.place.name }
      end
      """
    try await withCommand { command in
      try command.write(source, to: "w.lua")
      let added = try command.run(
        "board", "add", "w.lua", "--set", #"tags=[ "x" ]"#, "--set-add", #"stops={"name":"Home"}"#, "--set", "place=oslo")
      #expect(added.status == 0, "\(added)")
      #expect(try board(command).contains(#"set = { place = "oslo", stops = [{ name = "Home" }], tags = ["x"] }"#))
      #expect(
        try command.run("board", "set", "w", "--set-add", "tags=[y]", "--set-add", #"stops={"name":"Work","walk":"7"}"#).status
          == 0)
      #expect(
        try board(command).contains(#"stops = [{ name = "Home" }, { name = "Work", walk = 7 }], tags = ["x", "[y]"]"#))
      #expect(try shown(command, "w").contains("x+[y] Home5+Work7 Oslo"))
      #expect(try shown(command, "w", "--set-add", "tags=z").contains("x+[y]+z"))
      let wrong = try command.run("board", "set", "w", "--set-add", #"stops={"walk":"far"}"#)
      #expect(wrong.status == 2 && wrong.errors.contains("element 3 (walk) must be an integer"), "\(wrong)")
      try command.write("[location]\nlatitude = 1\nlongitude = 2\nname = \"Home\"\n", to: ".config/luawidget/config.toml")
      #expect(try command.run("board", "set", "w", "--unset", "place").status == 0)
      #expect(try shown(command, "w").contains("Work7 Home"))
    }
  }

  @Test("add writes the file below the home folder, and a second entry has the next name and shares the defaults and secrets")
  func add() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "my/flight.lua")
      let first = try command.run("board", "add", "my/flight.lua", "--set", "number=LY315", "--family", "small")
      #expect(first.status == 0, "\(first)")
      #expect(
        first.output == """
          flight: added to the board "today" at position 1
            it can use a secret: luawidget secret set flight key
            to see it: luawidget today

          """)
      let second = try command.run(
        "board", "add", "my/flight.lua", "--set", "number=LY316", "--refresh", "0 7 * * *", "--at", "first")
      #expect(second.output.hasPrefix("flight: added to the board \"today\" at position 1\n"), "\(second)")
      #expect(
        try board(command) == """
          [[widget]]
          file = "~/my/flight.lua"
          set = { number = "LY316" }
          refresh = { cron = "0 7 * * *" }

          [[widget]]
          file = "~/my/flight.lua"
          set = { number = "LY315" }
          family = "small"

          """)
      // Settings, family and identity come from the entry.
      #expect(try shown(command, "flight-2").contains("LY315 small run 1 key 0"))
      #expect(try shown(command, "flight-2", "--set", "number=LY9").contains("LY9 small run 2"))
      #expect(try command.run("run", "flight").output.contains("LY316 free run 3"))
      for name in ["flight", "flight-2", "my/flight.lua"] {
        #expect(try command.run("defaults", "read", name, "runs").output == "3\n")
      }
      #expect(try command.run("snapshot", "show", "flight").output.contains("LY316 free run 3"))
      let own = try command.run("board", "add", "my/flight.lua", "--id", "return")
      #expect(own.output.hasPrefix("return: added"), "\(own)")
      #expect(try command.run("run", "return").output.contains("run 1"))
    }
  }

  @Test("add and set refuse a secret's file that isn't there")
  func missingSecretFile() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      let added = try command.run("board", "add", "flight.lua", "--set", "key=file:/nowhere/key")
      #expect(added.status == 2 && added.errors.contains("/nowhere/key"), "\(added)")
      #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: Self.path).path))
      #expect(try command.run("board", "add", "flight.lua").status == 0)
      let set = try command.run("board", "set", "flight", "key=file:/nowhere/key")
      #expect(set.status == 2 && set.errors.contains("/nowhere/key"), "\(set)")
      #expect(try !board(command).contains("nowhere"))
      // A variable may be there only where the widget runs.
      #expect(try command.run("board", "set", "flight", "key=env:NOWHERE").status == 0)
    }
  }

  @Test("a secret of an entry with an id is its own")
  func secrets() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      try command.write("[[widget]]\nfile = \"\(command.folder.path)/flight.lua\"\nid = \"out\"\n", to: Self.path)
      let key = try command.write("12345678", to: "key")
      #expect(chmod(key, 0o600) == 0)
      let set = try command.run("board", "set", "out", "key=file:\(command.folder.path)/key")
      #expect(set.status == 0, "\(set)")
      #expect(try command.run("run", "out").output.contains("key 8"))
      #expect(try command.run("run", "flight.lua").output.contains("key 0"))
      #expect(try command.run("secret", "list", "out").output == "key  not set\n")
      let plain = try command.run("board", "set", "out", "key=hunter2")
      let written = try board(command)
      #expect(plain.status == 2 && !plain.errors.contains("hunter2") && !written.contains("hunter2"), "\(plain)")
      #expect(plain.errors.contains("luawidget secret set out key"), "\(plain)")
    }
  }

  @Test("set, move, hide, unhide and remove change one thing, and keep comments")
  func change() async throws {
    try await withCommand { command in
      for name in ["flight", "disk"] { try command.write(Self.flight, to: "\(name).lua") }
      try command.write(
        "# mine\n\n[[widget]] # one\nfile = \"~/flight.lua\"\n\n[[widget]]\nfile = \"~/disk.lua\" # two\n", to: Self.path)
      for arguments in [
        ["set", "flight", "number=LY2", "seats=3", "--family", "inline"], ["set", "flight", "--unset", "seats"],
        ["hide", "disk"],
        ["move", "disk", "1"], ["set", "disk.lua", "--refresh", "never", "--id", "space"],
      ] {
        let outcome = try command.run(["board"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments) \(outcome)")
      }
      #expect(
        try board(command) == """
          # mine

          [[widget]]
          id = "space"
          file = "~/disk.lua" # two
          hidden = true
          refresh = "never"

          [[widget]] # one
          file = "~/flight.lua"
          set = { number = "LY2" }
          family = "inline"

          """)
      #expect(
        try command.run("board", "show").output == """
          1  space   ~/disk.lua, never updated, hidden
          2  flight  ~/flight.lua, number=LY2, inline

          """)
      let json = try command.run("board", "show", "--json").output
      let entries = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
      #expect(
        entries.map { $0["id"] as? String } == ["space", "flight"]
          && entries[1]["path"] as? String == command.folder.path + "/flight.lua")
      #expect(try command.run("board", "unhide", "space").status == 0 && !(try board(command)).contains("hidden"))
      #expect(try command.run("board", "remove", "space").output == "space: removed from the board \"today\"\n")
      #expect(try board(command).hasPrefix("# mine\n\n[[widget]] # one\n"))
      #expect(try command.run("board", "list").output == "today  1 widget  \(command.folder.path)/\(Self.path)\n")
    }
  }

  @Test("what cannot be is refused, explained, and not written")
  func refused() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      try command.write("widget { name = 3 }", to: "broken.lua")
      let text = "[[widget]]\nfile = \"~/flight.lua\"\n"
      try command.write(text, to: Self.path)
      let cases: [([String], Int32, String)] = [
        (["add", "flihgt.lua"], 1, "luawidget board add flight.lua"),
        (["add", "broken.lua"], 3, "name: must be a string, got number 3"),
        (["add", "flight.lua", "--set", "nmber=1"], 2, "did you mean \"number\"?"),
        (["add", "flight.lua", "--set", "seats=many"], 2, "seats must be an integer"),
        (["add", "flight.lua", "--family", "large"], 2, "no view for the family large; it supports small, inline"),
        (["add", "flight.lua", "--refresh", "soon"], 2, "is not a duration"),
        (["add", "flight.lua", "--id", "a/b"], 2, "is not an id"), (["add", "flight.lua", "--id", "flight"], 2, "already used"),
        (["add", "flight.lua", "--at", "5"], 2, "there is no position 5"),
        (["add", "flight.lua", "--allow", "x"], 2, "is not a permission"),
        (["add", "flight.lua", "--allow", "notify"], 1, "flight.lua does not request notify; it requests nothing"),
        (["set", "flight", "--allow", "notify"], 1, "flight does not request notify; it requests nothing"),
        (["set", "flight"], 2, "nothing to change"), (["set", "flght", "number=1"], 1, "did you mean \"flight\"?"),
        (["set", "flight", "number"], 2, "written as name=value"), (["set", "flight", "--unset", "number"], 1, "does not set"),
        (["set", "flight", "--set", "number=1"], 2, "try: luawidget board set flight 'number=1'\n"),
        (["set", "--set=number=1", "flight"], 2, "try: luawidget board set 'number=1' flight\n"),
        (["remove", "x"], 1, "no widget has the id \"x\"; widgets: flight"),
        (["move", "flight", "0"], 2, "a position is a number from 1"),
        (["show", "--board", "../x"], 2, "--board takes a name"),
      ]
      for (arguments, status, message) in cases {
        let outcome = try command.run(["board"] + arguments)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(arguments) \(outcome)")
      }
      #expect(try board(command) == text)
    }
  }

  @Test("a broken board is reported with file and line; widgets are then found elsewhere")
  func broken() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      try command.write("[[widget]]\nfile = \"~/flight.lua\"\nfamly = \"small\"\n", to: Self.path)
      for arguments in [["show"], ["add", "flight.lua"], ["hide", "flight"]] {
        let outcome = try command.run(["board"] + arguments)
        #expect(
          outcome.status != 0 && outcome.errors.contains("today.toml:3: unknown key \"famly\"; did you mean \"family\"?"),
          "\(outcome)")
      }
      let run = try command.run("run", "flight")
      #expect(run.status == 0 && run.errors.contains("today.toml:3: "), "\(run)")
      #expect(try command.run("run", "flight.lua").errors.isEmpty)
      // The board doesn't mention this name, so it can't be meant.
      try command.write(Self.flight, to: "train.lua")
      #expect(try command.run("run", "train").errors.isEmpty)
      #expect(try command.run("list").errors.contains("today.toml:3: "))
    }
  }

  @Test("a name is an id on a board, then a widget of the working folder, of the user, and of the installation")
  func names() async throws {
    try await withCommand { command in
      func source(_ text: String) -> String { "function content() return ui.text { \"\(text)\" } end" }
      func shown() throws -> String {
        let outcome = try command.run("run", "disk", "--format", "text")
        return outcome.output + outcome.errors
      }
      // The tests run in a build folder, whose project has widgets/disk.lua.
      #expect(try command.run("audit", "disk").output.hasPrefix("Disk"))
      try command.write(source("of the user"), to: ".local/share/luawidget/widgets/disk.lua")
      #expect(try shown().contains("of the user"))
      let added = try command.run("board", "add", "disk")
      #expect(added.status == 0, "\(added)")
      #expect(try board(command) == "[[widget]]\nfile = \"disk.lua\"\n")
      try command.write("", to: Self.path)
      try command.write(source("of the folder"), to: "disk.lua")
      #expect(try shown().contains("of the folder"))
      try command.write(source("of the board"), to: "other.lua")
      try command.write("[[widget]]\nid = \"disk\"\nfile = \"~/other.lua\"\n", to: ".config/luawidget/boards/work.toml")
      #expect(try shown().contains("of the board"))
      // A path never means a board.
      #expect(try command.run("run", "./disk.lua", "--format", "text").output.contains("of the folder"))
      let missing = try command.run("run", "dsk")
      #expect(missing.status == 1 && missing.errors.contains("luawidget run disk"), "\(missing)")
    }
  }

  @Test("list has the widgets of boards and of folders, and those that have been run, with their last update")
  func list() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: ".local/share/luawidget/widgets/flight.lua")
      try command.write("function perform_update() return update_result.failed('no signal') end", to: "radio.lua")
      try command.write("[[widget]]\nfile = \"flight.lua\"\n[[widget]]\nfile = \"gone.lua\"\n", to: Self.path)
      #expect(try command.run("run", "flight").status == 0)
      let lines = try command.run("list").output.split(separator: "\n").map(String.init)
      #expect(
        lines.contains {
          $0.hasPrefix("today 1  flight ") && $0.contains("Flight") && $0.contains("just now") && $0.hasSuffix("Where it is")
        }, "\(lines)")
      #expect(
        lines.contains { $0.hasPrefix("today 2  gone ") && $0.contains("never") && $0.contains("cannot be used") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("-        disk ") }, "\(lines)")
      // The installed widget with the same name can't be found by it.
      #expect(lines.count { $0.contains("-        /") && $0.contains("widgets/flight.lua") } == 0, "\(lines)")
      let json = try command.run("list", "--json").output
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
      #expect(
        rows[0]["name"] as? String == "flight" && rows[0]["result"] as? String == "new_data" && rows[0]["position"] as? Int == 1)
      // A failure without a view.
      try command.write("[[widget]]\nfile = \"~/radio.lua\"\n", to: Self.path)
      let update = try command.run("update")
      #expect(update.errors == "radio: update failed: no signal\n", "\(update)")
      try command.write(
        "widget { name = 'Train', version = '1.2', author = 'Ada' } function content() return ui.text 'x' end", to: "train.lua")
      #expect(try command.run("board", "add", "train.lua", "--at", "1").status == 0)
      let train = try command.run("list", "--json").output
      #expect(train.contains("\"version\": \"1.2\"") && train.contains("\"author\": \"Ada\""), "\(train)")
      let list = try command.run("list").output
      #expect(list.contains(#/today 1  train +Train +never +~/train\.lua\n/#), "\(list)")
      let failed = try command.run("list", "--json").output
      #expect(failed.contains("\"result\": \"failed\""), "\(failed)")
      #expect(try command.run("list").output.contains("just now (failed just now)"))
    }
  }

  @Test("the list fits the terminal")
  func narrowList() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: ".local/share/luawidget/widgets/flight.lua")
      let terminal = try LiveCommand(command, ["list"], columns: 40)
      let screen = try await terminal.see { $0.contains("Flight") && $0.contains("Quote") }
      let rows = screen.split(separator: "\n").filter { $0.hasPrefix("-  ") }
      #expect(rows.count >= 6 && rows.allSatisfy { $0.count <= 40 && !$0.contains("…") }, "\(screen)")
    }
  }

  @Test("at 80 columns every widget has its age and result below a heading; long paths lose their beginning")
  func wideList() async throws {
    try await withCommand { command in
      let folder = "a-folder-with-a-long-name/and-another-one-below-it/for-widgets-of-mine"
      let file = try command.write(Self.flight, to: "\(folder)/timetable.lua")
      #expect(try command.run("run", file).status == 0)
      let terminal = try LiveCommand(command, ["list"], columns: 80, rows: 40)
      let screen = try await terminal.see { $0.contains("luawidget run hello") }
      let rows = screen.split(separator: "\n").map(String.init)
      #expect(rows.contains { $0.hasPrefix("Board") && $0.contains("Updated") }, "\(screen)")
      #expect(rows.contains { $0.contains("…") && $0.contains("/timetable.lua") && $0.contains("just now") }, "\(screen)")
      // A complete line isn't marked as cut.
      #expect(rows.contains { $0.contains("quote") && !$0.hasSuffix("…") } || rows.contains { $0.hasSuffix("…") }, "\(screen)")
      #expect(rows.allSatisfy { $0.count <= 80 }, "\(screen)")
    }
  }

  @Test("defaults, cache and snapshot without a subcommand, and all secrets")
  func shortForms() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      #expect(try command.run("board", "add", "flight.lua").status == 0)
      for name in ["defaults", "cache", "snapshot"] {
        let outcome = try command.run(name)
        #expect(outcome.status == 0 && !outcome.output.contains("USAGE"), "\(outcome)")
      }
      let broken = try command.run("defaults", "write", "flight", "times", "{ \"a\": 1")
      #expect(broken.status == 0 && broken.errors.contains("isn't valid JSON"), "\(broken)")
      #expect(try command.run("defaults", "write", "flight", "name", "plain").errors == "")
      #expect(try command.run("defaults").output.contains("flight"))
      try command.write(
        "widget { settings = { token = { type = 'secret' } } } function content() return ui.text 'x' end", to: "s.lua")
      #expect(try command.run("board", "add", "s.lua").status == 0)
      let secrets = try command.run("secret", "list")
      #expect(secrets.output == "flight  key  not set\ns       token  not set\n", "\(secrets)")
      #expect(try command.run("key", "add", "kindle").status == 0)
      #expect(try command.run("key", "list", "--json").output.contains("\"name\": \"kindle\""))
    }
  }

  @Test("a full disk leaves the board as it was", .enabled(if: OutputTests.canMount, "needs namespaces for users"))
  func fullDisk() async throws {
    try await withCommand { command in
      try command.write(
        """
        mkdir small && mount -t tmpfs -o size=64k none small || exit 99
        mkdir -p small/luawidget/boards
        printf '[[widget]]\\nfile = "a.lua"\\n' > small/luawidget/boards/today.toml
        dd if=/dev/zero of=small/filler bs=1k 2>/dev/null
        XDG_CONFIG_HOME="$PWD/small" "$1" board hide a; echo "status $?"
        cat small/luawidget/boards/today.toml
        ls -A small/luawidget/boards
        """, to: "full.sh")
      let outcome = try command.start(
        URL(filePath: "/usr/bin/unshare"), ["-rm", "/bin/sh", "full.sh", Command.program.path])
      #expect(outcome.output == "status 6\n[[widget]]\nfile = \"a.lua\"\ntoday.toml\n", "\(outcome)")
      #expect(outcome.errors.contains("today.toml: cannot be changed: No space left on device"), "\(outcome)")
    }
  }

  @Test("where no folder can be made, a board names the one that isn't writable and what helps")
  func unwritable() async throws {
    try await withCommand { command in
      // Nobody makes folders there, not even root.
      let outcome = try command.run("board", "add", "disk", environment: ["XDG_CONFIG_HOME": "/sys/nowhere"])
      #expect(outcome.status == 6, "\(outcome)")
      #expect(
        outcome.errors.contains(
          "cannot be changed: /sys isn't writable; make it writable, or set XDG_CONFIG_HOME to another folder"), "\(outcome)")
    }
  }

  @Test("commands that run at the same time lose nothing")
  func processes() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      try command.write(
        "printf '%s\\n' 1 2 3 4 5 6 | xargs -P 6 -I N \"$1\" board add flight.lua --set seats=N", to: "all.sh")
      let outcome = try command.start(URL(filePath: "/bin/sh"), ["all.sh", Command.program.path])
      #expect(outcome.errors.isEmpty, "\(outcome)")
      let text = try board(command)
      for seat in 1...6 { #expect(text.contains("seats = \(seat) }"), "\(text)") }
      #expect(try command.run("board", "show").output.split(separator: "\n").count == 6)
    }
  }

  @Test("doctor checks the files of the boards and of their widgets")
  func doctor() async throws {
    try await withCommand { command in
      try command.write(Self.flight, to: "flight.lua")
      try command.write("[[widget]]\nfile = \"~/flight.lua\"\n[[widget]]\nfile = \"~/gone.lua\"\n", to: Self.path)
      let fine = try command.run("doctor")
      #if os(Linux)
        #expect(fine.output.contains("the display cannot be opened: neither WAYLAND_DISPLAY nor DISPLAY is set"), "\(fine)")
      #endif
      #expect(fine.status == 0 && fine.output.contains("2 widgets, "), "\(fine)")
      let lines = fine.output.split(separator: "\n").filter { $0.contains("today: ") }
      #expect(lines.count == 1 && lines.first?.contains("today: gone") == true, "\(lines)")
      try command.write("[[widget]]\nfile = 3\n", to: Self.path)
      let broken = try command.run("doctor")
      #expect(broken.status == 6 && broken.output.contains("today.toml:2: file must be a path"), "\(broken)")
    }
  }

  @Test("doctor and show name settings that a widget doesn't have, and faulty manifests; only the manifest runs")
  func unknownSettings() async throws {
    try await withCommand { command in
      try command.write(Self.flight + "\nerror('ran')", to: "flight.lua")
      try command.write("widget { permissions = { net = { { setting = 'host' } } } }", to: "net.lua")
      try command.write(
        """
        [[widget]]
        file = "~/flight.lua"
        set = { nubmer = "LY2" }
        allow = ["notify"]
        [[widget]]
        file = "~/net.lua"
        [[widget]]
        file = "~/gone.lua"
        [[widget]]
        file = "~/flight.lua"
        id = "fine"

        """, to: Self.path)
      let words = [
        "set: there is no setting \"nubmer\"; did you mean \"number\"?",
        "net.lua:1: widget { ... }: permissions.net: there is no setting \"host\"",
      ]
      for arguments in [["board", "show"], ["board", "show", "--json"]] {
        let show = try command.run(arguments)
        let lines = show.errors.split(separator: "\n")
        #expect(show.status == 0 && lines.count == 2, "\(show)")
        #expect(
          show.errors.contains("warning: flight: \(words[0])") && show.errors.contains("warning: net: \(words[1])"), "\(show)")
      }
      let doctor = try command.run("doctor")
      #expect(doctor.status == 0 && doctor.output.components(separatedBy: "today: ").count == 4, "\(doctor)")
      #expect(words.allSatisfy { doctor.output.contains($0) }, "\(doctor)")
    }
  }
}
