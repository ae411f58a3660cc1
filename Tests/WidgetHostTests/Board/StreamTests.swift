import Foundation
import Synchronization
import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

/// Streams from their source to `on_event` and the view.
@Suite struct StreamTests {
  /// Shows how often it was updated, and everything that has arrived.
  private static func widget(_ manifest: String, _ subscription: String) -> String {
    """
    widget { \(manifest) }
    local updates = 0
    function perform_update(context)
      defaults.set("reasons", (defaults.get("reasons") or "") .. context.reason .. " ")
      \(subscription)
      return update_result.new_data
    end
    function on_event(events, context)
      defaults.set("reasons", (defaults.get("reasons") or "") .. context.reason .. " ")
      local seen = defaults.get("seen") or ""
      for _, event in ipairs(events) do seen = seen .. (event.source:find("/the log", 1, true) and "PATH" or "") .. event.name .. "=" .. event.data .. "\\n" end
      defaults.set("seen", seen .. (events.dropped > 0 and "dropped " .. events.dropped or ""))
      return update_result.new_data
    end
    function content() return ui.text { "seen: " .. (defaults.get("seen") or "nothing") } end
    """
  }

  private static func board(_ test: TestFolder, _ fields: String) -> String {
    "[[widget]]\nfile = \"\(test("a.lua"))\"\n\(fields)\n"
  }

  private func reasons(_ test: TestBoard) async throws -> String? {
    try test.stores.defaults.value("reasons", in: try #require(await test.board.widgets.first).identity.id)?.string
  }

  @Test("the lines of a program arrive, then its status")
  func program() async throws {
    let programs = FakeProgramRunner()
    programs.program("/usr/bin/lines", "one\r\ntwo\nlast", status: 3)
    let folder = TestFolder()
    let test = try TestBoard(
      ["a.lua": Self.widget("permissions = { run = { 'lines' } }", "assert(run.lines { 'lines', '-f' })")],
      file: Self.board(folder, "allow = [\"run=lines\"]"), folder: folder, programs: programs)
    await test.start()
    #expect(await test.shows("line=two", "a"))
    #expect(await test.shows("exit=3", "a"))
    #expect(programs.calls == [["/usr/bin/lines", "-f"]])
    // The worker had ended, so the widget restarted first.
    #expect(try await reasons(test)?.hasPrefix("launch restart event ") == true)
    await test.board.close()
  }

  @Test("changes of media players arrive, and nobody listens once the widget is hidden or the host ends")
  func media() async throws {
    let folder = TestFolder()
    let players = MemoryMediaPlayers([MediaPlayer(id: "mpv", name: "mpv", status: .playing)])
    let test = try TestBoard(
      ["a.lua": Self.widget("permissions = { media = { 'read' } }", "assert(subscribe { media = true })")],
      file: Self.board(folder, ""), folder: folder, media: players)
    await test.start()
    #expect(await eventually { players.watchers == 1 })
    players.change(.success([]), by: "mpv")
    #expect(await test.shows("changed=mpv", "a"))
    await test.board.present([:], on: Board.SurfaceID("test"))
    #expect(await eventually { players.watchers == 0 })
    await test.present([TestBoard.terminal])
    #expect(await eventually { players.watchers == 1 })
    await test.board.close()
    #expect(players.watchers == 0)
  }

  @Test("media takes nothing else, and needs its permission")
  func mediaOptions() async throws {
    for (options, permissions, message) in [
      ("media = true, event = 'x'", "media = { 'read' }", "media takes no kind, event, headers or send"),
      (
        "media = true, url = 'https://a.example/'", "media = { 'read' }",
        "subscribe takes a url, a file or a folder, or one service such as media = true"
      ),
      ("media = false", "media = { 'read' }", "subscribe takes a url, a file or a folder, or one service such as media = true"),
      ("media = true", "media = { 'control' }", "media \"read\" (not in the manifest)"),
    ] {
      let widget = TestWidget(Self.widget("permissions = { \(permissions) }", "subscribe { \(options) }"))
      #expect(await widget.failure()?.message.contains(message) == true, "\(options)")
    }
  }

  @Test("changes of files in a folder arrive, without their names")
  func folder() async throws {
    let folder = TestFolder()
    let notes = folder("notes")
    try FileManager.default.createDirectory(atPath: notes + "/2026", withIntermediateDirectories: true)
    let test = try TestBoard(
      ["a.lua": Self.widget("settings = { notes = { type = 'folder' } }", "assert(subscribe { folder = settings.notes })")],
      file: Self.board(folder, "set = { notes = \"\(notes)\" }"), folder: folder)
    await test.start()
    #expect(await test.shows("nothing", "a"))
    #expect(await eventually { await Self.isOpen(test) })
    try "x".write(toFile: notes + "/2026/new.md", atomically: true, encoding: .utf8)
    #expect(await test.shows("changed=", "a"))
    await test.board.close()
  }

  @Test("in a replay only what was recorded arrives, however the stream is opened")
  func replay() async throws {
    let folder = TestFolder()
    try "SUBSCRIBE lines\n\nname: line\ndata: recorded\n\nafter: 0.2\nname: exit\ndata: 7\n"
      .write(toFile: folder("lines.events"), atomically: true, encoding: .utf8)
    let programs = FakeProgramRunner()
    programs.program("/usr/bin/lines", "live", status: 0)
    let replay = try StreamReplay(folder: folder(""), secrets: SecretsInUse()) { _ in }
    let test = try TestBoard(
      ["a.lua": Self.widget("permissions = { run = { 'lines' } }", "assert(run.lines { 'lines' })")],
      file: Self.board(folder, "allow = [\"run=lines\"]"), folder: folder, programs: programs, recordings: .replaying(replay))
    await test.start()
    #expect(await test.shows("line=recorded", "a"))
    #expect(await test.shows("exit=7", "a"))
    #expect(programs.calls == [])
    await test.board.close()
  }

  @Test("what arrives is recorded as it arrived")
  func recording() async throws {
    let folder = TestFolder()
    let programs = FakeProgramRunner()
    programs.program("/usr/bin/lines", "one\ntwo\n", status: 3)
    try FileManager.default.createDirectory(atPath: folder("r"), withIntermediateDirectories: true)
    let recorder = StreamRecorder(folder: folder("r"), secrets: SecretsInUse()) { Issue.record("\($0)") }
    let test = try TestBoard(
      ["a.lua": Self.widget("permissions = { run = { 'lines' } }", "assert(run.lines { 'lines' })")],
      file: Self.board(folder, "allow = [\"run=lines\"]"), folder: folder, programs: programs, recordings: .recording(recorder))
    await test.start()
    #expect(await test.shows("exit=3", "a"))
    await test.board.close()
    let replay = try StreamReplay(folder: folder("r"), secrets: SecretsInUse()) { Issue.record("\($0)") }
    let entries = replay.entries(of: "lines")?.map { "\($0.name)=\($0.data)" } ?? []
    #expect(Array(entries.prefix(3)) == ["line=one", "line=two", "exit=3"])
  }

  @Test("a file is read from its end; a replaced and a truncated one from its start")
  func file() async throws {
    let folder = TestFolder()
    let log = folder("the log.txt")
    try Data("old\n".utf8).write(to: URL(fileURLWithPath: log))
    let test = try TestBoard(
      ["a.lua": Self.widget("settings = { log = { type = 'file' } }", "assert(subscribe { file = settings.log })")],
      file: Self.board(folder, "set = { log = \"\(log)\" }"), folder: folder)
    await test.start()
    #expect(await test.shows("nothing", "a"))
    #expect(await eventually { await Self.isOpen(test) })
    func append(_ text: String) throws {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
      handle.seekToEndOfFile()
      handle.write(Data(text.utf8))
      try handle.close()
    }
    // The tail may only just be starting.
    try await Task.sleep(for: .milliseconds(300))
    try append("new\nhalf ")
    #expect(await test.shows("line=new", "a"))
    try append("line\n")
    #expect(await test.shows("line=half line", "a"))
    try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
    try Data("rotated\n".utf8).write(to: URL(fileURLWithPath: log))
    #expect(await test.shows("line=rotated", "a"))
    truncate(log, 0)
    try append("after\n")
    #expect(await test.shows("line=after", "a"))
    #expect(await !test.text("a").contains("old"))
    // The script learns the setting's name, not the path.
    #expect(await !test.text("a").contains("PATH"))
    await test.board.close()
  }

  private static func isOpen(_ test: TestBoard) async -> Bool {
    await test.board.instances.values.contains { $0.streams.isOpen }
  }

  private func served(_ options: String = "") throws -> (TestBoard, FakeStreams) {
    let folder = TestFolder()
    let streams = FakeStreams()
    let test = try TestBoard(
      [
        "a.lua": Self.widget(
          "permissions = { net = { 'a.example' } }, refresh = 'never'",
          "assert(subscribe { url = 'https://a.example/prices'\(options) })")
      ], file: Self.board(folder, "allow = [\"net=a.example\"]"), folder: folder, streams: streams)
    return (test, streams)
  }

  @Test("events of a server arrive; a lost connection is made again with the last id")
  func serverSent() async throws {
    let (test, streams) = try served(", event = 'price', headers = { ['X-Key'] = 'k' }")
    await test.start()
    #expect(await eventually { streams.open == 1 })
    streams.send("id: 7\nretry: 10\nevent: price\ndata: 1.5\n\nevent: other\ndata: no\n\n: ping\n\n")
    #expect(await test.shows("price=1.5", "a"))
    streams.end()
    #expect(await eventually { streams.open == 1 && streams.headers.count == 2 })
    #expect(streams.headers.last?.value(of: "Last-Event-ID") == "7" && streams.headers.last?.value(of: "X-Key") == "k")
    streams.send("event: price\ndata: 2\n\n")
    #expect(await test.shows("price=2", "a"))
    await test.board.close()
    #expect(await eventually { streams.open == 0 })
  }

  @Test("a WebSocket's messages are events whose source is the URL in the script; its opening messages are sent each time")
  func webSocket() async throws {
    let folder = TestFolder()
    let streams = FakeStreams()
    let test = try TestBoard(
      [
        "a.lua": Self.widget(
          "permissions = { net = { 'a.example' } }, refresh = 'never'",
          "assert(subscribe { url = 'wss://a.example/prices', send = { 'one', 'two' } })"
        ).replacing("event.source:find", with: "assert(event.source == 'wss://a.example/prices') and event.source:find")
      ], file: Self.board(folder, "allow = [\"net=a.example\"]"), folder: folder, streams: streams)
    await test.start()
    #expect(await eventually { streams.open == 1 })
    #expect(streams.requests.map(\.url) == ["https://a.example/prices"])
    #expect(streams.requests.map(\.webSocketOpening) == [["one", "two"]])
    streams.send("data: 7\n\n")
    #expect(await test.shows("message=7", "a"))
    await test.board.close()
  }

  @Test("a stream is open while the widget is shown, and once for all hosts")
  func visibility() async throws {
    let (test, streams) = try served()
    await test.start()
    #expect(await eventually { streams.open == 1 })
    await test.board.remove(.init("test"))
    #expect(await eventually { streams.open == 0 })
    await test.present([TestBoard.terminal])
    #expect(await eventually { streams.open == 1 })
    await test.board.close()
  }

  /// Rules that a test changes.
  private final class ChangingRules: DenyRulesSource {
    private let rules = Mutex(DenyRules())
    var current: DenyRules { rules.withLock { $0 } }
    func deny(_ kind: Permission.Kind) { rules.withLock { $0.deny(kind) } }
  }

  @Test("a stream that isn't permitted any more isn't one of the widget's")
  func revoked() async throws {
    let rules = ChangingRules()
    let widget = TestWidget(
      Self.widget(
        "permissions = { net = { 'a.example' }, run = { 'lines' } }",
        "assert(subscribe { url = 'https://a.example/' }) assert(run.lines { 'lines' })"),
      allow: ["net=a.example", "run=lines"], rules: rules)
    #expect(await widget.failure() == nil)
    #expect(await widget.session.streams.count == 2)
    rules.deny(.run)
    #expect(await widget.session.streams.map(\.source) == ["https://a.example/"])
    rules.deny(.net)
    #expect(await widget.session.streams.isEmpty)
  }

  @Test("an event that another program sends arrives in the host with the worker, or runs the widget by itself")
  func pushed() async throws {
    let (test, streams) = try served()
    await test.start()
    #expect(await eventually { streams.open == 1 })
    let instance = try #require(await test.board.widgets.first).identity.instance
    let folder = RuntimeFolder(environment: ["XDG_RUNTIME_DIR": test.folder("r")])
    let event = WidgetEvent(source: "push", name: "push", data: "hello", time: 1)
    let reply = await HostClient.send(
      .events(instance: instance, EventBatch([event])), to: test.board.keeper.owner, in: folder, timeout: 20)
    #expect(reply == .success(.done))
    #expect(await test.shows("push=hello", "a"))
    await test.board.close()
  }

  @Test("what is sent to a widget that nobody has looked at is passed on at once")
  func pushedUnseen() async throws {
    let test = try TestBoard(["a.lua": Self.widget("", "")])
    await test.board.start()
    #expect(await test.board.receive(WidgetEvent(source: "push", name: "push", data: "hello", time: 1), of: "a") == .accepted)
    let id = try #require(await test.board.widgets.first).identity.id
    #expect(await eventually { (try? test.stores.defaults.value("seen", in: id))??.string == "push=hello\n" })
    await test.board.close()
  }

  @Test("a stream that isn't permitted any more ends although its events wait, because on_event fails")
  func revokedWhileWaiting() async throws {
    let rules = ChangingRules()
    let folder = TestFolder()
    let streams = FakeStreams()
    let source = """
      widget { permissions = { net = { 'a.example' } }, refresh = 'never' }
      function perform_update() subscribe { url = 'https://a.example/' } return update_result.new_data end
      function on_event() error 'no' end
      function content() return ui.text 'a' end
      """
    let test = try TestBoard(
      ["a.lua": source], file: Self.board(folder, "allow = [\"net=a.example\"]"), folder: folder, streams: streams, rules: rules)
    await test.start()
    #expect(await eventually { streams.open == 1 })
    streams.send("data: 1\n\n")
    #expect(await eventually { await test.board.snapshot(of: "a", for: TestBoard.terminal)?.failure != nil })
    rules.deny(.net)
    #expect(
      await eventually {
        streams.send("data: 2\n\n")
        return streams.open == 0
      })
    await test.board.close()
  }

  @Test("a stream whose permission is revoked ends at once: while it's idle, and while on_event waits for a server")
  func revokedByCommand() async throws {
    for isWaiting in [false, true] {
      let folder = TestFolder()
      let streams = FakeStreams()
      let source = """
        widget { permissions = { net = { 'a.example' }, private_net = { '10.0.0.5:80' } }, refresh = 'never' }
        function perform_update() subscribe { url = 'http://10.0.0.5/' } return update_result.new_data end
        function on_event() fetch 'https://a.example/slow' end
        function content() return ui.text 'a' end
        """
      let test = try TestBoard(["a.lua": source], file: Self.board(folder, ""), folder: folder, streams: streams)
      test.fetcher.silence("https://a.example/slow")
      await test.start()
      let instance = try #require(await test.board.widgets.first).identity.instance
      #expect(await eventually { await test.board.instances[instance]?.permissions.request != nil })
      let question = try #require(await test.board.instances[instance]?.permissions.request?.questions.first)
      #expect(await test.board.decide([question: .always], of: "a"))
      #expect(await eventually { streams.open == 1 })
      if isWaiting {
        streams.send("data: 1\n\n")
        #expect(await eventually { !test.fetcher.requests.isEmpty })
      }
      #expect(try test.stores.grants.revoke(nil, of: nil) == 1)
      let id = try #require(await test.board.widgets.first).identity.id
      await test.board.root.announceRevocation(of: [id])
      #expect(streams.open == 0)
      await test.board.close()
    }
  }

  @Test("a private file isn't read in place of another in a folder that others can change; one without a size is read once")
  func takenOver() async throws {
    let folder = TestFolder()
    try FileManager.default.createDirectory(atPath: folder("shared"), withIntermediateDirectories: true)
    chmod(folder("shared"), 0o777)
    let (log, secret) = (folder("shared/log.txt"), folder("private.txt"))
    try Data("".utf8).write(to: URL(fileURLWithPath: log))
    chmod(log, 0o644)
    try Data("private\n".utf8).write(to: URL(fileURLWithPath: secret))
    chmod(secret, 0o600)
    let lines = Mutex<[String]>([])
    let tail = FileTail(log) { new in lines.withLock { $0 += new.texts } }
    try await Task.sleep(for: .milliseconds(300))
    #expect(symlink(secret, folder("shared/link")) == 0 && rename(folder("shared/link"), log) == 0)
    try await Task.sleep(for: .milliseconds(400))
    #expect(lines.withLock { $0 } == [])
    try Data("own\n".utf8).write(to: URL(fileURLWithPath: folder("next")))
    chmod(folder("next"), 0o644)
    #expect(rename(folder("next"), log) == 0)
    #expect(await eventually { lines.withLock { $0 } == ["own"] })
    tail.close()

    lines.withLock { $0 = [] }
    let empty = FileTail("/proc/self/status") { new in lines.withLock { $0 += new.texts } }
    try await Task.sleep(for: .milliseconds(500))
    #expect(lines.withLock(\.count) < 200)
    empty.close()
  }

  @Test(
    "what subscribes wrongly is an error that says what to write",
    arguments: [
      ("subscribe {}", "subscribe takes a url, a file or a folder"),
      ("subscribe { url = 'a', file = 'b' }", "subscribe takes a url, a file or a folder"),
      ("subscribe { url = 'prices' }", "it needs https:// or wss://"),
      ("subscribe { url = 'wss://a.example/', event = 'x' }", "a WebSocket has no types of events"),
      ("subscribe { url = 'wss://a.example/', kind = 'sse' }", "leave out kind"),
      ("subscribe { url = 'https://a.example/', send = 'x' }", "send is for a WebSocket"),
      ("subscribe { url = 'wss://a.example/', send = ('x'):rep(20000) }", "send can have 16 KiB"),
      ("subscribe { url = 'wss://a.example/', send = { '\\xFF' } }", "send must be text in UTF-8"),
      ("subscribe { file = 'x', send = 'x' }", "takes no kind, event, headers or send"),
      ("subscribe { file = '/etc/passwd' }", "must be a setting of type file"),
      ("subscribe { url = 'https://a.example/', kind = 'x' }", "kind"), ("subscribe { address = 1 }", "address"),
      ("run.lines { 'lines -f' }", "command line in one word"),
      (
        "for i = 1, 5 do subscribe { url = 'https://a.example/' .. i } end", "a widget can have 4 streams"
      ),
    ])
  func mistakes(_ call: String, _ message: String) async {
    let widget = TestWidget(
      Self.widget("permissions = { net = { 'a.example' }, run = { 'lines' } }", call),
      allow: ["net=a.example", "run=lines"])
    let failure = await widget.failure()
    #expect(failure?.message.contains(message) == true, "\(String(describing: failure))")
  }

  @Test("a stream needs a permission, on_event and a running perform_update")
  func requirements() async {
    let denied = TestWidget(
      Self.widget("", "do local _, err = subscribe { url = 'https://a.example/' } return update_result.failed(err) end"))
    #expect(await denied.failure()?.message.contains("a.example") == true)
    let without = TestWidget(
      """
      widget { permissions = { net = { "a.example" } } }
      function perform_update() subscribe { url = "https://a.example/" } return update_result.new_data end
      """, allow: ["net=a.example"])
    #expect(await without.failure()?.message.contains("add function on_event") == true)
    let elsewhere = TestWidget(
      """
      widget { permissions = { net = { "a.example" } } }
      function on_event() return update_result.no_data end
      function content() subscribe { url = "https://a.example/" } return ui.text "" end
      """, allow: ["net=a.example"])
    #expect(await elsewhere.failure()?.message.contains("only in perform_update") == true)
  }
}
