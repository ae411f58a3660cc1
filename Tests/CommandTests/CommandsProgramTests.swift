import Foundation
import Testing
import WidgetCommands
import WidgetTesting

/// `luawidget` executes `luawidget-commands`, and the user sees one program.
@Suite struct CommandsProgramTests {
  private static let widget = "function content() return ui.text 'x' end"

  /// Pseudo-random, and the same in every run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64 = 11
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  /// Command lines of valid and invalid words.
  private static func commandLines(_ count: Int) -> [[String]] {
    var generator = Generator()
    let words =
      RunArguments.declarations.flatMap(\.names) + [
        "w.lua", "w.lua", "30", "x", "-1", "--", "-", "", "--width=40", "--format", "json", "--format=gif", "--quiet=1", "-qq",
        "-qx", "-v",
        "--set=a=1", "--record=", "--bogus", "--scale=nan", "--output=", "---", "--=", "-=", "large", "none",
      ]
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
    }
  }

  @Test("both programs agree about which arguments are valid")
  func agreement() async throws {
    try await withCommand { command in
      let program = Command.program.deletingLastPathComponent().appending(path: "luawidget-commands")
      for arguments in Self.commandLines(150) {
        let outcome = try command.start(program, ["run"] + arguments)
        // It explains what's wrong with arguments, and doesn't run widgets.
        let isValid = outcome.errors.contains("internal error: the arguments are valid")
        #expect(isValid == (RunArguments(arguments: arguments) != nil), "\(arguments): \(outcome)")
      }
    }
  }

  @Test("without luawidget-commands, widgets run, and everything else is an error with a remedy")
  func missing() async throws {
    try await withCommand { command in
      let file = try command.write(Self.widget, to: "w.lua")
      let program = command.folder.appending(path: "luawidget")
      let folder = Command.program.deletingLastPathComponent()
      for name in ["luawidget", "luawidget-worker"] {
        try copyProgram(folder.appending(path: name), to: command.folder.appending(path: name))
      }
      #expect(try command.start(program, ["run", file]).status == 0)
      #expect(try command.start(program, ["--version"]).output.hasPrefix("luawidget \(Program.version) ("))
      for arguments in [[], ["--help"], ["doctor"], ["run", file, "--bogus"], ["run", "--help"]] {
        let outcome = try command.start(program, arguments)
        #expect(outcome.status == 6 && outcome.output == "", "\(outcome)")
        #expect(
          outcome.errors
            == "luawidget: luawidget-commands was not found next to luawidget\n"
            + "  try: install luawidget again (the package, the archive, or make install). Its programs belong together: link to luawidget instead "
            + "of copying it\n")
      }
    }
  }

  @Test("a command runs in the process that the user started, under the same name and with the same descriptors")
  func sameProcess() async throws {
    try await withCommand { command in
      try command.write("widget { settings = { key = { type = 'secret' } } } " + Self.widget, to: "w.lua")
      // The command is waiting for its standard input.
      let outcome = try command.start(
        URL(filePath: "/bin/sh"),
        [
          "-c",
          """
          mkfifo input; "$0" secret set w.lua key < input & child=$!
          exec 9> input
          n=0; until readlink /proc/$child/exe | grep -q commands || [ $n = 200 ]; do sleep 0.05; n=$((n + 1)); done
          readlink /proc/$child/exe; tr '\\0' ' ' < /proc/$child/cmdline; echo; readlink /proc/$child/fd/0
          echo hush >&9; exec 9>&-; wait $child; echo $?
          """, Command.program.path,
        ])
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(lines.count == 5, "\(outcome)")
      #expect(lines[0].hasSuffix("/luawidget-commands"))
      #expect(lines[1] == "\(Command.program.path) secret set w.lua key ")
      #expect(lines[2].hasSuffix("/input"))
      #expect(lines[3].hasPrefix("key: stored in ") && lines[4] == "0")
    }
  }

  @Test("completions cover the commands of both programs", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) async throws {
    try await withCommand { command in
      let script = try command.run("--generate-completion-script", shell).output
      for word in ["no-snapshot", "display-mode", "widget", "clean", "surface", "nerd", "xxxLarge"] {
        #expect(script.contains(word), "\(word)")
      }
    }
  }

  @Test("help has the options of the table: of run, and without a hidden one of open")
  func help() async throws {
    try await withCommand { command in
      for arguments in [["run", "--help"], ["help", "run"], ["run", "w.lua", "-h"]] {
        let help = try command.run(arguments).output
        for declaration in RunArguments.declarations where declaration.kind != .positional {
          #expect(help.contains("  \(declaration.names.joined(separator: ", "))"), "\(declaration.name)")
        }
      }
      let open = try command.run("open", "--help").output
      #expect(open.contains("--no-snapshot") && open.contains("--widget <widget>") && !open.contains("  --watch"))
      let watch = try command.run("open", "my://x", "--watch")
      #expect(
        watch.status == 2 && watch.errors.hasPrefix("luawidget: open shows the widget once; it excludes --watch\n"), "\(watch)")
    }
  }

  @Test("an option that is misspelt is suggested; one that is far from all is not")
  func suggestions() async throws {
    try await withCommand { command in
      let near = try command.run("run", "w.lua", "--wach")
      #expect(
        near.status == 2 && near.errors.hasPrefix("luawidget: Unknown option '--wach'. Did you mean '--watch'?\n"), "\(near)")
      let far = try command.run("preview", "w.lua", "--bogus")
      #expect(far.status == 2 && far.errors.hasPrefix("luawidget: Unknown option '--bogus'\n"), "\(far)")
    }
  }
}
