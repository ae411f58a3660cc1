import Testing
import WidgetModel
import WidgetServices

@testable import WidgetHost

/// Contexts that a display asks for by their address.
@Suite struct ReaderContextTests {
  private static let widget = "function content() return ui.text { 'shown' } end"

  private func context(_ size: Double, _ family: WidgetFamily?, _ textSize: TextSize = .large) -> WidgetContext {
    WidgetContext(
      reason: .launch, size: Size(width: size, height: size), family: family, textSize: textSize, surface: .page, host: .test)
  }

  @Test("what readers ask for never displaces a context on a screen, and has at most four sizes")
  func limits() async throws {
    let test = try TestBoard(["a.lua": Self.widget])
    // By name, this surface comes after every reader.
    await test.start(TestBoard.terminal, TestBoard.page, surface: "zz")
    let instance = try #require(await test.board.widgets.first?.identity.instance)
    for size in 1...10 { await test.board.showBriefly("a", context(Double(100 + size), nil)) }
    var sizes = await test.board.contexts(of: instance, .manual).map { SnapshotContext($0) }
    #expect(sizes.prefix(2) == [SnapshotContext(TestBoard.terminal), SnapshotContext(TestBoard.page)])
    #expect(sizes.count == 1 + SnapshotLimits.sizes)
    for family in WidgetFamily.allCases {
      for textSize in TextSize.allCases { await test.board.showBriefly("a", context(200, family, textSize)) }
    }
    sizes = await test.board.contexts(of: instance, .manual).map { SnapshotContext($0) }
    #expect(sizes.prefix(2) == [SnapshotContext(TestBoard.terminal), SnapshotContext(TestBoard.page)])
    #expect(sizes.count == SnapshotLimits.contexts && Set(sizes).count == sizes.count)
    await test.board.close()
  }
}
