import Foundation
import Testing
import WidgetServices
import WidgetTesting

@Suite struct ProgramRunnerTests {
  private let runner = SystemProgramRunner(home: "/nonexistent")

  private func sh(_ line: String, deadline: Double = 30) throws -> ProgramResult {
    try runner.run("/bin/sh", ["-c", line], deadline: deadline, isCancelled: { false })
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("the result has the status and both outputs")
  func outputs() throws {
    let result = try sh("echo out; echo err >&2; exit 3")
    #expect((result.status, text(result.output), text(result.errors)) == (3, "out\n", "err\n"))
    #expect(try sh("kill -TERM $$").status == 128 + 15)
  }

  @Test("arguments are passed unchanged, whatever their characters")
  func words() throws {
    let echo = try #require(runner.resolve("echo"))
    let result = try runner.run(echo, ["$(id)", "; ls", "a\nb", ""], deadline: 30, isCancelled: { false })
    #expect(text(result.output) == "$(id) ; ls a\nb \n")
  }

  @Test("no input, a short environment, the root folder, no other descriptors, a new session")
  func surroundings() throws {
    #expect(text(try sh("cat; pwd").output) == "/\n")
    let names = text(try sh("env").output).split(separator: "\n").map { $0.prefix { $0 != "=" } }.filter {
      $0 != "PWD" && $0 != "_"
    }
    #expect(Set(names).isSubset(of: ["PATH", "LANG", "HOME", "SHLVL"]))
    #expect(text(try sh("echo $HOME").output) == "/nonexistent\n")
    // ls has one descriptor open on the folder it lists.
    #expect(text(try sh("exec ls /proc/self/fd").output).split(separator: "\n").count == 4)
  }

  @Test("a program that exceeds the time or output limit is stopped with all its children")
  func limits() throws {
    let folder = TemporaryFolder()
    let mark = folder("pid")
    #expect(throws: ProgramError.timeout(path: "/bin/sh", seconds: 1)) {
      try sh("sleep 300 & echo $! > \(mark); wait", deadline: 1)
    }
    let pid = try #require(
      pid_t(try String(contentsOfFile: mark, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
    var isGone = false
    for _ in 0..<500 where !isGone {
      // A killed orphan may still wait for its new parent.
      isGone = kill(pid, 0) != 0 || (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.contains(") Z") == true
      usleep(10_000)
    }
    #expect(isGone)
    #expect(throws: ProgramError.tooMuchOutput(path: "/bin/sh", limit: 1 << 20)) { try sh("yes") }
    #expect(throws: ProgramError.cancelled) {
      try runner.run("/bin/sh", ["-c", "sleep 300"], deadline: 60, isCancelled: { true })
    }
  }

  @Test("a program that leaves a child behind does not delay the result")
  func orphan() throws {
    #expect(try sh("sleep 300 & exit 0").status == 0)
    #expect(try sh("sleep 300 >/dev/null 2>&1 & exit 0").status == 0)
  }

  @Test(
    "a process that left the program's session ends with the program, and at its limits",
    arguments: [("wait", "1"), ("yes", "30"), ("exit 0", "30"), ("kill -9 $$", "30")])
  func daemons(_ ending: String, _ deadline: String) throws {
    let folder = TemporaryFolder()
    let mark = folder("pid")
    let script = """
      setsid sh -c 'setsid sleep 300 & echo $! > "$0"; mv "$0" "$0.done"; wait' \(mark) &
      while [ ! -e \(mark).done ]; do sleep 0.02; done; \(ending)
      """
    _ = try? sh(script, deadline: Double(deadline) ?? 30)
    let pid = try #require(
      pid_t(try String(contentsOfFile: mark + ".done", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
    // The runner has waited for all of them, so nothing needs time here.
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }

  @Test(
    "a process that left the session ends even if one of the two above the program is killed, or both are stopped",
    arguments: ["kill -9 $PPID", "kill -9 $guardian", "kill -STOP $guardian $PPID", "kill -STOP $PPID"])
  func killedSupervisor(_ attack: String) throws {
    let folder = TemporaryFolder()
    let mark = folder("pid")
    let script = """
      guardian=$(cut -d' ' -f4 /proc/$PPID/stat)
      setsid sh -c 'setsid sleep 300 & echo $! > "$0"; mv "$0" "$0.done"; wait' \(mark) &
      while [ ! -e \(mark).done ]; do sleep 0.02; done; echo $$ > \(folder("program")); \(attack); sleep 300
      """
    _ = try? sh(script, deadline: 3)
    for name in [mark + ".done", folder("program")] {
      let text = try String(contentsOfFile: name, encoding: .utf8)
      let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      for _ in 0..<1000 where kill(pid, 0) == 0 { usleep(10_000) }
      #expect(kill(pid, 0) == -1 && errno == ESRCH, "\(name)")
    }
  }

  @Test("a launched program goes on after its launcher, with its own outputs; only a quick failure is reported")
  func launching() throws {
    let folder = TemporaryFolder()
    let start = ContinuousClock.now
    // A browser inherits its launcher's outputs, and writes to them as long as it runs.
    try runner.launch(
      "/bin/sh", ["-c", "(sleep 1.5; echo x; echo y >&2; echo \"$LANG\" > \(folder("child"))) & exit 0"], patience: 30)
    #expect(ContinuousClock.now - start < .seconds(1))
    // It ends with the browser, as without a desktop.
    try runner.launch("/bin/sh", ["-c", "sleep 1; echo x; echo done > \(folder("launcher"))"], patience: 0.1)
    #expect(throws: ProgramError.failed(path: "/bin/sh", status: 3)) {
      try runner.launch("/bin/sh", ["-c", "exit 3"], patience: 30)
    }
    for name in ["child", "launcher"] {
      for _ in 0..<500 where !FileManager.default.fileExists(atPath: folder(name)) { usleep(20_000) }
      #expect(FileManager.default.fileExists(atPath: folder(name)), "\(name)")
    }
  }

  @Test("a user's program has the user's language, keyboard and folders, and nothing else")
  func userVariables() {
    let environment = [
      "LANG": "de_DE.UTF-8", "LC_TIME": "C", "LANGUAGE": "de", "GTK_IM_MODULE": "fcitx", "XMODIFIERS": "@im=fcitx",
      "XDG_SESSION_ID": "3", "XDG_CACHE_HOME": "/c", "API_TOKEN": "secret", "LD_PRELOAD": "/x.so", "LC": "x",
    ]
    let passed = SystemURLOpener.variables(of: environment)
    #expect(Set(environment.keys).subtracting(passed.keys) == ["API_TOKEN", "LD_PRELOAD", "LC"])
    let german = SystemProgramRunner(home: "/h", variables: passed)
    let output = try? german.run("/bin/sh", ["-c", "echo $LANG; env | grep -c ^LANG="], deadline: 30, isCancelled: { false })
      .output
    #expect(output.map(text) == "de_DE.UTF-8\n1\n")
  }

  @Test("a link that luawidget itself would open, by waiting for the tap, goes to the widget")
  func ownEntry() {
    let programs = FakeProgramRunner()
    programs.program("/usr/bin/xdg-mime", "luawidget.desktop\n")
    #expect(!SystemURLOpener(runner: programs).opens("myflight"))
    programs.program("/usr/bin/xdg-mime", "app.desktop\n")
    #expect(SystemURLOpener(runner: programs).opens("myflight"))
  }

  @Test("names are looked up in the system's folders only")
  func resolving() throws {
    #expect(runner.resolve("sh")?.hasSuffix("/sh") == true)
    for name in ["", "no-such-program", "../bin/sh", "bin/sh", "/no/such"] { #expect(runner.resolve(name) == nil, "\(name)") }
    #expect(throws: ProgramError.cannotStart(path: "/no/such", reason: "No such file or directory")) {
      try runner.run("/no/such", [], deadline: 1, isCancelled: { false })
    }
  }

  @Test(
    "programs that run arbitrary commands are recognized",
    arguments: [
      "git", "/bin/sh", "python3.11", "lua5.4", "env", "find", "node22", "luawidget", "/lib64/ld-linux-x86-64.so.2", "mawk",
      "stdbuf", "systemctl", "deno", "view",
    ])
  func openEnded(name: String) { #expect(OpenEndedProgram.contains(name)) }

  @Test("a link to one of them is one") func linked() throws {
    try withTemporaryFolder { folder in
      #expect(symlink("/bin/sh", "\(folder)/harmless") == 0)
      #expect(OpenEndedProgram.contains("\(folder)/harmless"))
    }
  }

  @Test("and others are not", arguments: ["uname", "date", "sensors", "uptime"])
  func others(name: String) { #expect(!OpenEndedProgram.contains(name)) }
}
