import Testing
import WidgetModel

@testable import WidgetRendering

/// What a stack shows when there is not room for all of it.
@Suite struct StackRoomTests {
  private static let points = LayoutContext(measurer: SquareMeasurer(), metrics: .points)

  /// The heights of the texts that are shown, by their first letters: "a10 b10".
  private func rows(_ view: ViewNode, width: Double = 100, height: Double) -> String {
    shown(Layout(Self.points).layout(view, width: width, maxHeight: height)).joined(separator: " ")
  }

  private func shown(_ view: LaidOutView) -> [String] {
    if view.children.isEmpty {
      guard let first = view.lines.first?.text.first else { return [] }
      return ["\(first)\(Int(view.frame.y))+\(Int(view.frame.height))"]
    }
    return view.children.flatMap(shown)
  }

  private func column(_ children: [ViewNode], spacing: Double) -> ViewNode { view(.vstack, children) { $0.spacing = spacing } }

  @Test("rows for which there is no room take their distances with them")
  func distances() {
    let letters = "abcdefghijkl".map { text(String($0)) }
    #expect(rows(column(letters, spacing: 4), height: 38) == "a0+10 b14+10 c28+10")
    // Distances yield, to the half of what was asked for, before rows do.
    #expect(rows(column(Array(letters.prefix(4)), spacing: 4), height: 46) == "a0+10 b12+10 c24+10 d36+10")
    #expect(rows(column(letters, spacing: 20), height: 46) == "a0+10 b18+10 c36+10")
    #expect(rows(column(letters, spacing: 0), height: 25) == "a0+10 b10+10")
  }

  @Test("whole rows come first, the last that has a line gets what remains")
  func lastRow() {
    let long = text("c\nd\ne\nf")
    #expect(rows(column([text("a"), text("b"), long, text("x"), text("y")], spacing: 0), height: 45) == "a0+10 b10+10 c20+20")
    #expect(rows(column([long, text("x"), text("y"), text("z")], spacing: 0), height: 35) == "c0+30")
  }

  @Test("what is important stays, spacers and charts yield first")
  func priority() {
    let letters = "abcd".map { text(String($0)) }
    let important = text("z") { $0.priority = 1 }
    #expect(rows(column(letters + [important], spacing: 0), height: 30) == "a0+10 b10+10 z20+10")
    #expect(rows(column(letters + [spacer(), important], spacing: 0), height: 34) == "a0+10 b10+10 z24+10")
    let chart = view(.chart(Chart(.line, [ChartSeries([1, 2])])))
    let root = Layout(Self.points).layout(column([chart, text("a"), text("b")], spacing: 0), width: 100, maxHeight: 44)
    #expect(root.children.map(\.frame.height) == [24, 10, 10])
  }

  @Test("a picture is left out before it is too small to see")
  func pictures() {
    let image = view(.image(.reference("a.png"), mode: .fit))
    let views = [text("a"), text("b"), image]
    let heights = { (height: Double) in
      Layout(Self.points).layout(column(views, spacing: 0), width: 100, maxHeight: height).children.map(\.frame.height)
    }
    #expect(heights(100) == [10, 10, 64])
    #expect(heights(60) == [10, 10, 40])
    #expect(heights(40) == [10, 10])
  }

  @Test("a button keeps the padding of a caption that is narrower than a letter, and gives up what is above and below it")
  func buttons() {
    let root = Layout(LayoutContext(measurer: NarrowMeasurer(), metrics: .points))
      .layout(hstack(button("."), button("i"), spacer()), width: 200)
    #expect(root.children.prefix(2).map(\.frame.width) == [26, 26])
    #expect(root.children.prefix(2).map { $0.lines.first?.text } == [".", "i"])
    let low = Layout(Self.points).layout(column([text("a"), button("b")], spacing: 0), width: 100, maxHeight: 24)
    #expect(shown(low) == ["a0+10", "b10+14"])
  }

  @Test("widths that were asked for yield before the words beside them are broken")
  func fixedWidths() {
    let fixed = text("fixed") { $0.width = 400 }
    expectLayout(hstack(fixed, text("IMPORTANT")), width: 160, "|fixed      IMPORTANT|")
    expectLayout(hstack(text("fixed") { $0.minWidth = 400 }, text("IMPORTANT")), width: 160, "|fixed      IMPORTANT|")
    expectLayout(hstack(vstack(fixed), text("IMPORTANT")), width: 160, "|fixed      IMPORTANT|")
    expectLayout(hstack(fixed, button("Go"), toggle("On", isOn: true)), width: 160, "|fixed  [ Go ] [x] On|")
    expectLayout(
      hstack(text("a") { $0.width = 40 }, text("to be or not")), width: 88, "|      to be|\n|a     or   |\n|      not  |")
  }

  @Test("a view of a row that has no room has no height")
  func noWidth() {
    expectLayout(hstack(text("ab"), text("a\nb\nc\nd"), text("a\nb\nc\nd")), width: 8, "|a|\n|b|")
  }

  @Test("no column of a grid goes while there is a cell for it")
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
