import Foundation
import Testing

/// The exit status, the messages and the files of commands after failures.
@Suite struct LifecycleCommandTests {
  private static let good = """
    widget { families = { "medium" }, settings = { n = { type = "integer", default = 1 } } }
    function perform_update() return update_result.new_data end
    function content() return ui.text { "shown" } end
    """

  @Test("a failure before any view is reported with its remedy and status, not an error of content")
  func firstFailure() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local d
        function perform_update()
          local response, err = fetch("http://127.0.0.1:9/")
          if not response then return update_result.failed(err) end
          return update_result.new_data
        end
        function content() return ui.text { d.name } end
        """, to: "w.lua")
      let denied = try command.run("run", file)
      #expect(
        denied.status == 4 && denied.errors.contains("add \"127.0.0.1:9\" to permissions.private_net in w.lua"), "\(denied)")
      let down = try command.write(
        "local d function perform_update() return update_result.failed('server is down') end function content() return d.x end",
        to: "down.lua")
      let failed = try command.run("run", down)
      #expect(failed.status == 1 && failed.errors == "luawidget: update failed: server is down\n", "\(failed)")
      #expect(failed.output.contains("server is down"), "\(failed)")
    }
  }

  @Test("a usage error and a failure without a view leave the file of --output as it is")
  func keepsOutput() async throws {
    try await withCommand { command in
      let file = try command.write(Self.good, to: "w.lua")
      let output = try command.write("good", to: "card.svg")
      #expect(try command.run("run", file, "--set", "n=x", "--output", output).status == 2)
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "good")
      let broken = try command.write("function content() error('no') end", to: "broken.lua")
      #expect(try command.run("run", broken, "--output", output).status == 3)
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "good")
    }
  }

  @Test("a family that the manifest does not declare draws nothing and leaves the stored view without a failure")
  func undeclaredFamily() async throws {
    try await withCommand { command in
      let file = try command.write(Self.good, to: "w.lua")
      #expect(try command.run("run", file, "--family", "medium").output.contains("shown"))
      let large = try command.run("run", file, "--family", "large")
      #expect(large.status == 2 && large.output == "" && large.errors.contains("no view for the family"), "\(large)")
      // An accessory shows the icon and the first value of another family's view.
      #expect(try command.run("run", file, "--family", "inline").output.contains("shown"))
      #expect(!(try command.run("snapshot", "list").output.contains("failed")))
    }
  }

  @Test("a name finds the widget beside the folder of its resources")
  func nameOfResourceFolder() async throws {
    try await withCommand { command in
      try command.write(Self.good, to: "w.lua")
      try command.write("1", to: "w/data.txt")
      #expect(try command.run("run", "w").output.contains("shown"))
      let path = try command.run("run", "./w")
      #expect(path.status == 3 && path.errors.contains("try: luawidget run ./w.lua"), "\(path)")
    }
  }

  @Test("audit shows the host of a URL that is the default of a setting as requested")
  func auditOfHostSetting() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { permissions = { net = { { setting = "site" } } },
          settings = { site = { type = "url", default = "https://example.com/x" } } }
        function perform_update() return update_result.new_data end
        """, to: "w.lua")
      let audit = try command.run("audit", file)
      #expect(audit.output.contains("fetching from \"example.com\"   granted by running the widget"), "\(audit)")
      #expect(audit.output.contains("the setting \"site\"") && !audit.output.contains("nothing"), "\(audit)")
    }
  }

  @Test(
    "audit reports a manifest that run does not accept",
    arguments: [
      ("print(1) widget { name = 'N' }", "must be the first statement"),
      ("widget { name = 'N' }\nwidget { name = 'M' }", "w.lua:2: widget { ... } may be called only once"),
    ])
  func auditOfMisplacedManifest(source: String, words: String) async throws {
    try await withCommand { command in
      let file = try command.write(source + " function perform_update() return update_result.new_data end", to: "w.lua")
      for name in ["audit", "run"] {
        let outcome = try command.run(name, file)
        #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome)")
      }
      try command.write(
        "-- widget { }\nwidget { name = 'widget {' } local t = { widget = 1 } function t.widget() end t.widget {}", to: "w.lua")
      #expect(try command.run("audit", file).status == 0)
    }
  }

  @Test("--allow warns of a program or a host that the manifest doesn't request")
  func unrequestedPermission() async throws {
    try await withCommand { command in
      let file = try command.write(
        "widget { permissions = { run = { 'git' }, net = { 'api.example.org' } } }\n"
          + Self.good.split(separator: "\n").dropFirst().joined(separator: "\n"),
        to: "w.lua")
      let outcome = try command.run("run", file, "--allow", "run=gti")
      #expect(
        outcome.errors.contains("you allowed run=gti, but the manifest doesn't request it; did you mean run=git?"), "\(outcome)")
      let host = try command.run("run", file, "--allow", "net=api.example.com")
      let words = "you allowed net=api.example.com, but the manifest doesn't request it"
      #expect(host.errors.contains(words), "\(host)")
      // A board keeps what it's told, so it isn't told what grants nothing.
      let refusal = "does not request net=api.example.com; did you mean \"net=api.example.org\"?"
      let added = try command.run("board", "add", file, "--id", "a", "--allow", "net=api.example.com")
      #expect(added.status == 1 && added.errors.contains(refusal), "\(added)")
      #expect(try command.run("board", "add", file, "--id", "b").errors.isEmpty)
      let set = try command.run("board", "set", "b", "--allow", "net=api.example.com")
      #expect(set.status == 1 && set.errors == "luawidget: b \(refusal)\n", "\(set)")
      #expect(!(try command.run("board", "show").output.contains("allows")))
      let absent = try command.run("permissions", "allow", "b", "run=gti")
      #expect(absent.status == 1 && absent.errors.contains("did you mean \"run=git\"?"), "\(absent)")
      try command.write(
        "[[widget]]\nfile = \"~/w.lua\"\nid = \"b\"\nallow = [\"net=api.example.com\"]\n",
        to: ".config/luawidget/boards/today.toml")
      let allowed = try command.run("permissions", "allow", "b", "run=git")
      #expect(allowed.errors == "warning: \(words); did you mean net=api.example.org?\n", "\(allowed)")
      // Nothing is granted, and the next run says it again.
      let bare = try command.write(
        "function content() local r, err = pcall(run, { 'echo', 'x' }) return ui.text(tostring(err)) end", to: "bare.lua")
      for _ in 0..<2 {
        let outcome = try command.run("run", bare, "--allow", "run=echo")
        #expect(outcome.errors.contains("you allowed run=echo, but the manifest doesn't request it"), "\(outcome)")
        #expect(outcome.output.contains("not in the manifest"), "\(outcome)")
      }
      #expect(!(try command.run("permissions", "list").output.contains("echo")))
      let local = try command.write(
        "widget { permissions = { private_net = { 'localhost:9' } } } "
          + "function content() return ui.text(select(2, fetch 'http://localhost:9/').kind) end", to: "local.lua")
      #expect(try command.run("run", local).output.contains("denied"))
      let connected = try command.run("run", local, "--allow", "private_net=127.0.0.1:9")
      #expect(connected.errors == "" && connected.output.contains("connect"), "\(connected)")
      #expect(try command.run("audit", local).output.contains("allowed by you"))
    }
  }

  @Test("an unknown command, help topic or subcommand is an error with the nearest name")
  func unknownNames() async throws {
    try await withCommand { command in
      let expected: [([String], String)] = [
        (["help", "snapshto"], "luawidget: unknown command \"snapshto\"\n  try: luawidget help snapshot\n  commands: run, "),
        (["help", "nope"], "\n  commands: run, "), (["settings", "list"], "  try: luawidget audit WIDGET, which lists"),
        (["help", "zzzzzz"], "luawidget: unknown command \"zzzzzz\"\n  commands: run, "),
        (["snapshot", "lst"], "  try: luawidget snapshot list\n"),
        (["permissions", "foo"], "  commands: permissions list, permissions allow, permissions revoke, permissions log\n"),
        (["run", "x.lua", "--quiet", "--verbose"], "luawidget: --verbose and --quiet cannot be combined"),
      ]
      for (arguments, words) in expected {
        let outcome = try command.run(arguments)
        #expect(outcome.status == 2 && outcome.errors.contains(words) && outcome.output == "", "\(arguments) \(outcome)")
        #expect(!outcome.errors.contains("notification-response"), "only commands that help lists are suggested")
      }
    }
  }

  @Test("a run without a network has one thread, and lines of the script appear while it runs")
  func oneThread() async throws {
    try await withCommand { command in
      try command.write(
        """
        function perform_update() print "started" for i = 1, 200000000 do end return update_result.new_data end
        function content() return ui.text { "shown" } end
        """, to: "w.lua")
      let outcome = try command.start(
        URL(filePath: "/bin/sh"),
        [
          "-c",
          """
          "$0" run w.lua --offline --limit cpu=30s 2> log & child=$!
          n=0; until grep -q started log || [ $n = 500 ]; do sleep 0.01; n=$((n + 1)); done
          ls /proc/$child/task | wc -l; wait $child; echo $?
          """, Command.program.path,
        ])
      #expect(outcome.output.hasPrefix("1\n") && outcome.output.hasSuffix("\n0\n"), "\(outcome)")
    }
  }

  @Test("commands that remove something say how much; permissions allow takes the name of a widget")
  func reports() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { name = "Named", permissions = { env = { "HOME" } } }
        function perform_update() defaults.set("a", 1) cache.set("b", 2) return update_result.new_data end
        function content() return ui.text { "shown" } end
        """, to: "w.lua")
      #expect(try command.run("run", file).status == 0)
      #expect(try command.run("permissions", "allow", "Named").output == "allowed: env=HOME\n")
      #expect(try command.run("cache", "list", "nope").errors.contains("nothing is cached for \"nope\""))
      #expect(try command.run("cache", "clear", "Named", "b").output == "1 value removed\n")
      #expect(try command.run("defaults", "delete", "Named", "a").output == "1 value removed\n")
      #expect(try command.run("snapshot", "clear", "Named").output == "1 snapshot removed\n")
    }
  }
}
