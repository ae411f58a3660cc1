import Testing
import WidgetModel
import WidgetRendering

@Suite struct TerminalDrawingTests {
  private func lines(_ snapshot: Snapshot, _ columns: Int, height: Double = 0, _ options: RenderingOptions = .test) -> String {
    TerminalDrawing(snapshot, in: Size(width: Double(columns) * 8, height: height), options: options).canvas.lines.joined(
      separator: "\n")
  }

  private var disk: ViewNode { hstack(text("Used"), spacer(), text("81%")) }

  @Test("a widget is a titled box, and a stale one shows its age")
  func box() {
    #expect(
      lines(snapshot(disk, name: "Disk"), 40) == """
        ╭─ Disk ───────────────────────────────╮
        │ Used                             81% │
        ╰──────────────────────────────────────╯
        """)
    var options = RenderingOptions.test
    options.isStale = true
    #expect(
      lines(snapshot(disk, name: "Disk", icon: "internaldrive"), 41, options) == """
        ╭─ ▬ Disk ────────────────── 3 min ago ─╮
        │ Used                              81% │
        ╰───────────────────────────────────────╯
        """)
  }

  @Test("a failure is below the last good view, with location and remedy")
  func failure() {
    let failure = Failure(
      .script, "attempt to index a nil value (field 'seats') in a function", at: .init(file: "flight.lua", line: 12),
      remedy: "check that the result has seats")
    #expect(
      lines(snapshot(disk, name: "Flight", failure: failure), 40) == """
        ╭─ Flight ───────────────── 3 min ago ─╮
        │ Used                             81% │
        │ ⚠ error in the script:               │
        │ flight.lua:12: attempt to index a    │
        │ nil value (field 'seats') in a       │
        │ function                             │
        │ → check that the result has seats    │
        ╰──────────────────────────────────────╯
        """)
  }

  @Test("without a view, a failed widget shows its name and the reason")
  func failureOnly() {
    #expect(
      lines(snapshot(nil, name: "Flight", failure: Failure(.reported, "no network")), 30) == """
        ╭─ Flight ───────────────────╮
        │ ⚠ failed: no network       │
        ╰────────────────────────────╯
        """)
    #expect(
      lines(snapshot(nil, name: "New"), 20) == """
        ╭─ New ────────────╮
        │ No data yet      │
        ╰──────────────────╯
        """)
  }

  @Test("an empty widget draws nothing, or a note")
  func hidden() {
    var hidden = snapshot(disk, name: "Disk")
    hidden.hasContent = false
    #expect(lines(hidden, 40) == "")
    var options = RenderingOptions.test
    options.showsEmptyNote = true
    #expect(lines(hidden, 30, options) == "· Disk: nothing to show       ")
    hidden.failure = Failure(.reported, "no network")
    #expect(lines(hidden, 30).contains("no network") && !lines(hidden, 30).contains("Used"))
  }

  @Test("insets become cells, and the border is inside them")
  func insets() {
    #expect(
      lines(snapshot(text("x"), insets: EdgeInsets(top: 16, left: 32, bottom: 39, right: 0)), 16) == """
        ╭─ Test ───────╮
        │              │
        │   x          │
        │              │
        ╰──────────────╯
        """)
    #expect(
      lines(snapshot(text("x"), insets: EdgeInsets(top: -5, left: .nan, bottom: .infinity, right: 1e300)), 16, height: 80) == """
        ╭─ Test ───────╮
        │x             │
        ╰──────────────╯
        """)
  }

  @Test("a long title is truncated, and the age is omitted first")
  func narrowTitles() {
    var options = RenderingOptions.test
    options.showsAge = true
    let widget = snapshot(text("x"), name: "Connections to Town")
    #expect(lines(widget, 40, options).hasPrefix("╭─ Connections to Town ──── 3 min ago ─╮"))
    #expect(lines(widget, 30, options).hasPrefix("╭─ Connections… ─ 3 min ago ─╮"))
    #expect(lines(widget, 20, options).hasPrefix("╭─ Connections… ───╮"))
    #expect(lines(widget, 10, options).hasPrefix("╭─ Con… ─╮"))
    #expect(lines(widget, 6, options).hasPrefix("╭────╮"))
    #expect(lines(widget, 3, options) == "x  ")
  }

  @Test("the maximum height is never exceeded", arguments: 1...12)
  func maximumHeight(rows: Int) {
    let tall = snapshot(
      text(String(repeating: "word ", count: 200)), insets: EdgeInsets(all: 64),
      failure: Failure(.script, String(repeating: "reason ", count: 100), remedy: "do this"))
    #expect(TerminalDrawing(tall, in: Size(width: 240, height: Double(rows) * 16), options: .test).canvas.rows.count <= rows)
  }

  @Test("controls are listed in reading order, with their cells")
  func controls() {
    let view = vstack(
      hstack(button("Go", action: 7), spacer(), button("Stop", action: 8)), toggle("Wi-Fi", isOn: true, action: 9),
      vstack(button("secret", action: 10)) { $0.hidden = true })
    let drawing = TerminalDrawing(snapshot(view), in: Size(width: 240, height: 0), options: .test)
    #expect(
      drawing.controls == [
        .init(action: 7, frame: CellFrame(columns: 2..<8, rows: 1..<2)),
        .init(action: 8, frame: CellFrame(columns: 20..<28, rows: 1..<2)),
        .init(action: 9, frame: CellFrame(columns: 2..<11, rows: 2..<3)),
      ])
    #expect(drawing.control(column: 27, row: 1)?.action == 8)
    #expect(drawing.control(column: 28, row: 1) == nil)
  }

  @Test("the focused control is reversed, and only that one")
  func focus() {
    var options = RenderingOptions.test
    options.focusedAction = 8
    let drawing = TerminalDrawing(
      snapshot(hstack(button("Go", action: 7), button("No", action: 8))), in: Size(width: 160, height: 0), options: options)
    let reversed = drawing.canvas.rows[1].filter(\.style.reverse).map(\.text).joined()
    #expect(reversed == "[ No ]")
  }

  @Test("a drawing knows when it changes")
  func ticks() {
    func drawing(_ view: ViewNode) -> TerminalDrawing {
      TerminalDrawing(snapshot(view), in: Size(width: 160, height: 0), options: .test)
    }
    #expect(drawing(text("x")).nextChange == nil)
    #expect(drawing(vstack(view(.date(2000, style: .timer)), view(.date(0, style: .relative)))).nextChange == 1)
    #expect(drawing(view(.activityIndicator(nil))).isAnimated)
    #expect(!drawing(view(.activityIndicator(nil)) { $0.hidden = true }).isAnimated)
    var options = RenderingOptions.test
    options.frame = 3
    #expect(lines(snapshot(view(.activityIndicator("Wait"))), 20, options).contains("⠸ Wait"))
    options.frame = .min
    options.encoding = .ascii
    #expect(lines(snapshot(view(.activityIndicator("Wait"))), 20, options).contains("| Wait"))
  }

  @Test("the right border is straight for every hostile text, name and reason, at every width, in both encodings")
  func straightBorders() {
    for encoding in OutputEncoding.allCases {
      for rule in WidthRule.allCases {
        for string in hostileStrings {
          let view = vstack(
            text(string), hstack(view(.label(string, icon: string)), spacer(), button(string)), toggle(string, isOn: true),
            view(.link(string, url: string)), view(.image(.reference(string), mode: .fit)))
          let snapshot = snapshot(view, name: string, icon: string, failure: Failure(.reported, string, remedy: string))
          for columns in rule == .codePoints || encoding == .ascii ? [1, 3, 4, 9, 13, 40] : Array(1...40) {
            var options = RenderingOptions.test
            options.encoding = encoding
            options.widthRule = rule
            let lines = TerminalDrawing(snapshot, in: Size(width: Double(columns) * 8, height: 0), options: options).canvas.lines
            let widths = Set(lines.map { GraphemeWidth.cells($0, rule: rule) })
            if widths != [columns] { Issue.record("\(string.debugDescription) at \(columns): \(widths)") }
            if columns >= 4, let bad = lines.first(where: { !"│╮╯+|".contains($0.last ?? " ") }) { Issue.record("\(bad)") }
            if encoding == .ascii, !lines.allSatisfy({ $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }) {
              Issue.record("\(string.debugDescription) is not ASCII at \(columns)")
            }
          }
        }
      }
    }
  }

  @Test("adjacent texts do not form one cluster")
  func touching() {
    for first in hostileStrings {
      let views = hostileStrings.map { second in hstack(text(first), text(second)) { $0.spacing = 0 } }
      let drawing = TerminalDrawing(
        snapshot(view(.vstack, views), insets: .zero), in: Size(width: 480, height: 0), options: .test)
      for line in drawing.canvas.lines where GraphemeWidth.cells(line) != 60 { Issue.record("\(line.debugDescription)") }
    }
    #expect(drawn(hstack(text("🇩"), text("🇪")) { $0.spacing = 0 }, width: 32) == "|🇩\u{200C}🇪|")
  }

  @Test("what follows a text from right to left stays behind it in terminals that reorder text, in text and in colours")
  func rightToLeftText() throws {
    var own = snapshot(hstack(text("שלום"), view(.spacer(minLength: nil)), text("12:05")))
    own.widget.name = "מזג"
    let canvas = TerminalDrawing(own, in: Size(width: 240, height: 0), options: .test).canvas
    let lines = canvas.lines
    // Nothing follows the title.
    #expect(lines[0].contains("מזג ─") && lines[1].contains("שלום\u{200E}  "), "\(lines)")
    #expect(canvas.ansiLines(.none, scheme: .dark)[1].contains("שלום\u{200E}"))
    // Inside a text nothing is added, and a reader's own text has no marks.
    #expect(drawn(text("שלום 12:05"), width: 160).contains("שלום 12:05"))
    #expect(!drawn(text("hello"), width: 160).contains("\u{200E}"))
  }

  @Test("invalid sizes are clamped", arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e308, 7.9])
  func oddSizes(length: Double) {
    for other in [length, 160] {
      let drawing = TerminalDrawing(snapshot(disk), in: Size(width: length, height: other), options: .test)
      #expect(!drawing.canvas.rows.isEmpty && (1...1000).contains(drawing.canvas.columns))
    }
    var preferred = snapshot(disk)
    preferred.preferredSize = Size(width: length, height: length)
    #expect(TerminalDrawing(preferred, in: Size(width: 160, height: 160), options: .test).canvas.rows.count <= 10)
    var options = RenderingOptions.test
    options.columns = .min
    #expect(TerminalDrawing(preferred, in: Size(width: 160, height: 160), options: options).canvas.columns == 1)
  }
}

extension RenderingOptions {
  /// Three minutes after the snapshots of these tests.
  static var test: RenderingOptions { RenderingOptions(widthRule: .graphemeClusters, clock: CalendarClock(now: 1180)) }
}
