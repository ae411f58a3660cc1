import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost

@Suite struct BoardTests {
  @Test("a widget that's looked at again shows what another host has updated meanwhile")
  func lookedAtAgain() async throws {
    let stores = Stores.inMemory()
    let folder = TestFolder()
    let source = """
      widget { refresh = "never" }
      function content() return ui.text { "n=" .. (defaults.get("n") or 0) } end
      """
    let test = try TestBoard(["a.lua": source], folder: folder, stores: stores)
    await test.start(TestBoard.page)
    #expect(await test.shows("n=0", "a", TestBoard.page))
    await test.present([])
    let id = try #require(await test.board.widgets.first).identity.id
    try stores.defaults.apply([.set(suite: id, key: "n", value: 1)])
    let other = try TestBoard(["a.lua": source], folder: folder, stores: stores)
    await other.start(TestBoard.terminal)
    await other.board.refresh("a")
    #expect(await other.shows("n=1", "a"))
    await other.board.close()
    await test.present([TestBoard.page])
    #expect(await test.shows("n=1", "a", TestBoard.page))
    await test.board.close()
  }

  private static func counting(_ name: String) -> String {
    """
    widget { name = "\(name)" }
    local n = 0
    function perform_update(context)
      defaults.set("updates", defaults.get("updates", 0) + 1)
      defaults.set("reason", context.reason)
      return update_result.new_data
    end
    function content(context)
      return ui.vstack { ui.text { "\(name) " .. context.surface .. " " .. n },
        ui.button { "More", action = function() n = n + 1 end },
        ui.button { "Loop", action = function() while true do end end } }
    end
    """
  }

  @Test("widgets update when a surface presents them, each once for all contexts of all surfaces")
  func severalContexts() async throws {
    let test = try TestBoard(["a.lua": Self.counting("A"), "b.lua": Self.counting("B")])
    await test.board.start()
    #expect(await test.text("a").isEmpty)
    let ids = await test.board.widgets.map(\.id)
    await test.board.present(
      Dictionary(ids.map { ($0, [TestBoard.terminal, TestBoard.page]) }, uniquingKeysWith: { $1 }), on: .init("all"))
    #expect(await test.shows("A terminal 0", "a"))
    #expect(await test.shows("A page 0", "a", TestBoard.page))
    #expect(await test.shows("B page 0", "b", TestBoard.page))
    for widget in await test.board.widgets {
      #expect(try test.stores.defaults.value("updates", in: widget.identity.id) == 1)
      #expect(try test.stores.defaults.value("reason", in: widget.identity.id) == "launch")
    }
    await test.board.close()
  }

  @Test("a tap in one context changes the view in all of them; the worker and its variables stay")
  func taps() async throws {
    let test = try TestBoard(["a.lua": Self.counting("A")])
    await test.start(TestBoard.terminal, TestBoard.page)
    #expect(await test.shows("A page 0", "a", TestBoard.page))
    for number in 1...3 {
      let context = number == 2 ? TestBoard.page : TestBoard.terminal
      try await test.board.tap("a", try await test.control("More", of: "a", context), in: context)
      #expect(await test.shows("A terminal \(number)", "a"))
      #expect(await test.shows("A page \(number)", "a", TestBoard.page))
    }
    await test.board.close()
  }

  @Test("a handler that loops is killed; the next tap restarts the widget with the reason restart and runs its handler")
  func restart() async throws {
    let test = try TestBoard(["a.lua": Self.counting("A")])
    await test.start()
    #expect(await test.shows("A terminal 0", "a"))
    let loop = try await test.control("Loop", of: "a")
    await #expect { try await test.board.tap("a", loop, in: TestBoard.terminal) } throws: {
      ($0 as? Failure)?.kind == .killedTime
    }
    try await test.board.tap("a", try await test.control("More", of: "a"), in: TestBoard.terminal)
    #expect(await test.shows("A terminal 1", "a"))
    let id = try #require(await test.board.widgets.first).identity.id
    #expect(try test.stores.defaults.value("reason", in: id) == "restart")
    await test.board.close()
  }

  @Test("a tap on a control that is gone shows the new view with a note")
  func missingControl() async throws {
    let test = try TestBoard([
      "a.lua": """
      function perform_update() defaults.set("n", defaults.get("n", 0) + 1) return update_result.new_data end
      function content() return ui.button { "press " .. defaults.get("n"), action = function() end } end
      """
    ])
    await test.start()
    #expect(await test.shows("press 1", "a"))
    #expect(await test.isIdle("a"))
    try await test.board.tap("a", try await test.control("press 1", of: "a"), in: TestBoard.terminal)
    #expect(await test.log.has { if case .controlMissing("a") = $0 { true } else { false } })
    #expect(await test.shows("press 2", "a"))
    await test.board.close()
  }

  @Test("a manual refresh updates one widget, or all visible ones")
  func refresh() async throws {
    let test = try TestBoard(["a.lua": Self.counting("A"), "b.lua": Self.counting("B")])
    await test.start()
    #expect(await test.shows("A terminal", "a"))
    #expect(await test.shows("B terminal", "b"))
    let ids = Dictionary(await test.board.widgets.map { ($0.id, $0.identity.id) }, uniquingKeysWith: { $1 })
    func updates(_ id: String) -> LuaValue? { try? test.stores.defaults.value("updates", in: ids[id] ?? "") }
    await test.board.refresh("b")
    #expect(await eventually { updates("b") == 2 })
    #expect(updates("a") == 1)
    await test.board.refresh(nil)
    #expect(await eventually { updates("a") == 2 && updates("b") == 3 })
    #expect(try test.stores.defaults.value("reason", in: try #require(ids["a"])) == "manual")
    await test.board.close()
  }

  @Test("one entry twice with other settings is two instances; the same settings share one")
  func instances() async throws {
    let folder = TestFolder()
    let source = """
      widget { settings = { city = { type = "string", default = "Bern" } } }
      function content() return ui.text { settings.city } end
      """
    let file = """
      [[widget]]
      file = "\(folder("a.lua"))"
      [[widget]]
      file = "\(folder("a.lua"))"
      """
    let test = try TestBoard(["a.lua": source], file: file, folder: folder)
    await test.start()
    #expect(await test.shows("Bern", "a-2"))
    let widgets = await test.board.widgets
    #expect(widgets.map(\.id) == ["a", "a-2"])
    #expect(widgets[0].identity.instance == widgets[1].identity.instance)
    #expect(try test.stores.snapshots.list().count == 1)
    await test.board.close()
  }

  @Test("a slow fetch of one widget holds up no other, and an invisible widget is not updated")
  func independence() async throws {
    let test = try TestBoard(["a.lua": Self.counting("A"), "b.lua": "while true do end", "c.lua": Self.counting("C")])
    await test.board.start()
    await test.board.present(["a": [TestBoard.terminal], "b": [TestBoard.terminal]], on: .init("one"))
    #expect(await test.shows("A terminal 0", "a"))
    #expect(await test.log.has { if case .shown("b", let view, _) = $0 { view.failure?.kind == .killedTime } else { false } })
    #expect(await test.text("c").isEmpty)
    await test.board.close()
  }

  @Test("every reader gets the end of the events, and no worker is left")
  func close() async throws {
    let test = try TestBoard(["a.lua": Self.counting("A")])
    let stream = test.board.events.stream()
    await test.start()
    #expect(await test.shows("A terminal 0", "a"))
    await test.board.close()
    for await _ in stream {}
  }

  @Test("after an upgrade the last views stay, a tap says why nothing happens, and a worker of the old version goes on")
  func upgrade() async throws {
    let source = """
      local presses = 0
      function perform_update() return update_result.new_data end
      function content()
        return ui.vstack { ui.text("presses " .. presses),
          ui.button { "More", action = function() presses = presses + 1 end } }
      end
      """
    let test = try TestBoard(["a.lua": source, "b.lua": source])
    try test.write("1", to: "program")
    await test.board.use(ProgramFile(path: test.folder("program")))
    await test.start()
    for id in ["a", "b"] { #expect(await test.shows("presses 0", id)) }
    try await test.board.tap("b", try await test.control("More", of: "b"), in: TestBoard.terminal)
    #expect(await test.shows("presses 1", "b"))
    #expect(await test.isIdle("a"))
    try test.write("another", to: "program")
    await #expect { try await test.board.tap("a", try await test.control("More", of: "a"), in: TestBoard.terminal) } throws: {
      ($0 as? Failure)?.message.contains("was upgraded") == true
    }
    #expect(await test.log.has { if case .restartNeeded = $0 { true } else { false } })
    #expect(await test.text("a").contains("presses 0"))
    try await test.board.tap("b", try await test.control("More", of: "b"), in: TestBoard.terminal)
    #expect(await test.shows("presses 2", "b"))
    await test.board.close()
  }
}
