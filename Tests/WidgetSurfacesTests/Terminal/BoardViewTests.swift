import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetRuntime
@testable import WidgetSurfaces

@Suite struct BoardViewTests {
  private let clock = ManualClock(100_000)

  private func widget(_ id: String, isHidden: Bool = false, group: String? = nil) -> BoardWidget {
    var entry = BoardEntry(id: id, file: "\(id).lua", isHidden: isHidden)
    entry.group = group
    return BoardWidget(
      entry: entry,
      identity: WidgetIdentity(id: id, instance: id, name: id, path: "/w/\(id).lua"))
  }

  private func text(_ text: String) -> ViewNode { ViewNode(.text(text)) }

  private func button(_ text: String, _ action: Int) -> ViewNode { ViewNode(.button(text, icon: nil), action: action) }

  private func snapshot(_ id: String, _ views: [ViewNode], at time: Double = 100_000) -> Snapshot {
    Snapshot(
      widget: WidgetIdentity(id: id, instance: id, name: id), view: ViewNode(.vstack, children: views), result: .newData,
      reason: .launch, updatedAt: time)
  }

  private static let location = BoardLocation(name: "today", path: "/boards/today.toml")

  private func board(
    _ ids: [String] = ["A", "B", "C"], columns: Int = 30, rows: Int = 20, environment: [String: String] = ["LANG": "C.UTF-8"],
    folders: [String] = []
  ) -> BoardView {
    var capabilities = TerminalCapabilities(environment: environment.merging(["TERM": "xterm"]) { $1 })
    capabilities.color = .none
    let options = BoardOptions(
      view: TerminalViewOptions(environment: environment, capabilities: capabilities), location: Self.location,
      library: WidgetLibrary(home: "/home/me", folders: folders))
    var view = BoardView(options: options, size: TerminalSize(columns: columns, rows: rows), clock: clock)
    view.setWidgets(ids.map { widget($0) })
    for id in ids { view.change(id) { $0.card.show(snapshot(id, [text("text of \(id)")])) } }
    return view
  }

  /// Without styles and trailing spaces.
  private func plain(_ view: inout BoardView) -> String {
    let frame = view.frame()
    #expect(frame.lines.count == view.size.rows && frame.widths.allSatisfy { $0 <= view.size.columns })
    return frame.lines.map { line in
      var line = line.replacing(#/\u{1B}\[[0-9;]*[a-zA-Z]/#, with: "")
      while line.last == " " { line.removeLast() }
      return line
    }
    .joined(separator: "\n")
  }

  @Test("cards are stacked, the focused one is marked, and keys are at the bottom")
  func stacked() {
    var view = board(["A", "B"], rows: 8)
    #expect(
      plain(&view) == """
        ╭▶ A ───────────── just now ─╮
        │ text of A                  │
        ╰────────────────────────────╯
        ╭─ B ───────────── just now ─╮
        │ text of B                  │
        ╰────────────────────────────╯

        m more  ? help  q quit
        """)
  }

  @Test("in a wide terminal there are columns")
  func columns() {
    var view = board(["A", "B", "C"], columns: 100, rows: 12)
    let lines = plain(&view).split(separator: "\n")
    #expect(lines[0].contains("▶ A") && lines[0].contains("─ B") && lines[3].contains("─ C"))
    #expect(view.handle(.right) == nil && view.focusedID == "B")
    #expect(view.handle(.left) == nil && view.focusedID == "A")
    #expect(view.handle(.down) == nil && view.focusedID == "C")
    #expect(view.handle(.character("k")) == nil && view.focusedID == "A")
  }

  @Test("Tab moves through cards and their controls, and Enter presses")
  func tab() {
    var view = board(["A", "B"])
    view.change("A") { $0.card.show(snapshot("A", [button("One", 1), button("Two", 2)])) }
    _ = plain(&view)
    var stops: [String] = []
    for _ in 0..<5 {
      stops.append("\(view.focusedID ?? "") \(view.focusedCard?.card.focusedAction ?? 0)")
      _ = view.handle(.tab)
      _ = plain(&view)
    }
    #expect(stops == ["A 0", "A 1", "A 2", "B 0", "A 0"])
    #expect(view.handle(.enter) == .tap(id: "A", action: 1))
    _ = view.handle(.backTab)
    _ = view.handle(.backTab)
    #expect(view.focusedID == "B")
  }

  @Test("a compact card uses the rows its column has left")
  func usesSpace() {
    var view = board(["A", "B"], rows: 30)
    view.change("A") { $0.card.show(snapshot("A", (1...12).map { text("line \($0).") })) }
    let screen = plain(&view)
    #expect(screen.contains("line 12.") && !screen.contains("Show More"))
  }

  @Test("a tall card is compact until m, and then as tall as it is")
  func expand() {
    // No column has rows left.
    var view = board(["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"], rows: 30)
    view.change("A") { $0.card.show(snapshot("A", (1...12).map { text("line \($0).") })) }
    let compact = plain(&view)
    #expect(compact.contains("line 6.") && !compact.contains("line 8.") && compact.contains("Show More"))
    #expect(view.handle(.character("m")) == .present)
    let expanded = plain(&view)
    #expect(expanded.contains("line 12.") && expanded.contains("Show Less") && expanded.contains("m less"))
    #expect(view.cards[1].card.view.displayMode == .compact, "each widget by itself")
    #expect(view.handle(.enter) == .present)
    #expect(plain(&view).contains("Show More"))
  }

  @Test("a card with nothing more to show has neither Show More nor Show Less")
  func nothingMore() {
    var view = board(["A"], rows: 30)
    view.change("A") { $0.card.show(snapshot("A", (1...3).map { text("line \($0).") })) }
    #expect(!plain(&view).contains("Show"))
    #expect(view.handle(.character("m")) == .present, "a script may have more for an expanded card")
    #expect(!plain(&view).contains("Show"))
    view.change("A") { $0.card.show(snapshot("A", (1...12).map { text("line \($0).") })) }
    #expect(plain(&view).contains("Show Less"))
  }

  @Test("a card whose largest mode is compact, or that has a family, is not expanded")
  func onlyCompact() {
    var view = board(["A"])
    var small = snapshot("A", (1...12).map { text("line \($0).") })
    small.largestDisplayMode = .compact
    view.change("A") { $0.card.show(small) }
    #expect(!plain(&view).contains("more") && view.handle(.character("m")) == nil)
    var widget = widget("A")
    widget.entry.family = .small
    view.setWidgets([widget])
    view.change("A") { $0.card.show(snapshot("A", [text("small")])) }
    #expect(!plain(&view).contains("more") && view.handle(.character("m")) == nil)
  }

  @Test("the board scrolls, says how much is hidden, and a card taller than the window scrolls before the focus leaves it")
  func scrolls() {
    var view = board(["A", "B"], rows: 6)
    view.change("A") { $0.card.show(snapshot("A", (1...12).map { text("line \($0).") })) }
    _ = view.handle(.character("m"))
    #expect(plain(&view).contains("↓12"))
    for _ in 0..<3 {
      _ = view.handle(.down)
      #expect(view.focusedID == "A")
    }
    #expect(plain(&view).contains("line 12."))
    _ = view.handle(.down)
    #expect(view.focusedID == "B" && plain(&view).contains("text of B"))
    _ = view.handle(.home)
    #expect(view.focusedID == "A" && plain(&view).contains("line 1."))
    _ = view.handle(.scrollDown)
    #expect(!plain(&view).contains("line 1.") && view.focusedID == "A")
    _ = view.handle(.end)
    #expect(view.focusedID == "B" && plain(&view).contains("text of B"))
  }

  @Test("moving names the position in the whole board, hidden widgets included")
  func moving() {
    var view = board(["A", "B", "C"])
    view.setWidgets([widget("A"), widget("H", isHidden: true), widget("B"), widget("C")])
    _ = plain(&view)
    #expect(view.handle(.shiftDown) == .edits([.move(id: "A", to: 2)]))
    #expect(view.handle(.shiftUp) == nil)
    _ = view.handle(.end)
    #expect(view.handle(.character("J")) == nil)
    #expect(view.handle(.character("K")) == .edits([.move(id: "C", to: 2)]))
  }

  @Test("cards of a group are below its name; the keys go from group to group, and a moved card joins the group")
  func groups() {
    var view = board(["A", "B", "C", "D"], columns: 30, rows: 18)
    view.setWidgets([widget("A"), widget("B", group: "Work"), widget("C", group: "At Home"), widget("D", group: "Work")])
    let lines = plain(&view).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[3] == " Work" && lines[10] == " At Home" && lines[0].contains("▶ A"), "\(lines)")
    #expect(lines[4].contains("─ B") && lines[7].contains("─ D") && lines[11].contains("─ C"))
    var stops: [String] = []
    for key in [Key.down, .tab, .down, .down, .up, .home, .end] {
      _ = view.handle(key)
      _ = plain(&view)
      stops.append(view.focusedID ?? "")
    }
    #expect(stops == ["B", "D", "C", "C", "D", "A", "C"])
    #expect(view.handle(.shiftUp) == .edits([.move(id: "C", to: 3), .setGroup(id: "C", "Work")]))
    _ = view.handle(.home)
    #expect(view.handle(.click(column: 4, row: 3)) == nil && view.focusedID == "A", "a heading is no card")
    #expect(view.handle(.shiftDown) == .edits([.move(id: "A", to: 1), .setGroup(id: "A", "Work")]))
  }

  @Test("a heading scrolls into view with the first card below it, and Down finds a card below a heading in any column")
  func groupColumns() {
    var view = board(["A", "B", "C", "D"], columns: 100, rows: 5)
    view.setWidgets([widget("A"), widget("B"), widget("C", group: "Work"), widget("D", group: "Rest")])
    _ = plain(&view)
    _ = view.handle(.right)
    #expect(view.focusedID == "B")
    _ = view.handle(.down)
    #expect(view.focusedID == "C" && plain(&view).hasPrefix(" Work\n╭▶ C"))
    _ = view.handle(.down)
    #expect(view.focusedID == "D" && plain(&view).hasPrefix(" Rest\n╭▶ D"))
    _ = view.handle(.up)
    _ = view.handle(.up)
    #expect(view.focusedID == "A")
  }

  @Test("a card is dragged to the place of another one")
  func drags() {
    var view = board(["A", "B", "C"])
    _ = plain(&view)
    #expect(view.handle(.click(column: 4, row: 0)) == nil)
    #expect(view.handle(.drag(column: 4, row: 4)) == nil)
    let dragging = plain(&view)
    #expect(dragging.contains("╭▶ B") && dragging.contains("release to move"))
    #expect(view.handle(.release(column: 4, row: 4)) == .edits([.move(id: "A", to: 1)]))
    // A click alone moves nothing.
    _ = view.handle(.click(column: 4, row: 4))
    #expect(view.handle(.release(column: 4, row: 4)) == nil && view.focusedID == "B")
  }

  @Test("hiding moves the focus on; H lists hidden widgets, and h on one shows it again")
  func hiding() {
    var view = board(["A", "B", "C"])
    _ = plain(&view)
    #expect(view.handle(.character("h")) == .edits([.setHidden(id: "A", true)]))
    view.setWidgets([widget("A", isHidden: true), widget("B"), widget("C")])
    #expect(view.focusedID == "B")
    let text = plain(&view)
    #expect(!text.contains("─ A") && text.contains("A is hidden"))
    #expect(view.handle(.character("u")) == .edits([.setHidden(id: "A", false)]))
    _ = view.handle(.character("H"))
    #expect(plain(&view).hasPrefix("· A: hidden\n╭▶ B"))
    _ = view.handle(.home)
    #expect(plain(&view).contains("▶ A: hidden"))
    #expect(view.handle(.character("h")) == .edits([.setHidden(id: "A", false)]))
    _ = view.handle(.character("H"))
    #expect(view.focusedID == "B")
  }

  @Test("find jumps to the card with the words, n and N to the others, Escape ends it")
  func find() {
    var view = board(["A", "B", "C"])
    view.change("C") { $0.card.show(snapshot("C", [text("the Needle")])) }
    view.change("B") { $0.card.show(snapshot("B", [text("a needle too")])) }
    _ = plain(&view)
    for key in "/needle" { _ = view.handle(.character(key)) }
    #expect(view.focusedID == "B" && plain(&view).contains("/needle_  (2 of 3 cards)"))
    _ = view.handle(.enter)
    _ = view.handle(.character("n"))
    #expect(view.focusedID == "C")
    _ = view.handle(.character("n"))
    #expect(view.focusedID == "B")
    _ = view.handle(.character("N"))
    #expect(view.focusedID == "C")
    for key in "/qxz" { _ = view.handle(.character(key)) }
    #expect(plain(&view).contains("(no match)") && view.focusedID == "C")
    _ = view.handle(.escape)
    #expect(view.search == nil && view.handle(.character("q")) == .quit)
  }

  @Test("pasted text is typed into a search and into the name of a widget to add, and does nothing elsewhere")
  func pasting() {
    var view = board()
    _ = plain(&view)
    #expect(view.handle(.paste("q")) == nil && view.handle(.paste("h\n")) == nil)
    #expect(view.shown.count == 3)
    _ = view.handle(.character("/"))
    _ = view.handle(.paste("\n  text of \u{1B}[31mB \nR"))
    #expect(view.search?.text == "text of [31mB")
    _ = view.handle(.escape)
    _ = view.handle(.character("a"))
    _ = view.handle(.paste("/no/such/"))
    _ = view.handle(.paste(" widget.lua\r\nq"))
    #expect(view.picker?.text == "/no/such/widget.lua")
    #expect(plain(&view).contains("Add a widget: /no/such/widget"))
  }

  @Test("help covers the cards until a key; q in it does not quit")
  func help() {
    var view = board(columns: 70, rows: 40)
    _ = view.handle(.character("?"))
    let text = plain(&view)
    #expect(text.contains("show more or less") && text.contains("q back") && !text.contains("text of A"))
    #expect(view.handle(.character("q")) == nil)
    #expect(plain(&view).contains("text of A"))
  }

  private func request(_ permissions: [Permission]) -> PermissionRequest {
    PermissionRequest(
      widget: WidgetIdentity(id: "B", instance: "B", name: "B"), manifest: [1], name: "B", permissions: permissions,
      programs: [:], groupUsers: [:])
  }

  @Test("a question about a permission is on the card; a key on that card chooses the answer, and Enter confirms it")
  func question() {
    var view = board(["A", "B"], columns: 60)
    let questions = request([.net("example.com"), .notify]).questions
    view.change("B") { $0.ask(request([.net("example.com"), .notify])) }
    #expect(plain(&view).contains("Allow fetching from \"example.com\"?") && plain(&view).contains("Select this card to decide."))
    clock.advance(by: 1)
    #expect(view.handle(.character("y")) == nil && view.handle(.enter) != nil, "not on another card")
    _ = view.handle(.down)
    #expect(plain(&view).contains("[y] Always  [o] This time  [n] Not now  [d] Never"))
    #expect(view.handle(.character("y")) == nil)
    #expect(plain(&view).contains("Always: press Enter to confirm"))
    // Another key takes it back.
    _ = view.handle(.tab)
    _ = view.handle(.backTab)
    #expect(plain(&view).contains("[y] Always"))
    _ = view.handle(.character("y"))
    #expect(view.handle(.enter) == .decide(id: "B", questions[0], .always))
    #expect(plain(&view).contains("Allow showing notifications?"))
    _ = view.handle(.character("d"))
    #expect(!plain(&view).contains("Never: press Enter"), "it has just appeared")
    clock.advance(by: 0.5)
    _ = view.handle(.character("d"))
    #expect(view.handle(.enter) == .decide(id: "B", questions[1], .never))
    #expect(!plain(&view).contains("Allow"))
  }

  @Test("keys that arrive together answer one question at most, and none that was not drawn")
  func typedAhead() {
    var view = board(["B"], columns: 60)
    view.change("B") { $0.ask(request([.net("example.com"), .run("git"), .notify])) }
    for _ in 0..<3 {
      #expect(view.handle(.character("y")) == nil)
      #expect(view.handle(.enter) == nil, "not drawn")
    }
    _ = plain(&view)
    clock.advance(by: 1)
    for _ in 0..<3 { #expect(view.handle(.character("y")) == nil, "without Enter") }
    var decided = 0
    for _ in 0..<3 {
      guard case .decide? = view.handle(.enter) else { continue }
      decided += 1
      _ = view.handle(.character("y"))
      clock.advance(by: 1)
    }
    #expect(decided == 1)
    // Below the window.
    view.size.rows = 4
    view.change("B") { $0.card.show(snapshot("B", (0..<30).map { text("line \($0)") })) }
    _ = plain(&view)
    clock.advance(by: 1)
    #expect(view.cards[0].question?.permission == .run("git"))
    #expect(view.handle(.enter) == nil)
    // The key shows the question first.
    _ = view.handle(.character("y"))
    _ = plain(&view)
    clock.advance(by: 1)
    _ = view.handle(.enter)
    #expect(view.cards[0].question?.permission == .run("git"))
    _ = view.handle(.character("y"))
    _ = view.handle(.enter)
    #expect(view.cards[0].question?.permission == .notify)
  }

  @Test("a question is shown on a card of a fixed size, and on one that hides itself")
  func questionHasSpace() {
    var view = board(["B"], columns: 60)
    var small = widget("B")
    small.entry.family = .circular
    view.setWidgets([small])
    view.change("B") { $0.ask(request([.net("example.com")])) }
    #expect(plain(&view).contains("Allow fetching from \"example.com\"?"))
    var hidden = snapshot("B", [])
    hidden.hasContent = false
    view.change("B") { $0.card.show(hidden) }
    #expect(plain(&view).contains("Allow fetching from \"example.com\"?"))
  }

  @Test("the states of a card: updating, stale, failed, denied, nothing to show")
  func states() {
    var view = board(["A", "B", "C", "D", "E"], columns: 50, rows: 40)
    var updating = widget("A")
    updating.isUpdating = true
    view.change("A") { $0.widget = updating }
    var stale = widget("B")
    stale.isStale = true
    view.change("B") {
      $0.card.show(snapshot("B", [text("old")], at: 90_000))
      $0.widget = stale
    }
    var failing = widget("C")
    failing.failure = Failure(.load, "unexpected symbol", at: SourceLocation(file: "C.lua", line: 3))
    view.change("C") { $0.widget = failing }
    view.change("D") { $0.noteDenial("fetch of example.com was denied") }
    var empty = snapshot("E", [])
    empty.hasContent = false
    view.change("E") { $0.card.show(empty) }
    let screen = plain(&view)
    for words in [
      "⠋ just now", "stale, 2 h ago", "C.lua:3: unexpected symbol", "text of C", "was denied", "· E: nothing to show",
    ] {
      #expect(screen.contains(words), "\(words)\n\(screen)")
    }
  }

  @Test("an update turns the spinner of its card; an idle board has nothing to wait for but the next change of an age")
  func time() {
    var view = board(["A"])
    _ = plain(&view)
    #expect(!view.needsDrawing && !view.isAnimated)
    #expect(view.changesAt.map { (100_059...100_061).contains($0) } == true, "\(view.changesAt ?? 0)")
    clock.advance(by: 30)
    view.tick()
    #expect(!view.needsDrawing)
    clock.advance(by: 31)
    view.tick()
    #expect(view.needsDrawing && plain(&view).contains("1 min ago"))
    var updating = widget("A")
    updating.isUpdating = true
    view.change("A") { $0.widget = updating }
    #expect(plain(&view).contains("⠋") || view.isAnimated)
    let first = plain(&view)
    view.tick()
    #expect(plain(&view) != first)
  }

  @Test("an empty board says what to do next; a broken file is named in a banner")
  func empty() {
    var view = board([], columns: 70)
    #expect(plain(&view).contains("luawidget board add WIDGET"))
    view.problem = BoardFileError(path: Self.location.path, line: 4, .invalid(message: "expected a value"))
    #expect(plain(&view).contains("\(Self.location.path):4: expected a value"))
    #expect(view.handle(.character("E")) == .openEditor(path: Self.location.path, line: 4))
  }

  @Test("a lists the widgets that can be added; typing filters them, Enter adds the selected one")
  func adding() throws {
    try withTemporaryFolder { folder in
      for name in ["clock", "disk", "flight"] { try Data().write(to: URL(filePath: "\(folder)/\(name).lua")) }
      var view = board(["A"], columns: 60, folders: [folder])
      #expect(view.handle(.character("a")) == nil)
      #expect(plain(&view).hasPrefix(" Add a widget: _\n\n ▶ clock\n   disk\n   flight\n"), "\(plain(&view))")
      for key in "sk" { _ = view.handle(.character(key)) }
      #expect(plain(&view).hasPrefix(" Add a widget: sk_\n\n ▶ disk\n"))
      for _ in "sk" { _ = view.handle(.backspace) }
      _ = view.handle(.down)
      _ = view.handle(.down)
      #expect(view.handle(.enter) == .edits([.add(BoardEntry(file: "flight.lua"), at: nil)]))
      #expect(plain(&view).contains("text of A"))
      // The new card is selected.
      let before = Set(view.cards.map(\.id))
      view.setWidgets([widget("A"), widget("flight")])
      view.focusAdded(among: before)
      #expect(view.focusedID == "flight" && plain(&view).contains("flight was added"))
      _ = view.handle(.character("a"))
      _ = view.handle(.escape)
      #expect(plain(&view).contains("text of A"))
    }
  }

  @Test("a path is completed folder by folder; what is no widget is refused")
  func addingPaths() throws {
    try withTemporaryFolder { folder in
      for path in ["my", "my/weather"] { _ = try Directory.make("\(folder)/\(path)") }
      try Data().write(to: URL(filePath: "\(folder)/my/weather/main.lua"))
      try Data().write(to: URL(filePath: "\(folder)/my/notes.txt"))
      var view = board(["A"], columns: 100)
      _ = view.handle(.character("a"))
      for key in "\(folder)/m" { _ = view.handle(.character(key)) }
      #expect(plain(&view).contains("▶ \(folder)/my/\n"))
      #expect(view.handle(.enter) == nil)
      #expect(plain(&view).contains("▶ \(folder)/my/weather\n") && !plain(&view).contains("notes"))
      #expect(view.handle(.enter) == .edits([.add(BoardEntry(file: "\(folder)/my/weather"), at: nil)]))
      _ = view.handle(.character("a"))
      for key in "nope.lua" { _ = view.handle(.character(key)) }
      #expect(plain(&view).contains("No widget has this name or path."))
      #expect(view.handle(.enter) == nil && plain(&view).contains("there is no widget \"nope.lua\""))
    }
  }

  @Test("editing opens the file of the card, at the line of its failure")
  func edits() {
    var view = board(["A", "B"])
    _ = plain(&view)
    #expect(view.handle(.character("e")) == .openEditor(path: "/w/A.lua", line: nil))
    var failing = widget("A")
    failing.failure = Failure(.load, "unexpected symbol", at: SourceLocation(file: "A.lua", line: 3))
    view.change("A") { $0.widget = failing }
    #expect(view.handle(.character("e")) == .openEditor(path: "/w/A.lua", line: 3))
  }

  @Test(
    "every size works, with every key",
    arguments: [
      (1, 1), (2, 1), (1, 2), (3, 3), (10, 4), (39, 10), (40, 24), (89, 24), (120, 40), (200, 50), (300, 5), (10_000, 3),
    ])
  func sizes(_ columns: Int, _ rows: Int) {
    for environment in [["LANG": "C.UTF-8"], ["LANG": "C"]] {
      var view = board(["A", "B", "C", "D"], columns: columns, rows: rows, environment: environment)
      view.change("B") { $0.card.show(snapshot("B", [button("One", 1)] + (1...30).map { text("line \($0)") })) }
      view.setWidgets([widget("A"), widget("B"), widget("C", isHidden: true), widget("D")])
      view.problem = BoardFileError(path: Self.location.path, line: 4, .invalid(message: "expected a value"))
      let keys: [Key] = [
        .tab, .down, .down, .right, .left, .up, .character("a"), .character("x"), .tab, .down, .enter, .escape, .character("H"),
        .tab, .tab, .backTab, .character("m"), .pageDown, .pageUp, .end,
        .home, .scrollDown, .scrollUp, .click(column: 0, row: 0), .drag(column: 0, row: rows), .release(column: 0, row: 0),
        .click(column: columns, row: rows), .character("?"), .pageDown, .up, .escape, .character("l"), .end, .up, .escape,
        .character("/"), .character("l"), .enter, .character("n"), .escape, .control("l"), .enter, .shiftDown, .shiftUp,
      ]
      for key in keys {
        _ = view.handle(key)
        let screen = plain(&view)
        #expect(environment["LANG"] != "C" || screen.allSatisfy(\.isASCII), "\(key) \(screen)")
      }
    }
  }
}
