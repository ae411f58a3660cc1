import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetTesting

@testable import WidgetServices

/// Each fault concerns one widget; the other one on the board goes on.
@Suite struct BoardFaultTests {
  private static let good = "function content() return ui.text { \"good\" } end"

  private func board(_ bad: String) async throws -> TestBoard {
    let test = try TestBoard(["bad.lua": bad, "good.lua": Self.good])
    await test.start()
    #expect(await test.shows("good", "good"))
    return test
  }

  private func failure(_ id: String, _ test: TestBoard) async -> Failure? {
    await test.board.widgets.first { $0.id == id }?.failure
  }

  @Test("an edit is shown; a broken edit keeps the last good view with the reason until the next good save")
  func reload() async throws {
    let test = try await board("function content() return ui.text { \"one\" } end")
    #expect(await test.shows("one", "bad"))
    try test.write("function content() return ui.text { \"two\" } end", to: "bad.lua")
    #expect(await test.shows("two", "bad"))
    try test.write("function content( return", to: "bad.lua")
    #expect(await eventually { await failure("bad", test)?.kind == .load })
    #expect(await test.text("bad").contains("two"))
    try test.write("function content() return ui.text { \"three\" } end", to: "bad.lua")
    #expect(await test.shows("three", "bad"))
    #expect(await eventually { await failure("bad", test) == nil })
    #expect(await test.text("good").contains("good"))
    await test.board.close()
  }

  @Test("an edit is shown in every context, also in one that was presented later, and it is stored")
  func reloadInSeveralContexts() async throws {
    let test = try await board("function content() return ui.text { \"one\" } end")
    #expect(await test.shows("one", "bad"))
    await test.present([TestBoard.page], surface: "page")
    try test.write("function content() return ui.text { \"two\" } end", to: "bad.lua")
    #expect(await test.shows("two", "bad"))
    #expect(await test.shows("two", "bad", TestBoard.page))
    let instance = try #require(await test.board.widgets.first { $0.id == "bad" }?.identity.instance)
    for context in [TestBoard.terminal, TestBoard.page] {
      let stored = try #require(try test.stores.snapshots.nearest(to: SnapshotContext(context), of: instance)?.snapshot)
      #expect(stored == (await test.board.snapshot(of: "bad", for: context)))
      #expect("\(stored.view as Any)".contains("two"))
    }
    await test.board.close()
  }

  @Test("a wrong setting is the reason on the card, until the board's file or the script is right")
  func wrongSetting() async throws {
    let script = """
      widget { settings = { step = { type = "integer", default = 1 } } }
      function content() return ui.text { "step " .. settings.step } end
      """
    let test = try await board(script)
    #expect(await test.shows("step 1", "bad"))
    func file(_ step: String) -> String {
      "[[widget]]\nfile = \"\(test.folder("bad.lua"))\"\nset = { step = \"\(step)\" }\n"
    }
    for text in ["abc", "12x"] {
      try test.writeBoard(file(text))
      #expect(await eventually { await failure("bad", test)?.message.contains("step=\(text): step must be an integer") == true })
    }
    try test.writeBoard(file("7"))
    await test.present([TestBoard.terminal])
    #expect(await test.shows("step 7", "bad"))
    #expect(await eventually { await failure("bad", test) == nil })
    try test.writeBoard(file("abc"))
    await test.present([TestBoard.terminal])
    #expect(await eventually { await failure("bad", test)?.kind == .usage })
    try test.write(script.replacing("integer", with: "string").replacing("1 }", with: "\"1\" }"), to: "bad.lua")
    #expect(await test.shows("step abc", "bad"))
    #expect(await eventually { await failure("bad", test) == nil })
    await test.board.close()
  }

  @Test("a file that is missing, renamed or replaced by a folder keeps its view, with the reason, until it is back")
  func missingFile() async throws {
    let test = try await board("function content() return ui.text { \"one\" } end")
    #expect(await test.shows("one", "bad"))
    let path = test.folder("bad.lua")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    #expect(await eventually { await failure("bad", test)?.kind == .missing })
    #expect(await test.text("bad").contains("one"))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(await eventually { await failure("bad", test)?.message.contains("main.lua") == true })
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
    #expect(await eventually { await failure("bad", test) == nil })
    await test.board.close()
  }

  @Test("a file that is missing at the start is shown as soon as it exists")
  func missingAtStart() async throws {
    let folder = TestFolder()
    let file = "[[widget]]\nfile = \"\(folder("good.lua"))\"\n[[widget]]\nfile = \"\(folder("late.lua"))\"\n"
    let test = try TestBoard(["good.lua": Self.good], file: file, folder: folder)
    await test.start()
    #expect(await test.shows("good", "good"))
    #expect(await failure("late", test)?.kind == .missing)
    try test.write("function content() return ui.text { \"here\" } end", to: "late.lua")
    #expect(await test.shows("here", "late"))
    #expect(await failure("late", test) == nil)
    await test.board.close()
  }

  @Test("a broken board file keeps the last good board; the next good one is used")
  func boardFile() async throws {
    let test = try await board("function content() return ui.text { \"one\" } end")
    try test.writeBoard("[[widget]\n")
    #expect(await test.log.has { if case .fileProblem(let problem?) = $0 { problem.line == 1 } else { false } })
    #expect(await test.board.widgets.map(\.id) == ["bad", "good"])
    try test.writeBoard("[[widget]]\nfile = \"\(test.folder("good.lua"))\"\n")
    #expect(await eventually { await test.board.widgets.map(\.id) == ["good"] })
    #expect(await test.log.has { if case .fileProblem(nil) = $0 { true } else { false } })
    #expect(await test.text("good").contains("good"))
    await test.board.close()
  }

  @Test("a widget that floods views, loops, or returns too many nodes leaves the other one alone")
  func floods() async throws {
    let flood = """
      function perform_update() for i = 1, 200 do redraw() end return update_result.new_data end
      function content()
        local rows = {}
        for i = 1, 1900 do rows[i] = ui.text { "row" } end
        return ui.vstack(rows)
      end
      """
    for bad in [flood, "function content() while true do end end", flood.replacing("1900", with: "9000")] {
      let test = try await board(bad)
      await test.board.refresh("good")
      #expect(await test.log.has { if case .shown("bad", _, _) = $0 { true } else { false } })
      #expect(await test.text("good").contains("good"))
      await test.board.close()
    }
  }

  @Test("closing the board during an update drops its writes and ends its worker")
  func closing() async throws {
    let test = try await board("function perform_update() defaults.set(\"n\", 1) while true do end end")
    #expect(await eventually { await test.board.widgets.first { $0.id == "bad" }?.isUpdating == true })
    let id = try #require(await test.board.widgets.first { $0.id == "bad" }).identity.id
    await test.board.close()
    #expect(try test.stores.defaults.value("n", in: id) == nil)
  }

  @Test("when the disk is full, new views are shown with a warning, and the last stored view stays")
  func fullDisk() async throws {
    let folder = TestFolder()
    var schema = SQLiteSnapshotStore.schema
    schema.pageLimit = 24
    var stores = Stores.inMemory()
    stores.snapshots = SQLiteSnapshotStore(StoreDatabase(StorePath(folder("snapshots.db")), schema, onNotice: { _ in }))
    let source = """
      function content()
        local n = defaults.get("n", 0)
        defaults.set("n", n + 1)
        local rows = { ui.text { "view " .. n } }
        if n > 0 then for i = 2, 30 do rows[i] = ui.text { ("x"):rep(5000), line_limit = 1 } end end
        return ui.vstack(rows)
      end
      """
    let test = try TestBoard(["bad.lua": source, "good.lua": Self.good], folder: folder, stores: stores)
    await test.start()
    #expect(await test.shows("view 0", "bad"))
    await test.board.refresh("bad")
    #expect(await test.shows("view 1", "bad"))
    #expect(await test.log.has { if case .console("bad", let line) = $0 { line.text.contains("was not stored") } else { false } })
    #expect(await test.text("good").contains("good"))
    await test.board.close()
    let id = try #require(await test.board.widgets.first).identity.instance
    #expect(try stores.snapshots.newest(of: id)?.view?.children.count == 1)
  }
}
