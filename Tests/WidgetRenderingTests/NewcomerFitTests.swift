import Testing
import WidgetModel

@testable import WidgetRendering

/// Usual views that nobody has tuned, where there isn't enough space.
@Suite struct NewcomerFitTests {
  private func placed(_ view: LaidOutView, scale: Double = 1) -> [(view: LaidOutView, scale: Double)] {
    [(view, scale)] + view.children.flatMap { placed($0, scale: scale * view.scale) }
  }

  private func row(_ label: String, _ value: String, _ edit: Edit = { _ in }) -> ViewNode {
    view(.hstack, [text(label), spacer(), text(value)], edit)
  }

  private func inCells(_ view: ViewNode, width: Double, height: Double) -> LaidOutView {
    Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).layout(view, width: width, height: height)
  }

  private static let sizes = [TextSize.large, .xxxLarge, .accessibility1]

  @Test("a value is never without its label", arguments: NewcomerFitTests.sizes)
  func labels(_ textSize: TextSize) {
    let pairs = [("Temperature", "21.5 °C"), ("Pressure", "1,021 hPa"), ("Revenue", "$ 84,201.50"), ("Users", "1,204,512")]
    for font in [TextStyle.body, .title2, .largeTitle] {
      let rows = pairs.map { label, value in
        hstack(text(label), spacer(), text(value) { $0.font = .style(font) })
      }
      for width in stride(from: 60.0, through: 180, by: 20) {
        for height in [30.0, 60, 90] {
          let shown = placed(fitted(view(.vstack, rows), width: width, height: height, textSize: textSize).view)
            .filter { $0.view.lines.contains { $0.frame.width > 0 } }.compactMap(\.view.node.text)
          for (label, value) in pairs where shown.contains(value) {
            #expect(shown.contains(label), "\(font) \(width) x \(height): \(shown)")
          }
        }
      }
    }
  }

  @Test("texts inside a ring stay inside, however many lines they have")
  func ring() throws {
    let words = view(.vstack, [text("7,412") { $0.font = .style(.title2) }, text("steps") { $0.font = .style(.caption) }]) {
      ($0.align, $0.spacing) = (.center, 0)
    }
    let ring = view(.zstack, [view(.shape(.circle)) { ($0.width, $0.height) = (90, 90) }, words])
    func width(_ textSize: TextSize) throws -> Double {
      let frames = drawnFrames(fitted(ring, width: 306, height: 110, textSize: textSize).view)
      let circle = try #require(frames.first)
      #expect(circle.width == 90)
      return frames.dropFirst().map(\.width).max() ?? 0
    }
    let usual = try width(.large)
    for textSize in [TextSize.xxxLarge, .accessibility1, .accessibility5] {
      #expect(try width(textSize) < max(usual * 1.01, 90 * 0.8), "\(textSize)")
    }
  }

  @Test("padding shrinks before anything is left out", arguments: [0.0, 24, 90])
  func padding(_ inner: Double) {
    let tide = view(.vstack, [text("Low tide") { $0.font = .style(.headline) }, text("14:20")]) {
      $0.padding = EdgeInsets(all: inner)
    }
    let card = view(.vstack, [tide]) { $0.padding = EdgeInsets(all: 40) }
    #expect(texts(fitted(card).view).joined(separator: " ") == "Low tide 14:20")
    #expect(texts(inCells(card, width: 128, height: 112)).joined(separator: " ") == "Low tide 14:20")
    // With enough space it's what the script wants.
    let wide = fitted(card, width: 600, height: 600).view
    #expect(wide.scale == 1 && drawnFrames(wide).first?.x == 40 + inner)
  }

  @Test("a forecast has its temperatures, and icons get smaller before they're left out", arguments: NewcomerFitTests.sizes)
  func forecast(_ textSize: TextSize) {
    let days = ["Mon", "Tue", "Wed", "Thu"].map { day in
      view(
        .vstack,
        [
          text(day) { $0.font = .style(.caption) }, view(.icon("sun.max.fill")) { $0.font = .style(.title3) },
          text("\(day.utf8.count + 9)°"),
        ]
      ) { $0.align = .center }
    }
    let weather = vstack(
      text("Berlin") { $0.font = .style(.headline) }, text("14°") { $0.font = .custom(size: 34, weight: nil, design: nil) },
      view(.hstack, days))
    let shown = texts(fitted(weather, textSize: textSize).view)
    #expect(shown.starts(with: ["Berlin", "14°"]) && shown.count { $0 == "12°" } == 4, "\(shown)")
    for height in stride(from: 40.0, through: 100, by: 4) {
      let root = fitted(view(.hstack, days), height: height, textSize: textSize).view
      #expect(leaves(root).count(where: { $0.symbol != nil }) == 4, "\(height)")
    }
  }

  @Test("a total below a line stays longer than the rows above it", arguments: NewcomerFitTests.sizes)
  func total(_ textSize: TextSize) {
    let rows = [("Hosting", "24.00"), ("Domain", "12.50"), ("Support", "80.00"), ("Backup", "9.90"), ("VAT", "24.62")]
    let sum = row("Total", "151.02") { $0.weight = .bold }
    let invoice = view(.vstack, rows.map { row($0.0, $0.1) } + [divider(), sum])
    var cells = rows.flatMap { [text($0.0), text($0.1)] }
    cells += [view(.divider) { $0.setEffect(\.columnSpan, to: 2) }, text("Total"), text("151.02")]
    let grid = view(.grid(columns: [GridColumn(), GridColumn(.automatic)]), cells)
    for height in stride(from: 20.0, through: 120, by: 10) {
      for invoice in [invoice, grid] {
        let shown = texts(fitted(invoice, height: height, textSize: textSize).view)
        #expect(shown.suffix(2) == ["Total", "151.02"], "\(invoice.content.kind) \(height): \(shown)")
      }
    }
    let shown = texts(inCells(invoice, width: 160, height: 64))
    #expect(shown == ["Hosting", "24.00", "Domain", "12.50", "Total", "151.02"])
  }

  @Test("buttons beside each other are all there, with whole titles", arguments: NewcomerFitTests.sizes)
  func buttons(_ textSize: TextSize) {
    let row = hstack(button("Pause"), button("Stop"), button("+5 min"))
    let timer = vstack(
      text("Focus") { $0.font = .style(.headline) }, text("17:42") { $0.font = .custom(size: 40, weight: .light, design: nil) },
      progress(0.3), row)
    for height in [80.0, 92, 100, 130] {
      let shown = texts(fitted(timer, height: height, textSize: textSize).view)
      #expect(shown.contains("17:42") && shown.suffix(3) == ["Pause", "Stop", "+5 min"], "\(height): \(shown)")
    }
  }

  @Test("rings of one row have one size, whatever is below them", arguments: NewcomerFitTests.sizes)
  func gauges(_ textSize: TextSize) {
    let gauges = ["CPU", "Memory", "Disk", "Swap"].map {
      view(.gauge(Gauge(0.4, text: $0, valueText: "40%", shape: .circle)))
    }
    let square = view(.vstack, [view(.hstack, Array(gauges[..<2])), view(.hstack, Array(gauges[2...]))])
    for root in [view(.hstack, gauges), view(.grid(columns: [GridColumn(), GridColumn()]), gauges), square] {
      let rings = placed(fitted(root, textSize: textSize).view)
        .filter { $0.view.indicator != nil }.map { ($0.view.indicator?.width ?? 0) * $0.scale }
      #expect((rings.max() ?? 0) - (rings.min() ?? 0) < 0.01 && !rings.isEmpty, "\(rings)")
    }
  }

  @Test(
    "a month with a day in front of a circle has numbers of one size, as large as a month without",
    arguments: NewcomerFitTests.sizes)
  func month(_ textSize: TextSize) {
    func month(_ today: Int?) -> ViewNode {
      let days = (1...30).map { day in
        let number = text("\(day)") { ($0.font, $0.align) = (.style(.footnote), .center) }
        guard day == today else { return number }
        return view(.zstack, [view(.shape(.circle)) { ($0.width, $0.height) = (20, 20) }, number])
      }
      let columns = Array(repeating: GridColumn(), count: 7)
      return vstack(text("November") { $0.font = .style(.headline) }, view(.grid(columns: columns), days) { $0.spacing = 2 })
    }
    func sizes(_ today: Int?) -> Set<Double> {
      let numbers = placed(fitted(month(today), textSize: textSize).view).filter { Int($0.view.node.text ?? "") != nil }
      return Set(numbers.map { ($0.view.style.font.size * $0.scale * 10).rounded() / 10 })
    }
    #expect(sizes(26).count == 1, "\(sizes(26))")
    #expect(sizes(26).min() ?? 0 > 0.7 * (sizes(nil).min() ?? 0), "\(sizes(26)) \(sizes(nil))")
  }

  @Test("a month in few cells has all its numbers")
  func monthInCells() {
    let days = (1...30).map { day in text("\(day)") { $0.align = .trailing } }
    for column in [GridColumn(), GridColumn(.fixed(18))] {
      let grid = view(.grid(columns: Array(repeating: column, count: 7)), days)
      for width in stride(from: 112.0, through: 176, by: 8) {
        let shown = texts(inCells(grid, width: width, height: 80))
        #expect(shown == (1...30).map(String.init), "\(width): \(shown)")
      }
    }
  }

  @Test("the width of a text grows with the text size")
  func fixedWidth() {
    let label = text("alpha") { $0.width = 40 }
    for (textSize, width) in [(TextSize.large, 40.0), (.xxxLarge, 40 * TextStyle.body.size(at: .xxxLarge) / 17), (.xSmall, 40)] {
      let root = fitted(hstack(label, text("x")), width: 306, textSize: textSize).view
      #expect(leaves(root).first.map { abs($0.frame.width - width) < 0.01 } ?? false, "\(textSize)")
    }
    let badge = text("7") { ($0.width, $0.height) = (20, 20) }
    #expect(leaves(fitted(badge, textSize: .xxxLarge).view).first?.frame.width == 20)
  }

  @Test(
    "a number stays beside its unit or currency",
    arguments: [
      ("Speed 112 km/h", "112 km/h"), ("now € 1,204.50 a year", "€ 1,204.50"), ("costs 1,204.50 kr", "1,204.50 kr"),
      ("up 3.24 % today", "3.24 %"), ("CHF 12 each", "CHF 12"), ("down (−2.1 %) today", "(−2.1 %)"), ("1,204 € now", "1,204 €"),
    ])
  func units(_ text: String, _ whole: String) {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedStyle(textSize: .large).font, keepsFigures: true)
    for width in stride(from: Double(whole.count) * 8, through: 200, by: 8) {
      let lines = breaker.lines(of: text, width: width).map(\.text)
      #expect(lines.contains { $0.contains(whole) }, "\(width): \(lines)")
    }
  }

  @Test("other slashes and letters are still places to end a line")
  func otherBreaks() {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedStyle(textSize: .large).font)
    #expect(breaker.lines(of: "and/or", width: 32).map(\.text) == ["and/", "or"])
    #expect(breaker.lines(of: "Gate 12", width: 40).map(\.text) == ["Gate", "12"])
  }

  @Test("the keys of a pie get smaller before they're left out", arguments: NewcomerFitTests.sizes)
  func pie(_ textSize: TextSize) {
    var chart = Chart(.pie, [ChartSeries([900, 420, 160, 210, 140, 90])])
    chart.labels = ["Rent", "Food", "Transport", "Fun", "Insurance", "Other"]
    let root = fitted(view(.chart(chart)) { $0.height = 110 }, width: 126, height: 110, textSize: textSize).view
    let charts = leaves(root).compactMap(\.chart)
    #expect(charts.count == 1 && charts.allSatisfy { $0.isDisc || $0.keys.count >= 5 }, "\(charts.map(\.keys.count))")
  }

  private func letterSize(_ root: LaidOutView, _ words: String) -> Double? {
    placed(root).first { $0.view.node.text == words && !$0.view.lines.isEmpty }.map {
      ($0.view.lines[0].font ?? $0.view.style.font).size * $0.scale
    }
  }

  @Test("tiles that are too wide make nothing else smaller")
  func tilesBelowTitle() throws {
    let tile = view(
      .vstack,
      [view(.label("Luftfeuchtigkeit", icon: "humidity")) { ($0.font, $0.lineLimit) = (.style(.caption), 1) }, text("84 %")]
    ) { ($0.padding, $0.background, $0.maxWidth) = (EdgeInsets(all: 8), .named(.gray), .infinity) }
    let card = vstack(
      text("Cuxhaven") { $0.font = .style(.headline) },
      view(.grid(columns: Array(repeating: GridColumn(), count: 3)), [tile, tile, tile]))
    func size(_ textSize: TextSize) throws -> Double {
      try #require(letterSize(fitted(card, width: 306, height: 300, textSize: textSize).view, "Cuxhaven"))
    }
    let usual = try size(.large)
    for textSize in [TextSize.xLarge, .xxLarge, .xxxLarge, .accessibility1] {
      #expect(try size(textSize) > 1.1 * usual, "\(textSize)")
    }
  }

  @Test("a number has its name above it, but no row of a table goes for that", arguments: NewcomerFitTests.sizes)
  func nameOfNumber(_ textSize: TextSize) {
    let cells = (1...6).flatMap { [text("SAP"), text("Firm \($0)"), text("€ 12.50")] }
    let names = ["Code", "Name", "Price"].map { text($0) { $0.font = .style(.caption) } }
    let card = vstack(
      text("Total") { $0.font = .style(.caption) }, text("$184,902.17") { $0.font = .style(.title2) },
      view(.grid(columns: [GridColumn(.automatic), GridColumn(), GridColumn(.automatic)]), names + cells), divider(),
      row("Gain", "$1,204.33"))
    for height in stride(from: 40.0, through: 300, by: 20) {
      let shown = texts(fitted(card, width: 306, height: height, textSize: textSize).view)
      #expect(shown.contains("$184,902.17"))
      if height > 120 { #expect(shown.contains("Total") && shown.contains("SAP"), "\(height): \(shown)") }
      if shown.contains("Gain") { #expect(shown.contains("SAP"), "\(height): \(shown)") }
    }
  }

  @Test func aTextThatIsCutIsTold() {
    let card = vstack(text("12:05") { $0.font = .style(.title) }, text("Departures from the central station are late today"))
    var title = card
    title.children[1].style.lineLimit = 1
    let report = fitted(card, height: 40).report
    let all = texts(fitted(card, height: 40).view)
    #expect(report.omissions.map(\.part) == (all.count == 1 ? [.rows] : [.text]), "\(all)")
    // A title with a limit is meant to be cut.
    #expect(!fitted(title, height: 60).report.omissions.contains { $0.part == .text })
  }

  @Test("a cover too narrow for its words is a sign in cells, and one without words takes no space")
  func cover() {
    let image = view(.image(.reference("cover.png"), mode: .fit)) {
      ($0.width, $0.height, $0.accessibility) = (40, 40, "Cover of So What")
    }
    let row = hstack(image, vstack(text("So What"), text("Miles Davis")))
    expectLayout(row, width: 136, "|▧     So What    |\n|      Miles Davis|")
    var plain = image
    plain.style.setEffect(\.isDecorative, to: true)
    expectLayout(hstack(plain, text("So What")), width: 64, "| So What|")
    var wide = image
    wide.style.width = 160
    expectLayout(wide, width: 160, "|Cover of So What    |")
  }
}
