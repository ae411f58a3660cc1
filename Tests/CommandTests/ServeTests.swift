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

    init(_ command: Command, _ arguments: [String]) throws {
      output = command.folder.appending(path: "serve-\(UUID().uuidString)")
      try #require(FileManager.default.createFile(atPath: output.path, contents: nil))
      let file = try FileDescriptor.open(output.path, O_WRONLY)
      defer { file.close() }
      process = try ChildProcess(
        Command.program, ["serve"] + arguments,
        environment: ["HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"],
        directory: command.folder, output: file)
    }

    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Waits until the text contains another one.
    func prints(_ wanted: String) async -> Bool {
      for _ in 0..<12_000 {
        if text.contains(wanted) { return true }
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
      #expect(await ProcessTree.isIdle(process))
      #expect(await ProcessTree.isIdle(server))
      #expect(await running.end(SIGTERM) == 143)
    }
  }

  @Test(arguments: [
    (["--port", "99999"], "--port takes 0 to 65535, got 99999"), (["--socket", "a", "--expose", "::"], "--socket"),
    (["--socket", "a", "--port", "0"], "--socket needs the port"),
    (["--name", "http://x/"], "--name takes a host such as"),
    (["--name", ""], "--name takes a host"), (["--name", "a\nb\u{1B}[31m"], "--name takes a host"),
    (["--name", "a:80"], "--name takes"), (["--board", "../x"], "--board takes a name"),
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
