import Foundation
import Testing

/// Widgets by file, name and settings.
@Suite struct WidgetNameTests {
  private static let source = """
    widget { name = "Flight", settings = { number = { type = "string", default = "LY1" } } }
    function perform_update(context) cache.set("k", 1) defaults.set("d", 1) return update_result.new_data end
    function content() return ui.text { "flight " .. settings.number } end
    """

  @Test("run finds a widget without its extension")
  func run() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "flight.lua")
      let outcome = try command.run("run", "flight")
      #expect(outcome.status == 0 && outcome.output.contains("flight LY1"), "\(outcome)")
    }
  }

  @Test("an installed example is found by its name, after all other widgets; only its folder is listed")
  func examples() async throws {
    try await withCommand { command in
      #expect(!(try command.run("list").output.contains("hello")))
      #expect(try command.run("run", "hello").output.contains("Hello"))
      try command.write("function content() return ui.text 'mine' end", to: ".local/share/luawidget/widgets/hello.lua")
      #expect(try command.run("run", "hello").output.contains("mine"))
      #expect(try command.run("board", "add", "uptime").status == 0)
      #expect(try command.run("run", "uptime").output.contains("Load"))
      #expect(try command.run("doctor").output.contains("/examples"))
    }
  }

  @Test(
    "a name that no widget has gives the nearest one, or a list",
    arguments: [["run"], ["run", "--format", "text"], ["board", "add"], ["audit"], ["preview"], ["tap"]])
  func unknown(arguments: [String]) async throws {
    try await withCommand { command in
      let more = arguments == ["tap"] ? ["x"] : []
      let unknown = try command.run(arguments + ["zzzzzz"] + more)
      #expect(unknown.status == 1 && !unknown.errors.contains("No such file"), "\(unknown)")
      #expect(unknown.errors.contains("no widget has the name \"zzzzzz\"; available: challenge, disk"), "\(unknown)")
      #expect(unknown.errors.contains("try: luawidget list\n"), "\(unknown)")
      let near = try command.run(arguments + ["flihgt"] + more)
      #expect(near.errors.contains("no widget has the name \"flihgt\"\n"), "\(near)")
      #expect(near.errors.contains("try: luawidget \((arguments + ["flight"] + more).joined(separator: " "))\n"), "\(near)")
      // A path is one that doesn't exist.
      #expect(try command.run(arguments + ["./zzzzzz"] + more).errors.contains("./zzzzzz: No such file"))
    }
  }

  @Test("the maintenance commands find every instance of a file or name, and lists show names")
  func instances() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "flight.lua")
      try command.write(Self.source.replacing("\"Flight\"", with: "\"Other\""), to: "other.lua")
      #expect(try command.run("run", "flight.lua").status == 0)
      #expect(try command.run("run", "flight.lua", "--set", "number=LY2").status == 0)
      #expect(try command.run("run", "other.lua").status == 0)

      let list = try command.run("snapshot", "list").output.split(separator: "\n")
      #expect(list.count == 3 && list.filter { $0.hasPrefix("Flight (flight-") }.count == 2, "\(list)")
      #expect(list.contains { $0.hasPrefix("Other ") && !$0.contains("other-") }, "\(list)")
      #expect(try command.run("defaults", "read").output == "Flight\nOther\n")

      for name in ["flight.lua", "flight", "Flight"] {
        let shown = try command.run("snapshot", "show", name).output
        #expect(shown.contains("flight LY1") && shown.contains("flight LY2"), "\(name): \(shown)")
        #expect(try command.run("cache", "list", name).output.split(separator: "\n").count == 4, "\(name)")
        #expect(try command.run("defaults", "read", name, "d").output == "1\n", "\(name)")
      }
      #expect(try command.run("cache", "clear", "Flight").status == 0)
      #expect(try command.run("cache", "list").output.hasPrefix("Other\n"))
      #expect(try command.run("snapshot", "clear", "flight.lua").status == 0)
      #expect(try command.run("snapshot", "list").output.split(separator: "\n").count == 1)
      let missing = try command.run("snapshot", "show", "Othr")
      #expect(missing.status == 1 && missing.errors.contains("did you mean \"Other\"?"), "\(missing)")
    }
  }

  @Test("lists name a widget that has never been shown by its file, and commands find it by that name or an abbreviated id")
  func neverShown() async throws {
    try await withCommand { command in
      for (folder, key) in [("a", "first"), ("b", "second")] {
        let file = try command.write(
          """
          widget { name = "Failing", permissions = { env = { "HOME" } } }
          function perform_update() cache.set("\(key)", 1) return update_result.failed("not yet") end
          """, to: "\(folder)/down.lua")
        #expect(try command.run("run", file, "--allow", "env=HOME").status == 1)
        if folder == "a" {
          #expect(try command.run("cache", "list").output.hasPrefix("down\n  first"))
          #expect(try command.run("permissions", "list").output == "down  allowed  env=HOME\n")
          #expect(try command.run("cache", "show", "down", "first").output == "1\n")
        }
      }
      // Two files with the same name: their abbreviated ids tell them apart.
      let labels = try command.run("permissions", "list").output.split(separator: "\n")
      #expect(labels.count == 2 && labels.allSatisfy { $0.hasPrefix("down (down-") && $0.count < 50 }, "\(labels)")
      let label = try #require(labels.first?.split(separator: "(").last?.split(separator: ")").first)
      #expect(try command.run("permissions", "revoke", String(label)).output == "1 decision removed\n")
      #expect(try command.run("permissions", "list").output.split(separator: "\n").count == 1)
      #expect(try command.run("cache", "clear", String(label)).output == "1 cache removed\n")
    }
  }

  @Test("an instance that was never shown with default settings is found by its file")
  func onlySet() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "flight.lua")
      #expect(try command.run("run", "flight.lua", "--set", "number=LY2").status == 0)
      #expect(try command.run("snapshot", "show", "flight.lua").output.contains("flight LY2"))
      #expect(try command.run("cache", "show", "flight.lua", "k").output == "1\n")
      #expect(try command.run("defaults", "read", "flight.lua", "d").output == "1\n")
    }
  }

  @Test(
    "the extension of --output chooses the format",
    arguments: [
      ("out.png", [0x89, 0x50, 0x4E, 0x47]), ("out.svg", Array("<".utf8)), ("out.PDF", Array("%PDF".utf8)),
      ("out.html", Array("<!".utf8)), ("out.json", Array("{".utf8)),
    ] as [(String, [UInt8])])
  func output(_ name: String, _ start: [UInt8]) async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "flight.lua")
      let outcome = try command.run("run", "flight.lua", "--output", name)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try Data(contentsOf: command.folder.appending(path: name)).starts(with: start))
      // --format wins.
      #expect(try command.run("run", "flight.lua", "--output", name, "--format", "text").status == 0)
      #expect(try String(contentsOf: command.folder.appending(path: name), encoding: .utf8).contains("flight LY1"))
    }
  }

  @Test("a file that isn't there but has the name of a widget that is known suggests the name")
  func fileOfKnownName() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: ".local/share/luawidget/widgets/known.lua")
      for argument in ["known.lua", "widgets/known.lua"] {
        for arguments in [["run", argument], ["board", "add", argument]] {
          let outcome = try command.run(arguments)
          #expect(outcome.status == 1, "\(outcome)")
          #expect(outcome.errors.contains("try: luawidget \(arguments.dropLast().joined(separator: " ")) known\n"), "\(outcome)")
        }
      }
    }
  }
}
