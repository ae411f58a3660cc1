import Foundation
import Testing
import WidgetTesting

/// `luawidget serve`, from its start to its end.
@Suite struct ServeTests {
  /// A running server that prints to a file.
  private final class Running {
    let process = Process()
    private let output: URL

    init(_ command: Command, _ arguments: [String]) throws {
      output = command.folder.appending(path: "serve-\(UUID().uuidString)")
      FileManager.default.createFile(atPath: output.path, contents: nil)
      process.executableURL = Command.program
      process.arguments = ["serve"] + arguments
      process.currentDirectoryURL = command.folder
      process.environment = ["HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Waits until the text contains another one.
    func prints(_ wanted: String) async -> Bool {
      for _ in 0..<3000 {
        if text.contains(wanted) { return true }
        try? await Task.sleep(for: .milliseconds(10))
      }
      return false
    }

    var port: Int? { text.firstMatch(of: #/127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) } }

    func end(_ signal: Int32) async -> Int32 {
      kill(process.processIdentifier, signal)
      for _ in 0..<3000 where process.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
      if process.isRunning {
        process.terminate()
        return -1
      }
      return process.terminationStatus
    }
  }

  @Test("prints the address and what to do next")
  func greeting() async throws {
    try await withCommand { command in
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("Ctrl-C ends it."))
      let text = running.text
        .replacing(#/:\d+\//#, with: ":PORT/").replacing(#/token=[\w-]{32}/#, with: "token=TOKEN")
      #expect(
        text == """
          Open this address in a browser. It works once; the browser stays signed in.

            http://127.0.0.1:PORT/login?token=TOKEN

          The board is empty. Add a widget on the page, or:  luawidget board add WIDGET
          Only this machine can reach the page. Ctrl-C ends it.

          """)
      #expect(await running.end(SIGINT) == 130)
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

  @Test("SIGTERM during an update ends everything")
  func terminated() async throws {
    try await withCommand { command in
      let file = try command.write("function content() while true do end end", to: "loop.lua")
      try command.write("[[widget]]\nfile = \"\(file)\"\n", to: ".config/luawidget/boards/today.toml")
      let running = try Running(command, ["--port", "0"])
      #expect(await running.prints("1 widget on the board"))
      #expect(await running.end(SIGTERM) == 143)
    }
  }

  @Test(arguments: [
    (["--port", "99999"], "--port takes 0 to 65535, got 99999"), (["--board", "../x"], "--board takes a name"),
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
