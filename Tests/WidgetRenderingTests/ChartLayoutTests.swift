import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct ChartLayoutTests {
  @Test(
    "an axis ends at round numbers",
    arguments: [
      ([9, 21], nil, nil, false, "5 10 15 20 25"), ([0, 45], nil, nil, true, "0 10 20 30 40 50"),
      ([3, 3], nil, nil, false, "2 3 4"),
      ([0, 0], nil, nil, true, "0 1"), ([-4, 6], nil, nil, true, "-4 -2 0 2 4 6"),
      ([0.1, 0.35], nil, nil, false, "0.10 0.15 0.20 0.25 0.30 0.35"),
      ([12_000, 47_000], nil, nil, true, "0 10k 20k 30k 40k 50k"),
      ([1_200_000, 1_900_000], nil, nil, false, "1.2M 1.4M 1.6M 1.8M 2.0M"),
      ([1, 2], 0, 100, false, "0 20 40 60 80 100"), ([5], 10, nil, false, "10 11"), ([5], nil, -3, false, "-4 -3"),
      ([1e308, -1e308], nil, nil, false, "-1.0e300 -5.0e299 0 5.0e299 1.0e300"), ([], nil, nil, false, "0 1"),
      ([1, 2, 3], nil, nil, false, "1 2 3"),
    ] as [([Double], Double?, Double?, Bool, String)])
  func ticks(values: [Double], minimum: Double?, maximum: Double?, includesZero: Bool, expected: String) {
    let scale = ChartScale(values, minimum: minimum, maximum: maximum, includesZero: includesZero, maximumTicks: 9)
    let words = TickText(scale)
    #expect(scale.ticks.map(words.text).joined(separator: " ") == expected)
    #expect(scale.high > scale.low)
  }

  @Test("bars and areas start at 0 unless the baseline is automatic", arguments: ChartType.allCases)
  func baseline(_ type: ChartType) {
    guard type != .pie else { return }
    func axis(_ baseline: ChartBaseline?) -> (lowest: Double, base: Double) {
      let chart = Chart(type, [ChartSeries([98, 99, 100])], showsAxes: true, baseline: baseline)
      let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
      let layout = ChartBuilder(chart, style: ResolvedStyle(textSize: .large), context: context)
        .layout(in: Frame(x: 0, y: 0, width: 300, height: 200), allowsDisc: true)
      let lowest = type == .bar ? layout.series[0].bars[0].y : layout.series[0].points.first.flatMap { $0?.y } ?? -1
      return (lowest, layout.baseline)
    }
    #expect((axis(nil).lowest > 0.9) == (type == .bar || type == .area))
    #expect(axis(.zero).lowest > 0.9 && axis(.zero).base == 0)
    #expect(axis(.automatic).lowest < 0.1 && axis(.automatic).base == 0)
  }

  @Test("with little space every second tick remains, or only the ends")
  func fewTicks() {
    func ticks(_ most: Int) -> [Double] {
      ChartScale([9, 21], minimum: nil, maximum: nil, includesZero: false, maximumTicks: most).ticks
    }
    #expect(ticks(5) == [5, 10, 15, 20, 25])
    #expect(ticks(4) == [5, 15, 25])
    #expect(ticks(2) == [5, 25])
    #expect(ticks(0) == [5, 25])
  }

  @Test(
    "without colours each series and each part of a disc has its own character; with colours the characters are finer")
  func colorless() {
    func lines(_ chart: Chart, _ depth: ColorDepth) -> String {
      var options = RenderingOptions.test
      options.colorDepth = depth
      let view = Self.chart(chart) { $0.height = 96 }
      return TerminalDrawing(snapshot(view, insets: .zero), in: Size(width: 240, height: 0), options: options).text()
    }
    let two = Chart(.line, [ChartSeries([1, 8], name: "in"), ChartSeries([8, 1], name: "out")])
    #expect(lines(two, .none).contains("* in") && lines(two, .none).contains("o out"))
    #expect(lines(two, .none).filter { $0 == "*" }.count > 5)
    #expect(lines(two, .trueColor).contains("■ in") && !lines(two, .trueColor).contains("*"))
    let bars = Chart(.bar, [ChartSeries([4, 8], name: "in"), ChartSeries([2, 4], name: "out")])
    #expect(lines(bars, .none).contains("▓") && !lines(bars, .trueColor).contains("▓"))
    let one = Chart(.line, [ChartSeries([1, 8])])
    #expect(lines(one, .none) == lines(one, .trueColor))
    let pie = Chart(.pie, [ChartSeries([3, 2, 1])], labels: ["a", "b", "c"])
    #expect(lines(pie, .none).filter { $0 == "▓" }.count > 2 && lines(pie, .trueColor).filter { $0 == "▓" }.count == 1)
  }

  private static func chart(_ chart: Chart, _ edit: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
    view(.chart(chart), [], edit)
  }

  @Test("a line chart: axis, labels under their values, a gap where a value is missing")
  func line() {
    expectLayout(
      Self.chart(Chart(.line, [ChartSeries([1, 2, nil, 4, 3])], labels: ["Mo", "Tu", "We", "Th", "Fr"])), width: 200,
      """
      |4┤                 ⠑⠢⢄⡀  |
      | |                    ⠈⠑⠢|
      | |                       |
      | |   ⢀⡠⠔                 |
      |1┤⡠⠔⠊⠁                   |
      | Mo   Tu    We    Th   Fr|
      """)
  }

  @Test("a bar chart of two series has keys, and bars start at zero in both directions")
  func bars() {
    expectLayout(
      Self.chart(
        Chart(.bar, [ChartSeries([4, 8], name: "in"), ChartSeries([2, -4], name: "out")], labels: ["a", "b"])),
      width: 160,
      """
      |10┤          ▃▃▃    |
      |  | ▂▂▂      ███    |
      |  | ███▅▅▅   ███    |
      |-5┤             ███ |
      |      a        b    |
      |■ in  ■ out         |
      """)
  }

  @Test("in cells ticks are at equal distances")
  func evenTicks() {
    for (value, height) in [(6.0, 96.0), (6, 112), (5, 96), (8, 128), (100, 96), (3, 96)] {
      let lines = drawn(Self.chart(Chart(.bar, [ChartSeries([value])])) { $0.height = height }, width: 160).split(separator: "\n")
      let rows = lines.indices.filter { lines[$0].contains("┤") }
      let distances = Set(zip(rows, rows.dropFirst()).map { $1 - $0 })
      #expect(distances.count == 1, "\(lines.joined(separator: "\n"))")
    }
  }

  @Test("small negative values differ")
  func negativeBars() {
    let chart = Chart(.bar, [ChartSeries([5, -1, -3])], minimum: -5, maximum: 5)
    let last = drawn(Self.chart(chart) { $0.height = 64 }, width: 160)
    #expect(last.contains("▔") && last.contains("▀"), "\(last)")
  }

  @Test("a sparkline takes the rest of a row")
  func spark() {
    expectLayout(
      hstack(text("Load"), Self.chart(Chart(.spark, [ChartSeries([0, 1, 2, 3, 4, 5, 6, 7])])), text("7")), width: 120,
      "|Load ▁▂▃▄▅▆▇█ 7|")
    expectLayout(Self.chart(Chart(.spark, [ChartSeries([0, 7])])) { $0.width = 24 }, width: 40, "|▁▅█  |")
    expectLayout(Self.chart(Chart(.spark, [ChartSeries([0, nil, 7])])) { $0.width = 24 }, width: 40, "|▁ █  |")
    expectLayout(
      Self.chart(Chart(.spark, [ChartSeries([0, 4, 8])])) {
        $0.width = 24
        $0.height = 32
      }, width: 24, "| ▁█|\n|▁██|")
  }

  @Test("a pie is a bar, or a disc if it has a height")
  func pie() {
    expectLayout(
      Self.chart(Chart(.pie, [ChartSeries([50, 25, 25, 0, -3, nil])], labels: ["Music", "Photos", "free"])), width: 160,
      """
      |██████████▓▓▓▓▓▒▒▒▒▒|
      |█ Music 50%         |
      |▓ Photos 25%        |
      |▒ free 25%          |
      """)
    expectLayout(
      Self.chart(Chart(.pie, [ChartSeries([1], name: "a"), ChartSeries([1, 2], name: "b")])) { $0.height = 80 }, width: 200,
      """
      | ⣠⣴⣾⣿⣿⣷⣦⣄                |
      |⣰⣿⣿⣿⣿⣿⣿⣿⣿⣆  █ a 25%      |
      |⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿  ▓ b 75%      |
      |⠹⣿⣿⣿⣿⣿⣿⣿⣿⠏               |
      | ⠙⠻⢿⣿⣿⡿⠟⠋                |
      """)
  }

  @Test("in points, a disc gets smaller for its keys, and is a bar where they have no space beside it", arguments: [12.0, 26])
  func pieKeys(_ size: Double) {
    let chart = Chart(.pie, [ChartSeries([46, 25, 19, 10])], labels: ["Music", "Photos", "Films", "Other"])
    var style = ResolvedStyle(textSize: size > 20 ? .accessibility2 : .large)
    style.font = ResolvedFont(size: size)
    let context = LayoutContext(
      measurer: EstimatedMeasurer(), metrics: .points, textSize: size > 20 ? .accessibility2 : .large)
    let layout = ChartBuilder(chart, style: style, context: context)
      .layout(in: Frame(x: 0, y: 0, width: 150, height: 90), allowsDisc: true)
    #expect(layout.isDisc == (size < 20))
    #expect(!layout.texts.isEmpty && layout.texts.allSatisfy { $0.frame.maxX <= 150 })
    let round = ChartBuilder(chart, style: style, context: context)
      .layout(in: Frame(x: 0, y: 0, width: 60, height: 60), allowsDisc: true)
    #expect(round.isDisc && round.plot.width == 60)
  }

  @Test("no numbers, no chart", arguments: ChartType.allCases)
  func empty(type: ChartType) {
    for series in [[], [ChartSeries([])], [ChartSeries([nil, .nan]), ChartSeries([.infinity])]] as [[ChartSeries]] {
      let lines = drawn(Self.chart(Chart(type, series)), width: 80)
      #expect(lines.contains("no data") && !lines.contains("⠁") && !lines.contains("█"), "\(lines)")
    }
    if type == .pie { #expect(drawn(Self.chart(Chart(.pie, [ChartSeries([0, -1])])), width: 80).contains("no data")) }
  }

  @Test("without UTF-8 a chart is ASCII, and its series have different marks")
  func ascii() {
    let chart = Chart(.line, [ChartSeries([1, 3, 2], name: "a"), ChartSeries([3, 1, 1], name: "b")])
    let lines = drawn(Self.chart(chart), width: 120, encoding: .ascii)
    #expect(lines.utf8.allSatisfy { $0 < 0x80 } && lines.contains("*") && lines.contains("o"))
    let bars = Chart(.bar, [ChartSeries([10, 8], name: "in"), ChartSeries([1, 5], name: "out")], labels: ["a", "b"])
    #expect(
      drawn(Self.chart(bars), width: 120, encoding: .ascii) == """
        |10+ ##         |
        |  | ##    ##   |
        |  | ##    ##== |
        | 0+ ##==  ##== |
        |     a     b   |
        |# in  = out    |
        """)
    for type in ChartType.allCases {
      var chart = chart
      chart.type = type
      #expect(drawn(Self.chart(chart), width: 200, encoding: .ascii).utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test("series have their own colours, else those of the palette; a single one has the view's")
  func colors() {
    func colors(_ series: [ChartSeries], _ edit: (inout ViewStyle) -> Void = { _ in }) -> [Color] {
      let context = LayoutContext(measurer: CellMeasurer(), metrics: .cells)
      return Layout(context).layout(Self.chart(Chart(.line, series), edit), width: 320).chart?.series.map(\.color) ?? []
    }
    let values: [Double?] = [1, 2]
    #expect(colors([ChartSeries(values)]) == [.named(.accent)])
    #expect(colors([ChartSeries(values)]) { $0.color = .named(.red) } == [.named(.red)])
    #expect(
      colors([ChartSeries(values), ChartSeries(values, color: .rgb(5)), ChartSeries(values)])
        == [.named(.blue), .rgb(5), .named(.orange)])
  }

  @Test("a stored chart beyond the limits is cut")
  func hostile() {
    let series = Array(repeating: ChartSeries(Array(repeating: 1, count: 9000)), count: 50)
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .cells)
    let chart = Layout(context).layout(Self.chart(Chart(.line, series, labels: Array(repeating: "x", count: 9000))), width: 320)
      .chart
    #expect(chart?.series.count == 10 && chart?.series.first?.points.count == 2000)
  }

  @Test("in points, numbers and labels at the ends are beside and below their marks", arguments: [ChartType.line, .area, .bar])
  func ends(_ type: ChartType) throws {
    var chart = Chart(type, [ChartSeries([24_100, 25_210, 25_640, 26_431])])
    chart.labels = ["September", "October", "November", "December"]
    let frame = Frame(x: 0, y: 0, width: 320, height: 130)
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    let layout = ChartBuilder(chart, style: ResolvedStyle(textSize: .large), context: context).layout(in: frame, allowsDisc: true)
    let numbers = layout.texts.prefix(layout.ticks.count)
    for (text, tick) in zip(numbers, layout.ticks) {
      #expect(abs(text.frame.y + text.frame.height / 2 - layout.plot.y - (1 - tick) * layout.plot.height) < 1, "\(text.text)")
    }
    for text in layout.texts.dropFirst(layout.ticks.count) {
      let index = try #require(chart.labels.firstIndex(of: text.text))
      let middle = layout.plot.x + layout.plot.width * chart.position(of: index)
      #expect(abs(text.frame.x + text.frame.width / 2 - middle) < 1, "\(text.text)")
      #expect(numbers.allSatisfy { text.frame.x >= $0.frame.maxX || text.frame.y >= $0.frame.maxY }, "\(text.text)")
    }
    for text in layout.texts {
      #expect(text.frame.x >= 0 && text.frame.maxX <= 320 && text.frame.y >= 0 && text.frame.maxY <= 130.01, "\(text.text)")
    }
  }

  @Test("in points, the plot is next to its axis and above its labels")
  func points() throws {
    let context = LayoutContext(measurer: TenPointMeasurer(), metrics: .points)
    let node = Self.chart(Chart(.line, [ChartSeries([0, 10])], labels: ["a", "b"]))
    let chart = try #require(Layout(context).layout(node, width: 200, height: 100).chart)
    // "10" is 20 wide, a gap of 6; labels of 12 points; half a number above, parts of the labels beside.
    #expect(chart.plot == Frame(x: 28, y: 6, width: 167, height: 82))
    #expect(chart.ticks == [1, 0.5, 0])
    #expect(chart.series.first?.points == [.init(x: 0, y: 0), .init(x: 1, y: 1)])
    #expect(chart.texts.map(\.text) == ["10", "5", "0", "a", "b"])
    #expect(chart.texts.last?.frame == Frame(x: 190, y: 88, width: 10, height: 12))
  }
}

/// Ten points per letter, twelve per line.
private struct TenPointMeasurer: TextMeasurer {
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    TextExtent(width: Double(text.count) * 10, height: 12, ascent: 10)
  }
}
