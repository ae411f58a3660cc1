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

    init(_ command: Command, _ arguments: [String]) throws {
      let (standardInput, standardOutput) = (try WidgetSystem.Pipe(), try WidgetSystem.Pipe())
      defer {
        standardInput.reader.close()
        standardOutput.writer.close()
      }
      (input, output) = (standardInput.writer, standardOutput.reader)
      process = try ChildProcess(
        Command.program, arguments,
        environment: ["HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"],
        directory: command.folder, input: standardInput.reader, output: standardOutput.writer)
      _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
    }

    func send(_ text: String) throws { try input.writeAll(Array(text.utf8)) }

    /// Closes the pipe the bar reads.
    func closeOutput() { output.close() }

    func closeInput() { input.close() }

    /// Waits until all that was written satisfies a condition.
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
      #expect(try command.run("tap", "count.lua", "click").status == 0)
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
}
