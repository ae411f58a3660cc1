import Foundation
import Testing

/// The words that shells offer after a beginning.
@Suite struct CompletionTests {
  @Test("bash completes ids, boards, files of widgets, secrets, options and their values, and commands after help")
  func completion() async throws {
    try await withCommand { command in
      try command.write(
        "[[widget]]\nfile = \"a.lua\"\nid = \"out\"\n[[widget]]\nfile = \"disk.lua\"\n", to: BoardCommandTests.path)
      try command.write("[[widget]]\nfile = \"clock.lua\"\n", to: ".config/luawidget/boards/work.toml")
      try command.write(BoardCommandTests.flight, to: "flight.lua")
      try command.write(try command.run("--generate-completion-script", "bash").output, to: "completion")
      for (words, expected) in [
        (["board", "remove", ""], "out disk clock"), (["board", "hide", "o"], "out"),
        (["board", "remove", "--board", "work", ""], "clock"), (["board", "show", "--board", ""], "today work"),
        (["update", "d"], "disk"), (["today", "--board", "w"], "work"), (["run", "./fl"], "./flight.lua"),
        (["run", "flight.lua", "--display"], "--display-mode"), (["run", "--display-mode", "c"], "compact"),
        (["board", "set", "disk", "--unse"], "--unset"), (["key", "re"], "revoke"), (["serve", "--allow"], "--allow-origin"),
        (["desktop", "--board", "w"], "work"), (["key", "list", "--board", "w"], "work"),
        (["permissions", "allow", "di"], "disk"),
        (["secret", "set", "flight.lua", ""], "key"), (["secret", "clear", "flight.lua", "k"], "key"),
        (["secret", "set", "gone.lua", ""], ""), (["help", "perm"], "permissions"), (["help", "board", "un"], "unhide"),
        (["help", "doctor", ""], ""), (["autostart", "enable", "d"], "desktop"),
      ] {
        let script = """
          . ./completion; shift 0; COMP_WORDS=(luawidget "$@"); COMP_CWORD=$#
          COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
          _luawidget luawidget "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$COMP_CWORD-1]}"; echo "${COMPREPLY[@]}"
          """
        let path = Command.program.deletingLastPathComponent().path + ":/usr/bin:/bin"
        let outcome = try command.start(URL(filePath: "/bin/bash"), ["-c", script, "bash"] + words, environment: ["PATH": path])
        #expect(outcome.output == expected + "\n", "\(words) \(outcome)")
      }
    }
  }

  @Test("the scripts of all shells offer the commands after help", arguments: ["bash", "zsh", "fish"])
  func help(_ shell: String) async throws {
    try await withCommand { command in
      let script = try command.run("--generate-completion-script", shell).output
      for (name, words) in [("board", "show list add remove move set hide unhide"), ("permissions", "list allow revoke log")] {
        let places = ["3,\(name))", "help \(name)\""]
        let lines = script.split(separator: "\n").filter { line in places.contains { line.contains($0) } }
        #expect(lines.contains { $0.contains(words) }, "\(name) \(lines)")
      }
    }
  }
}
