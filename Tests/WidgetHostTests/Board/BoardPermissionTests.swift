import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// Decisions on a board's cards that another process revokes.
@Suite struct BoardPermissionTests {
  private static let source = """
    widget { permissions = { env = { "HOME" } } }
    local line = "untouched"
    function content()
      return ui.vstack {
        ui.text { line },
        ui.button { "Go", action = function() line = pcall(env.get, "HOME") and "read" or "refused" end },
      }
    end
    """

  private let test: TestBoard

  init() throws { test = try TestBoard(["a.lua": Self.source]) }

  private func tap(shows text: String) async throws -> Bool {
    try await test.board.tap("a", try await test.control("Go", of: "a"), in: TestBoard.terminal)
    return await test.shows(text, "a")
  }

  private var questions: [PermissionQuestion] {
    get async {
      guard let instance = await test.board.widget("a")?.identity.instance else { return [] }
      return await test.board.instances[instance]?.permissions.request?.questions ?? []
    }
  }

  @Test("after Not now, a denial says what works instead of a question that isn't there")
  func notNow() async throws {
    let test = try TestBoard([
      "a.lua": """
      widget { permissions = { env = { "HOME" } } }
      function content() return ui.text(tostring(select(2, pcall(env.get, "HOME")))) end
      """
    ])
    await test.start()
    func says(_ words: String) async -> Bool {
      await eventually { await test.board.snapshot(of: "a", for: TestBoard.terminal)?.view?.text?.contains(words) == true }
    }
    #expect(await says("(not allowed yet); decide about it on the card"))
    let instance = try #require(await test.board.widget("a")?.identity.instance)
    let question = try #require(await test.board.instances[instance]?.permissions.request?.questions.first)
    #expect(await test.board.decide([question: .notNow], of: "a"))
    #expect(await says("(not allowed yet); luawidget permissions allow"))
  }

  @Test(
    "a revocation ends Always and This time in the running worker and its successors, and asks again",
    arguments: [PermissionDecision.always, .once])
  func revoked(_ decision: PermissionDecision) async throws {
    await test.start()
    #expect(await test.shows("untouched", "a"))
    let question = try #require(await questions.first)
    #expect(await test.board.decide([question: decision], of: "a"))
    #expect(await eventually { await questions.isEmpty })
    #expect(await test.shows("untouched", "a"))
    #expect(try await tap(shows: "read"))
    let stored = decision == .always ? 1 : 0
    #expect(try test.stores.grants.list().count == stored)
    #expect(try test.stores.grants.revoke(nil, of: nil) == stored)
    #expect(try await tap(shows: "refused"))
    let second = try #require(await questions.first)
    #expect(second != question)
    #expect(await !test.board.decide([question: decision], of: "a"), "the old card's button decides nothing")
    // Another worker, as after a crash.
    let instance = try #require(await test.board.widget("a")?.identity.instance)
    await test.board.instances[instance]?.session.retire()
    await test.board.refresh("a")
    #expect(try test.stores.grants.list() == [])
    #expect(await questions == [second])
    await test.board.close()
  }

  @Test("what you add to a board's allow after a revocation counts at the next tap, and what you remove doesn't")
  func allowedAgain() async throws {
    func write(_ allow: String) throws {
      try test.writeBoard("[[widget]]\nid = \"a\"\nfile = \"\(test.folder("a.lua"))\"\nallow = [\(allow)]\n")
    }
    /// Taps until the widget has been opened with the changed board.
    func taps(until text: String) async -> Bool {
      await eventually {
        guard let control = try? await test.control("Go", of: "a") else { return false }
        try? await test.board.tap("a", control, in: TestBoard.terminal)
        return await test.text("a").contains(text)
      }
    }
    try write("\"env=HOME\"")
    await test.start()
    #expect(await test.shows("untouched", "a"))
    #expect(await taps(until: "read"))
    #expect(try test.stores.grants.revoke(nil, of: nil) == 1)
    #expect(await taps(until: "refused"))
    try write("")
    #expect(await eventually { await test.board.widget("a")?.entry.allow == [] })
    #expect(await taps(until: "refused"))
    try write("\"env=HOME\"")
    #expect(await taps(until: "read"))
    #expect(try test.stores.grants.list().map(\.record.permission) == [.env("HOME")])
    try write("")
    #expect(try test.stores.grants.revoke(.env("HOME"), of: nil) == 1)
    #expect(await taps(until: "refused"))
    await test.board.close()
  }
}
