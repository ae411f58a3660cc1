import WidgetModel

/// The shapes of charts, in a box of 100 by 100.
extension HTMLViews {
  func color(_ series: Int, of chart: Chart, _ style: ResolvedStyle) -> Color {
    if let color = chart.series[series].color { return color }
    return chart.series.count == 1 ? style.color ?? .named(.accent) : ChartSummary.color(series)
  }

  mutating func plot(_ summary: ChartSummary, _ style: ResolvedStyle, ticks: [Double], width: Double) -> [Markup] {
    let chart = summary.chart
    var shapes: [Markup] = []
    func y(_ value: Double) -> Double { 100 - 100 * summary.scale.fraction(value) }
    if !ticks.isEmpty {
      let rules = ticks.map { "M0 \(CSSNumber.text(100 - 100 * $0))H100" }.joined()
      shapes.append(.element(.path, .classes(["rule"]), .geometry(.d, rules)))
    }
    guard !summary.isEmpty else { return shapes }
    for (index, series) in chart.series.enumerated() {
      let color = add(.fill("color", color(index, of: chart, style)))
      if chart.type == .bar {
        shapes.append(.element(.path, .classes(["bars", color]), .geometry(.d, bars(summary, index, width: width))))
        continue
      }
      let runs = Self.runs(series, count: summary.count, y: y)
      if chart.type == .area {
        let floor = CSSNumber.text(y(0))
        shapes.append(.element(.path, .classes(["area", color]), .geometry(.d, runs.map { Self.area($0, floor) }.joined())))
      }
      let lines = runs.filter { $0.count > 1 }
      shapes.append(.element(.path, .classes(["line", color]), .geometry(.d, lines.map(Self.line).joined())))
      // A single value is a dot, and so is the last value of a sparkline: a line without length and with round ends.
      var dots = runs.filter { $0.count == 1 }
      if chart.type == .spark, let last = series.values.last, last != nil, let end = runs.last?.last { dots.append([end]) }
      if !dots.isEmpty {
        shapes.append(.element(.path, .classes(["dot", color]), .geometry(.d, dots.map { Self.line($0) + "h0" }.joined())))
      }
    }
    return shapes
  }

  private typealias Point = (x: String, y: String)

  /// The runs of values between gaps.
  private static func runs(_ series: ChartSeries, count: Int, y: (Double) -> Double) -> [[Point]] {
    var runs: [[Point]] = [[]]
    for (index, value) in series.values.enumerated() {
      if let value {
        let x = count > 1 ? 100 * Double(index) / Double(count - 1) : 50
        runs[runs.count - 1].append((CSSNumber.text(x), CSSNumber.text(y(value))))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  private static func line(_ run: [Point]) -> String { "M" + run.map { "\($0.x) \($0.y)" }.joined(separator: "L") }

  private static func area(_ run: [Point], _ floor: String) -> String {
    guard let first = run.first, let last = run.last else { return "" }
    return "M\(first.x) \(floor)L" + run.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "L\(last.x) \(floor)Z"
  }

  /// The bars of one series. Those of several series are side by side.
  ///
  /// - Parameter width: An estimate of the plot's width in points.
  private func bars(_ summary: ChartSummary, _ index: Int, width plotWidth: Double) -> String {
    let series = summary.chart.series
    let slot = 100 / Double(max(1, summary.count))
    let most = 100 * ChartBuilder.maximumBarWidth / max(1, plotWidth)
    let width = min(slot * 0.76 / Double(series.count), most)
    let zero = CSSNumber.text(100 - 100 * summary.scale.fraction(0))
    var path = ""
    for (place, value) in series[index].values.enumerated() {
      // A value at the baseline has no bar.
      guard let value, summary.scale.fraction(value) != summary.scale.fraction(0) else { continue }
      let x = slot * (Double(place) + 0.5) + width * (Double(index) - Double(series.count) / 2)
      let top = CSSNumber.text(100 - 100 * summary.scale.fraction(value))
      path += "M\(CSSNumber.text(x)) \(zero)V\(top)H\(CSSNumber.text(x + width))V\(zero)Z"
    }
    return path
  }

  mutating func pie(_ summary: ChartSummary) -> [Markup] {
    var shapes: [Markup] = []
    var start = 0.0
    for part in summary.parts {
      let path = Sector.path(from: start, to: start + part.fraction)
      shapes.append(.element(.path, .classes([add(.fill("color", part.color))]), .geometry(.d, path)))
      start += part.fraction
    }
    return shapes
  }
}
