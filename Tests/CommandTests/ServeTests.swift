import Foundation
import Testing
import WidgetSystem
import WidgetTesting

/// `luawidget serve`, from its start to its end.
@Suite struct ServeTests {
  /// A running server printing to a file.
  final class Running {
    let process: ChildProcess
    private let output: URL

    /// - Parameter isService: Whether the output is the journal of a service.
    init(
      _ command: Command, program: URL = Command.program, _ arguments: [String], isService: Bool = false,
      environment: [String: String] = [:]
    ) throws {
      output = command.folder.appending(path: "serve-\(UUID().uuidString)")
      try #require(FileManager.default.createFile(atPath: output.path, contents: nil))
      let file = try FileDescriptor.open(output.path, O_WRONLY)
      let errorOutput = try FileDescriptor.open(output.path + ".errors", O_WRONLY | O_CREAT, mode: 0o600)
      defer {
        file.close()
        errorOutput.close()
      }
      let status = try file.status()
      let journal = isService ? ["JOURNAL_STREAM": "\(status.device):\(status.inode)"] : [:]
      process = try ChildProcess(
        program, ["serve"] + arguments,
        environment: [
          "HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
          "XDG_RUNTIME_DIR": command.folder.appending(path: "run").path,
        ].merging(journal) { $1 }.merging(environment) { $1 },
        directory: command.folder, output: file, errors: errorOutput)
    }

    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    var errors: String { (try? String(contentsOfFile: output.path + ".errors", encoding: .utf8)) ?? "" }

    /// Waits until the text contains another one, once or several times.
    func prints(_ wanted: String, times: Int = 1, to stream: KeyPath<Running, String> = \.text) async -> Bool {
      for _ in 0..<12_000 {
        if self[keyPath: stream].ranges(of: wanted).count >= times { return true }
        try? await Task.sleep(for: .milliseconds(10))
      }
      return false
    }

    /// Signs in like a browser and opens the page, so its widgets are visible.
    func openPage() async throws {
      let (host, port) = (try #require(host), try #require(port))
      let token = String(try #require(text.firstMatch(of: #/token=([\w-]+)/#)).1)
      try await onOwnThread {
        let login = try RawConnection(port: port)
        login.send(
          """
          POST /login HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\
          Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(token.utf8.count + 6)\r\n\r\ntoken=\(token)
          """)
        let cookie = try #require(try login.response().field("set-cookie")?.split(separator: ";").first)
        let page = try RawConnection(port: port)
        page.send("GET / HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
        #expect(try page.response().status == 200)
      }
    }

    /// The board's own name with the port.
    var host: String? { text.firstMatch(of: #/http:\/\/(b-[0-9a-f]{32}\.localhost:\d+)\//#).map { String($0.1) } }

    var port: Int? { host.flatMap { $0.split(separator: ":").last.flatMap { Int($0) } } }

    func end(_ signal: Int32) async -> Int32 {
      kill(process.processIdentifier, signal)
      for _ in 0..<12_000 where !process.hasEnded { try? await Task.sleep(for: .milliseconds(10)) }
      if !process.hasEnded {
        process.terminate()
        return -1
      }
      return abs(process.end())
    }
  }

  @Test("prints the address and what to do next")
  func greeting() async throws {
    try await withCommand { command in
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("Ctrl-C ends it."))
      let text = running.text
        .replacing(#/b-[0-9a-f]{32}\./#, with: "NAME.").replacing(#/:\d+\//#, with: ":PORT/").replacing(
          #/token=[\w-]{32}/#, with: "token=TOKEN")
      #expect(
        text == """
          Open this address in a browser. It works once; the browser stays signed in.

            http://NAME.localhost:PORT/login?token=TOKEN

          The board is empty. Add a widget on the page, or:  luawidget board add WIDGET
          Only this machine can reach the page. Ctrl-C ends it.

          """)
      #expect(await running.end(SIGINT) == 130)
    }
  }

  /// Upgrades the program of a server whose page is open. Other processes change the store, so the server has something to do.
  private func withUpgrade(
    _ arguments: [String] = [], permissions: mode_t = 0o755, _ body: (Running, _ program: URL) async throws -> Void
  ) async throws {
    try await withCommand { command in
      let file = try command.write("function content() return ui.text 'up' end", to: "up.lua")
      #expect(try command.run("board", "add", file).status == 0)
      let program = try command.copiedProgram()
      let running = try Running(command, program: program, ["--port", "0"] + arguments)
      #expect(await running.prints("Ctrl-C"))
      try await running.openPage()
      try copyProgram(Command.program, to: program.appendingPathExtension("new"))
      #expect(chmod(program.path + ".new", permissions) == 0 && rename(program.path + ".new", program.path) == 0)
      for _ in 1...2 { #expect(try command.run("run", file).status == 0) }
      try await body(running, program)
      #expect(await running.end(SIGTERM) == 143)
    }
  }

  @Test("after an upgrade the new version takes over in the same process, with the same arguments and the same name for browsers")
  func restart() async throws {
    try await withUpgrade { running, program in
      #expect(await running.prints("Ctrl-C", times: 2) && running.errors == "", "\(running.text) \(running.errors)")
      let executable = "/proc/\(running.process.processIdentifier)/exe"
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: executable) == program.path)
      let name = try #require(running.host?.split(separator: ":").first)
      #expect(running.text.ranges(of: "http://\(name):").count >= 2, "\(running.text)")
    }
  }

  @Test("a program that others can write doesn't take over")
  func untrusted() async throws {
    try await withUpgrade(permissions: 0o777) { running, _ in
      #expect(await running.prints("luawidget was upgraded; restart luawidget serve", to: \.errors))
    }
  }

  @Test("with --on-upgrade stay, an upgrade is reported once, with what to do")
  func upgrade() async throws {
    try await withUpgrade(["--on-upgrade", "stay"]) { running, _ in
      #expect(await running.prints("luawidget was upgraded; restart luawidget serve", to: \.errors))
      #expect(running.errors.split(separator: "was upgraded").count == 2, "\(running.errors)")
    }
  }

  @Test("a folder for sockets that others can enter isn't used, and serve says what that means")
  func socketFolder() async throws {
    try await withCommand { command in
      let folder = command.folder.appending(path: "run/luawidget")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("luawidget: \(folder.path) can't be used for sockets", to: \.errors))
      #expect(await running.prints("serve --address finds nothing", to: \.errors))
    }
  }

  @Test("a service writes its sign-in link to no journal: a command of the user prints it, and systemd learns that it lives")
  func service() async throws {
    try await withCommand { command in
      let runtime = ["XDG_RUNTIME_DIR": command.folder.appending(path: "run").path]
      let path = command.folder.appending(path: "notify").path
      let systemd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      defer { close(systemd) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(systemd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
      }
      #expect(isBound == 0)
      var wait = timeval(tv_sec: 120, tv_usec: 0)
      setsockopt(systemd, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
      func message() async throws -> String {
        try await onOwnThread {
          let bytes = [UInt8](unsafeUninitializedCapacity: 100) { $1 = max(0, recv(systemd, $0.baseAddress, 100, 0)) }
          return String(decoding: bytes, as: UTF8.self)
        }
      }
      #expect(try command.run("serve", "--address", environment: runtime).status == 1)
      let running = try Running(
        command, ["--port", "0"], isService: true, environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "400000"])
      #expect(try await message() == "READY=1")
      #expect(try await message() == "WATCHDOG=1")
      #expect(running.text == "To sign in:  luawidget serve --address\n")
      let link = try command.run("serve", "--address", environment: runtime)
      #expect(
        link.status == 0 && link.output.contains(#/^http:\/\/b-[0-9a-f]{32}\.localhost:\d+\/login\?token=[\w-]{32}\n$/#),
        "\(link)")
      let folder = command.folder.appending(path: "run/luawidget").path
      let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".address") })
      #expect(try FileStatus(path: "\(folder)/\(file)").permissions == 0o600)
      // Another HOME's board of this name is another board, even with one folder for sockets.
      let other = runtime.merging(["XDG_STATE_HOME": command.folder.appending(path: "elsewhere").path]) { $1 }
      #expect(try command.run("serve", "--address", environment: other).status == 1)
      // Another server of the same board, which ends first.
      let second = try Running(command, ["--port", "0"], isService: true, environment: [:])
      #expect(await second.prints("To sign in"))
      #expect(try command.run("serve", "--address", environment: runtime).output != link.output)
      #expect(await second.end(SIGTERM) == 143)
      #expect(try command.run("serve", "--address", environment: runtime).output == link.output)
      #expect(await running.end(SIGTERM) == 143)
      #expect(try command.run("serve", "--address", environment: runtime).status == 1)
    }
  }

  @Test("a board that's broken at the start is named, and isn't called empty")
  func brokenAtStart() async throws {
    try await withCommand { command in
      try command.write("[[widget]\n", to: ".config/luawidget/boards/today.toml")
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("Ctrl-C ends it."))
      #expect(running.text.contains("today.toml:1: ") && running.text.contains("Its widgets appear once it's corrected."))
      #expect(!running.text.contains("empty"), "\(running.text)")
      #expect(await running.end(SIGINT) == 128 + SIGINT)
    }
  }

  @Test("keys of programs are made, listed and revoked by name; a key is printed once")
  func keys() async throws {
    try await withCommand { command in
      #expect(try command.run("key").errors == "no keys\n")
      let made = try command.run("key", "add", "kindle")
      #expect(made.status == 0 && made.output.contains(#/^[\w-]{32}\n$/#))
      #expect(try command.run("key", "add", "kindle").errors.contains("there is a key kindle; revoke it first"))
      #expect(try command.run("key", "list").output.hasPrefix("kindle  widgets  made "))
      #expect(try command.run("key", "list", "--board", "other").errors.contains("there is no board \"other\""))
      #expect(try command.run("key", "add", "../x").status != 0)
      #expect(try command.run("key", "revoke", "kindel").errors.contains("kindle"))
      #expect(try command.run("key", "revoke", "kindle").output == "key revoked\n")
    }
  }

  @Test("the key that the page made is listed too")
  func pageKey() async throws {
    try await withCommand { command in
      let folder = command.folder.appending(path: ".local/state/luawidget/serve")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("pictures digest 0\n".utf8).write(to: folder.appending(path: "today.access"))
      let only = try command.run("key")
      #expect(only.output == "The page's own key opens widgets; revoke it on the page Access.\n" && only.errors.isEmpty)
      #expect(try command.run("key", "list", "--board", "other").errors.contains("there is no board \"other\""))
      _ = try command.run("key", "add", "kindle")
      let both = try command.run("key").output.split(separator: "\n")
      #expect(both.count == 2 && both[0].hasPrefix("kindle  widgets  made ") && both[1].hasPrefix("The page's own key"))
      let json = try command.run("key", "list", "--json").output
      #expect(json.contains("\"name\": \"kindle\""))
      #expect(json.components(separatedBy: "\"scope\": \"widgets\"").count == 3, "\(json)")
    }
  }

  @Test("a file of keys that can't be read or written is an error of every command, and nothing is lost")
  func unusableKeys() async throws {
    try await withCommand { command in
      let folder = command.folder.appending(path: ".local/state/luawidget/serve")
      let file = folder.appending(path: "today.keys")
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      for arguments in [["list"], ["add", "kindle"], ["revoke", "kindle"]] {
        let outcome = try command.run(["key"] + arguments)
        #expect(outcome.status == 6 && outcome.output.isEmpty)
        #expect(
          outcome.errors == """
            luawidget: \(file.path): the store cannot be used: not a regular file; try: move \(file.path) away

            """)
      }
      try FileManager.default.removeItem(at: file)
      #expect(try command.run("key", "add", "kindle").status == 0)
      // Not read as if there were none, which would then be stored.
      try (String(contentsOf: file, encoding: .utf8) + String(repeating: "#", count: 70_000))
        .write(to: file, atomically: true, encoding: .utf8)
      #expect(try command.run("key", "add", "frame").errors.contains("today.keys: the store cannot be used: 70"))
      #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("kindle "))
    }
  }

  @Test("if sessions can't be stored, serve says so once and what to do, and browsers sign in")
  func unusableAccess() async throws {
    try await withCommand { command in
      let file = command.folder.appending(path: ".local/state/luawidget/serve/today.access")
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("Ctrl-C"))
      try await running.openPage()
      #expect(await running.end(SIGTERM) == 143)
      #expect(
        running.errors == """
          luawidget: sessions and the board's address are not stored, and end with this program: \(file.path): the store cannot \
          be used: Is a directory
            try: move \(file.path) away, then start luawidget serve again

          """)
    }
  }

  @Test("a board has the same address when luawidget starts again")
  func stableName() async throws {
    try await withCommand { command in
      var hosts: [String] = []
      for _ in 1...2 {
        let running = try Running(command, ["--port", "0"])
        #expect(await running.prints("Ctrl-C"))
        hosts.append(try #require(running.host?.split(separator: ".").first.map { String($0) }))
        #expect(await running.end(SIGTERM) == 143)
      }
      #expect(hosts[0] == hosts[1])
      let file = command.folder.appending(path: ".local/state/luawidget/serve/today.access").path
      #expect(try FileStatus(path: file).permissions == 0o600)
    }
  }

  @Test("--socket serves at a Unix socket that only this user can open, and replaces the one of a server that was killed")
  func unixSocket() async throws {
    try await withCommand { command in
      let path = command.folder.appending(path: "board.sock").path
      for ending in [SIGKILL, SIGTERM] {
        let running = try Running(command, ["--socket", path, "--port", "9000"])
        #expect(await running.prints("Ctrl-C"))
        #expect(running.host?.hasSuffix(".localhost:9000") == true)
        #expect(try FileStatus(path: path).permissions == 0o600)
        // A tunnel may have any port.
        let name = try #require(running.host?.split(separator: ":").first)
        for (host, status) in [("\(name):1234", 401), (String(name), 401), ("127.0.0.1:9000", 421), ("\(name):x", 421)] {
          let response = try await onOwnThread {
            let connection = try RawConnection(unixSocket: path)
            connection.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            return try connection.response()
          }
          #expect(response.status == status, "\(host)")
        }
        let second = try command.run("serve", "--socket", path)
        #expect(second.status == 1 && second.errors.contains("is in use, perhaps by another luawidget serve"))
        _ = await running.end(ending)
      }
      #expect((try? FileStatus(path: path)) == nil)
      try command.write("precious", to: "board.sock")
      let outcome = try command.run("serve", "--socket", path)
      #expect(outcome.status == 2 && outcome.errors.contains("exists and isn't a socket"))
    }
  }

  @Test(
    "--socket in a folder that others can write to is refused, unless it has the sticky bit",
    arguments: [0o777, 0o775, 0o757] as [mode_t])
  func sharedFolder(_ mode: mode_t) async throws {
    try await withCommand { command in
      let folder = command.folder.appending(path: "shared").path
      let inner = folder + "/mine"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      for path in ["shared/board.sock", "shared/mine/board.sock", "\(inner)/board.sock"] {
        chmod(folder, mode)
        let outcome = try command.run("serve", "--socket", path)
        #expect(outcome.status == 2 && outcome.errors.contains("--socket: others can write to \(folder), so"), "\(outcome)")
        #expect(outcome.errors.contains("chmod go-w"))
        #expect((try? FileStatus(path: "\(inner)/board.sock")) == nil)
      }
      chmod(folder, mode | 0o1000)
      let running = try Running(command, ["--socket", "\(inner)/board.sock", "--port", "9000"])
      #expect(await running.prints("Ctrl-C"))
      _ = await running.end(SIGTERM)
    }
  }

  @Test("a port that is in use is an error with a remedy")
  func portInUse() async throws {
    try await withCommand { command in
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("Ctrl-C"))
      let port = try #require(running.port)
      let second = try command.run("serve", "--port", "\(port)")
      #expect(second.status == 1)
      #expect(
        second.errors == """
          luawidget: port \(port) is in use, perhaps by another luawidget serve
            try: luawidget serve --port \(port == 65_535 ? 8630 : port + 1)

          """)
      #expect(await running.end(SIGTERM) == 143)
    }
  }

  @Test("SIGTERM during an update ends everything, and what was stored before stays")
  func terminated() async throws {
    try await withCommand { command in
      let source = """
        widget { refresh = "1s" }
        function perform_update()
          local runs = defaults.get("runs", 0)
          defaults.set("runs", runs + 1)
          while runs > 0 do end
          return update_result.new_data
        end
        function content() return ui.text { "kept" } end
        """
      let file = try command.write(source, to: "loop.lua")
      try command.write("[[widget]]\nfile = \"\(file)\"\n", to: ".config/luawidget/boards/today.toml")
      #expect(try command.run("run", "loop.lua").status == 0)
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("1 widget on the board"))
      try await running.openPage()
      let children = ProcessTree.descendants(of: running.process.processIdentifier)
      #expect(!children.isEmpty)
      let worker = await ProcessTree.awaitDescendant(of: running.process.processIdentifier, named: "luawidget-worke")
      #expect(worker != nil)
      #expect(await running.end(SIGTERM) == 143)
      for process in children + [worker].compactMap({ $0 }) { #expect(await ProcessTree.ends(process)) }
      #expect(try command.run("defaults", "read", "loop.lua", "runs").output == "1\n")
      #expect(try command.run("snapshot", "show", "loop.lua").output.contains("kept"))
    }
  }

  @Test("an idle board costs no wake-up of any thread")
  func idle() async throws {
    try await withCommand { command in
      let file = try command.write(
        "widget { refresh = \"6h\" }\nfunction content() return ui.text { \"idle\" } end", to: "idle.lua")
      try command.write("[[widget]]\nfile = \"\(file)\"\n", to: ".config/luawidget/boards/today.toml")
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("1 widget on the board"))
      try await running.openPage()
      let process = running.process.processIdentifier
      let server = try #require(await ProcessTree.awaitDescendant(of: process, named: "luawidget-serve"))
      #expect(await ProcessTree.areIdle(process, server))
      #expect(await running.end(SIGTERM) == 143)
    }
  }

  @Test(arguments: [
    (["--port", "99999"], "--port takes 0 to 65535, got 99999"), (["--socket", "a", "--expose", "::"], "--socket"),
    (["--socket", "a", "--port", "0"], "--socket needs the port"),
    (["--name", "http://x/"], "--name takes a host such as"),
    (["--name", ""], "--name takes a host"), (["--name", "a\nb\u{1B}[31m"], "--name takes a host"),
    (["--name", "a:80"], "--name takes"), (["--name", "127.1"], "--name takes a host"),
    (["--name", "localhost"], "--name localhost: every server on this machine has this name, and browsers would send"),
    (["--name", "LocalHost"], "--name LocalHost: every"), (["--name", "board.localhost"], "--name board.localhost: every"),
    (["--name", "pi.local", "--name", "127.0.0.1"], "--name 127.0.0.1: every"),
    (["--name", "127.0.1.1"], "cookie to all of them"),
    (["--name", "::1"], "leave out --name"), (["--name", "[::1]"], "every server"), (["--name", "0.0.0.0"], "every server"),
    (["--name", "::ffff:127.0.0.1", "--socket", "a"], "every server"),
    (["--board", "../x"], "--board takes a name"),
    (["--port", "0", "--expose", "example.com"], "--expose takes an address such as 192.168.1.20, got \"example.com\""),
  ])
  func wrongArguments(_ arguments: [String], _ message: String) async throws {
    try await withCommand { command in
      let outcome = try command.run(["serve"] + arguments)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(message))
    }
  }
}
