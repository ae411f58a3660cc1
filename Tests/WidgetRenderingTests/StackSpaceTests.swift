import Testing
import WidgetModel

@testable import WidgetRendering

/// Stacks without enough space.
@Suite struct StackSpaceTests {
  /// Without scaling, which would make everything fit.
  private static let points: LayoutContext = {
    var context = LayoutContext(measurer: SquareMeasurer(), metrics: .points)
    context.scalesContent = false
    return context
  }()

  /// The heights of the shown texts, by their first letters: "a10 b10".
  private func rows(_ view: ViewNode, width: Double = 100, height: Double) -> String {
    shown(Layout(Self.points).layout(view, width: width, maxHeight: height)).joined(separator: " ")
  }

  private func shown(_ view: LaidOutView) -> [String] {
    if view.children.isEmpty {
      guard let first = view.lines.first?.text.first else { return [] }
      return ["\(first)\(Int(saturating: view.frame.y))+\(Int(saturating: view.frame.height))"]
    }
    return view.children.flatMap(shown)
  }

  private func column(_ children: [ViewNode], spacing: Double) -> ViewNode { view(.vstack, children) { $0.spacing = spacing } }

  @Test("omitted rows take their spacing with them")
  func distances() {
    let letters = "abcdefghijkl".map { text(String($0)) }
    #expect(rows(column(letters, spacing: 4), height: 38) == "a0+10 b14+10 c28+10")
    // Spacing is compressed to half before rows are omitted.
    #expect(rows(column(Array(letters.prefix(4)), spacing: 4), height: 46) == "a0+10 b12+10 c24+10 d36+10")
    #expect(rows(column(letters, spacing: 20), height: 46) == "a0+10 b18+10 c36+10")
    #expect(rows(column(letters, spacing: 0), height: 25) == "a0+10 b10+10")
  }

  @Test("whole rows come first, and the last one gets the rest")
  func lastRow() {
    let long = text("c\nd\ne\nf")
    #expect(rows(column([text("a"), text("b"), long, text("x"), text("y")], spacing: 0), height: 45) == "a0+10 b10+10 c20+20")
    #expect(rows(column([long, text("x"), text("y"), text("z")], spacing: 0), height: 35) == "c0+30")
  }

  @Test("spacers and charts are compressed before important views")
  func priority() {
    let letters = "abcd".map { text(String($0)) }
    let important = text("z") { $0.priority = 1 }
    #expect(rows(column(letters + [important], spacing: 0), height: 30) == "a0+10 b10+10 z20+10")
    #expect(rows(column(letters + [spacer(), important], spacing: 0), height: 34) == "a0+10 b10+10 z24+10")
    let chart = view(.chart(Chart(.line, [ChartSeries([1, 2])])))
    let root = Layout(Self.points).layout(column([chart, text("a"), text("b")], spacing: 0), width: 100, maxHeight: 44)
    #expect(root.children.map(\.frame.height) == [24, 10, 10])
  }

  @Test("an image is omitted before it is too small to recognize")
  func images() {
    let image = view(.image(.reference("a.png"), mode: .fit))
    let views = [text("a"), text("b"), image]
    let heights = { (height: Double) in
      Layout(Self.points).layout(column(views, spacing: 0), width: 100, maxHeight: height).children.map(\.frame.height)
    }
    #expect(heights(100) == [10, 10, 64])
    #expect(heights(60) == [10, 10, 40])
    #expect(heights(40) == [10, 10])
  }

  @Test("a button with a narrow title keeps its horizontal insets and gives up the vertical ones")
  func buttons() {
    let root = Layout(LayoutContext(measurer: NarrowMeasurer(), metrics: .points))
      .layout(hstack(button("."), button("i"), spacer()), width: 200)
    #expect(root.children.prefix(2).map(\.frame.width) == [26, 26])
    #expect(root.children.prefix(2).map { $0.lines.first?.text } == [".", "i"])
    let low = Layout(Self.points).layout(column([text("a"), button("b")], spacing: 0), width: 100, maxHeight: 24)
    #expect(shown(low) == ["a0+10", "b10+14"])
  }

  @Test("fixed widths are compressed before words are broken")
  func fixedWidths() {
    let fixed = text("fixed") { $0.width = 400 }
    expectLayout(hstack(fixed, text("IMPORTANT")), width: 160, "|fixed      IMPORTANT|")
    expectLayout(hstack(text("fixed") { $0.minWidth = 400 }, text("IMPORTANT")), width: 160, "|fixed      IMPORTANT|")
    expectLayout(hstack(vstack(fixed), text("IMPORTANT")), width: 160, "|fixed      IMPORTANT|")
    expectLayout(hstack(fixed, button("Go"), toggle("On", isOn: true)), width: 160, "|fixed  [ Go ] [x] On|")
    expectLayout(
      hstack(text("a") { $0.width = 40 }, text("to be or not")), width: 88, "|      to be|\n|a     or   |\n|      not  |")
  }

  @Test("a view without width in a row has no height")
  func noWidth() {
    let root = Layout(Self.points).layout(hstack(text("a b"), text("c\nd\ne\nf")), width: 10)
    #expect(root.children.map(\.lines.count) == [2])
    #expect(root.frame.height == 20)
  }

  @Test("an aspect ratio leaves at least one line of a stack")
  func ratio() {
    func shape(_ ratio: Double, _ children: [ViewNode]) -> ViewNode { view(.vstack, children) { $0.aspectRatio = ratio } }
    let flat = Layout(Self.points).layout(shape(40, [text("a b c")]), width: 100)
    #expect(shown(flat) == ["a0+10"])
    #expect(flat.frame == Frame(x: 0, y: 0, width: 50, height: 10))
    let wide = Layout(Self.points).layout(shape(4, [text("a b c d e")]), width: 200)
    #expect(wide.frame == Frame(x: 0, y: 0, width: 90, height: 22.5))
    #expect(shown(Layout(Self.points).layout(shape(0.1, [text("a b")]), width: 100, maxHeight: 100)) == ["a0+20"])
  }

  @Test("the caption of a gauge is truncated before its value")
  func gauges() {
    let gauge = view(.gauge(Gauge(0.7, text: "A long caption that does not fit", valueText: "70 % of all", shape: .bar)))
    #expect(drawn(gauge, width: 160).hasPrefix("|A long…  70 % of all|\n|"))
    let ring = view(.gauge(Gauge(0.7, text: "A long caption", valueText: "70 % of all")))
    let words = Layout(Self.points).layout(ring, width: 200).lines.map(\.text)
    #expect(words == ["A long…", "70 % of all"])
    let narrow = Layout(Self.points).layout(ring, width: 80).lines.map(\.text)
    #expect(narrow.last?.hasPrefix("70 %") == true)
  }

  @Test("a divider in a row is vertical")
  func dividers() {
    expectLayout(hstack(text("a"), divider(), text("b")), width: 40, "|a | b|")
    expectLayout(vstack(divider()), width: 24, "|───|")
  }

  @Test("the percentages of a pie add up to 100, and keys without a line are counted")
  func pieKeys() {
    let pie = view(.chart(Chart(.pie, [ChartSeries([13, 63, 25])], labels: ["a", "b", "c"])))
    #expect(drawn(pie, width: 240).contains("a 13%  ▓ b 62%  ▒ c 25%"))
    let many = view(.chart(Chart(.pie, [ChartSeries(Array(repeating: 1, count: 10))], labels: "abcdefghij".map { String($0) }))) {
      $0.height = 80
    }
    #expect(drawn(many, width: 240).contains("+6 more"))
  }

  @Test("an inline text has no trailing spaces")
  func inline() throws {
    let options = RenderingOptions(clock: CalendarClock(now: 1180), family: .inline)
    let line = TextFormat().render(
      snapshot(hstack(text("left"), text("right"))), in: Size(width: 640, height: 0), options: options)
    #expect(String(decoding: line, as: UTF8.self) == "left right\n")
  }

  @Test("no column of a grid disappears while it has a cell")
  func columns() {
    let columns = [GridColumn(.fixed(200)), GridColumn(.automatic), GridColumn()]
    let wide = view(.grid(columns: columns), [text("aa"), progress(0.5), text("b\nc")])
    let root = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).layout(wide, width: 40)
    #expect(root.children.map(\.frame.width).allSatisfy { $0 >= 8 })
    expectLayout(
      view(.grid(columns: [GridColumn(.fixed(400)), GridColumn(.automatic)]), [text("a"), text("Berlin")]), width: 96,
      "|a     Berlin|")
  }
}

/// Every letter is ten points by ten.
struct SquareMeasurer: TextMeasurer {
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    TextExtent(width: Double(text.count) * 10, height: 10, ascent: 8)
  }
}

/// Points and bars are narrow.
private struct NarrowMeasurer: TextMeasurer {
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    TextExtent(width: text.reduce(0) { $0 + (".i".contains($1) ? 2 : 10) }, height: 10, ascent: 8)
  }
}
