import Testing
import WidgetModel
import WidgetRendering

/// The card in its display modes and families.
@Suite struct TerminalCardSizeTests {
  private func lines(_ snapshot: Snapshot, _ columns: Int, height: Double = 0, _ edit: (inout RenderingOptions) -> Void)
    -> [String]
  {
    var options = RenderingOptions.test
    edit(&options)
    return TerminalDrawing(snapshot, in: Size(width: Double(columns) * 8, height: height), options: options).canvas.lines
  }

  private func list(_ count: Int) -> Snapshot { snapshot(view(.vstack, (1...count).map { text("line \($0)") })) }

  @Test("a compact widget that is higher than 110 points is clipped and shows Show More")
  func compact() {
    let cut = lines(list(9), 24) { $0.displayMode = .compact }
    #expect(
      cut.joined(separator: "\n") == """
        ╭─ Test ───────────────╮
        │ line 1               │
        │ line 2               │
        │ line 3               │
        │ line 4               │
        │ line 5               │
        │ line 6               │
        │ line 7               │
        ╰────────── Show More ─╯
        """)
    let whole = lines(list(7), 24) { $0.displayMode = .compact }
    #expect(whole.count == 9 && !whole[8].contains("Show More"))
    #expect(lines(list(2), 24) { $0.displayMode = .compact }.count == 4)
    #expect(lines(list(9), 12) { $0.displayMode = .compact }.last == "╰────── … ─╯")
    #expect(lines(list(9), 24) { $0.displayMode = .expanded }.count == 11)
  }

  @Test(
    "a root that is moved out of the card is no error, whatever the mode and the family",
    arguments: [-1e9, -1000, -30, -8, 30, 1000, 1e9])
  func movedOut(_ distance: Double) {
    var moved = snapshot(
      view(.vstack, [text("a"), text("b")]) {
        $0.setEffect(\.offset, to: Size(width: distance, height: distance))
      })
    for preferred in [0.0, 200] {
      moved.preferredSize.height = preferred
      for mode in [DisplayMode.compact, .expanded] {
        #expect(!lines(moved, 24) { $0.displayMode = mode }.isEmpty)
      }
      for family in WidgetFamily.allCases { #expect(!lines(moved, 24) { $0.family = family }.isEmpty) }
    }
  }

  @Test("a compact widget ignores the preferred height, and clipped controls are not listed")
  func compactWishes() {
    var tall = snapshot(vstack(text("a"), view(.text("b")) { $0.height = 160 }, button("Go", action: 3)))
    tall.preferredSize.height = 400
    var options = RenderingOptions.test
    options.displayMode = .compact
    let drawing = TerminalDrawing(tall, in: Size(width: 240, height: 0), options: options)
    #expect(drawing.canvas.rows.count == 9 && drawing.controls.isEmpty)
  }

  @Test(
    "a family has a fixed size",
    arguments: [(WidgetFamily.small, 20, 10), (.medium, 42, 10), (.large, 42, 22)])
  func families(family: WidgetFamily, columns: Int, rows: Int) {
    for count in [1, 60] {
      let drawn = lines(list(count), 80) { $0.family = family }
      #expect(drawn.count == rows && drawn.allSatisfy { GraphemeWidth.cells($0) == columns })
    }
    #expect(lines(list(1), 80, height: 64) { $0.family = family }.count == 4)
    #expect(lines(list(1), 16) { $0.family = family }.allSatisfy { GraphemeWidth.cells($0) == 16 })
  }

  @Test("an inline widget is one line without a box; a failed one keeps its last good view beside a sign")
  func inline() {
    let flight = snapshot(hstack(text("LY315"), text("Boarding")), failure: Failure(.reported, "no network"))
    #expect(lines(flight, 20) { $0.family = .inline } == ["⚠ LY315 Boarding    "])
    #expect(
      lines(snapshot(nil, failure: Failure(.reported, "no network")), 24) { $0.family = .inline } == ["⚠ failed: no network    "])
  }

  @Test("a spacer fills a family's height")
  func filling() {
    let drawn = lines(snapshot(vstack(text("top"), spacer(), text("bottom"))), 80) { $0.family = .small }
    #expect(drawn[1].contains("top") && drawn[8].contains("bottom"))
  }
}
