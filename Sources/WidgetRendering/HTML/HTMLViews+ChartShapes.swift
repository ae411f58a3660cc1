import WidgetModel
import WidgetSystem

/// The shapes of charts, in a 100 by 100 box.
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
    let extents = chart.extents
    for index in chart.series.indices {
      let color = add(.fill("color", color(index, of: chart, style)))
      if chart.type == .bar {
        shapes.append(
          .element(.path, .classes(["bars", color]), .geometry(.d, bars(summary, index, extents[index], width: width))))
        continue
      }
      let runs = Self.runs(extents[index], count: summary.count, y: y)
      let lines = runs.filter { $0.count > 1 }
      shapes.append(.element(.path, .classes(["line", color]), .geometry(.d, lines.map(Self.line).joined())))
      if chart.showsPoints == true {
        let points = runs.joined().map { "M\($0.x) \($0.y)h0" }.joined()
        shapes.append(.element(.path, .classes(["dot", "point", color]), .geometry(.d, points)))
      }
      // A single value is a dot, and so is the last value of a sparkline: a line without length but with round ends.
      var dots = runs.filter { $0.count == 1 }
      if chart.type == .spark, let last = extents[index].last, last != nil, let end = runs.last?.last { dots.append([end]) }
      if !dots.isEmpty {
        shapes.append(.element(.path, .classes(["dot", color]), .geometry(.d, dots.map { Self.line($0) + "h0" }.joined())))
      }
    }
    let zero = summary.scale.fraction(0)
    if chart.type == .bar, !ticks.isEmpty, zero > 0, zero < 1 {
      shapes.append(.element(.path, .classes(["zero"]), .geometry(.d, "M0 \(CSSNumber.text(y(0)))H100")))
    }
    for rule in rules(summary) {
      let y = CSSNumber.text(y(rule.value))
      shapes.append(
        .element(.path, .classes(["mark", add(.fill("color", rule.color ?? .named(.secondary)))]), .geometry(.d, "M0 \(y)H100")))
    }
    return shapes
  }

  /// Rules beyond the ends of the axis aren't drawn.
  private func rules(_ summary: ChartSummary) -> [ChartRule] {
    (summary.chart.rules ?? []).filter { (summary.scale.low...summary.scale.high).contains($0.value) }
  }

  /// The labels of the rules, above their ends.
  mutating func ruleLabels(_ summary: ChartSummary) -> Markup? {
    let labels = rules(summary).compactMap { rule -> Markup? in
      guard let label = rule.label, !label.isEmpty else { return nil }
      let position = add(.percentage("--y", summary.scale.fraction(rule.value)))
      let color = add(.color("color", rule.color ?? .named(.secondary)))
      return .element(.span, .classes([position, color]), text: take(label))
    }
    return labels.isEmpty ? nil : .element(.div, .classes(["marks"]), .word(.ariaHidden, "true"), children: labels)
  }

  /// The areas below the lines, fading from the top of the plot to the bottom.
  mutating func areas(_ summary: ChartSummary, _ style: ResolvedStyle) -> [Markup] {
    let chart = summary.chart
    guard chart.type == .area, !summary.isEmpty else { return [] }
    let extents = chart.extents
    let step = 1 / Double(max(1, summary.count - 1))
    var areas: [Markup] = []
    for index in chart.series.indices {
      let color = add(.fill("color", color(index, of: chart, style)))
      for run in extents[index].enumerated().split(whereSeparator: { $0.element == nil }) where run.count > 1 {
        func point(_ offset: Int, _ value: Double?) -> VectorPath.Point {
          VectorPath.Point(x: Double(offset) * step, y: 1 - summary.scale.fraction(value ?? 0))
        }
        let line = run.map { point($0.offset, $0.element?.to) }
        // A stacked area's floor is a line too.
        let floor = chart.stacks ? Array(run) : [run.first, run.last].compactMap { $0 }
        let points = line + floor.map { point($0.offset, $0.element?.from) }.reversed()
        let classes = [chart.stacks ? "layer-area" : "fading", color, add(.clip(to: points))]
        areas.append(.element(.div, .classes(classes), .word(.ariaHidden, "true")))
      }
    }
    return areas
  }

  private typealias Point = (x: String, y: String)

  /// The runs of values between gaps.
  private static func runs(_ extents: [Chart.Extent?], count: Int, y: (Double) -> Double) -> [[Point]] {
    var runs: [[Point]] = [[]]
    for (index, extent) in extents.enumerated() {
      if let value = extent?.to {
        let x = count > 1 ? 100 * Double(index) / Double(count - 1) : 50
        runs[runs.count - 1].append((CSSNumber.text(x), CSSNumber.text(y(value))))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  private static func line(_ run: [Point]) -> String { "M" + run.map { "\($0.x) \($0.y)" }.joined(separator: "L") }

  /// The bars of one series. Several series are side by side.
  ///
  /// - Parameter width: An estimate of the plot's width in points.
  private func bars(_ summary: ChartSummary, _ index: Int, _ extents: [Chart.Extent?], width plotWidth: Double) -> String {
    let stacks = summary.chart.stacks
    let count = stacks ? 1 : Double(summary.chart.series.count)
    let slot = 100 / Double(max(1, summary.count))
    let most = 100 * ChartBuilder.maximumBarWidth / max(1, plotWidth)
    let width = min(slot * 0.76 / count, most)
    var path = ""
    for (place, extent) in extents.enumerated() {
      // A value at the baseline has no bar.
      guard let extent, summary.scale.fraction(extent.to) != summary.scale.fraction(extent.from) else { continue }
      let x = slot * (Double(place) + 0.5) + width * ((stacks ? 0 : Double(index)) - count / 2)
      let zero = CSSNumber.text(100 - 100 * summary.scale.fraction(extent.from))
      let top = CSSNumber.text(100 - 100 * summary.scale.fraction(extent.to))
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

/// A sector of the disc around (50, 50) with a radius of 50, as SVG path data.
enum Sector {
  /// - Parameter start: From the top, clockwise: 0.25 is at the right.
  static func path(from start: Double, to end: Double) -> String {
    // An arc from a point to itself is empty, so a whole disc is drawn as two halves.
    if end - start >= 0.9999 { return path(from: start, to: start + 0.5) + path(from: start + 0.5, to: start + 0.9999) }
    func point(_ turn: Double) -> String {
      "\(CSSNumber.text(50 + 50 * sin(turn * 2 * .pi))) \(CSSNumber.text(50 - 50 * cos(turn * 2 * .pi)))"
    }
    return "M50 50L\(point(start))A50 50 0 \(end - start > 0.5 ? 1 : 0) 1 \(point(end))Z"
  }
}
