import Testing
import WidgetModel

@testable import WidgetRendering

/// Stacked series, rules, dots, and ticks chosen by the script.
@Suite struct ChartMarksTests {
  private static func chart(_ type: ChartType, _ series: [[Double?]], _ edit: (inout Chart) -> Void) -> Chart {
    var chart = Chart(type, series.map { ChartSeries($0) })
    edit(&chart)
    return chart
  }

  private static func node(_ chart: Chart, height: Double? = nil) -> ViewNode { view(.chart(chart), []) { $0.height = height } }

  @Test("a stacked value begins where the one below it ends; negative values are stacked downwards; a gap is skipped")
  func extents() {
    let chart = Self.chart(.bar, [[1, -2, 3], [4, -1, nil], [2, 5]]) { $0.isStacked = true }
    let shown = chart.extents.map {
      $0.map { $0.map { "\(Int(saturating: $0.from))...\(Int(saturating: $0.to))" } ?? "-" }.joined(separator: " ")
    }
    #expect(shown == ["0...1 0...-2 0...3", "1...5 -2...-3 -", "5...7 0...5"])
    #expect(chart.values(on: .left).max() == 7 && chart.values(on: .left).min() == -3)
  }

  @Test("only bars and areas of several series are stacked", arguments: ChartType.allCases)
  func kinds(_ type: ChartType) {
    #expect(Self.chart(type, [[1], [2]]) { $0.isStacked = true }.stacks == (type == .bar || type == .area))
    #expect(!Self.chart(type, [[1]]) { $0.isStacked = true }.stacks)
  }

  @Test("sums of huge numbers stay finite")
  func hugeSums() {
    let chart = Self.chart(.bar, [[1e308], [1e308], [1e308]]) { $0.isStacked = true }
    #expect(chart.extents.allSatisfy { $0.allSatisfy { $0?.to.isFinite == true } })
    #expect(!drawn(Self.node(chart), width: 160).isEmpty)
  }

  @Test("stacked bars are on top of each other")
  func stackedBars() {
    let chart = Self.chart(.bar, [[2, 4], [2, 4]]) { chart in
      chart.isStacked = true
      chart.labels = ["a", "b"]
    }
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .points)
    let layout = Layout(context).layout(Self.node(chart, height: 120), width: 200).chart
    let bars = layout?.series.map { $0.bars.map { [$0.base, $0.y] } } ?? []
    #expect(bars == [[[0, 0.25], [0, 0.5]], [[0.25, 0.5], [0.5, 1]]])
    #expect(layout?.series[0].bars[0].left == layout?.series[1].bars[0].left)
  }

  @Test("a rule is a line with a label at its end; one beyond the axis is not drawn")
  func rules() {
    let chart = Self.chart(.line, [[0, 10]]) { chart in
      chart.rules = [ChartRule(5, label: "goal", color: .named(.red))]
    }
    let lines = drawn(Self.node(chart, height: 96), width: 200).split(separator: "\n")
    #expect(lines.contains { $0.contains("┄┄┄") } && lines.contains { $0.hasSuffix("goal|") })
    let outside = Self.chart(.line, [[0, 10]]) { chart in
      (chart.minimum, chart.maximum) = (0, 10)
      chart.rules = [ChartRule(50, label: "far")]
    }
    #expect(!drawn(Self.node(outside, height: 96), width: 200).contains("far"))
  }

  @Test(
    "the label of a rule is where it hides the least data",
    arguments: [
      ([3, 5, 8, 9, 10, 10, 10.2, 9.8, 10], 10.0, ChartType.line), ([10, 10, 10, 5, 2, 1], 9, .line),
      ([1, 1, 1, 9, 9, 9], 5, .bar),
    ])
  func rulesBesideData(values: [Double], rule: Double, type: ChartType) throws {
    let chart = Self.chart(type, [values]) { $0.rules = [ChartRule(rule, label: "limit")] }
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    let layout = try #require(Layout(context).layout(Self.node(chart, height: 120), width: 240).chart)
    let label = try #require(layout.rules.first?.label?.frame)
    let plot = layout.plot
    #expect(label.y >= plot.y && label.maxY <= plot.maxY && label.x >= plot.x && label.maxX <= plot.maxX)
    func isBehind(_ x: Double, _ y: Double) -> Bool {
      let (x, y) = (plot.x + x * plot.width, plot.y + (1 - y) * plot.height)
      return x > label.x && x < label.maxX && y > label.y + 1 && y < label.maxY - 1
    }
    for case (let start?, let end?) in zip(layout.series[0].points, layout.series[0].points.dropFirst()) {
      for part in stride(from: 0.0, through: 1, by: 0.05) {
        #expect(!isBehind(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
      }
    }
    for bar in layout.series[0].bars {
      for part in stride(from: 0.0, through: 1, by: 0.02) { #expect(!isBehind((bar.left + bar.right) / 2, part * bar.y)) }
    }
  }

  @Test("the label of a rule that bars reach is beside them or above them, and no line goes through it")
  func rulesBesideBars() throws {
    for height in [60.0, 100, 200] {
      let chart = Self.chart(.bar, [[7.2, 6.5, 7.8, 8.6]]) { $0.rules = [ChartRule(8, label: "8 h")] }
      let layout = ChartBuilder(
        chart, style: ResolvedStyle(textSize: .large), context: .init(measurer: SlantedLetters(), metrics: .points)
      )
      .layout(in: Frame(x: 0, y: 0, width: 200, height: height), allowsDisc: true)
      let label = try #require(layout.rules.first?.label?.frame)
      #expect(label.maxX <= 200 && label.y >= 0 && label.maxY <= height)
      guard label.x < layout.plot.maxX else { continue }
      let line = layout.plot.y + (1 - layout.rules[0].y) * layout.plot.height
      #expect(line <= label.y + 2 || line >= label.maxY - 2, "\(height)")
      for bar in layout.series[0].bars.compactMap({ $0.frame(in: layout.plot) }) {
        #expect(bar.x >= label.maxX || bar.maxX <= label.x || bar.y >= label.maxY - 1 || bar.maxY <= label.y + 1, "\(height)")
      }
    }
  }

  @Test("a rule without space for its label has a key, and numbers are beside their lines", arguments: [70.0, 80, 90, 100, 140])
  func ruleInLowChart(height: Double) {
    let chart = Self.chart(.bar, [[12, 19, 3, 25, 31, 22, 40]]) { chart in
      (chart.rules, chart.labels) = ([ChartRule(30, label: "goal")], ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
      chart.series[0].name = "Sales"
      var rate = ChartSeries([1.5, 2, 0.4, 2.2, 3.1, 2.5, 3.9], name: "Rate")
      (rate.type, rate.axis) = (.line, .right)
      chart.series.append(rate)
    }
    let layout = ChartBuilder(
      chart, style: ResolvedStyle(textSize: .large), context: .init(measurer: SlantedLetters(), metrics: .points)
    )
    .layout(in: Frame(x: 0, y: 0, width: 306, height: height), allowsDisc: true)
    #expect(layout.rules.map { $0.label == nil } == [layout.texts.contains { $0.text == "goal" }], "\(layout.plot.height)")
    for (tick, text) in zip(layout.ticks, layout.texts.dropFirst(layout.keys.count)) {
      let line = layout.plot.y + (1 - tick) * layout.plot.height
      #expect(abs(text.frame.y + text.frame.height / 2 - line) < 2, "\(text.text)")
    }
  }

  @Test("the labels of close rules are never over each other; one that has no place is left out", arguments: 1...8)
  func closeRules(_ count: Int) throws {
    let chart = Self.chart(.line, [[0, 30, 10]]) { chart in
      chart.rules = (0..<count).map { ChartRule(15 + Double($0) / 4, label: "an average of \($0)", color: .named(.red)) }
    }
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    let layout = try #require(Layout(context).layout(Self.node(chart, height: 120), width: 360).chart)
    let labels = layout.rules.compactMap(\.label)
    #expect(labels.count >= min(count, 3) && labels.allSatisfy { !$0.isSecondary })
    for (index, label) in labels.enumerated() {
      for other in labels[..<index] {
        let isBeside = label.frame.maxX <= other.frame.x + 0.1 || other.frame.maxX <= label.frame.x + 0.1
        let isAbove = label.frame.maxY <= other.frame.y + 0.1 || other.frame.maxY <= label.frame.y + 0.1
        #expect(isBeside || isAbove, "\(label.frame) and \(other.frame)")
      }
    }
    // A page without a layout has the same labels at the same ends, but less space above and below its plot, and names among the keys
    // instead of labels in front of lines.
    let axes = ChartAxes(chart, in: Size(width: 360, height: 120), style: ResolvedStyle(textSize: .large), textSize: .large)
    let own = axes.ruleLabels.compactMap(\.text)
    let shown = labels.map(\.text)
    #expect(own.count + axes.ruleKeys.count >= min(count, 3) && shown.filter(own.contains) == own.filter(shown.contains))
    #expect(count < 3 || Set(axes.ruleLabels.map { "\($0.edge) \($0.isBelow)" }).count >= 3)
  }

  @Test("no rule strikes through a label, not even at the ends of the axis", arguments: [0, 0.3, 5, 8, 8.6, 9])
  func labelsAreNotStruck(_ value: Double) throws {
    let chart = Self.chart(.bar, [[7.2, 6.5, 7.8, 8.6]]) {
      ($0.ticks, $0.rules) = ([0, 4, 8], [ChartRule(value, label: "a goal"), ChartRule(2, label: "another")])
      $0.maximum = 9
    }
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    let layout = try #require(Layout(context).layout(Self.node(chart, height: 120), width: 240).chart)
    // Beside the plot there are no lines.
    for label in layout.rules.compactMap(\.label?.frame) where label.x < layout.plot.maxX {
      for rule in layout.rules {
        let y = layout.plot.y + (1 - rule.y) * layout.plot.height
        #expect(y <= label.y + 1 || y >= label.maxY - 1, "\(y) in \(label)")
      }
    }
    #expect(layout.rules.contains { $0.label != nil })
  }

  @Test("the axis contains the rules, unless the script sets its ends")
  func axis() {
    let chart = Self.chart(.line, [[1, 2]]) { $0.rules = [ChartRule(40)] }
    #expect(ChartSummary(chart).scale.high == 40)
  }

  @Test("every value has a dot")
  func dots() {
    let chart = Self.chart(.line, [[1, 3, nil, 2]]) { $0.showsPoints = true }
    #expect(drawn(Self.node(chart, height: 96), width: 200).count { $0 == "●" } == 3)
  }

  @Test(
    "ticks of the script's choice: sorted, without repetition, within the axis, with as many decimals as they need",
    arguments: [
      ([0, 50, 100], "0 50 100"), ([100, 0, 0], "0 100"), ([0.25, 0.5], "0.25 0.50"), ([], ""), ([.nan, 10], "10"),
    ])
  func ticks(_ ticks: [Double], _ expected: String) {
    let scale = ChartScale(
      [0, 100], minimum: nil, maximum: nil, includesZero: true, maximumTicks: 6, ticks: ticks.filter(\.isFinite))
    let words = TickText(scale)
    #expect(scale.ticks.map(words.text).joined(separator: " ") == expected)
  }

  @Test("rules and the direction of a line are spoken")
  func spoken() {
    let chart = Self.chart(.line, [[1, 2, 9]]) { $0.rules = [ChartRule(5, label: "goal"), ChartRule(6)] }
    #expect(ChartSummary(chart).sentences == ["3 values, min 1, max 9, last 9, rising", "goal at 5", "line at 6"])
  }

  @Test("a stored chart with too many rules and ticks is cut")
  func limits() {
    let chart = Self.chart(.line, [[1, 2]]) { chart in
      chart.rules = Array(repeating: ChartRule(1), count: 1000)
      chart.ticks = Array(repeating: 1, count: 1000) + [.nan]
    }
    #expect(chart.limited.rules?.count == Chart.maximumRules && chart.limited.ticks?.count == Chart.maximumTicks)
  }

  @Test("a page has the stack, the rule and its label")
  func page() {
    let chart = Self.chart(.area, [[1, 2, 3], [3, 2, 1]]) { chart in
      chart.isStacked = true
      chart.rules = [ChartRule(2, label: "a <b>")]
    }
    let html = String(
      decoding: HTMLFormat().render(snapshot(Self.node(chart)), in: Size(width: 320, height: 0), options: .init()), as: UTF8.self)
    #expect(html.contains("layer-area") && html.contains(#"class="mark"#) && html.contains("a &lt;b&gt;"))
  }
}
