import Testing
import WidgetModel

@testable import WidgetRendering

/// Series of several types in one chart, fills, the axis at the right, and the values at the pointer.
@Suite struct MixedChartTests {
  private static func series(_ values: [Double?], _ edit: (inout ChartSeries) -> Void = { _ in }) -> ChartSeries {
    var series = ChartSeries(values)
    edit(&series)
    return series
  }

  private static let gradient = Gradient([.named(.blue), .named(.clear)])

  private static func layout(_ chart: Chart, width: Double = 300, height: Double = 150) -> ChartLayout? {
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .points)
    return Layout(context).layout(view(.chart(chart), []) { $0.height = height }, width: width).chart
  }

  private static func html(_ chart: Chart, family: WidgetFamily? = nil) -> String {
    let node = view(.chart(chart), []) { $0.height = 120 }
    return String(
      decoding: HTMLFormat().render(snapshot(node), in: Size(width: 320, height: 0), options: .init()), as: UTF8.self)
  }

  @Test("lines run through the middles of the bars' slots, also if the chart is a line chart with bars in it")
  func slots() {
    let bars = Self.series([1, 2, 3, 4]) { $0.type = .bar }
    let line = Self.series([4, 3, nil, 1]) { $0.type = .line }
    for chart in [Chart(.bar, [bars, line]), Chart(.line, [bars, line]), Chart(.bar, [Self.series([1, 2, 3, 4]), line])] {
      let layout = Self.layout(chart)
      let middles = layout?.series[0].bars.map { ($0.left + $0.right) / 2 } ?? []
      let points = layout?.series[1].points.map { $0?.x } ?? []
      #expect(middles.count == 4 && points.count == 4 && points[2] == nil)
      for (middle, point) in zip(middles, points) { if let point { #expect(abs(middle - point) < 1e-6) } }
      #expect(layout?.series.map(\.type) == [.bar, .line])
    }
  }

  @Test("a chart of lines only is as it was")
  func linesOnly() {
    let points = Self.layout(Chart(.line, [Self.series([1, 2, 3])]))?.series[0].points.map { $0?.x }
    #expect(points == [0, 0.5, 1])
  }

  @Test("only series of the same type and axis are stacked, and each group of bars has its own place in a slot")
  func groups() {
    var chart = Chart(.bar, [Self.series([1]), Self.series([2]), Self.series([9]) { $0.type = .line }])
    chart.isStacked = true
    #expect(chart.series.indices.map(chart.stacks) == [true, true, false])
    #expect(chart.extents.map { $0.map { [$0?.from ?? -1, $0?.to ?? -1] } } == [[[0, 1]], [[1, 3]], [[0, 9]]])
    chart.series[1].axis = .right
    #expect(chart.stacks == false && chart.barGroups == [[0], [1]])
  }

  @Test("a spark or a pie ignores the types and axes of stored series", arguments: [ChartType.spark, .pie])
  func others(_ type: ChartType) {
    let chart = Chart(type, [Self.series([1, 2]) { ($0.type, $0.axis) = (.bar, .right) }])
    #expect(chart.type(of: 0) == type && chart.axis(of: 0) == .left && !chart.hasBars)
  }

  @Test("the axis at the right has its own scale; its numbers have the colour of the only series there")
  func rightAxis() throws {
    let right = Self.series([0.2, 0.4, 0.3]) { ($0.type, $0.axis, $0.color) = (.line, .right, .named(.red)) }
    var chart = Chart(.bar, [Self.series([100, 200, 300]), right])
    var layout = try #require(Self.layout(chart))
    let axis = try #require(layout.rightAxis)
    #expect(axis.color == .named(.red) && axis.texts.allSatisfy { $0.frame.x >= layout.plot.maxX })
    #expect(axis.texts.map(\.text).contains("0.40"))
    #expect(layout.series[1].points.compactMap { $0?.y }.max() == 1)
    (chart.rightMinimum, chart.rightMaximum, chart.rightTicks) = (0, 1, [0, 1])
    layout = try #require(Self.layout(chart))
    #expect(layout.rightAxis?.texts.map(\.text) == ["1", "0"])
    #expect(layout.series[1].points.map { $0?.y } == [0.2, 0.4, 0.3])
    chart.series[0].axis = .right
    layout = try #require(Self.layout(chart))
    #expect(!layout.showsAxis && layout.rightAxis?.color == nil && layout.tickLines == [1, 0])
    #expect(Self.html(chart).contains("scale after"))
  }

  @Test("a fill is a series' own, or else the chart's; a colour is nearer than the chart's fill")
  func fills() {
    var chart = Chart(
      .area,
      [Self.series([1, 2]), Self.series([1, 2]) { $0.color = .named(.red) }, Self.series([1, 2]) { $0.fill = .named(.green) }])
    chart.fillGradient = Self.gradient
    let layout = Self.layout(chart)
    #expect(layout?.series.map(\.gradient) == [Self.gradient, nil, nil])
    #expect(layout?.series.map(\.fill) == [Self.gradient.likeness, nil, .named(.green)])
    #expect(layout?.series.map(\.color) == [.named(.blue), .named(.red), .named(.green)])
  }

  @Test("a page fills areas and bars with the gradient, cut to their outlines", arguments: [ChartType.area, .bar])
  func pageFill(_ type: ChartType) {
    var chart = Chart(type, [Self.series([1, 2, 3])])
    chart.fillGradient = Self.gradient
    let html = Self.html(chart)
    #expect(html.contains(#"class="filled"#) && html.contains("linear-gradient(180deg,var(--blue-fill),var(--clear-fill))"))
    #expect(!html.contains(#"class="fading"#) && !html.contains(#"class="bars"#))
  }

  @Test("a gradient colours the cells of a terminal")
  func terminalFill() {
    var chart = Chart(.bar, [Self.series([4, 4])])
    chart.fillGradient = Gradient([.rgb(0xFF0000), .rgb(0x0000FF)])
    let text = drawn(view(.chart(chart), []) { $0.height = 96 }, width: 160)
    #expect(text.contains("█"))
  }

  @Test(
    "every place says its values",
    arguments: [
      (Chart(.line, [series([1, nil, 3])], labels: ["a", "b", "c"]), "0-0.5 a: 1|0.5-1 c: 3"),
      (
        Chart(.bar, [series([1, 2]), series([3]) { ($0.type, $0.name) = (.line, "T") }]), "0-0.5 Series 1 1, T 3|0.5-1 Series 1 2"
      ),
      (Chart(.pie, [series([1, 3])], labels: ["a", "b"]), "0-0.25 a 25%|0.25-1 b 75%"), (Chart(.line, [series([])]), ""),
    ])
  func hints(_ chart: Chart, expected: String) {
    let hints = ChartHint.all(of: chart).map { "\(CSSNumber.text($0.start))-\(CSSNumber.text($0.end)) \($0.text)" }
    #expect(hints.joined(separator: "|") == expected)
  }

  @Test("a page has the values as titles, and one description for screen readers")
  func titles() {
    let html = Self.html(Chart(.bar, [Self.series([1, 2])], labels: ["a <b>", "c"]))
    #expect(html.contains("<title>a &lt;b&gt;: 1</title>") && html.contains("<title>c: 2</title>"))
    #expect(html.contains(#"role="img" aria-label="2 values"#))
    let many = Self.html(Chart(.line, [Self.series(Array(repeating: 1, count: 2000))]))
    #expect(many.components(separatedBy: "<title>").count <= ChartHint.maximum + 2)
  }
}

extension String {
  fileprivate func components(separatedBy text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}
