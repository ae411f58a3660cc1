import Foundation
import Synchronization
import Testing
import WidgetHelpers
import WidgetSystem
import WidgetTesting

@testable import WidgetServices
@testable import luawidget_notifier

/// Media players on a private bus, through the real program, its filter and its sandbox.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: PrivateDesktop.daemon), "needs dbus"))
struct MediaPlayerTests {
  private static func process(_ environment: [String: String]) -> ServiceProcess {
    ServiceProcess(.media, executable: "\(PrivateDesktop.programs)/luawidget-notifier", environment: environment)
  }

  private func players(_ desktop: PrivateDesktop) -> BusMediaPlayers { BusMediaPlayers(Self.process(desktop.environment)) }

  private func address(_ desktop: PrivateDesktop) -> String { desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "" }

  /// The ids of what changed, in the order of their arrival.
  private final class Changes: Sendable {
    private let ids = Mutex<[String]>([])
    var all: [String] { ids.withLock { $0 } }
    func add(_ id: String) { ids.withLock { $0.append(id) } }
    func clear() { ids.withLock { $0 = [] } }
  }

  @Test("a player says what it plays, and nothing more than a widget may know")
  func reading() async throws {
    let desktop = try await PrivateDesktop()
    let media = players(desktop)
    #expect(try await media.players() == [])
    let fake = try await FakeMediaPlayer("mpv", identity: "mpv Media Player", address: address(desktop))
    defer { fake.stop() }
    var expected = MediaPlayer(id: "mpv", name: "mpv Media Player", status: .playing)
    (expected.title, expected.artist, expected.album) = ("So What", "Miles Davis, John Coltrane", "Kind of Blue")
    (expected.length, expected.position, expected.coverURL) = (545, 61.5, "file:///tmp/cover.png")
    (expected.canPlay, expected.canPause, expected.canGoNext, expected.canSeek) = (true, true, true, true)
    #expect(try await media.players() == [expected])
  }

  @Test("the players that play come first; those that only stand for another aren't listed")
  func order() async throws {
    let desktop = try await PrivateDesktop()
    let media = players(desktop)
    var fakes: [FakeMediaPlayer] = []
    defer { for fake in fakes { fake.stop() } }
    for (id, status) in [("a", "Stopped"), ("b", "Paused"), ("c", "Playing"), ("playerctld", "Playing"), ("d", "Playing")] {
      fakes.append(try await FakeMediaPlayer(id, address: address(desktop), properties: ["PlaybackStatus": .text(status)]))
    }
    #expect(try await media.players().map(\.id) == ["c", "d", "b", "a"])
  }

  @Test("each command reaches its player, and no other")
  func commands() async throws {
    let desktop = try await PrivateDesktop()
    let media = players(desktop)
    let fake = try await FakeMediaPlayer("mpv", address: address(desktop))
    let other = try await FakeMediaPlayer("vlc", address: address(desktop))
    defer {
      fake.stop()
      other.stop()
    }
    for command in [MediaCommand.play, .pause, .playPause, .next, .previous, .seek(12.5)] {
      try await media.control("mpv", command)
    }
    fake.set("Metadata", .table([:]))
    try await media.control("mpv", .seek(60))
    #expect(fake.told == ["Play", "Pause", "PlayPause", "Next", "Previous", "SetPosition /track/1 12500000", "Seek -1500000"])
    #expect(other.told == [])
    await #expect(throws: ServiceError.unavailable(reason: "there is no player gone")) { try await media.control("gone", .play) }
    await #expect(throws: ServiceError.self) { try await media.control("a b", .play) }
  }

  @Test("a player that hangs is left out, and keeps nobody else waiting for long")
  func hanging() async throws {
    let desktop = try await PrivateDesktop()
    let media = players(desktop)
    let fake = try await FakeMediaPlayer("mpv", address: address(desktop))
    let dead = try await FakeMediaPlayer("dead", address: address(desktop))
    defer {
      fake.stop()
      dead.stop()
    }
    dead.hang()
    let start = ContinuousClock.now
    #expect(try await media.players().map(\.id) == ["mpv"])
    await #expect(throws: ServiceError.failed(reason: "the player dead did not reply")) { try await media.control("dead", .play) }
    #expect(start.duration(to: .now) < .seconds(20))
    dead.hang(false)
    #expect(try await media.players().map(\.id) == ["dead", "mpv"])
  }

  @Test("changes are told, players come and go, and a flood costs a few messages only")
  func changes() async throws {
    let desktop = try await PrivateDesktop()
    let media = players(desktop)
    let fake = try await FakeMediaPlayer("mpv", address: address(desktop))
    defer { fake.stop() }
    let changes = Changes()
    var watch: ServiceWatch? = media.watch { changes.add($0) }
    try await eventually("it listens") { changes.all == ["mpv"] }
    // The owner of the name may still be on its way.
    try await Task.sleep(for: .milliseconds(300))
    changes.clear()
    fake.emit()
    try await eventually("a change arrives") { changes.all == ["mpv"] }
    let other = try await FakeMediaPlayer("vlc", address: address(desktop))
    try await eventually("another one comes") { changes.all.contains("vlc") }
    changes.clear()
    fake.emit(50_000)
    try await eventually("the flood is over") { fake.hasEmitted }
    #expect(try await media.players().map(\.id) == ["mpv", "vlc"], "it still replies")
    other.emit()
    try await eventually("another one's change arrives") { changes.all.contains("vlc") }
    #expect(changes.all.count { $0 == "mpv" } < 40, "\(changes.all.count)")
    changes.clear()
    other.stop()
    try await eventually("it goes") { changes.all.contains("vlc") }
    watch = nil
    _ = watch
    try await Task.sleep(for: .milliseconds(300))
    changes.clear()
    fake.emit()
    try await Task.sleep(for: .milliseconds(500))
    #expect(changes.all == [])
  }

  @Test("what a player says is cleaned and limited before a widget sees it")
  func hostile() async throws {
    let desktop = try await PrivateDesktop()
    let media = players(desktop)
    let long = String(repeating: "x", count: 100_000)
    let fake = try await FakeMediaPlayer(
      "evil", identity: "\n<script>\u{1B}[2J\u{202E}", address: address(desktop),
      properties: [
        "PlaybackStatus": .text("playing"), "Position": .integer(.min), "CanPlay": .text("yes"),
        "Metadata": .table([
          "xesam:title": .text(long), "xesam:artist": .texts(Array(repeating: "a", count: 5_00)), "xesam:album": .integer(7),
          "mpris:length": .number(.nan), "mpris:artUrl": .text("file:///" + long),
        ]),
      ])
    defer { fake.stop() }
    let player = try #require(try await media.players().first)
    #expect(player.name == "<script>[2J")
    #expect(player.title?.utf8.count == 1024 && player.album == nil && player.length == nil && player.position == nil)
    #expect(player.coverURL == nil && !player.canPlay)
    fake.set("Metadata", .table(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("key\($0)", .integer(1)) })))
    #expect(try await media.players() == [], "one that says too much is left out")
    fake.set("Metadata", .table(["mpris:length": .integer(.max), "xesam:title": .text("ok")]))
    #expect(try await media.players().first?.title == "ok")
  }

  @Test("without a bus there are no players, and they are found as soon as there is one")
  func noBus() async throws {
    let folder = TestFolder()
    let media = BusMediaPlayers(Self.process(["HOME": folder("home"), "XDG_RUNTIME_DIR": folder("run")]))
    await #expect(throws: ServiceError.unavailable(reason: "there is no D-Bus session")) { try await media.players() }
    let missing = BusMediaPlayers(ServiceProcess(.media, executable: nil, environment: [:]))
    await #expect(throws: ServiceError.self) { try await missing.players() }
  }

  @Test("a program that's killed is replaced, and who listens goes on listening")
  func killed() async throws {
    let desktop = try await PrivateDesktop()
    let process = Self.process(desktop.environment)
    let media = BusMediaPlayers(process)
    let fake = try await FakeMediaPlayer("mpv", address: address(desktop))
    defer { fake.stop() }
    let changes = Changes()
    let watch = media.watch { changes.add($0) }
    try await eventually("it listens") { !changes.all.isEmpty }
    changes.clear()
    let first = try #require(process.processID)
    Libc.kill(first, SIGKILL)
    try await eventually("another one listens") { changes.all.contains("mpv") && process.processID.map { $0 != first } == true }
    #expect(try await media.players().map(\.id) == ["mpv"])
    withExtendedLifetime(watch) {}
  }

  @Test("the program that reads the bus can start nothing, open no file for writing and no socket")
  func sandbox() async throws {
    let output = try await blocking {
      try ChildProcess.run(
        URL(filePath: "\(PrivateDesktop.programs)/luawidget-notifier"), ["--services-sandbox", "/etc/passwd"]
      ).output
    }
    for attempt in ["write a file", "start a program", "open a local socket", "listen", "read /etc/passwd"] {
      #expect(output.contains("\(attempt)\trefused\n"), "\(output)")
    }
  }
}
