import WidgetModel
import WidgetSystem

/// The shapes of charts, in a 100 by 100 box.
extension HTMLViews {
  func color(_ series: Int, of chart: Chart, _ style: ResolvedStyle) -> Color {
    chart.color(of: series, tint: style.color, accent: style.accent)
  }

  func tickLines(_ ticks: [Double]) -> Markup {
    let lines = ticks.map { "M0 \(CSSNumber.text(100 - 100 * $0))H100" }.joined()
    return .element(.path, .classes(["rule"]), .geometry(.d, lines))
  }

  mutating func plot(
    _ summary: ChartSummary, _ style: ResolvedStyle, ticks: [Double], hasAxis: Bool, width: Double
  ) -> [Markup] {
    let chart = summary.chart
    var shapes: [Markup] = []
    if !ticks.isEmpty { shapes.append(tickLines(ticks)) }
    guard !summary.isEmpty else { return shapes }
    let extents = chart.extents
    for index in chart.series.indices where chart.type(of: index) == .bar {
      let fill = chart.fill(of: index)
      guard fill?.gradient == nil else { continue }
      let color = add(.fill("color", fill?.color ?? color(index, of: chart, style)))
      let path = bars(summary, index, width: width).map { bar in
        "M\(CSSNumber.text(bar.x)) \(CSSNumber.text(bar.base))V\(CSSNumber.text(bar.top))"
          + "H\(CSSNumber.text(bar.x + bar.width))V\(CSSNumber.text(bar.base))Z"
      }
      shapes.append(.element(.path, .classes(["bars", color]), .geometry(.d, path.joined())))
    }
    let zero = summary.scale.fraction(0)
    if chart.hasBars, hasAxis, zero > 0, zero < 1 {
      shapes.append(.element(.path, .classes(["zero"]), .geometry(.d, "M0 \(CSSNumber.text(100 - 100 * zero))H100")))
    }
    for index in chart.series.indices where chart.type(of: index) != .bar {
      let color = add(.fill("color", color(index, of: chart, style)))
      let scale = summary.scale(of: index)
      let runs = Self.runs(extents[index], x: chart.position) { 100 - 100 * scale.fraction($0) }
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
    for rule in rules(summary) {
      let y = CSSNumber.text(100 - 100 * summary.scale.fraction(rule.value))
      shapes.append(
        .element(.path, .classes(["mark", add(.fill("color", rule.color ?? .named(.secondary)))]), .geometry(.d, "M0 \(y)H100")))
    }
    return shapes + hits(summary.chart, width: 100, height: 100)
  }

  /// Rules beyond the ends of the axis aren't drawn.
  private func rules(_ summary: ChartSummary) -> [ChartRule] {
    (summary.chart.rules ?? []).filter { (summary.scale.low...summary.scale.high).contains($0.value) }
  }

  /// The labels of the rules, beside their lines.
  mutating func ruleLabels(_ axes: ChartAxes) -> Markup? {
    let labels = axes.ruleLabels.compactMap { label -> Markup? in
      var classes = [add(.percentage("--y", label.y)), add(.color("color", legible(label.color, in: nil) ?? label.color))]
      guard let text = label.text else { return nil }
      switch label.edge {
      case .start: classes.append("start")
      case .middle: classes.append("centred")
      case .end: break
      }
      if label.isBelow { classes.append("below-line") }
      return .element(.span, .classes(classes), text: take(text))
    }
    return labels.isEmpty ? nil : .element(.div, .classes(["marks"]), .word(.ariaHidden, "true"), children: labels)
  }

  /// The areas below the lines, fading from the top of the plot to the bottom unless they have a fill.
  mutating func areas(_ summary: ChartSummary, _ style: ResolvedStyle) -> [Markup] {
    let chart = summary.chart
    guard !summary.isEmpty else { return [] }
    let extents = chart.extents
    var areas: [Markup] = []
    for index in chart.series.indices where chart.type(of: index) == .area {
      let look =
        fillClasses(chart.fill(of: index)) ?? [
          chart.stacks(index) ? "layer-area" : "fading", add(.fill("color", color(index, of: chart, style))),
        ]
      let scale = summary.scale(of: index)
      for run in extents[index].enumerated().split(whereSeparator: { $0.element == nil }) where run.count > 1 {
        func point(_ offset: Int, _ value: Double?) -> VectorPath.Point {
          VectorPath.Point(x: chart.position(of: offset), y: 1 - scale.fraction(value ?? 0))
        }
        let line = run.map { point($0.offset, $0.element?.to) }
        // A stacked area's floor is a line too.
        let floor = chart.stacks(index) ? Array(run) : [run.first, run.last].compactMap { $0 }
        let points = line + floor.map { point($0.offset, $0.element?.from) }.reversed()
        areas.append(.element(.div, .classes(look + [add(.clip(to: points))]), .word(.ariaHidden, "true")))
      }
    }
    return areas
  }

  /// The classes of something filled with a colour or a gradient of its own.
  mutating func fillClasses(_ fill: (color: Color, gradient: Gradient?)?) -> [String]? {
    guard let fill else { return nil }
    return ["filled", add(fill.gradient.map { .gradient("background", $0) } ?? .fill("background", fill.color))]
  }

  /// The bars with a gradient: the plot's, where the bars are.
  mutating func barFills(_ summary: ChartSummary, width: Double) -> [Markup] {
    let chart = summary.chart
    return chart.series.indices.compactMap { index in
      guard chart.type(of: index) == .bar, let fill = chart.fill(of: index), fill.gradient != nil else { return nil }
      let bars = bars(summary, index, width: width).map {
        Frame(x: $0.x / 100, y: min($0.top, $0.base) / 100, width: $0.width / 100, height: abs($0.base - $0.top) / 100)
      }
      guard let look = fillClasses(fill), !bars.isEmpty else { return nil }
      return .element(.div, .classes(look + [add(.clip(to: Self.outline(bars)))]), .word(.ariaHidden, "true"))
    }
  }

  /// One outline of several frames: there and back again, so that the ways between them have no area.
  static func outline(_ frames: [Frame]) -> [VectorPath.Point] {
    let there = frames.flatMap { frame -> [VectorPath.Point] in
      [(frame.x, frame.maxY), (frame.x, frame.y), (frame.maxX, frame.y), (frame.maxX, frame.maxY)].map {
        VectorPath.Point(x: $0.0, y: $0.1)
      }
    }
    let back = frames.reversed().flatMap { frame -> [VectorPath.Point] in
      [VectorPath.Point(x: frame.maxX, y: frame.maxY), VectorPath.Point(x: frame.x, y: frame.maxY)]
    }
    return there + back
  }

  private typealias Point = (x: String, y: String)

  /// The runs of values between gaps.
  private static func runs(_ extents: [Chart.Extent?], x: (Int) -> Double, y: (Double) -> Double) -> [[Point]] {
    var runs: [[Point]] = [[]]
    for (index, extent) in extents.enumerated() {
      if let value = extent?.to {
        runs[runs.count - 1].append((CSSNumber.text(100 * x(index)), CSSNumber.text(y(value))))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  private static func line(_ run: [Point]) -> String { "M" + run.map { "\($0.x) \($0.y)" }.joined(separator: "L") }

  private typealias Bar = (x: Double, width: Double, base: Double, top: Double)

  /// The bars of one series. Several series are side by side.
  ///
  /// - Parameter width: An estimate of the plot's width in points.
  private func bars(_ summary: ChartSummary, _ index: Int, width plotWidth: Double) -> [Bar] {
    let groups = summary.chart.barGroups
    let count = Double(max(1, groups.count))
    let member = Double(groups.firstIndex { $0.contains(index) } ?? 0)
    let slot = 100 / Double(max(1, summary.count))
    let most = 100 * ChartBuilder.maximumBarWidth / max(1, plotWidth)
    let width = min(slot * 0.76 / count, most)
    let scale = summary.scale(of: index)
    return summary.chart.extents[index].enumerated().compactMap { place, extent in
      // A value at the baseline has no bar.
      guard let extent, scale.fraction(extent.to) != scale.fraction(extent.from) else { return nil }
      let x = slot * (Double(place) + 0.5) + width * (member - count / 2)
      return (x, width, 100 - 100 * scale.fraction(extent.from), 100 - 100 * scale.fraction(extent.to))
    }
  }

  /// Places over the plot with the values there, which browsers show at the pointer. The description of the chart replaces them
  /// for screen readers.
  mutating func hits(_ chart: Chart, width: Double, height: Double) -> [Markup] {
    ChartHint.all(of: chart).map { hint in
      let path = "M\(CSSNumber.text(hint.start * width)) 0H\(CSSNumber.text(hint.end * width))V\(CSSNumber.text(height))"
      return .element(
        .path, .classes(["hit"]), .geometry(.d, path + "H\(CSSNumber.text(hint.start * width))Z"), children: [title(hint.text)])
    }
  }

  private mutating func title(_ text: String) -> Markup { .element(.title, text: take(text)) }

  /// Names and shares of the parts of a pie, at the pointer.
  mutating func partTitles(_ chart: Chart) -> [Markup] { ChartHint.all(of: chart).map { title($0.text) } }

  mutating func pie(_ summary: ChartSummary, isBar: Bool) -> [Markup] {
    var shapes: [Markup] = []
    var start = 0.0
    for (part, title) in zip(summary.parts, partTitles(summary.chart)) {
      let (left, right) = (CSSNumber.text(100 * start), CSSNumber.text(100 * (start + part.fraction)))
      let path = isBar ? "M\(left) 0H\(right)V100H\(left)Z" : Sector.path(from: start, to: start + part.fraction)
      shapes.append(.element(.path, .classes([add(.fill("color", part.color))]), .geometry(.d, path), children: [title]))
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
