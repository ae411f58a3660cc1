import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

@Suite struct UpdateDelayTests {
  @Test(
    "a script brings its next update forward or puts it off, within the limits",
    arguments: [
      (nil, 900, false, 900), (60, 900, false, 60), (3600, 900, false, 3600), (0, 900, false, 5), (10, 900, true, 30),
      (60, 7200, false, 7200), (10_000, 7200, false, 10_000), (5, 60, false, 60),
    ] as [(Double?, Double, Bool, Double)])
  func delay(requested: Double?, afterFailures: Double, isOnBattery: Bool, expected: Double) {
    #expect(
      UpdateDelay.delay(normal: 900, afterFailures: afterFailures, requested: requested, isOnBattery: isOnBattery) == expected)
  }

  @Test("refresh_after updates a widget whose refresh is never")
  func never() {
    #expect(UpdateDelay.delay(normal: .infinity, afterFailures: .infinity, requested: 60, isOnBattery: false) == 60)
  }

  @Test("refresh_at is the time of the next update") func refreshAt() async {
    let widget = TestWidget("function content() refresh_at(os.time() + 600) return ui.text { 'a' } end")
    guard case .newData(let presentation) = await widget.update() else {
      Issue.record("no view")
      return
    }
    #expect((595...600).contains(presentation.refreshAfter ?? 0))
  }

  @Test("refresh_at without a time is an error") func noTime() async {
    let failure = await TestWidget("function content() refresh_at('soon') end").failure()
    #expect(failure?.message == "refresh_at: time must be in seconds since 1970, got string \"soon\"")
  }
}
