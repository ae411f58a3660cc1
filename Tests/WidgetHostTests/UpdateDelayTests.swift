import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetTesting

@Suite struct UpdateDelayTests {
  @Test(
    "a script can make its next update earlier or later, within the limits",
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

  @Test(
    "refresh_after takes the same durations as the manifest",
    arguments: [("90", 90), ("'1.5h'", 5400), ("'500ms'", 0.5), ("'1w'", 604_800)])
  func refreshAfter(_ delay: String, _ seconds: Double) async {
    let widget = TestWidget("function content() refresh_after(\(delay)) return ui.text { 'a' } end")
    guard case .newData(let presentation) = await widget.update() else {
      Issue.record("no view")
      return
    }
    #expect(presentation.refreshAfter == seconds)
  }

  @Test(
    "refresh_after with anything else is an error at its line",
    arguments: [
      (
        "'soon'",
        #"refresh_after: delay: "soon" is not a duration; write "30s", "5m", "1h", "1d", "1w" or a number of seconds"#
      ),
      ("-1", "refresh_after: delay: must not be negative, got number -1"),
      ("", #"refresh_after: delay: must be a duration such as "30s", "5m", "1h" or a number of seconds, got nil"#),
    ])
  func badDelay(_ delay: String, _ message: String) async {
    let failure = await TestWidget("\nfunction content() refresh_after(\(delay)) end").failure()
    #expect(failure?.message == message && failure?.location?.line == 2)
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
