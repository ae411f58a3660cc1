import Foundation
import Testing
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetSystem
import WidgetTesting

/// Attacks by scripts, each in parallel with a normal widget.
@Suite(.serialized) struct SandboxTests {
  private static let budgets = Budgets(cpuMilliseconds: [.load: 200, .update: 200, .tap: 100, .content: 100])

  private static let healthy = """
    local count = 0
    function perform_update() count = count + 1 return update_result.new_data end
    function content() return ui.text { "healthy " .. count } end
    """

  private static func updating(_ body: String) -> String { "function perform_update() \(body) end" }

  @Test(
    "each attack ends one worker, runs no further line, and does not affect another widget",
    arguments: [
      ("a loop", "while true do end", Failure.Kind.killedTime),
      ("a loop in pcall", "while true do pcall(function() while true do end end) end", .killedTime),
      ("a handler that swallows", "xpcall(function() while true do end end, function() while true do end end)", .killedTime),
      (
        "a variable that is closed",
        "local x <close> = setmetatable({}, { __close = function() print 'survived' end }) while true do end", .killedTime
      ),
      ("a pattern", "(('a'):rep(40) .. 'b'):find(('a*'):rep(30) .. 'c')", .killedTime),
      ("an endless rep", "string.rep('', math.maxinteger)", .killedTime),
      ("an endless move", "table.move({}, 1, math.maxinteger - 1, 2)", .killedTime),
      ("a sort that never ends", "table.sort({ 3, 2, 1 }, function() while true do end end)", .killedTime),
      ("colliding keys", "local t, k = {}, (1 << 17) - 1 for i = 1, 1 << 18 do t[i * k] = i end", .killedTime),
      ("a chain of calls", "local t = {} setmetatable(t, { __call = t }) while true do pcall(t) end", .killedTime),
      ("a storm of coroutines", "while true do coroutine.wrap(function() for i = 1, 100 do end end)() end", .killedTime),
      ("a memory bomb", "local t = {} for i = 1, 1 << 40 do t[i] = { i } end", .killedMemory),
      ("a memory bomb in pcall", "while true do pcall(string.rep, 'x', 1 << 28) end", .killedMemory),
      ("a string that doubles", "local s = 'x' while true do s = s .. s end", .killedMemory),
      ("coroutines that stay", "local t = {} for i = 1, 1 << 30 do t[i] = coroutine.create(print) end", .killedMemory),
    ])
  func attack(_ name: String, _ body: String, _ kind: Failure.Kind) async throws {
    let neighbour = TestWidget(Self.healthy)
    await neighbour.update()
    var budgets = Self.budgets
    if kind == .killedMemory { budgets.cpuMilliseconds[.update] = 20_000 }
    let attacker = TestWidget(Self.updating(body + " print 'survived' return update_result.new_data"), budgets: budgets)
    async let attacked = attacker.failure()
    await neighbour.update(.manual)
    let failure = try #require(await attacked)
    #expect(failure.kind == kind, "\(failure)")
    await neighbour.update(.manual)
    #expect(await neighbour.text().contains("healthy 3"))
    #expect(attacker.counters.contentCalls == 0)
    // The next update is a new worker's.
    #expect(await attacker.failure()?.kind == kind)
  }

  @Test(
    "attempts that have no effect are ordinary errors, at their line",
    arguments: [
      ("setmetatable({}, { __gc = function() end })", "__gc"),
      ("error(setmetatable({}, { __tostring = function() while true do end end }))", "(error object is a table value)"),
      ("error(setmetatable({}, { __name = ('x'):rep(1 << 20) }))", "(error object is a table value)"),
      ("error(('x'):rep(1 << 20))", "xxx"), ("error(nil)", "nil"),
      ("local function f() return 1 + f() end f()", "stack overflow"),
      ("local t = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) return t.a", "stack overflow"),
      ("io.open 'x'", "open"), ("os.execute 'id'", "execute"), ("debug.getinfo(1)", "getinfo"),
      ("load('\\27Lua')()", "call a nil value"),
      ("string.dump(print)", "dump"), ("package.loadlib('x', 'y')", "loadlib"),
      ("coroutine.close(coroutine.create(print))", "close"), ("require '../../etc/passwd'", "is not a module name"),
    ])
  func trick(_ body: String, _ words: String) async throws {
    let failure = try #require(await TestWidget(Self.updating(body)).failure())
    #expect(failure.kind == .script, "\(failure)")
    #expect(failure.message.contains(words) && failure.message.utf8.count <= 600, "\(failure.message)")
    #expect(failure.location?.line == 1)
  }

  @Test("a view that draws itself without end is an error with one place and a hint")
  func recursion() async throws {
    let draw = "local function d() return { ui.canvas { draw = d } } end return ui.canvas { draw = d }"
    let widget = TestWidget("function perform_update() return update_result.new_data end function content() \(draw) end")
    let failure = try #require(await widget.failure())
    #expect(failure.message == "stack overflow" && failure.location?.line == 1, "\(failure)")
  }

  @Test(
    "views that contain themselves, or expand without limit, are refused with a path",
    arguments: [
      "local t = { type = 'vstack', children = {} } t.children[1] = t return t",
      "local v = ui.text 'x' for _ = 1, 40 do v = ui.vstack { v } end return v",
      "local v = ui.text 'x' for _ = 1, 12 do v = ui.vstack { v, v } end return v",
      "return ui.text(('x'):rep(20000))",
      "local t = {} for i = 1, 2001 do t[i] = ui.text 'x' end return ui.vstack(t)",
      "return ui.text { 'x', spacing = 0/0 }", "return ui.text { 'x', font = { size = 1/0 } }",
      "return setmetatable({ type = 'text' }, { __index = function() while true do end end })",
    ])
  func views(_ body: String) async throws {
    let widget = TestWidget("function perform_update() return update_result.new_data end function content() \(body) end")
    let failure = await widget.failure()
    if body.contains("__index") {
      // Metatables are ignored.
      #expect(failure == nil || failure?.kind == .view)
    } else {
      let failure = try #require(failure)
      #expect(failure.kind == .view || failure.kind == .script, "\(failure)")
      #expect(failure.message.contains("content"), "\(failure)")
    }
  }

  @Test("JSON nested 100 000 deep is an error in both directions, not a crash")
  func deepJSON() async throws {
    let widget = TestWidget(
      Self.updating(
        """
        local value, err = json.decode(("["):rep(100000) .. ("]"):rep(100000))
        assert(value == nil and tostring(err):find "deep", tostring(err))
        local t = {} for _ = 1, 100000 do t = { t } end
        json.encode(t)
        """))
    let failure = try #require(await widget.failure())
    #expect(failure.kind == .script && failure.message.contains("deeper than the limit of 128"), "\(failure)")
  }

  @Test("every text of a widget is rendered as text")
  func injection() async throws {
    let nasty = "\\27]0;owned\\7\\27[2J\\u{9b}31m\\u{202e}\\r\\8<script>"
    let widget = TestWidget(
      """
      widget { name = "\(nasty)", settings = {} }
      function perform_update() print("\(nasty)") return update_result.new_data end
      function content()
        return ui.vstack { id = "\(nasty)", accessibility = "\(nasty)",
          ui.text "\(nasty)", ui.label { "\(nasty)", icon = "star" }, ui.button { "\(nasty)", action = print },
          ui.toggle { "\(nasty)", action = print }, ui.activity_indicator { "\(nasty)" }, ui.link { "\(nasty)", url = "https://a.example/" } }
      end
      """)
    #expect(await widget.failure() == nil)
    let text = await widget.text()
    let unsafe = text.unicodeScalars.filter {
      ($0.value < 32 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
    }
    #expect(unsafe.isEmpty && text.contains("<script>"), "\(text)")
  }

  @Test("a script just below each budget passes, one just above is killed")
  func steps() async throws {
    func kind(_ body: String, _ budgets: Budgets) async -> Failure.Kind? {
      await TestWidget(Self.updating(body + " return update_result.new_data"), budgets: budgets).failure()?.kind
    }
    func burn(_ seconds: Double) -> String { "local t = os.clock() while os.clock() - t < \(seconds) do end" }
    var budgets = Budgets()
    budgets.cpuMilliseconds[.update] = 400
    #expect(await kind(burn(0.15), budgets) == nil)
    #expect(await kind(burn(0.8), budgets) == .killedTime)
    func hold(_ mebibytes: Int) -> String { "local t = {} for i = 1, \(mebibytes) do t[i] = ('x'):rep(1 << 20) .. i end" }
    #expect(await kind(hold(24), Budgets()) == nil)
    #expect(await kind(hold(33), Budgets()) == .killedMemory)
    #expect(await kind(hold(33), Budgets(memory: 64 << 20)) == nil)
    // A manifest lowers limits, never raises them.
    func manifest(_ limits: String, _ body: String) async -> Failure.Kind? {
      await TestWidget("widget { limits = { \(limits) } } " + Self.updating(body + " return update_result.new_data")).failure()?
        .kind
    }
    #expect(await manifest("memory = '8MB'", hold(4)) == nil)
    #expect(await manifest("memory = '8MB'", hold(9)) == .killedMemory)
    #expect(await manifest("memory = '128MB'", hold(33)) == .killedMemory)
    #expect(await manifest("cpu = '200ms'", burn(0.6)) == .killedTime)
    #expect(await manifest("cpu = '30s'", burn(1.6)) == .killedTime)
  }

  @Test("a worker that was killed from outside is replaced; one that is stopped is reported first")
  func killedFromOutside() async throws {
    for signal in [SIGKILL, SIGSEGV, SIGSTOP] {
      let widget = TestWidget(Self.healthy, budgets: Self.budgets)
      await widget.update()
      let pid = try #require(await widget.session.workerProcess)
      kill(pid, signal)
      if signal == SIGSTOP {
        let failure = try #require(await widget.failure())
        #expect(failure.kind == .killedTime, "\(failure)")
      } else {
        // A killed worker is noticed once its process has ended.
        while await widget.session.workerProcess == pid, kill(pid, 0) == 0 {
          if await widget.update(.manual).result == .newData { break }
        }
      }
      #expect(await widget.text().contains("healthy"), "the last good view stays")
      #expect(await widget.update(.manual).result == .newData)
    }
  }

  @Test("a worker killed while it waits for a fetch is noticed at once: the fetch is cancelled, and the next update works")
  func killedWhileFetching() async throws {
    let widget = TestWidget(
      """
      widget { permissions = { net = { "example.com" } } }
      function perform_update()
        fetch("https://example.com/slow")
        return update_result.new_data
      end
      function content() return ui.text "healthy" end
      """, budgets: .withoutHurry())
    widget.fetcher.on("https://example.com/slow", text: "")
    #expect(await widget.update().result == .newData)
    let pid = try #require(await widget.session.workerProcess)
    widget.fetcher.silence("https://example.com/slow")
    let start = ContinuousClock.now
    async let failure = widget.failure()
    while widget.fetcher.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    kill(pid, SIGKILL)
    #expect(await failure?.kind == .crashed)
    #expect(start.duration(to: .now) < .seconds(10))
    while widget.fetcher.cancelled == 0 { try await Task.sleep(for: .milliseconds(5)) }
    widget.fetcher.on("https://example.com/slow", text: "")
    #expect(await widget.update(.manual).result == .newData)
  }

  @Test("many kills leak no descriptor, process or memory")
  func killStorm() async throws {
    let storm = ProcessInfo.processInfo.environment["FUZZ_CASES"] == nil ? 1000 : 5000
    var budgets = Budgets()
    budgets.cpuMilliseconds[.load] = 1
    func once() async {
      let widget = TestWidget("while true do end", budgets: budgets)
      #expect(await widget.failure()?.kind == .killedTime)
      await widget.session.close()
    }
    for _ in 0..<50 { await once() }
    let before = Usage()
    for _ in 0..<storm { await once() }
    let after = Usage()
    // Other tests open and close descriptors at the same time.
    #expect(after.descriptors < before.descriptors + 100, "\(before) \(after)")
    #expect(after.children < before.children + 20, "\(before) \(after)")
    #expect(after.kilobytes < before.kilobytes + 64 * 1024, "\(before) \(after)")
  }
}

/// The resources this process uses.
private struct Usage {
  var descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  var children = ((try? String(contentsOfFile: "/proc/self/task/\(getpid())/children", encoding: .utf8)) ?? "").split(
    separator: " "
  ).count
  var kilobytes =
    (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)).flatMap { Int($0.split(separator: " ")[1]) }.map { $0 * 4 }
    ?? 0
}
