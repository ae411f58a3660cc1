import Testing
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem
import WidgetTesting

@Suite struct LifecycleTests {
  static let counting = """
    local n = 0
    function perform_update() n = n + 1 return n == 1 and update_result.new_data or update_result.no_data end
    function content() return ui.text { "update " .. n } end
    """

  @Test("new data is laid out, drawn and stored once")
  func newData() async {
    let widget = TestWidget(Self.counting)
    #expect(await widget.update().result == .newData)
    #expect(await widget.text().contains("│ update 1"))
    var once = Counters.Values()
    (once.contentCalls, once.layouts, once.draws, once.snapshotWrites) = (1, 1, 1, 1)
    #expect(widget.counters == once)
  }

  @Test("no_data draws, stores and lays out nothing")
  func noData() async {
    let widget = TestWidget(Self.counting)
    await widget.update()
    let before = widget.counters
    #expect(await widget.update(.schedule).result == .noData)
    #expect(widget.counters == before)
    #expect(await widget.text().contains("update 1"))
  }

  @Test("no_data with nothing to show requests the view once")
  func noDataFirst() async {
    let widget = TestWidget(
      "function perform_update() return update_result.no_data end function content() return ui.text { 'first' } end")
    #expect(await widget.update().result == .noData)
    #expect(await widget.text().contains("first"))
    let before = widget.counters
    await widget.update(.schedule)
    #expect(widget.counters == before)
    #expect(before.contentCalls == 1)
  }

  @Test("a failed update keeps the last good view, with the reason")
  func failed() async throws {
    let widget = TestWidget(
      """
      local n = 0
      function perform_update() n = n + 1 if n == 2 then return update_result.failed("no trains") end return update_result.new_data end
      function content() return ui.text { "good" } end
      """)
    await widget.update()
    #expect(await widget.failure()?.message == "no trains")
    let text = await widget.text()
    #expect(text.contains("good") && text.contains("no trains"))
    #expect(try widget.snapshots.list().first?.failure?.message == "no trains")
    await widget.update()
    #expect(!(await widget.text().contains("no trains")))
  }

  @Test("each worker has other random numbers, unless the seed is fixed", arguments: [nil, 1] as [Int64?])
  func randomNumbers(_ seed: Int64?) async {
    let widget = TestWidget("function content() return ui.text { math.random(1 << 40) } end", seed: seed)
    var texts: Set<String> = []
    for _ in 0..<3 {
      await widget.update()
      texts.insert(await widget.text())
      await widget.session.retire()
    }
    #expect(texts.count == (seed == nil ? 3 : 1), "\(texts)")
  }

  @Test(
    "content is not called after a failed update, so its errors do not hide the reason",
    arguments: [
      ("return update_result.failed('server is down')", Failure.Kind.reported, "server is down"),
      ("local _, err = fetch('http://127.0.0.1:9/') return update_result.failed(err)", .denied, "127.0.0.1"),
    ])
  func failureBeforeAnyView(update: String, kind: Failure.Kind, words: String) async {
    let widget = TestWidget("local d function perform_update() \(update) end function content() return ui.text { d.name } end")
    guard case .failed(let failure, _) = await widget.update() else { return #expect(Bool(false), "it did not fail") }
    #expect(failure.kind == kind && failure.message.contains(words), "\(failure)")
    #expect(kind != .denied || failure.remedy?.contains("\"127.0.0.1:9\" to permissions.private_net") == true, "\(failure)")
    #expect(widget.counters.contentCalls == 0)
  }

  @Test("a loop in content is stopped by the limit of content, which the message names, with the line")
  func loopInContent() async {
    let widget = TestWidget(
      "function perform_update() return update_result.new_data end\nfunction content()\n  while true do end\nend")
    guard case .failed(let failure, _) = await widget.update() else { return #expect(Bool(false), "it did not fail") }
    #expect(failure.message == "stopped: content used more than 100 ms of processor time")
    #expect(failure.location?.line == 3)
  }

  @Test("a snapshot of another process is shown before any Lua runs")
  func storedFirst() async throws {
    let store = MemorySnapshotStore()
    let first = TestWidget(Self.counting, snapshots: store)
    await first.update()
    let second = TestWidget(Self.counting, snapshots: store)
    #expect(try await second.session.loadStored(for: TestWidget.context())?.view == ViewNode(.text("update 1")))
    #expect(second.counters == Counters.Values())
  }

  @Test("a killed update drops its writes; a successful one stores them")
  func killedWrites() async throws {
    let widget = TestWidget(
      """
      local n = cache.get("n") or 0
      function perform_update()
        cache.set("n", n + 1) defaults.set("n", n + 1)
        if defaults.get("boom") then while true do end end
        return update_result.new_data
      end
      function content() return ui.text { "x" } end
      """, budgets: Budgets(cpuMilliseconds: [.load: 500, .update: 100, .tap: 100, .content: 100]))
    await widget.update()
    let id = await widget.session.identity.id
    #expect(try widget.defaults.value("n", in: id) == 1)
    try widget.defaults.apply([.set(suite: id, key: "boom", value: true), .set(suite: id, key: "n", value: 41)])
    #expect(await widget.failure()?.kind == .killedTime)
    #expect(try widget.defaults.value("n", in: id) == 41)
    #expect(try widget.cache.list(of: await widget.session.identity.instance).map(\.value) == [1])
    #expect(await widget.text().contains("x"))
  }

  @Test("an error drops the writes and names file and line")
  func raised() async throws {
    let widget = TestWidget("function perform_update()\n  cache.set('a', 1)\n  local x = nil\n  return x.y\nend")
    let failure = try #require(await widget.failure())
    #expect(failure.kind == .script)
    #expect(failure.location == SourceLocation(file: "test.lua", line: 4))
    #expect(failure.message == "attempt to index a nil value (local 'x')")
    #expect(try widget.cache.instances().isEmpty)
  }

  @Test(
    "each kind of failure has its message",
    arguments: [
      ("x = = 1", Failure.Kind.load, "unexpected symbol near '='"),
      ("error('at load')", .script, "at load"),
      ("local a = 1", .load, "test.lua defines neither content nor perform_update"),
      ("perform_update = 5", .load, "perform_update must be a function, got number"),
      ("function perform_update() end", .script, "perform_update must return update_result.new_data"),
      ("function perform_update() while true do end end", .killedTime, "stopped: the update"),
      (
        "function perform_update() local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e5) .. i end end", .killedMemory,
        "more than 32 MiB"
      ),
      (
        "function perform_update() return update_result.new_data end function content() return ui.text { 'a', spaceing = 1 } end",
        .view, "content: unknown field \"spaceing\"; did you mean \"spacing\"?"
      ),
      (
        "function perform_update() return update_result.new_data end function content() return ui.vstack { ui.text { 'a' }, ui.text { 'b', spacing = 'big' } } end",
        .view, "content.children[2].spacing"
      ),
      (
        "function perform_update() return update_result.new_data end function content() return 5 end", .script,
        "content must return one view, got number 5"
      ),
      ("widget { nmae = 'x' } function perform_update() end", .load, "did you mean \"name\"?"),
      ("function perform_update() defaults.suite('group.x').get('a') end", .denied, "permission denied: group \"group.x\""),
      ("function perform_update() io.open('x') end", .script, "field 'open'"),
    ] as [(String, Failure.Kind, String)])
  func goesWrong(_ source: String, _ kind: Failure.Kind, _ words: String) async throws {
    let budgets = kind == .killedMemory ? Budgets.withoutHurry() : Budgets()
    let failure = try #require(await TestWidget(source, budgets: budgets).failure())
    #expect(failure.kind == kind, "\(failure)")
    #expect(failure.message.contains(words), "\(failure.message)")
  }

  @Test(
    "a missing standard function has a hint only where its library is named",
    arguments: [
      (
        "os.remove('x')",
        "os.remove is not available in widgets; use container(...)"
      ),
      (
        "io.open('x')",
        "io.open is not available in widgets; use container(...) or fetch(\"file in the widget's folder\")"
      ),
      ("local t = {} t.remove('x')", "t has no field \"remove\""),
      ("local radios = {} radios.remove('x')", "radios has no field \"remove\""),
      ("dofile('x')", "dofile is not available in widgets; use require for a module of the widget's own folder"),
    ] as [(String, String?)])
  func missingFunction(_ statement: String, _ remedy: String?) async throws {
    let failure = try #require(await TestWidget("function perform_update() \(statement) end").failure())
    #expect(failure.remedy == remedy, "\(failure)")
  }

  @Test(
    "an error that a failed store raised is one of storage, and one with the same words is the script's own",
    arguments: [
      ("defaults.set('a', 1)", Failure.Kind.storage), ("local _, e = pcall(defaults.set, 'a', 1) error(e)", .storage),
      ("local _, e = pcall(defaults.set, 'a', 1) error('not kept: ' .. e)", .script),
    ])
  func failedStore(_ statement: String, _ kind: Failure.Kind) async throws {
    let full = StoreError.full(StoreLocation("/d/defaults.db"))
    let services = Services(
      fetcher: FakeFetcher([:]), cache: MemoryCacheStore(), defaults: FailingDefaultsStore(error: full),
      snapshots: MemorySnapshotStore(), device: FixedDevice(), containers: MemoryContainerStore(), grants: MemoryGrantStore(),
      programs: FakeProgramRunner(), opener: FakeOpener(), notifier: FakeNotifier(),
      notificationQuota: MemoryNotificationQuota(), environment: [:], clock: ManualClock(1_800_000_000))
    let session = WidgetSession(
      script: WidgetScript(source: "function perform_update() \(statement) end", name: "test.lua"), services: services,
      configuration: WidgetConfiguration())
    guard case .failed(let failure, _) = await session.update(TestWidget.context()) else {
      Issue.record("it did not fail")
      return
    }
    #expect(failure.kind == kind && failure.message.contains("\(full)"), "\(failure)")
    #expect((failure.remedy == full.remedy) == (kind == .storage))
  }

  @Test("an update that fails because of a denial counts as denied, with the remedy")
  func denied() async throws {
    let widget = TestWidget(
      "function perform_update() local r, err = fetch('https://example.com/') return update_result.failed(err) end")
    let failure = try #require(await widget.failure())
    #expect(failure.kind == .denied)
    #expect(failure.remedy?.contains("example.com") == true)
  }

  @Test("the handlers of buttons run and change the view")
  func action() async throws {
    let widget = TestWidget(
      """
      local n = 0
      function perform_update() return update_result.new_data end
      function content() return ui.button { "pressed " .. n, action = function() n = n + 1 end } end
      """)
    await widget.update()
    for expected in ["pressed 1", "pressed 2"] {
      let action = try #require(await widget.session.snapshot?.view?.action)
      try await widget.press(action)
      #expect(await widget.text().contains(expected))
    }
  }

  @Test("a broken edit keeps the old widget; a good one replaces it")
  func reload() async {
    let widget = TestWidget(Self.counting)
    await widget.update()
    let broken = WidgetScript(source: "x = = 1", name: "test.lua")
    #expect(await widget.session.reload(broken, context: TestWidget.context(.reload)) == false)
    #expect(await widget.text().contains("update 1"))
    let good = WidgetScript(
      source: "function perform_update() return update_result.no_data end function content() return ui.text { 'edited' } end",
      name: "test.lua")
    #expect(await widget.session.reload(good, context: TestWidget.context(.reload)))
    #expect(await widget.text().contains("edited"))
  }

  @Test("an update that spends its time in the broker's decoders is stopped at its deadline")
  func busyBroker() async throws {
    let widget = TestWidget(
      """
      local text = ("AAAA"):rep(200000)
      function perform_update() while true do base64.decode(text) end end
      """,
      budgets: Budgets(cpuMilliseconds: [.load: 500, .update: 60_000, .tap: 100, .content: 100], updateTime: 0.5))
    let failure = try #require(await widget.failure())
    #expect(failure.kind == .killedTime && failure.message.contains("0.5 s"), "\(failure)")
  }

  @Test("after a kill the next update starts a new worker from the same source")
  func replaced() async throws {
    let widget = TestWidget(
      """
      function perform_update()
        if cache.get("again") then return update_result.new_data end
        while true do end
      end
      function content() return ui.text { "alive" } end
      """, budgets: Budgets(cpuMilliseconds: [.load: 500, .update: 100, .tap: 100, .content: 100]))
    #expect(await widget.failure()?.kind == .killedTime)
    try widget.cache.apply(
      [.set(key: "again", value: true, expiresAt: nil)], of: await widget.session.identity.instance, at: 0)
    #expect(await widget.update().result == .newData)
    #expect(await widget.text().contains("alive"))
  }

  @Test("a script without content shows what it prints")
  func printed() async {
    let widget = TestWidget("function perform_update() print('12 trains') return update_result.new_data end")
    await widget.update()
    #expect(await widget.text().contains("12 trains"))
  }
}

private struct FailingDefaultsStore: DefaultsStore {
  let error: StoreError
  let limits = StoreLimits()

  func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? { throw error }
  func all(in suite: String) throws(StoreError) -> [String: LuaValue] { throw error }
  func sizes(in suite: String) throws(StoreError) -> [String: Int] { throw error }
  func suites() throws(StoreError) -> [String] { throw error }
  func apply(_ changes: [DefaultsChange]) throws(StoreError) { throw error }
}
