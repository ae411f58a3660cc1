import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// A widget without `perform_update`.
@Suite struct ContentOnlyTests {
  @Test("content runs when an update is due, and an equal view is no new data")
  func equalView() async {
    let widget = TestWidget("n = 0 function content() n = n + 1 return ui.text { n < 3 and 'same' or 'other' } end")
    #expect(await widget.update().result == .newData)
    #expect(await widget.update(.schedule).result == .noData)
    #expect(widget.counters.snapshotWrites == 1)
    #expect(await widget.update(.schedule).result == .newData)
    #expect(widget.counters.snapshotWrites == 2)
  }

  @Test("a new name or icon is shown although the view is equal")
  func newName() async {
    let snapshots = MemorySnapshotStore()
    for (name, icon) in [("Old", "star"), ("New", "star"), ("New", "heart")] {
      let widget = TestWidget(
        "widget { name = '\(name)', icon = '\(icon)' } function content() return ui.text 'same' end", snapshots: snapshots)
      await widget.update()
      #expect(await widget.session.snapshot?.widget.name == name)
      #expect(await widget.session.snapshot?.widget.icon == icon)
    }
  }

  @Test("controls of an equal view keep working, however often it was made")
  func controls() async throws {
    let widget = TestWidget(
      "n = 0 function content() return ui.button { 'Go ' .. n, action = function() n = n + 1 end } end")
    for _ in 0..<8 { await widget.update() }
    try await widget.press()
    #expect(await widget.text().contains("Go 1"))
  }

  @Test("an error in content is a failure, and the last view stays")
  func fails() async {
    let widget = TestWidget("n = 0 function content() n = n + 1 if n > 1 then error 'broken' end return ui.text { 'good' } end")
    await widget.update()
    #expect(await widget.failure()?.message == "broken")
    #expect(await widget.text().contains("good"))
  }

  @Test("a script with neither function does not load")
  func neither() async {
    #expect(await TestWidget("local a = 1").failure()?.message == "test.lua defines neither content nor perform_update")
  }
}
