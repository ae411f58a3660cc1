import Foundation
import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetHelpers

/// Programs pretending to be a worker.
@Suite struct HostileWorkerTests {
  /// A program running a shell script.
  ///
  /// It's never written: a program can't be started while any process has it open for writing, as every process started by
  /// another test temporarily has.
  private static func worker(_ script: String, in folder: String) throws -> String {
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/hostile-worker")
    try Data((script + "\n").utf8).write(to: URL(filePath: folder + "/script"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/worker", withDestinationPath: program.path)
    return folder + "/worker"
  }

  /// The result of a handshake with a shell script instead of a worker.
  private func handshake(_ script: String) throws -> WorkerError? {
    try withTemporaryFolder { folder in
      let path = try Self.worker(script, in: folder)
      do throws(WorkerError) {
        _ = try Worker(
          executable: path, budgets: Budgets(cpuMilliseconds: [.load: 100, .content: 100]), seed: 0)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("a malformed handshake of a worker that was started ahead fails the first call")
  func garbageAhead() throws {
    try withTemporaryFolder { folder in
      let path = try Self.worker(Self.sends(#"\1\0\0\0\300"#), in: folder)
      let worker = try Worker(starting: path, budgets: Budgets(), seed: 0)
      #expect(throws: WorkerError.protocolViolation("not a message")) {
        _ = try worker.call(
          "update", [], phase: .update, deadline: MonotonicTime.now() + 20, onLog: { _ in }, onHostCall: { _, _ in .value(.null) }
        )
      }
      #expect(!worker.isAlive)
    }
  }

  /// Sends bytes, and runs until it's killed.
  private static func sends(_ bytes: String) -> String { "printf '\(bytes)' >&3; exec cat <&3 >/dev/null" }

  @Test(
    "a malformed handshake ends the worker with a reason",
    arguments: [
      ("exit 0", "crashed(WidgetHelpers.WorkerDeath.exited(status: 0))"),
      ("exit 101", "killedMemory(limit: 33554432)"),
      ("exit 103", "versionMismatch"), ("exit 105", "unreadableFrame"),
      ("kill -SEGV $$", "crashed(WidgetHelpers.WorkerDeath.signalled(11))"),
      (sends(#"\377\377\377\377"#), #"protocolViolation("a frame of 4294967295 bytes")"#),
      (sends(#"\0\0\0\200"#), #"protocolViolation("a frame of 2147483648 bytes")"#),
      (sends(#"\5\0\0\0hello"#), #"protocolViolation("not MessagePack: trailingBytes")"#),
      (sends(#"\1\0\0\0\300"#), #"protocolViolation("not a message")"#),
      (sends(#"\2\0\0\0\221\1"#), #"protocolViolation("message 1 with 1 parts")"#),
      (sends(#"\4\0\0\0\223\1\2\200"#), "versionMismatch"),
      (sends(#"\4\0\0\0\223\3\1\220"#), #"protocolViolation("no handshake")"#),
      (#"printf '\11\0\0\0half' >&3"#, "crashed(WidgetHelpers.WorkerDeath.exited(status: 0))"),
      (
        sends(#"\4\0\0\0\223\2\241f\220"#.replacingOccurrences(of: #"\4\0"#, with: #"\5\0"#)),
        #"protocolViolation("no handshake")"#
      ),
      (sends(#"\0\0\0\0"#), #"protocolViolation("not MessagePack: truncated")"#),
    ])
  func garbage(script: String, error: String) throws {
    let found = try #require(try handshake(script))
    #expect("\(found)" == error)
  }

  @Test("a stopped or silent worker is killed at its deadline, also within a frame")
  func silence() throws {
    for script in ["kill -STOP $$", "exec sleep 60", Self.sends(#"\11\0\0\0half"#), Self.sends(#"\11\0"#)] {
      #expect(try handshake(script) == .overdue(.load, seconds: 0.7))
    }
  }

  @Test("a worker that computes without a word is killed too: it has used its time")
  func spinning() throws {
    #expect(try handshake("while :; do :; done") == .overdue(.load, seconds: 0.7))
  }

  @Test("the system says whether a process wants to run, and how long it ran")
  func demand() throws {
    #if os(Linux)
      func process(_ script: String) throws -> SpawnedProcess {
        SpawnedProcess(pid: try ProcessLaunch("/bin/sh", ["sh", "-c", script]).start())
      }
      func awaited(_ process: SpawnedProcess, _ condition: (Bool, Double) -> Bool) -> Bool {
        for _ in 0..<3000 {
          if let demand = process.demand, condition(demand.isRunnable, demand.seconds) { return true }
          usleep(10_000)
        }
        return false
      }
      #expect(awaited(try process("while :; do :; done")) { $0 && $1 > 0.05 })
      #expect(awaited(try process("kill -STOP $$")) { !$0 && $1 < 1 })
    #endif
  }

  /// A frame with these bytes.
  private static func frame(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) } + bytes
  }

  /// Calls an entry of a worker that sends these messages regardless of what it receives.
  private func call(_ messages: [LuaValue], onLog: (ConsoleLine) -> Void = { _ in }) throws -> WorkerError? {
    try call(frames: messages.flatMap { Self.frame(MessagePack.encode($0)) }, onLog: onLog)
  }

  /// Calls an entry of a worker that sends a handshake and then these bytes.
  ///
  /// - Parameters:
  ///   - isEndless: Whether it sends the bytes again and again.
  ///   - reads: Whether it reads what it receives.
  ///   - milliseconds: The CPU time of an update. The broker waits twice as long.
  private func call(
    frames: [UInt8], isEndless: Bool = false, reads: Bool = true, argument: LuaValue = .null, milliseconds: Int = 60_000,
    within seconds: Double = 60, onLog: (ConsoleLine) -> Void = { _ in }
  ) throws -> WorkerError? {
    try withTemporaryFolder { folder in
      try Data(Self.frame(MessagePack.encode([1, 1, [:]]))).write(to: URL(filePath: folder + "/handshake"))
      try Data(frames).write(to: URL(filePath: folder + "/frames"))
      let sends = isEndless ? "while cat \(folder)/frames >&3; do :; done" : "cat \(folder)/frames >&3"
      let rest = reads ? "exec cat <&3 >/dev/null" : "exec sleep 60"
      let path = try Self.worker("cat \(folder)/handshake >&3; \(sends); \(rest)", in: folder)
      let budgets = Budgets(cpuMilliseconds: [.load: 20_000, .update: milliseconds], updateTime: seconds)
      let worker = try Worker(executable: path, budgets: budgets, seed: 0)
      defer { worker.kill() }
      do throws(WorkerError) {
        _ = try worker.call(
          "update", [argument], phase: .update, deadline: MonotonicTime.now() + seconds, onLog: onLog,
          onHostCall: { _, _ in .value(.null) })
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(
    "a malformed message ends the worker with a reason",
    arguments: [
      (frame([0x93, 0x09, 0xC0, 0xC0]), #"protocolViolation("message 9 with 3 parts")"#),
      (frame([0x93, 0xFF, 0xC0, 0xC0]), #"protocolViolation("message -1 with 3 parts")"#),
      (frame([0x93, 0x01, 0x01, 0x80]), #"protocolViolation("a second handshake")"#),
      (frame([0x93, 0x02, 0xA1, 0xFF, 0x90]), #"protocolViolation("not MessagePack: notUTF8")"#),
      (frame([0x93, 0x02, 0x01, 0x90]), #"protocolViolation("host call without a name")"#),
      (frame([0x93, 0x05, 0xA1, 0x66, 0x01]), #"protocolViolation("log without text")"#),
      (frame([0x94, 0x06, 0xA1, 0x66, 0x00, 0xA0]), #"protocolViolation("stopped without a line")"#),
      (frame([0x93, 0x03] + [UInt8](repeating: 0x91, count: 500_000)), #"protocolViolation("not MessagePack: tooDeep")"#),
      (frame([0x93, 0x03, 0xDD, 0xFF, 0xFF, 0xFF, 0xFF, 0xC0]), #"protocolViolation("not MessagePack: truncated")"#),
      ([0, 0, 0x11, 0], #"protocolViolation("a frame of 1114112 bytes")"#),
    ])
  func malformed(_ frames: [UInt8], _ expected: String) throws {
    let error = try #require(try call(frames: frames))
    #expect("\(error)" == expected)
  }

  @Test("half a message and then silence, and a worker that never reads, end at the deadline")
  func stuck() throws {
    #expect(try call(frames: [9, 0, 0, 0, 0x93], milliseconds: 100) == .overdue(.update, seconds: 0.7))
    let large = LuaValue.string(String(repeating: "x", count: 4 << 20))
    #expect(try call(frames: [], reads: false, argument: large, within: 1) == .updateTimeout(seconds: 1))
  }

  @Test("endless lines, and endless host calls whose results are not read, end at the deadline")
  func endless() throws {
    var lines = 0
    let line = Self.frame(MessagePack.encode([5, "print", "line"]))
    let manyLines = [[UInt8]](repeating: line, count: 1000).flatMap { $0 }
    let error = try call(frames: manyLines, isEndless: true, milliseconds: 100) { _ in lines += 1 }
    #expect(error == .overdue(.update, seconds: 0.7) && lines == 200)
    let hostCall = Self.frame(MessagePack.encode([2, "cache.get", ["key"]]))
    let manyCalls = [[UInt8]](repeating: hostCall, count: 1000).flatMap { $0 }
    #expect(try call(frames: manyCalls, isEndless: true, within: 1) == .updateTimeout(seconds: 1))
  }

  @Test("a second result, or one for nothing, is the result of the next call and does no harm")
  func duplicateResults() throws {
    #expect(try call([[3, 1, [0, 0]], [3, 2, [0, 0]], [4, ["kind": "script", "message": "late"], [0, 0]]]) == nil)
    #expect(try call([[3, ["result": .array([.null, .integer(.min)])], ["x", -1]]]) == nil)
  }

  @Test("a compromised worker can print at most 200 lines of 1 KiB per call")
  func logFlood() throws {
    let long = String(repeating: "ä", count: 5000)
    var lines: [ConsoleLine] = []
    let flood = Array(repeating: LuaValue.array([5, "print", .string(long)]), count: 300)
    #expect(try call(flood + [[3, .null, [0, 0]]], onLog: { lines.append($0) }) == nil)
    #expect(lines.count == 200)
    #expect(lines.allSatisfy { $0.text == String(repeating: "ä", count: 512) })
  }

  @Test("the error of a compromised worker is truncated to 500 bytes")
  func longError() throws {
    let long = LuaValue.string(String(repeating: "x", count: 100_000))
    let error = try call([[4, ["kind": "script", "message": long, "file": long, "line": 1], [0, 0]]], onLog: { _ in })
    guard case .script(let script)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(script.message.utf8.count == 500 && script.location?.file.utf8.count == 255)
  }
}
