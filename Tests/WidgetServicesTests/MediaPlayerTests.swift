import Testing
import WidgetModel

@testable import WidgetServices

/// Players' own words, as far as luawidget believes them.
@Suite struct MediaPlayerTests {
  private func player(_ properties: [String: LuaValue], metadata: [String: LuaValue] = [:], identity: LuaValue = "A")
    -> MediaPlayer?
  {
    MediaPlayer(
      wire: [
        "id": "a", "identity": identity,
        "properties": .table(
          ["PlaybackStatus": "Playing"].merging(properties) { $1 }.merging(["Metadata": .table(metadata)]) { $1 }),
      ])
  }

  @Test(
    "absurd numbers are nil",
    arguments: [
      (LuaValue.integer(90_500_000), 90.5), (.number(90_500_000), 90.5), (.integer(-1), nil), (.integer(.max), nil),
      (.integer(.min), nil),
      (.number(.nan), nil), (.number(.infinity), nil), (.string("9"), nil), (.null, nil), (.integer(0), nil),
    ] as [(LuaValue, Double?)])
  func length(_ value: LuaValue, _ seconds: Double?) {
    #expect(player([:], metadata: ["mpris:length": value])?.length == seconds)
  }

  @Test("a position beyond the end is the end")
  func position() {
    #expect(player(["Position": 20_000_000], metadata: ["mpris:length": 10_000_000])?.position == 10)
    #expect(player(["Position": 20_000_000])?.position == 20)
    #expect(player(["Position": -5])?.position == nil)
  }

  @Test("texts are one line without control characters, at most 1 KiB")
  func texts() {
    #expect(player([:], identity: "\n<script>\u{1B}[31m\u{202E}\u{0}")?.name == "<script>[31m")
    #expect(player([:], identity: "\n\t ")?.name == "a")
    #expect(player([:], metadata: ["xesam:title": "a\nb\u{2028}c"])?.title == "a b c")
    let long = player([:], metadata: ["xesam:title": .string(String(repeating: "\u{1F600}", count: 2000))])?.title
    #expect(long?.utf8.count == 1024)
    #expect(player([:], metadata: ["xesam:artist": ["a", 1, "", "b"]])?.artist == "a, b")
    #expect(player([:], metadata: ["xesam:artist": .table(["a": "b"])])?.artist == nil)
  }

  @Test("a player that may not be controlled can do nothing, and a flag of another type is false")
  func flags() {
    let all: [String: LuaValue] = ["CanPlay": true, "CanPause": true, "CanGoNext": true, "CanGoPrevious": true, "CanSeek": true]
    #expect(player(all)?.canSeek == true)
    #expect(player(all.merging(["CanControl": false]) { $1 })?.canSeek == false)
    #expect(player(["CanPlay": 1])?.canPlay == false)
  }

  @Test("without an id, a status or properties there is no player")
  func nothing() {
    #expect(player(["PlaybackStatus": "Dancing"]) == nil)
    #expect(player(["PlaybackStatus": .null]) == nil)
    for id in ["", "a b", "..", "a..b", "a/b", "a\n", String(repeating: "a", count: 201)] {
      #expect(MediaPlayer(wire: ["id": .string(id), "properties": ["PlaybackStatus": "Playing"]]) == nil, "\(id)")
    }
    for value: LuaValue in [.null, 1, [], "x", ["id": "a"], ["id": "a", "properties": []]] {
      #expect(MediaPlayer(wire: value) == nil)
    }
  }

  @Test("messages between luawidget and its program survive the way, and nothing else is one")
  func messages() throws {
    for call in [
      ServiceCall.players, .control(player: "mpv", .play), .control(player: "mpv", .seek(1.5)), .inhibit(reason: "x"),
      .method(BusCall(.system, "a.b", "/a", "a.c", "D", .text("e"), .number(5), .flag(true), .variant("f"))),
    ] {
      let request = ServiceRequest.call(id: 7, call)
      #expect(try ServiceRequest(decoding: request.encoded) == request)
    }
    for reply in [
      ServiceReply.greeting(version: 1), .value(id: 1, ["a": 1]), .failure(id: 2, .unavailable(reason: "gone")),
      .failure(id: 2, .failed(reason: "no")), .changed([ServiceChange(.media, "mpv")]),
    ] {
      #expect(try ServiceReply(decoding: reply.encoded) == reply)
    }
    let failure = ServiceReply.failure(id: 1, .failed(reason: "a\n\u{1B}[2J" + String(repeating: "x", count: 1000)))
    guard case .failure(_, .failed(let reason)) = try ServiceReply(decoding: failure.encoded) else { return #expect(Bool(false)) }
    #expect(reason.hasPrefix("a [2Jx") && reason.utf8.count == 300)
    for value: LuaValue in [
      [9], [1, 2], [1, 2, "dance"], [3, .array(Array(repeating: ["media", "x"], count: 65))], [3, ["mpv"]], "x",
      [2, "yes"], [2, ["all"]], [1, 2, "method", "tcp", "a.b", "/a", "a.c", "D", []],
      [1, 2, "method", "system", "a.b", "/a", "a.c", "D", [["u", -1]]],
    ] {
      let bytes = MessagePack.encode(value)
      #expect((try? ServiceRequest(decoding: bytes)) == nil)
      #expect((try? ServiceReply(decoding: bytes)) == nil || value.array?.first == 1 && value.array?.count == 3)
    }
  }
}
