import Foundation
import Testing

/// A full disk, files in the way, and a low limit on processes.
@Suite struct SystemFaultTests {
  private static let clock =
    #"function perform_update() return update_result.new_data end function content() return ui.text "x" end"#

  /// Runs the program through a shell, `$0` being the program.
  private func shell(_ script: String, _ command: Command, _ arguments: String...) throws -> Command.Outcome {
    try command.start(URL(filePath: "/bin/sh"), ["-c", script, Command.program.path] + arguments)
  }

  @Test(
    "a full disk is an error of every command that prints",
    arguments: [["defaults", "read"], ["run"], ["snapshot", "show"], ["api"]])
  func fullDisk(_ words: [String]) async throws {
    try await withCommand { command in
      let file = try command.write(Self.clock, to: "clock.lua")
      #expect(try command.run("run", file).status == 0)
      #expect(try command.run("defaults", "write", file, "key", "1").status == 0)
      let arguments = words == ["api"] ? words : words + [file]
      let full = try command.start(
        URL(filePath: "/bin/sh"), ["-c", #""$0" "$@" > /dev/full"#, Command.program.path] + arguments)
      #expect(full.errors == "luawidget: standard output: No space left on device\n")
      #expect(full.status == 6)
    }
  }

  @Test("a reader that goes away is not an error", arguments: ["api", "--help", "--version", "help run"])
  func brokenPipe(_ arguments: String) async throws {
    try await withCommand { command in
      let outcome = try shell("mkfifo p; exec 3<>p 4>p 3<&-; \"$0\" \(arguments) >&4; echo $? >&2", command)
      #expect(outcome.errors == "0\n")
    }
  }

  @Test("an argument that is not UTF-8 is refused, and no other file is run", arguments: ["run", "open", "audit"])
  func illFormedArgument(_ name: String) async throws {
    try await withCommand { command in
      // The argument with its ill-formed byte replaced.
      try command.write(Self.clock, to: "q\u{FFFD}.lua")
      let outcome = try shell("\"$0\" \(name) \"$(printf 'q\\377.lua')\"", command)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors == "luawidget: argument 2 is not UTF-8: q\u{FFFD}.lua\n")
    }
  }

  @Test("help and the version report a full disk", arguments: ["--help", "--version", "run --help"])
  func helpOnFullDisk(_ arguments: String) async throws {
    try await withCommand { command in
      let outcome = try shell("\"$0\" \(arguments) > /dev/full", command)
      #expect(outcome.errors == "luawidget: standard output: No space left on device\n" && outcome.status == 6)
    }
  }

  @Test(
    "output does not end up in another file when a descriptor is closed", arguments: [["run"], ["defaults", "read"], ["audit"]])
  func closedDescriptors(_ words: [String]) async throws {
    try await withCommand { command in
      let file = try command.write(Self.clock, to: "clock.lua")
      #expect(try command.run("run", file).status == 0)
      #expect(try command.run("defaults", "write", file, "key", "1").status == 0)
      let closed = try command.start(
        URL(filePath: "/bin/sh"), ["-c", #""$0" "$@" >&-"#, Command.program.path] + words + [file])
      // Dispatch may have the number already.
      #expect(closed.errors.hasPrefix("luawidget: standard output: "))
      #expect(closed.status == 6)
      let all = try command.start(
        URL(filePath: "/bin/sh"), ["-c", #""$0" "$@" >&- 2>&- <&-; exit $?"#, Command.program.path] + words + [file])
      #expect(all.status == 6)
      #expect(try command.run("defaults", "read", file, "key").output == "1\n")
    }
  }

  @Test("commands that do not need the snapshots work without them") func brokenSnapshots() async throws {
    try await withCommand { command in
      let file = try command.write(Self.clock, to: "clock.lua")
      let state = ["XDG_STATE_HOME": try command.write("a file", to: "state")]
      #expect(try command.run(["defaults", "write", file, "key", "1"], environment: state).status == 0)
      #expect(try command.run(["defaults", "read", file, "key"], environment: state).output == "1\n")
      #expect(try command.run(["cache", "clear", "--all"], environment: state).status == 0)
      #expect(try command.run(["permissions", "list"], environment: state).status == 0)
      #expect(try command.run(["snapshot", "list"], environment: state).status == 6)
    }
  }

  @Test("permissions that cannot be stored are not reported as allowed") func unstoredPermission() async throws {
    try await withCommand { command in
      let file = try command.write("widget { permissions = { env = { 'HOME' } } } " + Self.clock, to: "clock.lua")
      let data = ["XDG_DATA_HOME": try command.write("a file", to: "data")]
      let outcome = try command.run(["permissions", "allow", file], environment: data)
      #expect(outcome.status == 6)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("/data is a file, not a folder; try: move "))
    }
  }

  @Test("a leftover temporary file is not in the way of --output") func leftover() async throws {
    try await withCommand { command in
      let file = try command.write(Self.clock, to: "clock.lua")
      // The shell's process id becomes the program's.
      let outcome = try shell(
        #"touch "out.txt.$$.tmp" "~unfinished-$$-out.txt"; exec "$0" run "$1" --output out.txt"#, command, file)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
      #expect(FileManager.default.fileExists(atPath: command.folder.appending(path: "out.txt").path))
    }
  }

  @Test("a low limit on processes is an error, not a hang", arguments: [1, 4, 8])
  func processLimit(_ limit: Int) async throws {
    try await withCommand { command in
      // The limit doesn't apply to root.
      let drop = geteuid() == 0 ? "setpriv --reuid 65531 --regid 65531 --clear-groups" : ""
      let file = try command.write(Self.clock, to: "clock.lua")
      _ = try shell("chmod -R a+rwX .", command)
      guard try shell("\(drop) \"$0\" --version", command).status == 0 else { return }
      let outcome = try shell(
        "exec timeout 20 \(drop) bash -c 'ulimit -u \(limit); exec \"$0\" run \"$1\"' \"$0\" \"$1\"", command, file)
      #expect(
        outcome.errors == "luawidget: cannot start 16 threads: the limit on processes is too low\n  try: ulimit -u 256\n")
      #expect(outcome.status == 6)
    }
  }

  @Test("a low limit on open files is an error and no crash", arguments: [5, 7, 9, 12, 20])
  func fileLimit(_ limit: Int) async throws {
    try await withCommand { command in
      let file = try command.write(Self.clock, to: "clock.lua")
      let outcome = try shell("ulimit -n \(limit); exec \"$0\" run \"$1\"", command, file)
      #expect(outcome.errors == "luawidget: cannot open 24 files: the limit on open files is too low\n  try: ulimit -n 256\n")
      #expect(outcome.status == 6)
    }
  }

  /// Runs a program whose file locks fail, as on some network file systems: ERRNO PROGRAM ARGUMENT...
  private static let withoutLocks = """
    import ctypes, os, platform, struct, sys
    FCNTL, FLOCK = {"x86_64": (72, 73), "aarch64": (25, 32)}[platform.machine()]
    LOAD, EQUAL, RETURN, FAIL, ALLOW = 0x20, 0x15, 0x06, 0x00050000, 0x7FFF0000
    steps = [(LOAD, 0, 0, 0), (EQUAL, 5, 0, FLOCK), (EQUAL, 0, 5, FCNTL), (LOAD, 0, 0, 24), (EQUAL, 2, 0, 6), (EQUAL, 1, 0, 7),
             (EQUAL, 0, 1, 37), (RETURN, 0, 0, FAIL | int(sys.argv[1])), (RETURN, 0, 0, ALLOW)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    libc = ctypes.CDLL(None)
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.prctl(22, 2, struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)), 0, 0) == 0
    os.execv(sys.argv[2], sys.argv[2:])
    """

  #if os(Linux)
    @Test("a file system without locks is named at once, and no other process is blamed", arguments: [ENOLCK, EINVAL, ENOTSUP])
    func noLocks(_ code: Int32) async throws {
      try await withCommand { command in
        let file = try command.write(Self.clock, to: "clock.lua")
        let script = try command.write(Self.withoutLocks, to: "nolocks.py")
        var cases = [(["run", file], Int32(0)), (["run", file, "--format", "tmux"], 0)]
        // SQLite reads a file without locks after other errors.
        if code == ENOLCK { cases.append((["snapshot", "list"], 6)) }
        for (arguments, status) in cases {
          let start = ContinuousClock.now
          let outcome = try command.start(
            URL(filePath: "/usr/bin/env"), ["python3", script, "\(code)", Command.program.path] + arguments)
          #expect(ContinuousClock.now - start < .seconds(8), "\(arguments)")
          let reason = String(cString: strerror(code))
          #expect(
            outcome.errors.contains("/.local/state/luawidget: files in this folder cannot be locked: \(reason)"), "\(outcome)")
          #expect(outcome.status == status && !outcome.errors.contains("another process"), "\(outcome)")
        }
      }
    }
  #endif

  @Test("a link to itself is not suggested in place of itself")
  func linkLoop() async throws {
    try await withCommand { command in
      let outcome = try shell(#"ln -s loop.lua loop.lua; exec "$0" run loop.lua"#, command)
      #expect(outcome.errors.contains("Too many levels of symbolic links") && !outcome.errors.contains("try:"), "\(outcome)")
      #expect(outcome.status != 0)
    }
  }

  @Test("a run with another clock leaves nothing in the cache that other runs see")
  func otherClock() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        function perform_update() year = cache.remember("k", "1m", function() return os.date("!%Y") end) return update_result.new_data end
        function content() return ui.text("year " .. (year or "")) end
        """, to: "year.lua")
      #expect(try command.run("run", file, "--at", "2099-01-01T00:00:00Z").output.contains("year 2099"))
      let now = try command.run("run", file).output
      #expect(now.contains("year 20") && !now.contains("year 2099"), "\(now)")
    }
  }

  @Test("a run with another clock writes nothing to the stored cache, so it evicts nothing from it")
  func otherClockWithFullCache() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        function perform_update()
          for i = 1, 200 do cache.set(os.date("!%Y") .. "-" .. i, ("x"):rep(60000), "1d") end
          return update_result.new_data
        end
        """, to: "full.lua")
      // A debug build takes seconds for so many values.
      #expect(try command.run("run", file, "--limit", "cpu=30s").status == 0)
      let before = try command.run("cache", "list").output
      #expect(before.contains("-200  "))
      #expect(try command.run("run", file, "--limit", "cpu=30s", "--at", "2099-01-01T00:00:00Z").status == 0)
      func keys(_ list: String) -> [Substring] { list.split(separator: "\n").compactMap { $0.split(separator: " ").first } }
      #expect(keys(try command.run("cache", "list").output) == keys(before))
    }
  }
}
