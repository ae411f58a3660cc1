import Foundation
import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetEngine

/// Programs that pretend to be a worker.
@Suite struct HostileWorkerTests {
  /// The result of a handshake with a shell script in place of a worker.
  private func handshake(_ script: String) throws -> WorkerError? {
    try withTemporaryFolder { folder in
      let path = folder + "/worker"
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      do throws(WorkerError) {
        _ = try Worker(
          executable: path, budgets: Budgets(cpuMilliseconds: [.load: 100, .content: 100]), seed: 0)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Sends bytes, and runs until it is killed.
  private static func sends(_ bytes: String) -> String { "printf '\(bytes)' >&3; exec cat <&3 >/dev/null" }

  @Test(
    "a malformed handshake ends the worker with a reason",
    arguments: [
      ("exit 0", "crashed(WidgetEngine.WorkerDeath.exited(status: 0))"),
      ("exit 101", "killedMemory(limit: 33554432)"),
      ("exit 103", "versionMismatch"), ("exit 105", "unreadableFrame"),
      ("kill -SEGV $$", "crashed(WidgetEngine.WorkerDeath.signalled(11))"),
      (sends(#"\377\377\377\377"#), #"protocolViolation("a frame of 4294967295 bytes")"#),
      (sends(#"\0\0\0\200"#), #"protocolViolation("a frame of 2147483648 bytes")"#),
      (sends(#"\5\0\0\0hello"#), #"protocolViolation("not MessagePack: trailingBytes")"#),
      (sends(#"\1\0\0\0\300"#), #"protocolViolation("not a message")"#),
      (sends(#"\2\0\0\0\221\1"#), #"protocolViolation("message 1 with 1 parts")"#),
      (sends(#"\4\0\0\0\223\1\2\200"#), "versionMismatch"),
      (sends(#"\4\0\0\0\223\3\1\220"#), #"protocolViolation("no handshake")"#),
      (#"printf '\11\0\0\0half' >&3"#, "crashed(WidgetEngine.WorkerDeath.exited(status: 0))"),
    ])
  func garbage(script: String, error: String) throws {
    let found = try #require(try handshake(script))
    #expect("\(found)" == error)
  }

  @Test("a stopped or silent worker is killed at its deadline")
  func silence() throws {
    for script in ["kill -STOP $$", "exec sleep 60"] {
      #expect(try handshake(script) == .overdue(.load, seconds: 0.7))
    }
  }

  /// Calls an entry of a worker that sends these messages regardless of what it receives.
  private func call(_ messages: [LuaValue], onLog: (ConsoleLine) -> Void) throws -> WorkerError? {
    try withTemporaryFolder { folder in
      var frames: [UInt8] = []
      for message in [[1, 1, [:]]] + messages {
        let bytes = MessagePack.encode(message)
        withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { frames += $0 }
        frames += bytes
      }
      try Data(frames).write(to: URL(filePath: folder + "/frames"))
      let path = folder + "/worker"
      try Data("#!/bin/sh\ncat \(folder)/frames >&3; exec cat <&3 >/dev/null\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      let worker = try Worker(executable: path, budgets: Budgets(), seed: 0)
      do throws(WorkerError) {
        _ = try worker.call(
          "update", [], phase: .update, deadline: MonotonicTime.now() + 20, onLog: onLog, onHostCall: { _, _ in .value(.null) })
        return nil
      } catch {
        return error
      }
    }
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
