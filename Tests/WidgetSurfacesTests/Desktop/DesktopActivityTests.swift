import Testing
import WidgetGraphics

@testable import WidgetSurfaces

@Suite struct DesktopActivityTests {
  @Test("an upgrade waits ten seconds after input, and longer for an open form")
  func waiting() {
    var activity = DesktopActivity()
    #expect(activity.end < 0)
    activity.note(.drawn(card: "a", generation: 1, drawings: 1), at: 100)
    #expect(activity.end < 0)
    activity.note(.key(card: "a", "r"), at: 100)
    #expect(activity.end == 110)
    activity.note(.command(card: "a", .settings), at: 105)
    #expect(activity.end == 405)
    // Somebody uses another card meanwhile.
    activity.note(.tap(card: "b", generation: 1, action: 0), at: 120)
    #expect(activity.end == 405)
    activity.note(.settings(card: "a", []), at: 130)
    #expect(activity.end == 140)
  }
}
