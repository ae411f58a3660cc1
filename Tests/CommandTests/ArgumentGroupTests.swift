import Testing
import WidgetCommands
import WidgetModel
import WidgetRendering

/// How `luawidget` reads the arguments of `run` and `open`.
@Suite struct ArgumentGroupTests {
  private func run(_ arguments: String...) -> RunArguments? { RunArguments(arguments: arguments) }

  @Test("values are attached with an equals sign or follow; the last one counts, and repeatable options collect all")
  func values() throws {
    let arguments = try #require(
      run(
        "--width", "30", "w.lua", "--width=40", "--set", "a=1", "--set=b=2", "--format", "json", "--text-size=xLarge", "-q",
        "--scale",
        "1.5", "--display-mode", "compact"))
    #expect(arguments.widget.file == "w.lua" && arguments.width == 40 && arguments.widget.settings == ["a=1", "b=2"])
    #expect(arguments.format == .json && arguments.textSize == .xLarge && arguments.widget.isQuiet)
    #expect(arguments.rendering.scale == 1.5 && arguments.displayMode == .compact && !arguments.isWatching)
  }

  @Test("after two hyphens, everything is a file; a lone hyphen and an empty text are values")
  func terminator() {
    #expect(run("-v", "--", "-q.lua")?.widget.file == "-q.lua")
    #expect(run("--", "--")?.widget.file == "--")
    #expect(run("-")?.widget.file == "-")
    #expect(run("w.lua", "--output", "-")?.output == "-")
    #expect(run("w.lua", "--set", "")?.widget.settings == [""])
    #expect(run("w.lua", "--output=", "x")?.output == "x")
  }

  @Test("flags without values combine")
  func combinedFlags() {
    #expect(run("-qq", "w.lua")?.widget.isQuiet == true)
    #expect(run("-qx", "w.lua") == nil && run("-qv", "w.lua") == nil && run("-q=1", "w.lua") == nil)
  }

  @Test(
    "usage errors and requests for help are left to luawidget-commands",
    arguments: [
      [], ["a", "b"], ["w.lua", "--bogus"], ["w.lua", "--width"], ["w.lua", "--width", "-1"], ["w.lua", "--width", "x"],
      ["w.lua", "--set", "--", "a=1"], ["w.lua", "--format", "gif"], ["w.lua", "--quiet=1"], ["w.lua", "---x"], ["w.lua", "-x"],
      ["w.lua", "--record", "a", "--replay", "b"], ["w.lua", "--offline", "--record", "a"], ["w.lua", "--record="], ["--help"],
      ["w.lua", "-h"], ["w.lua", "--version"], ["w.lua", "--file", "x"],
    ])
  func refused(_ arguments: [String]) {
    #expect(RunArguments(arguments: arguments) == nil)
  }

  @Test("open takes a link, a widget and the options of run, but does not watch")
  func open() {
    let arguments = OpenArguments(arguments: ["my://x", "--widget", "w.lua", "--format", "json"])
    #expect(arguments?.url == "my://x" && arguments?.widget == "w.lua" && arguments?.run.format == .json)
    for more in [["--watch"], ["--follow"], ["--format", "waybar"]] {
      #expect(OpenArguments(arguments: ["my://x"] + more) == nil)
    }
  }

  @Test("names are unique, and every conflict names an option")
  func declarations() {
    let names = OpenArguments.declarations.flatMap(\.names)
    #expect(Set(names).count == names.count)
    for declaration in RunArguments.declarations {
      for name in declaration.conflicts { #expect(RunArguments.declarations.contains { $0.name == name }) }
    }
  }
}
