import Foundation
import Testing

/// Snapshots of one widget for several contexts.
@Suite struct SnapshotContextTests {
  private static let source = """
    function perform_update()
      if defaults.get "broken" then return update_result.failed("no network") end
      return update_result.new_data
    end
    function content(context) return ui.text { (context.family or "card") .. " " .. context.color_scheme } end
    """

  @Test("an inline run leaves the card that a later failure falls back to")
  func fallback() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      #expect(try command.run("run", file).output.contains("card dark"))
      #expect(try command.run("run", file, "--family", "inline").output.contains("inline dark"))
      #expect(try command.run("defaults", "write", file, "broken", "true").status == 0)
      let card = try command.run("run", file)
      #expect(card.status == 1)
      #expect(card.output.contains("card dark"))
      #expect(try command.run("run", file, "--family", "inline").output.contains("inline dark"))
    }
  }

  @Test("snapshot lists contexts with their ages, shows the newest, and selects others by option")
  func commands() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      for options in [[], ["--appearance", "light"], ["--family", "inline"]] {
        #expect(try command.run(["run", file] + options).status == 0)
      }
      #expect(
        try command.run("snapshot", "list").output == """
          w  just now  terminal inline 624x20, dark, large, en-US, UTC
          w  just now  terminal 624x640, light, large, en-US, UTC
          w  just now  terminal 624x640, dark, large, en-US, UTC

          """)
      #expect(try command.run("snapshot", "show", file).output.contains("inline dark"))
      #expect(try command.run("snapshot", "show", file, "--family", "none").output.contains("card light"))
      #expect(try command.run("snapshot", "show", file, "--family", "none", "--appearance", "dark").output.contains("card dark"))
      #expect(try command.run("snapshot", "show", file, "--size", "624x20").output.contains("inline dark"))
      let all = try command.run("snapshot", "show", file, "--all").output
      for view in ["inline dark", "card light", "card dark"] { #expect(all.contains(view), "\(all)") }
      let none = try command.run("snapshot", "show", file, "--family", "small")
      #expect(none.status == 1)
      #expect(
        none.errors == """
          luawidget: no snapshot of "\(file)" fits the options; stored:
            terminal inline 624x20, dark, large, en-US, UTC
            terminal 624x640, light, large, en-US, UTC
            terminal 624x640, dark, large, en-US, UTC

          """)
      #expect(try command.run("snapshot", "clear", file).status == 0)
      #expect(try command.run("snapshot", "list").output == "")
    }
  }

  @Test("an instance is listed once by cache and defaults, however many contexts it has")
  func otherStores() async throws {
    try await withCommand { command in
      let file = try command.write(
        "function perform_update() cache.set('a', 1) defaults.set('b', 2) return update_result.new_data end "
          + "function content() return ui.text { 'x' } end", to: "w.lua")
      for width in ["40", "50", "60"] { #expect(try command.run("run", file, "--width", width).status == 0) }
      #expect(try command.run("cache", "list", "w").output.split(separator: "\n").count == 2)
      #expect(try command.run("defaults", "read").output == "w\n")
      #expect(try command.run("defaults", "read", "w", "b").output == "2\n")
    }
  }
}
