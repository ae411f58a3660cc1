import Testing
import WidgetHost
import WidgetModel
import WidgetRendering

@testable import WidgetSurfaces

@Suite struct CardTests {
  private func widget(checkedAt: Double?, isStale: Bool = true) -> BoardWidget {
    var widget = BoardWidget(entry: BoardEntry(file: "a.lua"), identity: WidgetIdentity(id: "a", instance: "a", name: "A"))
    widget.checkedAt = checkedAt
    widget.isStale = isStale
    return widget
  }

  private func age(_ snapshot: Snapshot?) throws -> String? {
    CardContent(try #require(snapshot), clock: CalendarClock(now: 1_800_000_600), isStale: true).age?.text
  }

  @Test("the age of a card counts from the last good check, also one without new data")
  func age() throws {
    var stored = snapshot(ViewNode(.text("up")))
    stored.updatedAt = 1_800_000_000
    #expect(try age(Card().shown(stored, of: widget(checkedAt: nil))) == "10 min ago")
    #expect(try age(Card().shown(stored, of: widget(checkedAt: 1_800_000_540))) == "1 min ago")
    #expect(try age(Card().shown(stored, of: widget(checkedAt: 1_700_000_000))) == "10 min ago")
    // A current view has no age, so it stays the same.
    #expect(Card().shown(stored, of: widget(checkedAt: 1_800_000_540, isStale: false)) == stored)
    stored.view = nil
    #expect(Card().shown(stored, of: widget(checkedAt: 1_800_000_540))?.updatedAt == 1_800_000_000)
  }
}
