import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost
@testable import WidgetRuntime

/// `media` through the real worker and broker, with players in memory.
@Suite struct MediaWidgetTests {
  private static func player(_ id: String = "mpv", _ change: (inout MediaPlayer) -> Void = { _ in }) -> MediaPlayer {
    var player = MediaPlayer(id: id, name: "mpv Media Player", status: .playing)
    (player.title, player.artist, player.length, player.position) = ("So What", "Miles Davis", 545, 61.5)
    player.canPause = true
    change(&player)
    return player
  }

  private func widget(
    _ update: String, _ media: MemoryMediaPlayers, manifest: String = "media = { 'read', 'control' }", allow: [String] = [],
    fetcher: FakeFetcher = FakeFetcher()
  ) -> TestWidget {
    TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function perform_update() \(update) return update_result.new_data end
      """, allow: allow, fetcher: fetcher, media: media)
  }

  private func printed(_ update: String, _ media: MemoryMediaPlayers, manifest: String = "media = { 'read', 'control' }") async
    -> String
  {
    let widget = widget(update, media, manifest: manifest)
    if let failure = await widget.failure() { return "failed: \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "" }
    return text
  }

  @Test("a script gets what players say, and a name instead of the cover's address")
  func players() async {
    let media = MemoryMediaPlayers([Self.player { $0.coverURL = "file:///home/me/cover.png" }])
    let text = await printed(
      """
      local p = assert(media.players())[1]
      print(p.id, p.name, p.status, p.title, p.artist, p.album, p.length, p.position, p.can_pause, p.can_next)
      print(#p.cover, p.cover:match("^cover:%x+$") ~= nil)
      for name, value in pairs(p) do if tostring(value):find("home") then print(name) end end
      """, media)
    #expect(text == "mpv\tmpv Media Player\tplaying\tSo What\tMiles Davis\tnil\t545.0\t61.5\ttrue\tfalse\n38\ttrue")
  }

  @Test("a missing service is nil and an error of kind unavailable; no players are an empty list")
  func unavailable() async {
    let media = MemoryMediaPlayers()
    #expect(await printed("print(#media.players())", media) == "0")
    #expect(
      await printed("local done, err = media.play() print(done, err.kind, err)", media)
        == "nil\tunavailable\tmedia.play: there is no media player")
    media.change(.failure(.unavailable(reason: "there is no D-Bus session")))
    #expect(
      await printed("local list, err = media.players() print(list, err.kind, err)", media)
        == "nil\tunavailable\tmedia.players: there is no D-Bus session")
    media.change(.failure(.failed(reason: "the player a refused: no")))
    #expect(await printed("local list, err = media.players() print(list, err.kind)", media) == "nil\tconnect")
  }

  @Test("commands go to the named player, or else the first one")
  func commands() async {
    let media = MemoryMediaPlayers([Self.player(), Self.player("vlc")])
    let text = await printed(
      """
      assert(media.play()) assert(media.pause "vlc") assert(media.play_pause()) assert(media.next()) assert(media.previous())
      assert(media.seek(12.5, "vlc"))
      print(select(2, media.play "gone").kind, pcall(media.play, "a b"))
      print(pcall(media.seek, -1)) print(pcall(media.seek, 0/0))
      """, media)
    #expect(media.commands == ["mpv play", "vlc pause", "mpv play_pause", "mpv next", "mpv previous", "vlc seek 12.5"])
    #expect(text.hasPrefix("unavailable\tfalse"), "\(text)")
    #expect(text.contains("media.play: \"a b\" is not the id of a media player"), "\(text)")
    #expect(text.components(separatedBy: "position must be a number from 0 to 2592000").count == 3, "\(text)")
  }

  @Test("reading and controlling are two permissions")
  func permissions() async {
    let media = MemoryMediaPlayers([Self.player()])
    #expect(await printed("print(#media.players())", media, manifest: "media = { 'read' }") == "1")
    let denied = await printed("media.play()", media, manifest: "media = { 'read' }")
    #expect(denied.contains("media \"control\" (not in the manifest)"), "\(denied)")
    let unread = await printed("media.players()", media, manifest: "media = { 'control' }")
    #expect(unread.contains("media \"read\" (not in the manifest)"), "\(unread)")
    #expect(media.commands == [])
  }

  @Test("the user is asked if the widget can send anything, and the question names both")
  func question() async throws {
    let media = MemoryMediaPlayers([Self.player()])
    let asking = widget("media.players()", media, manifest: "media = { 'read' }, net = { 'a.example' }")
    #expect(await asking.failure()?.message.contains("media \"read\" (not allowed yet)") == true)
    let allowed = widget(
      "media.players()", media, manifest: "media = { 'read' }, net = { 'a.example' }", allow: ["media=read"])
    #expect(await allowed.failure() == nil)
    let request = PermissionRequest(
      widget: await asking.session.identity, manifest: [], name: "A", permissions: [.service(.media, "read")], programs: [:],
      groupUsers: [:],
      waysOut: [.net("a.example"), .run("curl")])
    #expect(
      PermissionText.question(.service(.media, "read"), in: request)
        == "reading what your media players play\n  The widget could pass on what it reads by fetching from \"a.example\", "
        + "running the program \"curl\"")
  }

  @Test("a tap from a browser on another machine controls nothing, unless the board allows it")
  func remote() async throws {
    let media = MemoryMediaPlayers([Self.player()])
    let widget = TestWidget(
      """
      widget { permissions = { media = { 'control' } } }
      local text = "none"
      function perform_update() return update_result.new_data end
      function content()
        return ui.button { "Pause", id = "pause", action = function()
          local done, err = media.pause()
          defaults.set("result", done and "done" or err.kind)
        end }
      end
      """, media: media)
    await widget.update()
    var control = try #require(await widget.session.snapshot?.view?.control(action: 1))
    control.isRemote = true
    #expect(try await widget.session.act(on: control, context: TestWidget.context(.action)))
    #expect(media.commands == [])
    let id = await widget.session.identity.id
    #expect(try widget.defaults.value("result", in: id)?.string == "denied")
    control.isRemote = false
    #expect(try await widget.session.act(on: control, context: TestWidget.context(.action)))
    #expect(media.commands == ["mpv pause"])
    let request = HostRequest.call(instance: "a", .tap(control.with(FieldInput("t", isFinal: true))), SnapshotContext())
    #expect(HostRequest(request.bytes) == request)
  }

  // MARK: Covers

  private func covers(_ address: String, fetcher: FakeFetcher = FakeFetcher(), manifest: String = "media = { 'read' }")
    async throws
    -> [String: [UInt8]]
  {
    let media = MemoryMediaPlayers([Self.player { $0.coverURL = address }])
    let widget = TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function content() return ui.image { media.players()[1].cover } end
      """, fetcher: fetcher, media: media)
    await widget.update()
    let view = try #require(await widget.session.snapshot?.view)
    return await widget.session.images(of: view)
  }

  private static let gif = Array("GIF89a".utf8)

  @Test("a local cover is an image file of four MiB at most, and nothing else")
  func localCovers() async throws {
    let folder = TestFolder()
    let path = folder("my cover.gif")
    try Data(Self.gif).write(to: URL(fileURLWithPath: path))
    let address = "file://" + path.replacingOccurrences(of: " ", with: "%20")
    let images = try await covers(address)
    #expect(images.count == 1 && images.first?.value == Self.gif)
    #expect(try await covers(address.replacingOccurrences(of: "file://", with: "file://localhost")).count == 1)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: folder("secret.txt")))
    try (Data(Self.gif) + Data(count: 4 << 20)).write(to: URL(fileURLWithPath: folder("large.gif")))
    mkfifo(folder("pipe.gif"), 0o600)
    for other in [
      folder("secret.txt"), folder("large.gif"), folder("pipe.gif"), folder("missing.gif"), "", "/dev/zero", "/etc",
    ] {
      #expect(try await covers("file://" + other).isEmpty, "\(other)")
    }
    for other in ["file://elsewhere" + path, "data:image/gif;base64,R0lGODlh", path, "file:cover.gif", "smb://a/b.gif"] {
      #expect(try await covers(other).isEmpty, "\(other)")
    }
  }

  @Test("a cover comes from public addresses only, although the widget may fetch nothing")
  func remoteCovers() async throws {
    let fetcher = FakeFetcher()
    for url in ["https://covers.example/a.gif", "http://127.0.0.1/a.gif", "http://192.168.1.1/a.gif"] {
      fetcher.on(url, text: "GIF89a")
    }
    #expect(try await covers("https://covers.example/a.gif", fetcher: fetcher).count == 1)
    for other in ["http://127.0.0.1/a.gif", "http://192.168.1.1/a.gif"] {
      #expect(try await covers(other, fetcher: fetcher).isEmpty, "\(other)")
    }
    fetcher.on("https://covers.example/text", text: "<html>")
    #expect(try await covers("https://covers.example/text", fetcher: fetcher).isEmpty)
  }

  @Test("a cover's name is of no use without the permission to read, and can't be read as a resource")
  func names() async throws {
    let name = "cover:0123456789abcdef0123456789abcdef"
    let widget = TestWidget("function content() return ui.image { '\(name)' } end", media: MemoryMediaPlayers([Self.player()]))
    await widget.update()
    let view = try #require(await widget.session.snapshot?.view)
    #expect(await widget.session.images(of: view).isEmpty)
    let fetching = TestWidget("function perform_update() print(fetch '\(name)') return update_result.new_data end")
    _ = await fetching.update()
    guard case .text(let text) = await fetching.session.snapshot?.view?.content else { return }
    #expect(text.hasPrefix("nil"), "\(text)")
  }
}
