import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetHelpers

/// Any helper's start, greeting and signs of life, with scripts replacing it.
@Suite(.timeLimit(.minutes(2))) struct HelperProcessTests {
  private let folder = TestFolder()

  private func helper(_ script: String, quiet: Double = 0.2, reply: Double = 0.3, ready: Double = 20) throws -> HelperProcess {
    let path = folder("helper")
    try writeScript("#!/bin/sh\n\(script)\n", to: path)
    return try HelperProcess(
      HelperProcess.Launch(
        .desktop, path, version: 3, maximumIncoming: 1000, readySeconds: ready,
        heartbeat: HelperProcess.Heartbeat(quiet: quiet, reply: reply)),
      greeting: MessagePack.encode([0, 3]))
  }

  /// A frame as written by `printf`.
  private static func frame(_ payload: [UInt8]) -> String {
    "printf '" + FrameBuffer.frame(payload).map { "\\" + String($0, radix: 8) }.joined() + "' >&0; "
  }

  private static func ready(_ version: Int64 = 3) -> String { frame(MessagePack.encode([0, .integer(version)])) }

  private func end(
    _ helper: HelperProcess, owesReply: Bool = false,
    _ receive: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) async -> HelperProblem? {
    await withCheckedContinuation { continuation in
      do {
        try DetachedThread.start(stackBytes: 512 << 10) {
          continuation.resume(
            returning: helper.run(owesReply: { owesReply }) { payload throws(HelperProtocolError) in
              receive(payload)
              return true
            })
        }
      } catch { continuation.resume(returning: .cannotStart("\(error)")) }
    }
  }

  @Test(
    "a helper that ends, is of another version, or breaks the protocol is a problem with a name",
    arguments: [
      ("exit 7", .exited(status: 7)), ("kill -9 $$", .signalled(9)), (ready(4) + "exec sleep 100", .version),
      (ready() + ready() + "exec sleep 100", .invalidMessage("a second greeting")),
      (frame(MessagePack.encode([1, 3])) + "exec sleep 100", .invalidMessage("a reply before the greeting")),
      ("printf '\\377\\377\\0\\0' >&0; exec sleep 100", .invalidMessage("a frame of 65535 bytes")),
      ("exec yes >&0", .invalidMessage("a frame of 175704697 bytes")),
    ] as [(String, HelperProblem)])
  func problems(_ script: String, _ problem: HelperProblem) async throws { #expect(await end(try helper(script)) == problem) }

  @Test("a helper that does not greet in time is ended")
  func late() async throws {
    #expect(await end(try helper("exec sleep 100", ready: 0.2)) == .silent(seconds: 0.2))
  }

  @Test("a silent helper that was sent something is asked whether it is alive, and ended if it does not reply")
  func silent() async throws {
    let helper = try helper(Self.ready() + "exec cat > \(folder("received"))")
    let problem = await end(helper) { _ in helper.send(MessagePack.encode([5])) }
    #expect(problem == .silent(seconds: 0.5))
    let file = try FileDescriptor.open(folder("received"), O_RDONLY)
    defer { file.close() }
    let received = try file.readAll(limit: 1000)
    #expect(received == [[[0, 3]], [[5]], [[255]]].flatMap { FrameBuffer.frame(MessagePack.encode(LuaValue.array($0[0]))) })
  }

  @Test("a helper that replies stays, and one that was sent nothing is not asked")
  func alive() async throws {
    let alive = Self.frame(HelperMessage.alive)
    // The greeting, the message, the question, which gets a reply. Nothing comes after it.
    let helper = try helper(
      Self.ready() + "head -c 7 >/dev/null; head -c 6 >/dev/null; head -c 7 >/dev/null; \(alive) "
        + "timeout 1.5 head -c 1 > \(folder("more")); exit 4")
    #expect(
      await end(helper) { payload in if payload.first == 0x92 { helper.send(MessagePack.encode([5])) } } == .exited(status: 4))
    let file = try FileDescriptor.open(folder("more"), O_RDONLY)
    defer { file.close() }
    #expect(try file.readAll(limit: 10).isEmpty)
  }

  @Test("a helper that owes a reply is asked again after a sign of life, and ended when it stops")
  func stopsLater() async throws {
    // The greeting, the message, the question, which gets a reply. The next question gets none.
    let helper = try helper(
      Self.ready() + "head -c 7 >/dev/null; head -c 6 >/dev/null; head -c 7 >/dev/null; \(Self.frame(HelperMessage.alive)) "
        + "exec cat > \(folder("received"))")
    let problem = await end(helper, owesReply: true) { payload in
      if payload.first == 0x92 { helper.send(MessagePack.encode([5])) }
    }
    #expect(problem == .silent(seconds: 0.5))
    let file = try FileDescriptor.open(folder("received"), O_RDONLY)
    defer { file.close() }
    #expect(try file.readAll(limit: 1000) == FrameBuffer.frame(HelperMessage.alive))
  }

  @Test("a helper that leaves too much unread is ended")
  func unread() async throws {
    let path = folder("deaf")
    try writeScript("#!/bin/sh\n\(Self.ready())while :; do sleep 0.05; \(Self.frame(HelperMessage.alive))done\n", to: path)
    let helper = try HelperProcess(
      HelperProcess.Launch(.desktop, path, version: 3, maximumIncoming: 1000, maximumWaiting: 1 << 20, readySeconds: 20),
      greeting: MessagePack.encode([0, 3]))
    let problem = await end(helper) { payload in
      if payload.first == 0x92 { for _ in 0..<100 { helper.send([UInt8](repeating: 0xC0, count: 64 << 10)) } }
    }
    #expect(problem == .invalidMessage("it does not read what it asked for"))
  }
}
