import Testing
import WidgetModel

@testable import WidgetRendering

/// The rule for what doesn't fit, by example.
@Suite struct FitTests {
  private func trains(_ rows: Int) -> ViewNode {
    view(.grid(columns: [GridColumn(), GridColumn(.automatic)]), (0..<rows).flatMap { [text("RE \($0)"), text("12:0\($0)")] })
  }

  private func columns(_ count: Int) -> ViewNode {
    view(.grid(columns: Array(repeating: GridColumn(), count: 7)), (0..<7 * count).map { text("\($0)") })
  }

  @Test("a grid below a title loses rows, never everything")
  func gridBelowTitle() {
    let shown = texts(fitted(vstack(text("Trains"), trains(5))).view)
    #expect(shown.first == "Trains" && shown.contains("12:00") && shown.contains("12:01"))
  }

  @Test("a grid as the root never shows fewer rows because it has more")
  func rootGrid() {
    var last = 0
    for rows in [2, 4, 7, 20] {
      let count = texts(fitted(trains(rows)).view).count
      #expect(count >= last, "\(rows) rows")
      last = count
    }
    #expect(last >= 8)
  }

  @Test("a month that's a few points too high gets smaller")
  func month() {
    let whole = fitted(columns(6), width: 306, height: 110)
    #expect(texts(whole.view).count == 42 && whole.report.isEmpty && whole.view.scale < 1)
  }

  @Test("what fits isn't scaled")
  func fitting() {
    let whole = fitted(vstack(text("14°"), text("Berlin")))
    #expect(whole.view.scale == 1 && whole.view.node.content == .vstack && whole.report.isEmpty)
  }

  @Test("min_scale forbids scaling, or allows more")
  func minimumScale() {
    var column = vstack(text("a"), text("b"), text("c"), text("d"), text("e"), text("f"))
    column.style.minScale = 1
    #expect(texts(fitted(column).view) == ["a", "b", "c", "d"])
    column.style.minScale = 0.5
    #expect(texts(fitted(column).view).count == 6)
  }

  @Test("fit decides for a container: smaller on its own, or without some rows")
  func containers() {
    var rows = trains(6)
    rows.style.setEffect(\.fit, to: .drop)
    let dropped = fitted(vstack(text("Trains"), rows))
    #expect(dropped.view.scale == 1 && dropped.report.omissions.first?.part == .rows)
    var list = trains(4)
    list.style.setEffect(\.fit, to: .scale)
    let scaled = fitted(vstack(text("Trains") { $0.font = .style(.title3) }, list))
    #expect(scaled.view.scale == 1 && scaled.view.children.last?.scale ?? 1 < 1)
  }

  @Test("the largest text stays longest, whatever comes first")
  func largestText() {
    let weather = vstack(
      text("Berlin"), text("Partly cloudy"), text("14°") { $0.font = .custom(size: 44, weight: .light, design: nil) },
      text("H 16°"), text("L 8°"))
    for textSize in [TextSize.large, .xxxLarge, .accessibility5] {
      #expect(texts(fitted(weather, textSize: textSize).view).contains("14°"), "\(textSize)")
    }
  }

  @Test("a heading goes with what it heads")
  func headings() {
    let heading = { (words: String) in text(words) { $0.font = .style(.headline) } }
    let list = vstack(
      heading("Today"), hstack(text("Call"), spacer(), text("9:00")), hstack(text("Lunch"), spacer(), text("12:00")),
      heading("Friday"), hstack(text("Gym"), spacer(), text("18:00")), hstack(text("Film"), spacer(), text("20:00")))
    let shown = texts(fitted(list, height: 70).view)
    #expect(shown.contains("Today") && !shown.isEmpty)
    #expect(shown.contains("Friday") == shown.contains("18:00"))
  }

  @Test("a number is whole, or an ellipsis; never a part of it")
  func numbers() {
    for width in stride(from: 8.0, through: 120, by: 4) {
      let shown = texts(fitted(text("1,204.53"), width: width).view)
      #expect(shown.allSatisfy { $0 == "1,204.53" || $0 == "…" }, "\(width): \(shown)")
    }
  }

  @Test("a text ends after a word, and never after one letter")
  func words() {
    for width in stride(from: 8.0, through: 200, by: 3) {
      let line = text("Alexanderplatz in Berlin") { ($0.lineLimit, $0.minScale) = (1, 1) }
      for words in texts(fitted(line, width: width).view) where words.hasSuffix("…") {
        let letters = words.dropLast()
        #expect(letters.isEmpty || letters.count >= 2, "\(width): \(words)")
        #expect("Alexanderplatz".hasPrefix(letters) || letters == "Alexanderplatz in", "\(width): \(words)")
      }
    }
  }

  @Test("one letter and an ellipsis is never shown, also not with a full stop or in the middle", arguments: Truncation.allCases)
  func letters(_ truncation: Truncation) {
    for words in ["n.a. since May", "n.a.", "B-side", "L 12 to Berlin"] {
      let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedStyle(textSize: .large).font)
      for width in stride(from: 8.0, through: 112, by: 8) {
        let line = breaker.lines(of: words, width: width, limit: 1, truncation: truncation).first?.text ?? ""
        guard line.contains("…") else { continue }
        for part in line.split(separator: "…") {
          #expect(part.count { $0.isLetter || $0.isNumber } > 1, "\(width): \(line)")
        }
      }
    }
  }

  @Test("a view with a width and a height keeps its proportions, with everything inside")
  func proportions() throws {
    let face = view(.zstack, [view(.shape(.circle)), text("12:05")]) { ($0.width, $0.height) = (200, 200) }
    let root = fitted(face, width: 126, height: 60).view
    let frames = drawnFrames(root)
    let circle = try #require(frames.first)
    #expect(abs(circle.width - circle.height) < 0.01 && circle.height <= 60.01)
  }

  @Test("the report names the container, its line, and how much is missing")
  func report() {
    var grid = trains(12)
    grid.line = 40
    let report = fitted(grid).report
    let line = report.lines(card: FitReport.card(.small, .accessibility5)).first
    #expect(line?.hasPrefix("small, text size accessibility5: ui.grid in line 40: ") == true)
    #expect(report.omissions.first?.count == 12 && report.summary.hasSuffix("of 12 rows left out"))
  }

  @Test("numbers without space are one line of the report, which names the view they're in")
  func numbersInReport() {
    var column = vstack(text("1,204.53"), text("1,204.54"), text("1,204.55"))
    column.line = 35
    let report = fitted(column, width: 12).report
    #expect(report.omissions.map(\.description) == ["ui.vstack in line 35: no space for 3 numbers"])
    #expect(report.summary == "3 numbers left out")
  }

  @Test("a terminal leaves out rows by the same rule")
  func terminal() {
    let layout = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells))
    let fitted = layout.fitted(vstack(text("Trains"), trains(9)), width: 160, height: 64)
    #expect(texts(fitted.view) == ["Trains", "RE 0", "12:00", "RE 1", "12:01", "RE 2", "12:02"])
    #expect(fitted.report.omissions.map(\.description) == ["ui.grid: 6 of 9 rows left out, from \"RE 3 12:03\""])
  }

  @Test("the report says which row is left out, but nothing private")
  func whichRow() {
    func first(_ view: ViewNode, height: Double = 32, isRedacted: Bool = false) -> String? {
      let layout = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells, isRedacted: isRedacted))
      return layout.fitted(view, width: 160, height: height).report.omissions.first?.description
    }
    #expect(first(vstack(text("One"), text("Two"), text("Three"))) == "ui.vstack: 1 of 3 rows left out: \"Three\"")
    var symbols = hstack(view(.icon("star")))
    symbols.line = 7
    #expect(first(vstack(text("One"), symbols), height: 16) == "ui.vstack: 1 of 2 rows left out: line 7")
    let secret = view(.private, [text("4711")])
    #expect(first(vstack(text("One"), text("Two"), secret))?.contains("4711") == false)
    #expect(first(view(.private, [text("One"), text("Two"), text("4711")]), isRedacted: true)?.contains("4711") != true)
  }

  @Test("rows that fit come back after a high view is left out")
  func rowsAfterHighView() {
    let gauge = view(.gauge(Gauge(0.4, text: "RAM", valueText: "40%", shape: .circle)))
    let shown = texts(fitted(vstack(gauge, text("One"), text("Two"), text("Three")), height: 60).view)
    #expect(shown == ["One", "Two", "Three"])
  }

  @Test("a table loses its last rows and keeps the names of its columns, in a grid and in rows")
  func tableHeading() {
    let rows = (0..<9).map { [text("Driver \($0)"), text("+\($0).1")] }
    let grid = view(.grid(columns: [GridColumn(), GridColumn(.automatic)]), [text("Name"), text("Gap")] + rows.joined())
    let list = view(.vstack, [hstack(text("Name"), spacer(), text("Gap"))] + rows.map { hstack($0[0], spacer(), $0[1]) })
    for table in [grid, list] {
      let shown = texts(fitted(table).view)
      #expect(shown.starts(with: ["Name", "Gap", "Driver 0", "+0.1"]) && shown.count < 20, "\(shown)")
    }
  }

  @Test("a row of a table without a number stays as long as one with a number")
  func tableRows() {
    let cells = ["Ada", "n/a", "Bob", "12", "Cai", "31", "Dan", "8", "Eve", "4", "Fay", "5", "Gus", "6"].map { text($0) }
    let shown = texts(fitted(view(.grid(columns: [GridColumn(), GridColumn()]), cells)).view)
    #expect(shown.starts(with: ["Ada", "n/a", "Bob"]) && !shown.contains("Gus"))
  }

  @Test("large text puts a label above its value rather than leave one of them out")
  func labelAndValue() {
    let pair = hstack(text("Temperature"), spacer(), text("1,021.5 °C"))
    #expect(texts(fitted(pair, height: 90, textSize: .accessibility1).view) == ["Temperature", "1,021.5 °C"])
    let two = vstack(pair, hstack(text("Humidity"), spacer(), text("1,021.5 %")))
    let shown = texts(fitted(two, height: 60, textSize: .accessibility1).view)
    // Both are smaller beside each other rather than that one is left out.
    #expect(shown == ["Temperature", "1,021.5 °C", "Humidity", "1,021.5 %"], "\(shown)")
  }

  @Test("controls stay longer than everything but the largest text", arguments: [TextSize.large, .accessibility1])
  func controls(_ size: TextSize) {
    let lights = vstack(
      text("Living room") { $0.font = .style(.headline) }, text("3 lights on"), text("21.5 °C") { $0.font = .style(.caption) },
      toggle("Ceiling", isOn: true))
    let shown = texts(fitted(lights, height: size == .large ? 34 : 66, textSize: size).view)
    #expect(shown == ["Living room", "Ceiling"])
    let player = vstack(
      text("So What") { $0.font = .style(.title) }, text("Miles Davis"),
      hstack(button("Back", icon: "backward.fill"), button("Pause", icon: "pause.fill"), button("Next", icon: "forward.fill")))
    let controls = leaves(fitted(player, height: 70, textSize: size).view).filter { $0.node.isControl }
    #expect(controls.count == 3)
  }

  @Test("a list that's cut has no gaps")
  func listWithoutGaps() {
    let names = ["Pankow", "Ruhleben", "Alexanderplatz and Strausberg Nord", "Wittenau", "Gesundbrunnen"]
    let list = view(.vstack, names.map { hstack(text($0), spacer(), text("12:05")) })
    for height in stride(from: 20.0, through: 120, by: 5) {
      let shown = texts(fitted(list, height: height).view)
      #expect(shown.contains("Wittenau") == false || shown.contains { $0.hasPrefix("Alex") }, "\(height): \(shown)")
    }
  }

  @Test("a ring is never smaller because of larger text below it")
  func rings() {
    let rings = view(.hstack, ["CPU", "RAM", "Disk"].map { view(.gauge(Gauge(0.4, text: $0, valueText: "40%"))) })
    for size in [Size(width: 126, height: 100), Size(width: 140, height: 60), Size(width: 300, height: 100)] {
      func widths(_ textSize: TextSize) -> [Double] {
        drawnFrames(fitted(rings, width: size.width, height: size.height, textSize: textSize).view)
          .filter { abs($0.width - $0.height) < 0.01 }.map(\.width)
      }
      let usual = widths(.large)
      #expect(usual.count == 3)
      for textSize in [TextSize.xxxLarge, .accessibility5] {
        #expect(zip(widths(textSize), usual).allSatisfy { $0 >= $1 - 0.5 } && widths(textSize).count == 3, "\(size) \(textSize)")
      }
    }
  }

  @Test("a chart gives way to the number beside it, which gets smaller and is never cut")
  func numberBesideChart() {
    for (textSize, least) in [(TextSize.large, 150.0), (.xxxLarge, 60), (.accessibility1, 60), (.accessibility1, 150)] {
      let chart = view(.chart(Chart(.spark, [ChartSeries([3, 5, 4, 6])]))) { ($0.minWidth, $0.height) = (least, 60) }
      for width in stride(from: 80.0, through: 320, by: 20) {
        let price = text("\u{20AC}26,431.80") { $0.font = .style(.title2) }
        let root = fitted(hstack(price, chart), width: width, textSize: textSize).view
        #expect(texts(root) == ["\u{20AC}26,431.80"], "\(width) \(textSize)")
        let charts = leaves(root).filter { $0.chart != nil }.map { $0.frame.width }
        #expect(charts.allSatisfy { $0 >= 0.7 * least - 0.01 }, "\(width) \(textSize): \(charts)")
      }
    }
  }

  @Test("a title is cut, or a little smaller, before the card gets smaller for it")
  func title() {
    func row(_ title: String) -> ViewNode { hstack(text("10:30"), text(title) { $0.lineLimit = 1 }) }
    let long = fitted(vstack(row("Quarterly roadmap review with Finance"), row("Lunch")), width: 160).view
    #expect(long.scale == 1 && texts(long).contains { $0.hasSuffix("…") && $0.hasPrefix("Quart") })
    let whole = Layout(LayoutContext(measurer: SlantedLetters(), metrics: .points)).idealSize(of: text("Slow Light over Lisbon"))
      .width
    let near = fitted(text("Slow Light over Lisbon") { $0.lineLimit = 1 }, width: whole * 0.9).view
    #expect(texts(near) == ["Slow Light over Lisbon"] && near.scale == 1 && near.style.font.size < 17)
  }

  @Test("a line limit of any size is only a limit")
  func hugeLineLimit() {
    for limit in [Int.min, 0, Int.max] {
      let title = fitted(text("Slow Light over Lisbon, live") { $0.lineLimit = limit }, width: 60).view
      #expect(!texts(title).isEmpty, "\(limit)")
    }
  }

  @Test("a ring with its own height is no smaller because of larger text, and its number stays inside")
  func gaugeWithHeight() throws {
    let gauge = view(.gauge(Gauge(0.4, minimum: 40, maximum: 180, text: "BPM", valueText: "62", shape: .circle))) {
      ($0.width, $0.height) = (64, 64)
    }
    func ring(_ textSize: TextSize) throws -> (side: Double, text: Frame) {
      let view = try #require(leaves(fitted(hstack(text("Pulse"), gauge), width: 306, textSize: textSize).view).last)
      return (try #require(view.indicator).width, try #require(view.lines.first).frame)
    }
    let usual = try ring(.large)
    for textSize in [TextSize.xxxLarge, .accessibility1] {
      let larger = try ring(textSize)
      #expect(larger.side >= usual.side - 0.5, "\(textSize)")
      #expect(larger.text.width < larger.side * 0.7, "\(textSize)")
    }
  }
}
