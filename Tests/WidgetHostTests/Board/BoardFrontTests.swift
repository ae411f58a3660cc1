import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

/// A card in front of the others, for a while.
@Suite struct BoardFrontTests {
  private static let text = "function content() return ui.text 'x' end"

  private func first(_ test: TestBoard) async -> [String] {
    BoardGroup.groups(of: await test.board.widgets).flatMap(\.widgets).map { $0.isInFront ? "*" + $0.id : $0.id }
  }

  @Test("it comes first on every running host, also from a group or if it's hidden, and is then as before")
  func everywhere() async throws {
    let folder = TestFolder()
    var stores = Stores.inMemory()
    stores.snapshots = SQLiteSnapshotStore(path: StorePath(folder("snapshots.db")))
    func process() throws -> TestBoard {
      try TestBoard(
        ["a.lua": Self.text, "b.lua": Self.text, "c.lua": Self.text],
        file: """
          [[widget]]
          file = "\(folder("a.lua"))"
          [[widget]]
          file = "\(folder("b.lua"))"
          group = "G"
          [[widget]]
          file = "\(folder("c.lua"))"
          hidden = true
          """, folder: folder, stores: stores)
    }
    let (one, two) = (try process(), try process())
    await one.start()
    await two.start()
    let before = await first(one)
    #expect(before == ["a", "b"])
    #expect(await one.board.bringToFrontEverywhere("c", seconds: 1))
    #expect(await first(one) == ["*c", "a", "b"])
    #expect(await eventually { await first(two) == ["*c", "a", "b"] })
    // Another one replaces it.
    #expect(await two.board.bringToFrontEverywhere("b", seconds: 1))
    #expect(await first(two) == ["*b", "a"])
    #expect(await eventually { await first(one) == ["*b", "a"] })
    #expect(await eventually { await first(one) == before })
    #expect(await eventually { await first(two) == before })
    #expect(await !one.board.bringToFrontEverywhere("missing", seconds: 1))
    await one.board.close()
    await two.board.close()
  }

  @Test("it stays in front while the board file changes, and goes with its widget")
  func edited() async throws {
    let test = try TestBoard(["a.lua": Self.text, "b.lua": Self.text])
    await test.start()
    #expect(await test.board.bringToFrontEverywhere("b", seconds: 60))
    try await test.board.edit(.setHidden(id: "b", true))
    #expect(await first(test) == ["*b", "a"])
    try await test.board.edit(.remove(id: "b"))
    #expect(await first(test) == ["a"])
    await test.board.close()
  }

  @Test(
    "how long",
    arguments: [
      (nil, 60), ("2m", 120), ("1s", 1), ("1h", 3600), ("0s", nil), ("10h", nil), ("-1s", nil), ("x", nil), ("", nil),
      ("30", nil),
    ] as [(String?, Double?)]) func duration(text: String?, seconds: Double?)
  {
    #expect((try? FrontDuration.seconds(text)) == seconds)
  }

  @Test("the user's one popup: another takes its place, the same one closes it")
  func popups() throws {
    let test = TestFolder()
    let folder = RuntimeFolder(environment: ["XDG_RUNTIME_DIR": test("r"), "HOME": "/"])
    for _ in 0..<2 {
      guard case .taken(let lock) = try PopupLock.take(for: "disk", in: folder) else {
        Issue.record("nobody has it")
        return
      }
      withExtendedLifetime(lock) {}
    }
  }
}
