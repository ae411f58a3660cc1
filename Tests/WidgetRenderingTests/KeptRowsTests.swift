import Testing
import WidgetModel

@testable import WidgetRendering

/// Which rows stay on cards that are like those of real widgets.
@Suite struct KeptRowsTests {
  private func shape(_ width: Double, _ height: Double) -> ViewNode {
    view(.shape(.rectangle)) { ($0.width, $0.height) = (width, height) }
  }

  @Test func aRowOfAShapeAndATextTakesThePlaceOfAFaceThatIsTooHigh() {
    let face = view(.zstack, [view(.shape(.rectangle)), text("Das Boot")]) { $0.height = 120 }
    let card = vstack(text("Tonight") { $0.font = .style(.title2) }, face, hstack(shape(28, 28), text("and 7 friends go")))
    #expect(texts(fitted(card, width: 306).view) == ["Tonight", "and 7 friends go"])
  }

  @Test func theTitleOfAPlayerStaysLongerThanALabelOfTheSameSize() {
    var slider = InputField(.slider)
    (slider.label, slider.number) = ("Volume", 0.6)
    let volume = hstack(view(.icon("speaker")), ViewNode(.field(slider), children: slider.parts()))
    let title = hstack(
      shape(84, 84),
      vstack(text("Symphony No. 9") { $0.font = .style(.headline) }, text("Orchestra") { $0.font = .style(.subheadline) }))
    let songs = ["First", "Second"].map { name in
      hstack(shape(32, 32), vstack(text(name) { $0.font = .style(.subheadline) }, text("3:48") { $0.font = .style(.caption) }))
    }
    let player = view(.vstack, [title, hstack(button("Back"), button("Play")), volume] + songs)
    let shown = texts(fitted(player, width: 306, height: 126).view)
    #expect(shown.contains("Symphony No. 9"), "\(shown)")
  }

  @Test func aRowWithTheLargestTextInARingStays() {
    let ring = view(
      .zstack,
      [view(.shape(.circle)), vstack(text("2.4") { $0.font = .style(.title2) }, text("m") { $0.font = .style(.caption2) })]
    ) { ($0.width, $0.height) = (72, 72) }
    let header = hstack(ring, vstack(text("Harbour") { $0.font = .style(.headline) }, text("High water 14:37")))
    let tiles = (0..<6).map { _ in vstack(text("Wind"), text("38 km/h") { $0.font = .style(.title3) }, text("Gusts")) }
    let grid = view(.grid(columns: [GridColumn(), GridColumn(), GridColumn()]), tiles)
    let shown = texts(fitted(vstack(header, grid), width: 306).view)
    #expect(shown.contains("2.4") && shown.contains("Harbour"), "\(shown)")
  }

  @Test(
    "the days of a month are no smaller than at the usual text size", arguments: [TextSize.large, .xxxLarge, .accessibility1])
  func month(_ textSize: TextSize) {
    let days = (1...30).map { day in
      view(.zstack, [text("\(day)") { $0.font = .style(.footnote) }]) { ($0.width, $0.height) = (22, 22) }
    }
    let month = view(.grid(columns: Array(repeating: GridColumn(), count: 7)), days) { $0.spacing = 3 }
    let frames = drawnFrames(fitted(month, width: 306, height: 300, textSize: textSize).view)
    #expect(frames.count == 30 && frames.allSatisfy { $0.height > 10 })
  }

  @Test("names of columns stay with the first row, also with a number among them and in a larger font")
  func names() {
    func cell(_ words: String, _ style: TextStyle) -> ViewNode { view(.text(words)) { $0.font = .style(style) } }
    for font in [TextStyle.caption, .caption2] {
      let names = ["Name", "Price", "24 h"].map { cell($0, font) }
      let rows = (1...9).flatMap { [cell("Firm \($0)", .caption2), cell("€ 12.50", .caption2), cell("+1.2 %", .caption2)] }
      let grid = view(.grid(columns: [GridColumn(), GridColumn(.automatic), GridColumn(.automatic)]), names + rows)
      let shown = texts(fitted(vstack(text("Prices") { $0.font = .style(.title2) }, grid), width: 306).view)
      #expect(shown.contains("24 h") && shown.contains("Firm 1"), "\(shown)")
    }
  }

  @Test func theSumBelowATableStays() {
    let rows = (1...14).flatMap { [text("Firm \($0)"), text("€ 12.50")] }
    let table = view(.grid(columns: [GridColumn(), GridColumn(.automatic)]), rows)
    let shown = texts(fitted(vstack(table, divider(), hstack(text("Gain"), spacer(), text("€ 1,204"))), width: 306).view)
    #expect(shown.contains("Gain") && shown.contains("Firm 1") && !shown.contains("Firm 14"), "\(shown)")
  }

  @Test func theValueOfABarGetsSmallerBeforeItIsCut() {
    let gauge = view(.gauge(Gauge(0.92, text: "Storage", valueText: "9.2 of 10.0 kWh stored", shape: .bar)))
    let shown = texts(fitted(gauge, width: 126).view)
    #expect(shown.contains("9.2 of 10.0 kWh stored"), "\(shown)")
  }

  @Test("the chosen segment of a picker is always there", arguments: [60.0, 100, 140, 200, 300])
  func segments(_ width: Double) {
    var field = InputField(.picker)
    (field.label, field.choices, field.text, field.style) = ("Mode", ["Off", "Eco", "Comfort", "Boost"], "Comfort", .segments)
    field.onChange = 1
    let picker = ViewNode(.field(field), children: field.parts())
    #expect(leaves(fitted(picker, width: width).view).contains { $0.node.text == "Comfort" })
    let cells = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).layout(picker, width: (width / 8).rounded() * 8)
    #expect(leaves(cells).contains { $0.node.text == "Comfort" })
  }

  @Test func aMissingButtonIsTold() {
    let rows = (0..<8).map { text("Row \($0)") { $0.font = .style(.title) } }
    let report = fitted(view(.vstack, rows + [button("Go"), button("Stop")]), height: 40).report
    #expect(report.hasControl && report.summary.hasSuffix("left out, including controls"))
    #expect(!fitted(view(.vstack, rows), height: 40).report.hasControl)
  }
}
