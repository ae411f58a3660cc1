import Foundation
import Testing
import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

/// The socket for other processes' requests, and hostile ones.
@Suite struct HostSocketTests {
  private static let update = HostRequest.update(instance: "w", .manual, nil)
  private let test = TestFolder()

  private var runtime: RuntimeFolder { RuntimeFolder(path: test("luawidget")) }

  private func withSocket(_ body: (_ path: String) async throws -> Void) async throws {
    let folder = runtime
    let socket = try HostSocket(folder.socket(of: "me"), in: folder) { request in
      request == Self.update ? .done : .failed(Failure(.script, "no"))
    }
    try await body(folder.socket(of: "me"))
    // A connection is refused while there are too many.
    #expect(await eventually { await exchange(Self.update) == .success(.done) })
    socket.stop()
  }

  private func exchange(_ request: HostRequest) async -> Result<RequestReply, HostClient.Problem> {
    await HostClient.send(request, to: "me", in: runtime, timeout: 30)
  }

  private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: count) }

  @Test("every request and every reply is the same after encoding and decoding")
  func roundTrip() {
    let control = ControlReference(id: nil, label: "More\n\u{1F600}", position: [0, 3, 1])
    let context = SnapshotContext(surface: .page, family: .small, size: Size(width: 1, height: .infinity))
    let sender = NotificationSender(instance: "w", name: "W", path: "/w.lua")
    let response = NotificationResponse(sender: sender, id: "a", category: nil, action: "reply", text: "yes")
    let requests: [HostRequest] = [
      .call(instance: "w", .tap(control), context),
      .call(instance: "w", .tap(ControlReference(id: "a", label: "", position: [], others: .max)), context),
      .call(instance: "w", .tap(control.with(FieldInput("typed \u{202E}", isFinal: true))), context),
      .call(instance: "w", .tap(control.with(FieldInput("", isFinal: false))), context),
      .call(instance: "w", .open("x://y"), context), .call(instance: "w", .respond(response), context),
      .update(instance: "w", .schedule, nil), .update(instance: "w", .wake, context), .changed(.secret, widget: "w"),
      .changed(.permissions, widget: "w"),
      .show(instance: "w", seconds: 90),
    ]
    for request in requests { #expect(HostRequest(request.bytes) == request) }
    let replies: [RequestReply] = [
      .done, .shown, .controlMissing, .notOwner, .busy, .otherVersion, .failed(Failure(.killedTime, "too long", remedy: "less")),
      .failed(
        Failure(
          .script, "there is no view", at: SourceLocation(file: "a.lua", line: 3),
          traceback: [SourceLocation(file: "a.lua", line: 9)])),
    ]
    for reply in replies { #expect(RequestReply(reply.bytes) == reply) }
  }

  @Test("without XDG_RUNTIME_DIR, hosts with other stored data have another folder, with a short name")
  func folders() {
    func path(_ environment: [String: String]) -> String { RuntimeFolder(environment: environment).path }
    #expect(path(["HOME": "/home/a", "XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/luawidget")
    let one = path(["HOME": "/home/a"])
    #expect(one == path(["HOME": "/home/a", "LANG": "C"]))
    // With systemd's folder it's that one.
    guard one.hasPrefix("/tmp/") else { return }
    #expect(one != path(["HOME": "/home/b"]) && one != path(["HOME": "/home/a", "XDG_STATE_HOME": "/tmp/state"]))
    #expect(one.utf8.count < 50)
  }

  @Test("a folder in /tmp goes with its last socket, any other stays")
  func unusedFolder() throws {
    for isTemporary in [true, false] {
      let folder = RuntimeFolder(path: test("luawidget-\(isTemporary)"), isTemporary: isTemporary)
      let sockets = try ["1-a", "1-b"].map { try HostSocket(folder.socket(of: $0), in: folder) { _ in .done } }
      sockets[0].stop()
      #expect(throws: Never.self) { try FileStatus(path: folder.path) }
      sockets[1].stop()
      #expect(((try? FileStatus(path: folder.path)) == nil) == isTemporary)
    }
  }

  @Test("two HOMEs with one folder for sockets have a notifier each")
  func notifiers() throws {
    func location(_ home: String) throws -> NotifierLocation {
      try #require(NotifierLocation(environment: ["HOME": home, "XDG_RUNTIME_DIR": test("")]))
    }
    #expect(try location("/home/a").path == location("/home/b").path)
    #expect(try location("/home/a").socketName != location("/home/b").socketName)
    #expect(try location("/home/a").lockName != location("/home/b").lockName)
    #expect(try location("/home/a") == location("/home/a"))
  }

  @Test("random and cut messages are a request or none, and never a trap")
  func mutations() {
    var generator = SeededGenerator(seed: 3)
    let control = ControlReference(id: "x", label: "More", position: [1, 2])
    let original = HostRequest.call(instance: "w", .tap(control), SnapshotContext()).bytes
    for _ in 0..<2_000 {
      var bytes = original
      for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator) }
      _ = HostRequest(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))))
      _ = RequestReply(bytes)
    }
  }

  @Test("only the user may enter the folder; one that others may enter is refused")
  func folder() throws {
    let folder = RuntimeFolder(path: test("luawidget"))
    try folder.create()
    #expect(try FileStatus(path: folder.path).permissions == 0o700)
    chmod(folder.path, 0o755)
    #expect(throws: SystemError.self) { try folder.create() }
  }

  @Test("garbage, a huge frame, a slow peer, a thousand connections and peers that leave do not disturb others")
  func hostilePeers() async throws {
    try await withSocket { path in
      for bytes in [Self.bytes(3), Self.bytes(200_000), FrameBuffer.frame([0xC1]), FrameBuffer.frame([]), [8, 0]] {
        let peer = try LocalSocket.connection(to: path)
        _ = FrameChannel.send(bytes[...], on: peer)
        close(peer)
      }
      // More than it accepts; those that say nothing stay until they're closed.
      var peers: [Int32] = []
      for _ in 0..<1_000 {
        guard let peer = try? LocalSocket.connection(to: path) else { break }
        peers.append(peer)
      }
      for peer in peers { close(peer) }
    }
  }

  @Test("a peer whose request is incomplete does not hold up another")
  func slowPeer() async throws {
    try await withSocket { path in
      let slow = try LocalSocket.connection(to: path)
      _ = FrameChannel.send([200, 0, 0, 0, 1], on: slow)
      #expect(await exchange(Self.update) == .success(.done))
      close(slow)
    }
  }

  @Test("a request of another version gets a reply that says so")
  func otherVersion() async throws {
    try await withSocket { path in
      var peer = FrameChannel(descriptor: try LocalSocket.connection(to: path))
      let request = LuaValue.array([.integer(HostRequest.version + 1), "update", "w", "manual", .null])
      let deadline = MonotonicTime.now() + 30
      try peer.send(MessagePack.encode(request), deadline: deadline)
      #expect(RequestReply(try peer.receive(deadline: deadline)) == .otherVersion)
    }
  }
}
