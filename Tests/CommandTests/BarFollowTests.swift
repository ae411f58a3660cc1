import Foundation
import Testing
import WidgetSystem
import WidgetTesting

/// `run --format i3bar --follow`: a command a bar keeps running.
@Suite struct BarFollowTests {
  private static let source = """
    widget { name = "Count", refresh = "1h" }
    local presses = 0
    function perform_update() return update_result.new_data end
    function content()
      return ui.hstack { ui.text { "presses " .. presses }, ui.button { "More", action = function() presses = presses + 1 end } }
    end
    """

  /// A program whose output is read line by line.
  final class Follower {
    let process: ChildProcess
    /// Our ends of the pipes.
    private let (input, output): (FileDescriptor, FileDescriptor)
    private var read = ""

    /// - Parameters:
    ///   - hasOwnRuntimeFolder: Whether to rule out that another test's process runs the widget.
    ///   - outputBytes: How many bytes of output may wait to be read; nil is the system's number.
    init(
      _ command: Command, program: URL = Command.program, _ arguments: [String], hasOwnRuntimeFolder: Bool = true,
      outputBytes: Int32? = nil
    ) throws {
      let (standardInput, standardOutput) = (try WidgetSystem.Pipe(), try WidgetSystem.Pipe())
      defer {
        standardInput.reader.close()
        standardOutput.writer.close()
      }
      (input, output) = (standardInput.writer, standardOutput.reader)
      // F_SETPIPE_SZ
      if let outputBytes { #expect(fcntl(output.rawValue, 1031, outputBytes) == outputBytes) }
      var environment = ["HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]
      if hasOwnRuntimeFolder { environment["XDG_RUNTIME_DIR"] = command.folder.path }
      process = try ChildProcess(
        program, arguments, environment: environment, directory: command.folder, input: standardInput.reader,
        output: standardOutput.writer)
      _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
    }

    func send(_ text: String) throws { try input.writeAll(Array(text.utf8)) }

    /// The bytes nobody has read.
    var bytesWaiting: Int32 {
      var count: Int32 = 0
      _ = ioctl(output.rawValue, UInt(FIONREAD), &count)
      return count
    }

    /// Closes the pipe the bar reads.
    func closeOutput() { output.close() }

    func closeInput() { input.close() }

    /// Waits until everything written so far meets a condition.
    func see(_ condition: (String) -> Bool) async throws -> String {
      for _ in 0..<2400 {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Libc.read(output.rawValue, &buffer, buffer.count)
        if count > 0 { read += String(decoding: buffer.prefix(count), as: UTF8.self) }
        if condition(read) { return read }
        try await Task.sleep(for: .milliseconds(50))
      }
      Issue.record("not seen: \(read)")
      return read
    }

    func end() async throws {
      for _ in 0..<2400 where !process.hasEnded { try await Task.sleep(for: .milliseconds(50)) }
      #expect(process.hasEnded)
      if !process.hasEnded { kill(process.processIdentifier, SIGKILL) }
    }
  }

  #if os(Linux)
    @Test("a signal ends the command although its bar reads nothing", arguments: [SIGTERM, SIGINT, SIGHUP])
    func deafBar(signal: Int32) async throws {
      try await withCommand { command in
        let file = try command.write(
          """
          function content()
            local lines = {}
            for line = 1, 40 do lines[line] = ui.text(string.rep("tooltip ", 20) .. line) end
            return ui.vstack(lines)
          end
          """, to: "long.lua")
        let follower = try Follower(command, ["run", file, "--format", "plain-json", "--follow"], outputBytes: 4096)
        for _ in 0..<2400 where follower.bytesWaiting < 4096 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(follower.bytesWaiting == 4096, "the first line is longer")
        kill(follower.process.processIdentifier, signal)
        try await follower.end()
        #expect(follower.process.end() == 128 + signal)
      }
    }
  #endif

  @Test("the header comes first, clicks reach the handler, and each change is one line")
  func clicks() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", "i3bar", "--follow"])
      let first = try await follower.see { $0.contains("presses 0") }
      #expect(first.hasPrefix("{\"version\":1,\"stop_signal\":0,\"click_events\":true}\n[\n"))
      try follower.send("[\n{\"name\":\"widget-count\",\"instance\":\"click\",\"button\":1,\"modifiers\":[]}\n")
      _ = try await follower.see { $0.contains("presses 1") }
      try follower.send(",{\"name\":\"widget-other\",\"instance\":\"click\",\"button\":1}\nnonsense\n")
      try follower.send(",{\"name\":\"widget-count\",\"instance\":\"click\",\"button\":1}\n")
      let all = try await follower.see { $0.contains("presses 2") }
      let lines = all.split(separator: "\n").dropFirst(2)
      #expect(lines.count == Set(lines).count && lines.allSatisfy { $0.hasSuffix(",") })
      follower.closeInput()
      follower.closeOutput()
      try await follower.end()
      #expect(follower.process.end() == 0)
    }
  }

  @Test("a change of the text and of the widget's own line for bars is one line")
  func oneLine() async throws {
    try await withCommand { command in
      try command.write(
        """
        widget { name = "Count", refresh = "1h" }
        local presses = 0
        function content(context)
          local more = ui.button { "More", action = function() presses = presses + 1 end }
          if context.family == "inline" then return ui.hstack { ui.icon "star", ui.text { "inline " .. presses }, more } end
          return ui.vstack { ui.text { "full " .. presses }, more }
        end
        """, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", "i3bar", "--follow"])
      _ = try await follower.see { $0.contains("inline 0") }
      for press in 1...5 {
        try follower.send("{\"name\":\"widget-count\",\"instance\":\"click\",\"button\":1}\n")
        _ = try await follower.see { $0.contains("inline \(press)") }
      }
      let lines = try await follower.see { $0.contains("inline 5") }.split(separator: "\n").dropFirst(2)
      #expect(lines.count == 6 && lines.allSatisfy { $0.contains("inline") }, "\(lines)")
      follower.closeInput()
      follower.closeOutput()
      try await follower.end()
    }
  }

  @Test("a bar that closes the pipe ends the command quietly, although nothing changes")
  func closed() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", "waybar", "--follow"])
      _ = try await follower.see { $0.contains("presses 0") }
      follower.closeOutput()
      try await follower.end()
      #expect(follower.process.end() == 0)
    }
  }

  @Test("a tap by another process is shown, and so is a saved script")
  func others() async throws {
    try await withCommand { command in
      let stored = Self.source.replacing("local presses = 0", with: "local presses = defaults.get \"n\" or 0").replacing(
        "presses = presses + 1", with: "presses = presses + 1 defaults.set(\"n\", presses)")
      try command.write(stored, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", "tmux", "--follow"])
      _ = try await follower.see { $0.contains("presses 0") }
      #expect(try command.run(["tap", "count.lua", "click"], environment: ["XDG_RUNTIME_DIR": command.folder.path]).status == 0)
      _ = try await follower.see { $0.contains("presses 1") }
      try command.write(stored.replacing("\"presses \"", with: "\"times \""), to: "count.lua")
      _ = try await follower.see { $0.contains("times 1") }
      kill(follower.process.processIdentifier, SIGTERM)
      try await follower.end()
    }
  }

  @Test("a board is one line, and a click reaches the widget that was clicked")
  func board() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      try command.write(Self.source.replacing("\"presses \"", with: "\"times \""), to: "other.lua")
      let files = ["count", "other"].map { "[[widget]]\nfile = \"\(command.folder.path)/\($0).lua\"\n" }
      try command.write(files.joined(), to: ".config/luawidget/boards/bar.toml")
      let follower = try Follower(command, ["run", "--board", "bar", "--format", "i3bar", "--follow"])
      _ = try await follower.see { $0.split(separator: "\n").contains { $0.contains("presses 0") && $0.contains("times 0") } }
      try follower.send("[\n{\"name\":\"widget-other\",\"instance\":\"click\",\"button\":1}\n")
      _ = try await follower.see { $0.split(separator: "\n").contains { $0.contains("presses 0") && $0.contains("times 1") } }
      follower.closeOutput()
      try await follower.end()
      #expect(follower.process.end() == 0)
    }
  }

  @Test("a command that was stopped and continued still follows")
  func stopped() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", "swaybar", "--follow"])
      _ = try await follower.see { $0.contains("presses 0") }
      kill(follower.process.processIdentifier, SIGSTOP)
      try follower.send("[\n{\"name\":\"widget-count\",\"instance\":\"click\",\"button\":1,\"event\":272}\n")
      kill(follower.process.processIdentifier, SIGCONT)
      _ = try await follower.see { $0.contains("presses 1") }
      kill(follower.process.processIdentifier, SIGTERM)
      try await follower.end()
    }
  }

  @Test(
    "a widget whose first update fails, and a board that cannot be read, are a sign with the reason",
    arguments: ["waybar", "swaybar"])
  func failures(_ format: String) async throws {
    try await withCommand { command in
      for source in ["function perform_update() return update_result.failed(\"no tide today\") end", "widget {"] {
        try command.write("-- Tide\n" + source, to: "tide.lua")
        let follower = try Follower(command, ["run", "tide.lua", "--format", format, "--follow"])
        let all = try await follower.see { $0.contains("⚠ tide") }
        #expect(format != "waybar" || source.hasPrefix("widget") || all.contains("no tide today"), "\(all)")
        follower.closeOutput()
        try await follower.end()
      }
      try command.write("[[widget]\n", to: ".config/luawidget/boards/bar.toml")
      let board = try Follower(command, ["run", "--board", "bar", "--format", "swaybar", "--follow"])
      _ = try await board.see { $0.contains("⚠ bar") }
      board.closeOutput()
      try await board.end()
    }
  }

  @Test("a board file that an edit broke is an item with the reason, beside the last good widgets", arguments: ["i3bar", "tmux"])
  func brokenBoard(_ format: String) async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "count.lua")
      let board = "[[widget]]\nfile = \"\(file)\"\n"
      try command.write(board, to: ".config/luawidget/boards/bar.toml")
      let follower = try Follower(command, ["run", "--board", "bar", "--format", format, "--follow"])
      _ = try await follower.see { $0.contains("presses 0") }
      try command.write(board + "siez = \"#[fg=red]\"\n", to: ".config/luawidget/boards/bar.toml")
      let all = try await follower.see { $0.contains("⚠ bar.toml:3: ") }
      let line = try #require(all.split(separator: "\n").last)
      #expect(line.contains("presses 0") && !line.contains(" #[fg=red]"), "\(line)")
      try command.write(board, to: ".config/luawidget/boards/bar.toml")
      _ = try await follower.see { $0.split(separator: "\n").last?.contains("⚠") == false }
      follower.closeOutput()
      try await follower.end()
    }
  }

  @Test(
    "a bar that starts after another host fetches nothing again, whether or not the response may be stored",
    arguments: ["max-age=60", "no-store", ""])
  func sharedUpdate(_ cacheControl: String) async throws {
    try await withLoopbackServer { server async throws in
      let headers = cacheControl.isEmpty ? [] : [("cache-control", cacheControl)]
      server.on("/n", LoopbackResponse.text("seven", headers: headers))
      try await withCommand { command in
        try command.write(
          """
          widget { name = "N", refresh = "1h", permissions = { net = { "127.0.0.1:\(server.port)" } } }
          local n
          function perform_update()
            local response, err = fetch "\(server.url("/n"))"
            n = response and response.body or err.message
            return update_result.new_data
          end
          function content() return ui.text { "value " .. n } end
          """, to: "n.lua")
        let run = ["run", "n.lua", "--allow", "net=127.0.0.1:\(server.port)"]
        let environment = ["XDG_RUNTIME_DIR": command.folder.path]
        #expect(try command.run(run, environment: environment).output.contains("value seven"))
        // Once, and following.
        #expect(try command.run(run + ["--format", "plain"], environment: environment).output == "value seven\n")
        let follower = try Follower(command, run + ["--format", "waybar", "--follow"])
        let all = try await follower.see { $0.contains("value seven") }
        #expect(all.contains("\"fresh\"") && server.requests.count == 1, "\(all) \(server.requests.count)")
        // An update that is asked for fetches.
        _ = try command.run(["tap", "n.lua", "refresh"], environment: environment)
        #expect(server.requests.count >= (cacheControl == "max-age=60" ? 1 : 2))
        kill(follower.process.processIdentifier, SIGTERM)
        try await follower.end()
        follower.closeOutput()
      }
    }
  }

  @Test("plain and plain-json follow without markup", arguments: ["plain", "plain-json"])
  func plain(_ format: String) async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", format, "--follow"])
      let first = try await follower.see { $0.contains("presses 0") }
      if format == "plain" {
        #expect(first == "presses 0\n")
      } else {
        // The widget may have changed twice before the test looked.
        let line = try #require(first.split(separator: "\n").last)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["text"] as? String == "presses 0" && object["state"] as? String == "fresh")
        let control = try #require((object["controls"] as? [[String: Any]])?.first)
        #expect(control["label"] as? String == "More")
        let tap = try #require(control["command"] as? String)
        let shell = try command.start(
          URL(filePath: "/bin/sh"), ["-c", tap], environment: ["XDG_RUNTIME_DIR": command.folder.path])
        #expect(shell.status == 0, "\(shell)")
        _ = try await follower.see { $0.contains("presses 1") }
      }
      kill(follower.process.processIdentifier, SIGTERM)
      try await follower.end()
      follower.closeOutput()
    }
  }

  @Test("i3bar and swaybar get the widget back after kill -9, with one header, until the bar is gone")
  func killed() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let follower = try Follower(command, ["run", "count.lua", "--format", "i3bar", "--follow"])
      _ = try await follower.see { $0.contains("presses 0") }
      for lines in 2...3 {
        let killed = try #require(await ProcessTree.awaitDescendant(of: follower.process.processIdentifier, named: "luawidget"))
        let start = ContinuousClock.now
        kill(killed, SIGKILL)
        let all = try await follower.see { $0.split(separator: "\n").count { $0.contains("presses 0") } >= lines }
        #expect(ContinuousClock.now - start < .seconds(20) && all.split(separator: "version").count == 2, "\(all)")
      }
      // Clicks reach the new process.
      try follower.send("[\n{\"name\":\"widget-count\",\"instance\":\"click\",\"button\":1}\n")
      _ = try await follower.see { $0.contains("presses 1") }
      follower.closeOutput()
      try await follower.end()
      #expect(follower.process.end() == 0)
    }
  }

  @Test("an upgrade ends the command, so that the bar starts the new version")
  func upgrade() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let program = try command.copiedProgram()
      let follower = try Follower(command, program: program, ["run", "count.lua", "--format", "waybar", "--follow"])
      _ = try await follower.see { $0.contains("presses 0") }
      try copyProgram(Command.program, to: program.appendingPathExtension("new"))
      #expect(rename(program.path + ".new", program.path) == 0)
      _ = try command.run(["tap", "count.lua", "refresh"], environment: ["XDG_RUNTIME_DIR": command.folder.path])
      try await follower.end()
      #expect(follower.process.end() == 1)
      follower.closeOutput()
    }
  }

  @Test("a command that is ended removes its socket, and the next one removes that of a killed one")
  func sockets() async throws {
    try await withCommand { command in
      try command.write(Self.source, to: "count.lua")
      let folder = command.folder.appending(path: "luawidget").path
      func sockets() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".socket") }
      }
      for (signal, left) in [(SIGTERM, 0), (SIGINT, 0), (SIGHUP, 0), (SIGKILL, 1), (SIGTERM, 0)] {
        let follower = try Follower(command, ["run", "count.lua", "--format", "tmux", "--follow"])
        _ = try await follower.see { $0.contains("presses 0") }
        #expect(sockets().count == 1)
        kill(follower.process.processIdentifier, signal)
        try await follower.end()
        #expect(sockets().count == left, "\(signal): \(sockets())")
        #expect(follower.process.end() == (signal == SIGKILL ? -SIGKILL : 128 + signal))
        follower.closeOutput()
      }
    }
  }
}
