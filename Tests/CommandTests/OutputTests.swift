import Foundation
import Testing

/// Output to a file, a closed pipe and a full disk.
@Suite struct OutputTests {
  private static let source = """
    function perform_update()
      defaults.set("kept", "value")
      cache.set("big", string.rep("x", 60000))
      return update_result.new_data
    end
    function content() return ui.text { "shown" } end
    """

  /// Stores a first version of everything; later runs try to replace it, and show the stored values.
  private static let storing = """
    widget { permissions = { groups = { "group.x" } } }
    function perform_update()
      local files = container("group.x")
      if not files:read("kept") then
        files:write("kept", "file")
        cache.set("kept", "cached")
      else
        local done, err = pcall(files.write, files, "kept", ("new"):rep(100000))
        print(done, tostring(err))
        print(files:read("kept") .. " " .. #files:list() .. " " .. cache.get("kept"))
        cache.set("kept", ("new"):rep(20000))
      end
      return update_result.new_data
    end
    function content() return ui.text { "shown" } end
    """

  /// Runs a shell line with the program as `$0`.
  private func shell(_ command: Command, _ line: String) throws -> Command.Outcome {
    try command.start(URL(filePath: "/bin/sh"), ["-c", line, Command.program.path])
  }

  @Test("--output replaces the file atomically, or leaves it unchanged")
  func output() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let output = try command.write("before", to: "out.txt")
      #expect(try command.run("run", file, "--output", output).status == 0)
      let text = try String(contentsOfFile: output, encoding: .utf8)
      #expect(text.contains("shown") && !text.contains("\u{1B}"))
      #expect(try command.run("run", file, "--output", "/dev/full").errors.contains("No space left on device"))
      #expect(try command.run("run", file, "--output", command.folder.path).status == 2)
      for standard in ["/dev/stdout", "-"] {
        #expect(try command.run("run", file, "--output", standard).output.contains("shown"))
      }
      #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: "-").path))
    }
  }

  @Test("--output writes through a symbolic link, also to a file that does not exist yet; a loop of links is an error")
  func links() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let folder = command.folder.appending(path: "sub")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (link, target) in [
        ("a.txt", "sub/old.txt"), ("b.txt", folder.path + "/new.txt"), ("c.txt", "a.txt"), ("d.txt", "d.txt"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: command.folder.appending(path: link).path, withDestinationPath: target)
      }
      try command.write("before", to: "sub/old.txt")
      for (link, written) in [("a.txt", "old.txt"), ("b.txt", "new.txt"), ("c.txt", "old.txt")] {
        #expect(try command.run("run", file, "--output", link).status == 0)
        let target = folder.appending(path: written)
        #expect(try String(contentsOf: target, encoding: .utf8).contains("shown"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: command.folder.appending(path: link).path) != "")
        try FileManager.default.removeItem(at: target)
      }
      #expect(try command.run("run", file, "--output", "d.txt").errors.contains("Too many levels of symbolic links"))
    }
  }

  @Test("a limit of a file's size is an error of the output, and a warning about the snapshot")
  func fileSizeLimit() async throws {
    try await withCommand { command in
      try command.write("function content() return ui.text { \"shown\" } end", to: "w.lua")
      let limited = try shell(
        command, "(ulimit -f 0; \"$0\" run w.lua --no-snapshot --output out.txt; echo status $?) 2>&1 | cat")
      #expect(
        limited.output.contains("cannot write out.txt: File too large") && limited.output.contains("status 2"), "\(limited)")
      #expect(!limited.output.contains("the old file"), "\(limited)")
      let kept = try shell(
        command, "(echo old > out.txt; ulimit -f 0; \"$0\" run w.lua --no-snapshot --output out.txt) 2>&1 | cat; cat out.txt")
      #expect(kept.output.contains("; the old file is unchanged\n") && kept.output.hasSuffix("old\n"), "\(kept)")
      let shown = try shell(command, "(\"$0\" run w.lua -q >&2; ulimit -f 1; \"$0\" run w.lua; echo status $?) 2>&1 | cat")
      #expect(shown.output.contains("shown") && shown.output.contains("the snapshot was not stored"), "\(shown)")
      #expect(shown.output.contains("status 0"))
    }
  }

  @Test("icons are Unicode characters, or those of a Nerd Font by option or configuration")
  func icons() async throws {
    try await withCommand { command in
      let file = try command.write(
        "widget { icon = 'airplane' } function perform_update() return update_result.new_data end function content() return ui.icon 'heart' end",
        to: "w.lua")
      #expect(try command.run("run", file).output.contains("✈"))
      let nerd = try command.run("run", file, "--icons", "nerd").output
      #expect(nerd.contains("\u{F001D}"), "\(nerd)")
      #expect(nerd.contains("\u{F02D5}"), "\(nerd)")
      #expect(!nerd.contains("✈"))
      try command.write("[terminal]\nicons = \"nerd\"\n", to: ".config/luawidget/config.toml")
      #expect(try command.run("run", file).output == nerd)
      #expect(try command.run("run", file, "--icons", "unicode").output.contains("✈"))
    }
  }

  @Test("a closed or full pipe does not crash the program")
  func closedPipe() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "w.lua")
      let closed = try shell(command, "\"$0\" run w.lua | true; echo done")
      #expect(closed.output == "done\n" && closed.errors == "", "\(closed)")
      let full = try shell(command, "\"$0\" run w.lua > /dev/full")
      #expect(full.status == 6 && full.errors.contains("No space left on device"), "\(full)")
      let none = try shell(command, "\"$0\" run w.lua >&-")
      #expect(none.status == 6, "\(none)")
    }
  }

  /// Whether this user may mount file systems.
  static var canMount: Bool {
    let outcome = try? Command().start(URL(filePath: "/bin/sh"), ["-c", "unshare -rm mount -t tmpfs -o size=64k none /mnt"])
    return outcome?.status == 0
  }

  @Test(
    "a full disk is reported, the view is shown, and stored data remain",
    .enabled(if: OutputTests.canMount, "needs namespaces for users"))
  func fullDisk() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "w.lua")
      try command.write(
        """
        mkdir small && mount -t tmpfs -o size=256k none small || exit 99
        export HOME="$PWD/small" TMPDIR=/tmp
        "$1" run w.lua --quiet || exit 98
        dd if=/dev/zero of=small/filler bs=1k 2>/dev/null
        "$1" run w.lua; echo "status $?"
        rm small/filler
        "$1" defaults read w.lua kept
        """, to: "full.sh")
      let outcome = try command.start(
        URL(filePath: "/usr/bin/unshare"), ["-rm", "/bin/sh", "full.sh", Command.program.path])
      #expect(outcome.output.contains("shown"), "\(outcome)")
      #expect(outcome.output.hasSuffix("\"value\"\n"), "\(outcome)")
      #expect(outcome.output.contains("status 0") && outcome.errors.contains("no space is left"), "\(outcome)")
    }
  }

  @Test(
    "an unwritable data folder is reported, and the view is shown",
    .enabled(if: OutputTests.canMount, "needs namespaces for users"))
  func readOnlyFolder() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "w.lua")
      try command.write(
        """
        mkdir small && mount -t tmpfs none small && HOME="$PWD/small" "$1" run w.lua --quiet >/dev/null || exit 99
        mount -o remount,ro small || exit 98
        HOME="$PWD/small" "$1" run w.lua; echo "status $?"
        HOME="$PWD/small" "$1" defaults read w.lua kept
        """, to: "readonly.sh")
      let outcome = try command.start(
        URL(filePath: "/usr/bin/unshare"), ["-rm", "/bin/sh", "readonly.sh", Command.program.path])
      #expect(outcome.output.contains("shown"), "\(outcome)")
      #expect(outcome.output.contains("status 0") && outcome.errors.contains("read-only"), "\(outcome)")
      #expect(outcome.output.hasSuffix("\"value\"\n"), "\(outcome)")
    }
  }

  @Test(
    "containers and the cache: a full disk or an unwritable folder is reported and loses no data",
    .enabled(if: OutputTests.canMount, "needs namespaces for users"),
    arguments: [
      ("dd if=/dev/zero of=small/filler bs=1k 2>/dev/null", "No space left on device", "no space is left"),
      ("mount -o remount,ro small", "Read-only file system", "read-only"),
    ])
  func containers(_ fill: String, _ container: String, _ cache: String) async throws {
    try await withCommand { command in
      try command.write(Self.storing, to: "w.lua")
      try command.write(
        """
        mkdir small && mount -t tmpfs -o size=256k none small || exit 99
        export HOME="$PWD/small" TMPDIR=/tmp
        "$1" run w.lua --quiet --allow group=group.x >/dev/null || exit 98
        \(fill)
        "$1" run w.lua --allow group=group.x; echo "status $?"
        "$1" cache show w.lua kept
        cat small/.local/share/luawidget/containers/group.x/kept; echo
        ls -A small/.local/share/luawidget/containers/group.x
        """, to: "full.sh")
      let outcome = try command.start(
        URL(filePath: "/usr/bin/unshare"), ["-rm", "/bin/sh", "full.sh", Command.program.path])
      #expect(outcome.output.contains("shown"), "\(outcome)")
      #expect((outcome.errors + outcome.output).contains(container), "\(outcome)")
      #expect(outcome.errors.contains(cache), "\(outcome)")
      #expect((outcome.errors + outcome.output).contains("file 1 cached"), "\(outcome)")
      #expect(outcome.output.hasSuffix("\"cached\"\nfile\nkept\n"), "\(outcome)")
    }
  }

  @Test(
    "every command reports a full disk on standard output",
    arguments: [
      "defaults read", "defaults read w.lua", "cache list", "snapshot list", "snapshot show w.lua", "audit w.lua", "doctor",
      "api",
    ])
  func fullOutput(_ arguments: String) async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "w.lua")
      #expect(try command.run("run", "w.lua").status == 0)
      let outcome = try shell(command, "\"$0\" \(arguments) > /dev/full")
      #expect(outcome.status == 6 && outcome.errors == "luawidget: standard output: No space left on device\n", "\(outcome)")
    }
  }

  @Test(
    "without /proc the program reports it instead of ignoring its arguments",
    .enabled(if: OutputTests.canMount, "needs namespaces for users"))
  func withoutProc() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "w.lua")
      let outcome = try shell(command, "unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$0\" run w.lua' \"$0\"")
      #expect(outcome.status == 6 && outcome.errors.contains("/proc is not mounted"), "\(outcome)")
    }
  }

  @Test(
    "escape sequences in arguments do not reach the terminal",
    arguments: [["\u{1B}[2J"], ["run", "\u{1B}[2J"], ["run", "--\u{1B}]0;x\u{7}"]])
  func escapedArguments(_ arguments: [String]) async throws {
    try await withCommand { command in
      let outcome = try command.run(arguments)
      #expect(outcome.status != 0 && !outcome.errors.contains("\u{1B}") && !outcome.output.contains("\u{1B}"), "\(outcome)")
    }
  }
}
