import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetEngine

/// Programs that pretend to be a worker.
@Suite struct HostileWorkerTests {
  /// What a shell script in a worker's place makes of the handshake.
  private func handshake(_ script: String) throws -> WorkerError? {
    try withTemporaryFolder { folder in
      let path = folder + "/worker"
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      do throws(WorkerError) {
        _ = try Worker(
          executable: path, hostFunctions: [], budgets: Budgets(cpuMilliseconds: [.load: 100, .content: 100]), seed: 0)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Sends bytes, and stays until it is killed.
  private static func sends(_ bytes: String) -> String { "printf '\(bytes)' >&3; exec cat <&3 >/dev/null" }

  @Test(
    "bytes that are not a handshake end the worker, with the reason",
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

  @Test("a worker that is stopped, or says nothing, is killed when its time is over")
  func silence() throws {
    for script in ["kill -STOP $$", "exec sleep 60"] {
      #expect(try handshake(script) == .overdue(.load, seconds: 0.7))
    }
  }
}
