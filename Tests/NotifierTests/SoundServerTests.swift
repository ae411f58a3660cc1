import Foundation
import Synchronization
import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetServices
@testable import luawidget_notifier

/// A sound server through the real program, its filter and its sandbox.
@Suite struct SoundServerTests {
  /// A user's folders, and a sound server in its usual place.
  private struct Session {
    let folder = TestFolder()
    var path: String { folder("run/pulse/native") }
    var environment: [String: String] { ["HOME": folder("home"), "XDG_RUNTIME_DIR": folder("run")] }

    init() throws {
      for name in ["home/.config/pulse", "run/pulse"] {
        try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
      }
    }

    func server(_ devices: [FakeSoundServer.Device] = FakeSoundServer.devices) throws -> FakeSoundServer {
      try? FileManager.default.removeItem(atPath: path)
      return try FakeSoundServer(at: path, devices)
    }

    var client: HelperSoundServer {
      let executable = "\(PrivateDesktop.programs)/luawidget-notifier"
      return HelperSoundServer(ServiceProcess(.audio, executable: executable, environment: environment))
    }
  }

  private typealias Changes = MachineServicesTests.Changes

  /// Why asking fails; nil if it doesn't.
  private func problem(_ client: HelperSoundServer) async -> ServiceError? {
    do throws(ServiceError) {
      _ = try await client.devices()
      return nil
    } catch { return error }
  }

  @Test("sinks and sources are read, without monitors; the server is told who we are")
  func devices() async throws {
    let session = try Session()
    let cookie = (0..<256).map { UInt8($0) }
    try Data(cookie + [1, 2, 3]).write(to: URL(filePath: session.folder("home/.config/pulse/cookie")))
    let server = try session.server()
    defer { server.stop() }
    #expect(
      try await session.client.devices() == [
        AudioDevice(.sink, name: "speakers", description: "Speakers", volume: 0.5, isDefault: true),
        AudioDevice(.sink, name: "hdmi", description: "hdmi", volume: 1, isMuted: true),
        AudioDevice(.source, name: "microphone", description: "Microphone", volume: 0, isDefault: true),
      ])
    #expect(server.cookie == cookie)
    #expect(String(decoding: server.properties, as: UTF8.self).contains("luawidget"))
  }

  @Test("the volume keeps the balance; muting and the default are told")
  func control() async throws {
    let session = try Session()
    let server = try session.server()
    defer { server.stop() }
    let client = session.client
    try await client.control(nil, .setVolume(1))
    try await client.control("hdmi", .setVolume(1.5))
    try await client.control("microphone", .setVolume(0.25))
    try await client.control("speakers", .mute(true))
    try await client.control("microphone", .mute(false))
    try await client.control("hdmi", .makeDefault)
    try await client.control("microphone", .makeDefault)
    let hdmi = "hdmi".utf8.map { String($0, radix: 16) }.joined(separator: " ")
    let microphone = "microphone".utf8.map { String($0, radix: 16) }.joined(separator: " ")
    #expect(
      server.told == [
        "36 4c 0 0 0 3 4e 76 2 0 1 0 0 0 0 80 0", "36 4c 0 0 0 7 4e 76 1 0 1 80 0", "38 4c 0 0 0 9 4e 76 1 0 0 40 0",
        "39 4c 0 0 0 3 4e 31", "40 4c 0 0 0 9 4e 30", "44 74 \(hdmi) 0", "45 74 \(microphone) 0",
      ])
    await #expect(throws: ServiceError.unavailable(reason: "there is no sink or source gone")) {
      try await client.control("gone", .mute(true))
    }
    server.answer(.muteSink) { FakeSoundServer.refusal($0, 1) }
    await #expect(throws: ServiceError.failed(reason: "the sound server refused (error 1)")) {
      try await client.control(nil, .mute(true))
    }
    server.answer(.muteSink) { FakeSoundServer.refusal($0, 5) }
    await #expect(throws: ServiceError.unavailable(reason: "the sound server has no such sink or source")) {
      try await client.control(nil, .mute(true))
    }
  }

  @Test("without a server, or with one that lets nobody in, it's unavailable; one that comes later is found")
  func missing() async throws {
    let session = try Session()
    let client = session.client
    let none = ServiceError.unavailable(reason: "there is no sound server")
    #expect(await problem(client) == none)
    // A file that nobody listens at.
    try Data().write(to: URL(filePath: session.path))
    #expect(await problem(session.client) == .unavailable(reason: "there is no sound server, or it lets nobody in"))
    let server = try session.server()
    server.answer(.authenticate) { FakeSoundServer.refusal($0, 1) }
    #expect(await problem(session.client) == .unavailable(reason: "the sound server refused (error 1)"))
    server.answer(.authenticate) { FakeSoundServer.reply($0, FakeSoundServer.number(12)) }
    #expect(await problem(session.client) == .unavailable(reason: "the sound server is too old"))
    server.stop()
    let better = try session.server()
    defer { better.stop() }
    try await eventually("it's found") { await problem(client) == nil }
    let elsewhere = HelperSoundServer(
      ServiceProcess(
        .audio, executable: "\(PrivateDesktop.programs)/luawidget-notifier",
        environment: session.environment.merging(["PULSE_SERVER": "tcp:host {abc}unix:\(session.path)"]) { $1 }))
    #expect(try await elsewhere.devices().count == 3)
  }

  @Test("changes are told to who listens; a flood costs a few messages, and the server is still asked")
  func changes() async throws {
    let session = try Session()
    let server = try session.server()
    defer { server.stop() }
    let client = session.client
    let changes = Changes()
    var watch: ServiceWatch? = client.watch { changes.add($0) }
    try await eventually("it listens") { Set(changes.all) == ["sinks", "sources", "defaults"] }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    server.emit(2)
    server.emit(1)
    try await eventually("a source has changed") { changes.all == ["sources"] }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    server.emit(0, 150)
    try await eventually("the rest of the flood isn't listened to") { !server.isListenedTo }
    #expect(try await client.devices().count == 3)
    #expect(changes.all.count < 10, "\(changes.all)")
    try await eventually("it listens again") { server.isListenedTo }
    watch = nil
    _ = watch
    try await eventually("nobody listens") { !server.isListenedTo }
  }

  @Test("a server that vanishes is noticed, and when it's back too")
  func returning() async throws {
    let session = try Session()
    let server = try session.server()
    let client = session.client
    let changes = Changes()
    let watch = client.watch { changes.add($0) }
    try await eventually("it listens") { !changes.all.isEmpty }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    server.stop()
    try await eventually("it has gone") { !changes.all.isEmpty }
    try? FileManager.default.removeItem(atPath: session.path)
    try await Task.sleep(for: .seconds(1))
    await #expect(throws: ServiceError.self) { try await client.devices() }
    changes.clear()
    let again = try session.server()
    defer { again.stop() }
    try await eventually("it's back") { changes.all.contains("sinks") }
    #expect(try await client.devices().count == 3)
    withExtendedLifetime(watch) {}
  }

  /// Replies to the question for sinks.
  private static let attacks: [(String, @Sendable (UInt32) -> [UInt8])] = {
    typealias Fake = FakeSoundServer
    let speakers = Fake.device(Fake.devices[0])
    return [
      ("a length of 4 GiB", { _ in Fake.word(.max) + Fake.word(.max) + Fake.word(0) + Fake.word(0) + Fake.word(0) }),
      ("a frame of no bytes", { _ in Fake.frame([]) }),
      ("sound", { _ in Fake.word(4) + Fake.word(0) + Fake.word(0) + Fake.word(0) + Fake.word(0) + [1, 2, 3, 4] }),
      (
        "a place in shared memory", { _ in Fake.word(4) + Fake.word(.max) + Fake.word(0) + Fake.word(0) + Fake.word(0x8000_0000) }
      ),
      ("a text that never ends", { Fake.reply($0, Fake.number(1) + [UInt8(ascii: "t")] + Array(repeating: 65, count: 900_000)) }),
      ("another type", { Fake.reply($0, Fake.text("speakers")) }),
      ("half a sink", { Fake.reply($0, Array(speakers.prefix(speakers.count / 2))) }),
      ("a sink without channels", { Fake.reply($0, Fake.device(Fake.Device(index: 1, name: "a", volumes: []))) }),
      (
        "255 channels",
        { Fake.reply($0, Fake.device(Fake.Device(index: 1, name: "a", volumes: Array(repeating: 1, count: 255)))) }
      ),
      (
        "a property of 4 GiB",
        { tag in
          let end = speakers.lastIndex(of: UInt8(ascii: "P")) ?? 0
          return Fake.reply(
            tag, Array(speakers[...end]) + Fake.text("a") + Fake.number(.max) + [UInt8(ascii: "x")] + Fake.word(.max) + [0])
        }
      ),
      ("no command", { _ in Fake.frame([1]) }),
      ("5,000 frames that answer nothing", { _ in (0..<5_000).flatMap { Fake.reply(1_000 + UInt32($0), []) } }),
    ]
  }()

  @Test("what isn't the protocol is an error, and the next program works", arguments: Self.attacks.indices)
  func hostile(_ index: Int) async throws {
    let (name, reply) = Self.attacks[index]
    let session = try Session()
    let server = try session.server()
    defer { server.stop() }
    let client = session.client
    server.answer(.getSinks, reply)
    do throws(ServiceError) {
      let found = try await client.devices()
      Issue.record("\(name): \(found)")
    } catch {
      #expect(!error.isUnavailable, "\(name): \(error)")
    }
    server.answer(.getSinks) { FakeSoundServer.reply($0, FakeSoundServer.devices.prefix(2).flatMap(FakeSoundServer.device)) }
    try await eventually("\(name): the next one works") { await (try? client.devices())?.count == 3 }
  }

  @Test("absurd names and volumes are left out or limited, and of a thousand sinks 32 are listed")
  func absurd() async throws {
    let session = try Session()
    typealias Device = FakeSoundServer.Device
    let server = try session.server([
      Device(index: 1, name: ""), Device(index: 2, name: "a\u{1B}[2Jb"),
      Device(index: 3, name: String(repeating: "x", count: 300)),
      Device(index: 4, name: "loud", description: "\u{202E}<b>\nLoud\u{7}" + String(repeating: "é", count: 999), volumes: [.max]),
      Device(index: 5, name: "good", description: "\n", volumes: [0x7FFF_FFFF, 1]),
    ])
    defer { server.stop() }
    let client = session.client
    let found = try await client.devices()
    #expect(found.map(\.name) == ["good"], "louder than the protocol allows isn't believed")
    #expect(found.first?.description == "good" && found.first?.volume == 32_768)
    // The quiet channel stays quiet, and nothing overflows.
    try await client.control("good", .setVolume(0.5))
    #expect(server.told == ["36 4c 0 0 0 5 4e 76 2 0 0 80 0 0 0 0 0"])
    let long = String(repeating: "x", count: 25_000)
    server.set((0..<80).map { Device(kind: $0 < 40 ? .sink : .source, index: $0, name: "d\($0)", description: "\($0)" + long) })
    #expect(try await client.devices().map(\.description.utf8.count) == Array(repeating: 256, count: 64))
    server.set((0..<1_000).map { Device(index: $0, name: "sink\($0)", description: "Loud \u{202E}\nsink \($0)") })
    let many = try await client.devices()
    #expect(many.count == 32 && many.first?.description == "Loud  sink 0", "\(many.first?.description ?? "")")
  }

  @Test("a server that stays silent is an error after five seconds, and keeps nobody else waiting")
  func silent() async throws {
    let session = try Session()
    let server = try session.server()
    defer { server.stop() }
    let client = session.client
    server.answer(.getSources) { _ in nil }
    let silent = ServiceError.failed(reason: "the sound server did not reply")
    let asked = Task { try await client.devices() }
    try await Task.sleep(for: .milliseconds(200))
    server.answer(.getSources) { FakeSoundServer.reply($0, []) }
    #expect(try await client.devices().count == 2)
    await #expect(throws: silent) { try await asked.value }
    server.stop()
    let mute = try session.server()
    defer { mute.stop() }
    mute.answer(.authenticate) { _ in nil }
    #expect(await problem(session.client) == .failed(reason: "the sound server said something that isn't PulseAudio's protocol"))
    mute.answer(.setClientName) { _ in nil }
    #expect(await problem(session.client) == silent)
  }
}
