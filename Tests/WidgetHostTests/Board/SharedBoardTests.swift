import Foundation
import Synchronization
import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

/// Boards in several processes: each has its own lease owner, socket and store connection.
@Suite struct SharedBoardTests {
  private static let source = """
    local n = 0
    function perform_update(context)
      defaults.set("updates", defaults.get("updates", 0) + 1)
      return update_result.new_data
    end
    function content(context)
      return ui.vstack { ui.text { context.surface .. " " .. n .. " of update " .. defaults.get("updates") },
        ui.button { "More", action = function() n = n + 1 end } }
    end
    """

  private let folder = TestFolder()
  private let defaults = MemoryDefaultsStore()

  /// A board as in another process.
  private func process(_ source: String = Self.source) throws -> TestBoard {
    var stores = Stores.inMemory()
    stores.defaults = defaults
    stores.snapshots = SQLiteSnapshotStore(path: StorePath(folder("snapshots.db")))
    return try TestBoard(["a.lua": source], folder: folder, stores: stores)
  }

  private func updates(_ test: TestBoard) async throws -> LuaValue? {
    try defaults.value("updates", in: try #require(await test.board.widgets.first).identity.id)
  }

  private func instance(_ test: TestBoard) async throws -> String {
    try #require(await test.board.widgets.first).identity.instance
  }

  @Test("a board's own interval counts after an update that another process planned by the manifest")
  func ownInterval() async throws {
    let source = "widget { refresh = '1h' }\n" + Self.source
    let one = try process(source)
    await one.start()
    #expect(await one.shows("of update 1", "a"))
    let id = try await instance(one)
    #expect(await eventually { (try? one.stores.snapshots.state(of: id).nextUpdate) != nil })
    await one.board.close()
    let two = try process(source)
    try two.writeBoard("[[widget]]\nid = \"a\"\nfile = \"\(folder("a.lua"))\"\nrefresh = \"1s\"\n")
    await two.start()
    #expect(await two.shows("of update 3", "a"))
    await two.board.close()
  }

  @Test("a second process shows what the first one has, without running the widget again")
  func oneExecution() async throws {
    let (one, two) = (try process(), try process())
    await one.start()
    #expect(await one.shows("terminal 0 of update 1", "a"))
    let id = try await instance(one)
    #expect(await eventually { (try? one.stores.snapshots.state(of: id).nextUpdate) != nil })
    await two.start()
    #expect(await two.shows("terminal 0 of update 1", "a"))
    await two.board.refresh(nil)
    #expect(await two.shows("of update 2", "a"))
    #expect(await one.shows("of update 2", "a"))
    #expect(try await updates(one) == 2)
    await one.board.close()
    await two.board.close()
  }

  @Test("what's typed into a field in two processes at once reaches the one that runs the widget, all of it")
  func typingTwice() async throws {
    let source = """
      local all = {}
      function content()
        return ui.vstack { ui.text { #all, " texts ", table.concat(all, "") },
          ui.text_field { label = "Name", on_submit = function(text) all[#all + 1] = text end } }
      end
      """
    let (one, two) = (try process(source), try process(source))
    await one.start()
    #expect(await one.shows("0 texts", "a"))
    await two.start()
    #expect(await two.shows("0 texts", "a"))
    let view = try #require(await one.board.snapshot(of: "a", for: TestBoard.terminal)?.view)
    let field = try #require(ViewControls(view).all.first)
    try await withThrowingTaskGroup { group in
      for (board, letter) in [(one.board, "x"), (two.board, "y")] {
        group.addTask {
          for _ in 0..<5 { try await board.tap("a", field.with(FieldInput(letter, isFinal: true)), in: TestBoard.terminal) }
        }
      }
      try await group.waitForAll()
    }
    #expect(await one.shows("10 texts", "a"))
    #expect(await two.shows("10 texts", "a"))
    let text = await one.text("a")
    #expect(text.count { $0 == "y" } == 5, "\(text)")
    await one.board.close()
    await two.board.close()
  }

  @Test("settings that are changed and changed back leave no data marked as old")
  func changedBack() async throws {
    let source = """
      widget { settings = { n = { type = "integer", default = 1 } } }
      function content() return ui.text { "n ", settings.n } end
      """
    let test = try process(source)
    await test.start()
    #expect(await test.shows("n 1", "a"))
    try await test.board.edit(.setSetting(id: "a", name: "n", value: "x"))
    #expect(await eventually { await test.board.widgets.first?.failure != nil })
    #expect(await test.board.widgets.first?.isStale == true)
    try await test.board.edit(.setSetting(id: "a", name: "n", value: nil))
    #expect(await eventually { await test.board.widgets.first?.isStale == false })
    await test.board.close()
  }

  @Test("a host that waits for a secret updates the widget as soon as another process has stored it")
  func storedSecret() async throws {
    let source = """
      widget { settings = { key = { type = "secret", required = true } } }
      function content() return ui.text { "key ", #settings.key } end
      """
    let test = try process(source)
    await test.start()
    #expect(await eventually { await test.board.widgets.first?.failure?.message.contains("needs the secret") == true })
    let id = try #require(await test.board.widgets.first).identity.id
    try test.stores.secrets.set("12345", "key", of: id)
    await test.board.root.announceSecret(of: id)
    #expect(await test.shows("key 5", "a"))
    await test.board.close()
  }

  @Test("a form doesn't store the path of a file that isn't there")
  func missingFile() async throws {
    let test = try process(
      "widget { settings = { f = { type = \"file\" } } }\nfunction content() return ui.text \"x\" end")
    await test.start()
    #expect(await test.shows("x", "a"))
    do throws(Board.SettingsProblem) {
      try await test.board.changeSettings(of: "a", to: ["f": "/nowhere"])
      Issue.record("stored")
    } catch { #expect(error.text.contains("f must be a file you can read: No such file"), "\(error)") }
    #expect(await test.board.widgets.first?.entry.settings == [])
    await test.board.close()
  }

  @Test(
    "a form doesn't store a secret that the command would refuse, and keeps the first line of one",
    arguments: [(String(repeating: "x", count: 5000), nil), ("a\0b", nil), ("one\r\ntwo", "one")] as [(String, String?)])
  func secretRules(_ text: String, _ stored: String?) async throws {
    let test = try process(
      "widget { settings = { key = { type = \"secret\" } } }\nfunction content() return ui.text \"x\" end")
    await test.start()
    #expect(await test.shows("x", "a"))
    do throws(Board.SettingsProblem) {
      try await test.board.changeSettings(of: "a", to: ["key": text])
      #expect(stored != nil)
    } catch { #expect(stored == nil && error.text.contains("key can't be stored: "), "\(error)") }
    let id = try #require(await test.board.widgets.first).identity.id
    #expect(try test.stores.secrets.value("key", of: id) == stored)
    await test.board.close()
  }

  @Test("one update draws the contexts of both processes")
  func contexts() async throws {
    let (one, two) = (try process(), try process())
    await one.start()
    #expect(await one.shows("terminal 0 of update 1", "a"))
    await two.start(TestBoard.page)
    #expect(await two.shows("page 0", "a", TestBoard.page))
    let before = try #require(try await updates(one)?.integer)
    await one.board.refresh(nil)
    #expect(await one.shows("terminal 0 of update \(before + 1)", "a"))
    #expect(await two.shows("page 0 of update \(before + 1)", "a", TestBoard.page))
    #expect(try await updates(one)?.integer == before + 1)
    await one.board.close()
    await two.board.close()
  }

  @Test("a process of another surface that starts later needs a view only: its update takes stored responses")
  func laterSurface() async throws {
    let source = Self.source.replacing(
      "return update_result",
      with: "defaults.set(\"reasons\", defaults.get(\"reasons\", \"\") .. context.reason .. \" \")\n  return update_result")
    let (one, two) = (try process(source), try process(source))
    await one.start()
    #expect(await one.shows("terminal 0 of update 1", "a"))
    let id = try await instance(one)
    #expect(await eventually { (try? one.stores.snapshots.state(of: id).nextUpdate) != nil })
    await two.start(TestBoard.page)
    #expect(await two.shows("page 0", "a", TestBoard.page))
    #expect(
      try defaults.value("reasons", in: try #require(await two.board.widgets.first).identity.id)?.string == "launch restart ")
    await one.board.close()
    await two.board.close()
  }

  @Test("taps go to the process that has the worker, and all processes show the new view")
  func taps() async throws {
    let (one, two) = (try process(), try process())
    await one.start()
    #expect(await one.shows("terminal 0 of update 1", "a"))
    try await one.board.tap("a", try await one.control("More", of: "a"), in: TestBoard.terminal)
    #expect(await one.shows("terminal 1", "a"))
    await two.start()
    #expect(await two.shows("terminal 1", "a"))
    try await two.board.tap("a", try await two.control("More", of: "a"), in: TestBoard.terminal)
    #expect(await two.shows("terminal 2", "a"))
    #expect(await one.shows("terminal 2", "a"))
    // The first process ends: the second one takes the lease and restarts the widget.
    await one.board.close()
    try await two.board.tap("a", try await two.control("More", of: "a"), in: TestBoard.terminal)
    #expect(await two.shows("terminal 1 of update", "a"))
    await two.board.close()
  }

  @Test("the lease of a process that was killed is free at once, with and without its socket")
  func deadOwner() async throws {
    let test = try process()
    await test.start()
    #expect(await test.shows("update 1", "a"))
    let id = try await instance(test)
    // No process has the first number. Nobody listens at the second socket.
    for (update, owner) in [(2, "4194400-dead"), (3, "\(getpid())-dead")] {
      #expect(
        await eventually {
          guard
            case .acquired = try? test.stores.snapshots.acquire(
              id, owner: owner, until: WallTime.now() + 1e6, now: WallTime.now())
          else { return false }
          return true
        })
      if update == 3 { close(try LocalSocket.listener(at: "\(test.runtime)/\(owner).socket")) }
      await test.board.refresh(nil)
      #expect(await test.shows("update \(update)", "a"))
    }
    await test.board.close()
  }

  @Test("a stopped process, whose socket takes requests and never replies, is waited for until its lease expires")
  func stoppedOwner() async throws {
    let test = try process()
    await test.board.start()
    let id = try await instance(test)
    let listener = try LocalSocket.listener(at: "\(test.runtime)/\(getpid())-stopped.socket")
    defer { close(listener) }
    #expect(LeaseOwner.isAlive("\(getpid())-stopped", in: RuntimeFolder(path: test.runtime)))
    let attempt = try test.stores.snapshots.acquire(
      id, owner: "\(getpid())-stopped", until: WallTime.now() + 1, now: WallTime.now())
    guard case .acquired(let old, _) = attempt else { throw StoreError.zeroByte }
    let request = HostRequest.update(instance: id, .manual, nil)
    let reply = await HostClient.send(request, to: "\(getpid())-stopped", in: RuntimeFolder(path: test.runtime), timeout: 0.1)
    #expect(reply == .failure(.noReply))
    #expect(
      await eventually {
        guard
          case .acquired = try? test.stores.snapshots.acquire(id, owner: "next", until: WallTime.now() + 5, now: WallTime.now())
        else { return false }
        return true
      })
    // It wakes up, and its writes come too late.
    #expect(throws: StoreError.leaseLost(instance: id)) {
      try test.stores.snapshots.clearFailure(instance: id, under: old)
    }
    await test.board.close()
  }

  @Test("a process that was stopped and lost its lease ends its worker")
  func lostLease() async throws {
    let test = try process()
    await test.start()
    #expect(await test.shows("terminal 0", "a"))
    try await test.board.tap("a", try await test.control("More", of: "a"), in: TestBoard.terminal)
    let id = try await instance(test)
    let session = try #require(await test.board.instances[id]?.session)
    #expect(await session.isReady)
    // As after 40 seconds without renewal.
    _ = try test.stores.snapshots.acquire(id, owner: "other", until: WallTime.now() + 200, now: WallTime.now() + 100)
    test.board.keeper.renewNow()
    #expect(await eventually { await !session.isReady })
    await test.board.close()
  }

  @Test("runs wait for the process that updates their widget, and show its view without running the widget")
  func simultaneousRuns() async throws {
    let script = WidgetScript(source: Self.source, name: "run.lua", resources: nil)
    let test = try process()
    let (store, folder) = (test.stores.snapshots, RuntimeFolder(path: test.runtime))
    let sessions = (0..<3).map { _ in
      WidgetSession(script: script, services: test.board.root.services, configuration: WidgetConfiguration())
    }
    let identity = await sessions[0].identity
    let owner = "\(getpid())-run"
    let attempt = try store.acquire(identity.instance, owner: owner, until: WallTime.now() + 1e6, now: WallTime.now())
    guard case .acquired(let lease, _) = attempt else { throw StoreError.zeroByte }
    let asked = Mutex<Set<SnapshotContext>>([])
    let socket = try HostSocket(folder.socket(of: owner), in: folder) { request in
      if case .update(_, _, let context?) = request { _ = asked.withLock { $0.insert(context) } }
      return .notOwner
    }
    let results = Task {
      await withTaskGroup(of: Update.self) { group in
        for (index, session) in sessions.enumerated() {
          let leased = LeasedWidget(session, keeper: LeaseKeeper(store: store, folder: folder, renews: false))
          var context = TestBoard.terminal
          context.size.width += Double(index)
          group.addTask { [context] in await leased.update(context) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    let view = ViewNode(.text("by the other one"))
    let snapshot = Snapshot(
      widget: identity, context: SnapshotContext(TestBoard.terminal), view: view, result: .newData, reason: .launch,
      updatedAt: WallTime.now())
    #expect(await eventually { asked.withLock(\.count) == 3 })
    try store.save(snapshot, under: lease, finishing: nil)
    #expect(try store.finish(FinishedUpdate(at: WallTime.now()), under: lease, releasing: true))
    for update in await results.value {
      guard case .newData(let presentation) = update else {
        Issue.record("\(update)")
        continue
      }
      #expect(presentation.view == view, "\(presentation)")
    }
    for session in sessions { await session.close() }
    socket.stop()
    await test.board.close()
  }

  @Test("what the process that has the lease cannot do is on the card, and it is tried again")
  func unavailable() async throws {
    let test = try process()
    let folder = RuntimeFolder(path: test.runtime)
    await test.board.start()
    let (id, owner) = (try await instance(test), "\(getpid())-old")
    let socket = try HostSocket(folder.socket(of: owner), in: folder) { _ in .otherVersion }
    let attempt = try test.stores.snapshots.acquire(id, owner: owner, until: WallTime.now() + 1e6, now: WallTime.now())
    guard case .acquired(let lease, _) = attempt else { throw StoreError.zeroByte }
    await test.present([TestBoard.terminal])
    #expect(await eventually { await test.board.widgets.first?.failure == LeasedWidget.otherVersion })
    #expect(await eventually { await test.board.nextUpdate.map { $0 <= LeasedWidget.retryInterval } == true })
    #expect(try await updates(test) == nil)
    try test.stores.snapshots.release(lease)
    await test.board.refresh(nil)
    #expect(await test.shows("update 1", "a"))
    #expect(await eventually { await test.board.widgets.first?.failure == nil })
    socket.stop()
    await test.board.close()
  }

  @Test("the only widget of a terminal keeps its worker, draws new sizes in it, and updates at once although its data are new")
  func singleWidget() async throws {
    func single() throws -> TestBoard {
      var stores = Stores.inMemory()
      stores.defaults = defaults
      stores.snapshots = SQLiteSnapshotStore(path: StorePath(folder("snapshots.db")))
      return try TestBoard(["a.lua": Self.source], folder: folder, stores: stores, host: .run)
    }
    let first = try single()
    await first.start()
    #expect(await first.shows("terminal 0 of update 1", "a"))
    let session = try #require(await first.board.instances[try await instance(first)]?.session)
    #expect(await first.board.updated("a")?.result == .newData)
    #expect(await session.isReady)
    let calls = session.counters.values.contentCalls
    var wide = TestBoard.terminal
    wide.size.width = 640
    await first.present([wide])
    #expect(await eventually { await first.board.snapshot(of: "a", for: wide)?.context == SnapshotContext(wide) })
    #expect(session.counters.values.contentCalls == calls + 1)
    #expect(try await updates(first) == 1)
    await first.board.close()
    let second = try single()
    await second.start()
    #expect(await second.shows("update 2", "a"))
    await second.board.close()
  }
}
