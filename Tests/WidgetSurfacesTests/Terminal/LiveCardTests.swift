import Testing
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

@testable import WidgetSurfaces

@Suite struct LiveCardTests {
  private let counters = Counters()

  private func card(_ name: String, _ views: ViewNode..., discloses: Bool = false, displayMode: DisplayMode = .expanded)
    -> LiveCard
  {
    let view = TerminalViewOptions(
      environment: [:], capabilities: TerminalCapabilities(isUTF8: true), displayMode: displayMode)
    var card = LiveCard(view, discloses: discloses, clock: ManualClock(1000), counters: counters)
    card.show(
      Snapshot(
        widget: WidgetIdentity(id: name, instance: name, name: name), view: ViewNode(.vstack, children: views), result: .newData,
        reason: .launch, updatedAt: 1000))
    return card
  }

  private func text(_ text: String) -> ViewNode { ViewNode(.text(text)) }

  private func button(_ text: String, _ action: Int) -> ViewNode { ViewNode(.button(text, icon: nil), action: action) }

  /// Without styles and trailing spaces.
  private func plain(_ frame: LiveFrame) -> String {
    frame.lines.map { line in
      var line = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      while line.last == " " { line.removeLast() }
      return line
    }
    .joined(separator: "\n")
  }

  @Test("the age of a stored view disappears when an update confirms the view")
  func confirmedView() {
    var card = card("A", text("one"))
    let region = CellFrame(columns: 0..<30, rows: 0..<8)
    let stored = Snapshot(
      widget: WidgetIdentity(id: "A", instance: "A", name: "A"), view: text("one"), result: .newData, reason: .launch,
      updatedAt: 400)
    card.show(stored, isStored: true)
    #expect(plain(card.frame(in: region)).contains("10 min ago"))
    card.confirm()
    #expect(card.needsDrawing && !plain(card.frame(in: region)).contains("ago"))
  }

  /// Rows and columns of the first occurrence of a text in a frame.
  private func position(_ wanted: String, in frame: LiveFrame) throws -> (column: Int, row: Int) {
    let lines = plain(frame).split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(wanted) })
    let range = try #require(lines[row].firstRange(of: wanted))
    return (lines[row].distance(from: lines[row].startIndex, to: range.lowerBound), row)
  }

  @Test("two cards in one frame: each in its region, and a click reaches the card below it")
  func twoCards() throws {
    var left = card("A", text("one"), button("Press", 1))
    var right = card("B", text("two"), text("three"), text("four"), button("Push", 1))
    let regions = (
      CellFrame(columns: 0..<20, rows: 0..<8), CellFrame(columns: 22..<42, rows: 1..<9)
    )
    var frame = LiveFrame()
    frame.add(left.frame(in: regions.0))
    frame.add(right.frame(in: regions.1), column: 22, row: 1)
    #expect(
      plain(frame) == """
        ╭─ A ──────────────╮
        │ one              │  ╭─ B ──────────────╮
        │ [ Press ]        │  │ two              │
        ╰──────────────────╯  │ three            │
                              │ four             │
                              │ [ Push ]         │
                              ╰──────────────────╯
        """)
    #expect(frame.widths == [20, 42, 42, 42, 42, 42, 42])
    let (column, row) = try position("Push", in: frame)
    #expect(right.handle(.click(column: column, row: row)) == .pressed(action: 1))
    #expect(left.handle(.click(column: column, row: row)) == .handled)
    let press = try position("Press", in: frame)
    #expect(left.handle(.click(column: press.column, row: press.row)) == .pressed(action: 1))
    #expect(right.handle(.click(column: press.column, row: press.row)) == .handled)
  }

  @Test("Tab moves the focus through the controls, and Enter presses the focused one")
  func focus() {
    var card = card("A", button("One", 1), button("Two", 2))
    _ = card.frame(in: CellFrame(columns: 0..<20, rows: 0..<9))
    #expect(card.handle(.enter) == .handled && !card.needsDrawing)
    for action in [1, 2, 1] {
      #expect(card.handle(.tab) == .handled && card.needsDrawing)
      _ = card.frame(in: CellFrame(columns: 0..<20, rows: 0..<9))
      #expect(card.handle(.enter) == .pressed(action: action))
    }
    #expect(card.handle(.backTab) == .handled && card.focusedAction == 2)
    // The focus stays on a control whose label changes.
    card.show(
      Snapshot(
        widget: WidgetIdentity(id: "A", instance: "A", name: "A"),
        view: ViewNode(.vstack, children: [button("One", 5), button("Two, pressed", 6)]), result: .newData, reason: .action,
        updatedAt: 1001))
    _ = card.frame(in: CellFrame(columns: 0..<20, rows: 0..<9))
    #expect(card.focusedAction == 6)
    // A view without the control has no focus.
    card.show(
      Snapshot(
        widget: WidgetIdentity(id: "A", instance: "A", name: "A"), view: text("none"), result: .newData, reason: .action,
        updatedAt: 1001))
    _ = card.frame(in: CellFrame(columns: 0..<20, rows: 0..<9))
    #expect(card.focusedAction == nil)
  }

  @Test("a card that is taller than its region scrolls inside it")
  func scrolls() {
    var card = card("A", text("one"), text("two"), text("three"), text("four"))
    let region = CellFrame(columns: 0..<12, rows: 3..<7)
    #expect(
      plain(card.frame(in: region)) == """
        ╭─ A ──────╮
        │ one      │
        │ two      │
        (3 more)
        """)
    #expect(card.usesMouse)
    #expect(card.handle(.scrollDown) == .handled && card.needsDrawing)
    #expect(
      plain(card.frame(in: region)) == """
        │ three    │
        │ four     │
        ╰──────────╯
        (3 more)
        """)
    #expect(card.handle(.end) == .handled && !card.needsDrawing)
  }

  @Test("a card is laid out again only for another width or another view")
  func layouts() {
    var card = card("A", text("one"))
    for region in [CellFrame(columns: 0..<20, rows: 0..<9), CellFrame(columns: 5..<25, rows: 2..<4)] {
      _ = card.frame(in: region)
      card.layOut(columns: 20)
    }
    #expect(counters.values.layouts == 1)
    card.layOut(columns: 30)
    #expect(counters.values.layouts == 2)
    card.invalidate()
    _ = card.frame(in: CellFrame(columns: 0..<30, rows: 0..<9))
    #expect(counters.values.layouts == 3)
  }

  @Test("Show More is a reaction, not an action of the script")
  func disclosure() throws {
    var card = card(
      "A", text("1"), text("2"), text("3"), text("4"), text("5"), text("6"), text("7"), text("8"), discloses: true,
      displayMode: .compact)
    let frame = card.frame(in: CellFrame(columns: 0..<30, rows: 0..<20))
    #expect(card.canDisclose)
    let (column, row) = try position("Show More", in: frame)
    #expect(card.handle(.click(column: column, row: row)) == .disclosed)
    #expect(card.handle(.character("m")) == .disclosed)
  }

  @Test("keys that are not for a card are ignored", arguments: [Key.character("q"), .escape, .control("l"), .alt("x"), .delete])
  func ignored(_ key: Key) {
    var card = card("A", text("one"))
    _ = card.frame(in: CellFrame(columns: 0..<20, rows: 0..<9))
    #expect(card.handle(key) == .ignored && !card.needsDrawing)
  }

  @Test("without a snapshot there is no frame, and no region is too small", arguments: [(0, 0), (1, 1), (2, 5), (20, 0)])
  func extremes(_ columns: Int, _ rows: Int) {
    let region = CellFrame(columns: 4..<(4 + columns), rows: 2..<(2 + rows))
    var empty = LiveCard(
      TerminalViewOptions(environment: [:], capabilities: TerminalCapabilities()), clock: ManualClock(), counters: counters)
    #expect(empty.frame(in: region) == LiveFrame() && empty.isEmpty)
    var card = card("A", text("one"), button("Two", 2))
    _ = card.frame(in: region)
    #expect(card.handle(.click(column: 4, row: 2)) == .handled)
    #expect(card.handle(.tab) == .handled)
  }
}
