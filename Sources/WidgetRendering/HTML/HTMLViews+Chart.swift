import WidgetModel

/// Charts: shapes in a box of 100 by 100 that is stretched to its place, with words beside it that are not.
extension HTMLViews {
  /// More rows than these are not read aloud.
  private static let mostRows = 200
  private static let mostLabels = 8
  private static let mostKeys = 12

  mutating func chart(_ chart: Chart, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let figures = ChartFigures(chart)
    let showsScale = figures.showsAxes && chart.type != .pie && !figures.isEmpty
    var kind = ["chart"]
    switch chart.type {
    case .spark: kind.append("spark")
    case .pie: kind.append("pie")
    case .line, .bar, .area: if !showsScale { kind.append("bare") }
    }
    let label = node.style.accessibility ?? figures.sentences.joined(separator: "; ")
    var children: [Markup] = []
    if showsScale { children.append(scale(figures)) }
    children.append(
      .element(
        .svg, .classes(["plot"]), .geometry(.viewBox, "0 0 100 100"),
        chart.type == .pie ? nil : .word(.preserveAspectRatio, "none"), .word(.role, "img"), .text(.ariaLabel, take(label)),
        children: chart.type == .pie ? pie(figures) : plot(figures, style, showsScale: showsScale)))
    if figures.isEmpty { children.append(.element(.p, .classes(["empty"]), text: "no data")) }
    if showsScale, !chart.labels.isEmpty { children.append(labels(figures)) }
    if let keys = keys(figures, style) { children.append(keys) }
    children.append(table(figures))
    return element(.div, [.classes(kind + classes)] + identity(node) + tap(node), children)
  }

  // MARK: Words beside the shapes

  private mutating func scale(_ figures: ChartFigures) -> Markup {
    let text = TickText(figures.scale)
    var ticks: [Markup] = []
    for tick in figures.scale.ticks.reversed() {
      let place = add(.percentage("--y", figures.scale.fraction(tick)))
      ticks.append(.element(.span, .classes([place]), text: text.text(tick)))
    }
    return .element(.div, .classes(["scale"]), .word(.ariaHidden, "true"), children: ticks)
  }

  private mutating func labels(_ figures: ChartFigures) -> Markup {
    let count = max(1, figures.count)
    let named = figures.chart.labels.indices.prefix(count).filter { !figures.chart.labels[$0].isEmpty }
    let step = max(1, (named.count + Self.mostLabels - 1) / Self.mostLabels)
    var labels: [Markup] = []
    for index in stride(from: 0, to: named.count, by: step).map({ named[$0] }) {
      let x =
        figures.chart.type == .bar
        ? (Double(index) + 0.5) / Double(count) : count > 1 ? Double(index) / Double(count - 1) : 0.5
      labels.append(.element(.span, .classes([add(.percentage("--x", x))]), text: take(figures.chart.labels[index])))
    }
    return .element(.div, .classes(["labels"]), .word(.ariaHidden, "true"), children: labels)
  }

  /// The names of several series, or of the parts of a pie; nil when there is nothing to tell apart.
  private mutating func keys(_ figures: ChartFigures, _ style: ResolvedStyle) -> Markup? {
    let chart = figures.chart
    var entries: [(color: Color, text: String)] = []
    if chart.type == .pie {
      guard figures.showsAxes else { return nil }
      entries = figures.parts.prefix(Self.mostKeys).map { part in
        (part.color, part.name.isEmpty ? figures.percent(part) : part.name + " " + figures.percent(part))
      }
    } else if chart.type != .spark {
      entries = chart.series.enumerated().compactMap { index, series in
        series.name.map { (color(index, of: chart, style), $0) }
      }
    }
    guard !entries.isEmpty else { return nil }
    var keys: [Markup] = []
    for entry in entries {
      let swatch = Markup.element(
        .svg, .classes(["swatch", add(.fill("color", entry.color))]), .geometry(.viewBox, "0 0 1 1"),
        children: [.element(.rect, .number(.width, 1), .number(.height, 1))])
      keys.append(.element(.span, children: [swatch, .element(.span, text: take(entry.text))]))
    }
    return .element(.div, .classes(["keys"]), .word(.ariaHidden, "true"), children: keys)
  }

  /// The values, for those who listen.
  private mutating func table(_ figures: ChartFigures) -> Markup {
    let chart = figures.chart
    let shown = min(Self.mostRows, figures.count)
    var head: [Markup] = [.element(.th, .word(.scope, "col"), text: "Label")]
    for (index, series) in chart.series.enumerated() {
      head.append(.element(.th, .word(.scope, "col"), text: take(series.name ?? "Series \(index + 1)")))
    }
    let rows = (0..<shown).map { row -> Markup in
      let cells = chart.series.map { series -> Markup in
        let value = row < series.values.count ? series.values[row] : nil
        return .element(.td, text: value.map(ChartNumber.text) ?? "-")
      }
      return .element(.tr, children: [.element(.th, .word(.scope, "row"), text: take(figures.label(row)))] + cells)
    }
    let title = figures.count > shown ? "Values, the first \(shown) of \(figures.count)" : "Values"
    return .element(
      .table, .classes(["spoken"]),
      children: [
        .element(.caption, text: title), .element(.thead, children: [.element(.tr, children: head)]),
        .element(.tbody, children: rows),
      ])
  }

  // MARK: Shapes

  private func color(_ series: Int, of chart: Chart, _ style: ResolvedStyle) -> Color {
    if let color = chart.series[series].color { return color }
    return chart.series.count == 1 ? style.color ?? .named(.accent) : ChartFigures.color(series)
  }

  private mutating func plot(_ figures: ChartFigures, _ style: ResolvedStyle, showsScale: Bool) -> [Markup] {
    let chart = figures.chart
    var shapes: [Markup] = []
    func y(_ value: Double) -> Double { 100 - 100 * figures.scale.fraction(value) }
    if showsScale {
      let rules = figures.scale.ticks.map { "M0 \(CSSNumber.text(y($0)))H100" }.joined()
      shapes.append(.element(.path, .classes(["rule"]), .geometry(.d, rules)))
    }
    guard !figures.isEmpty else { return shapes }
    for (index, series) in chart.series.enumerated() {
      let color = add(.fill("color", color(index, of: chart, style)))
      if chart.type == .bar {
        shapes.append(.element(.path, .classes(["bars", color]), .geometry(.d, bars(figures, index))))
        continue
      }
      let runs = Self.runs(series, count: figures.count, y: y)
      if chart.type == .area {
        let floor = CSSNumber.text(y(0))
        shapes.append(.element(.path, .classes(["area", color]), .geometry(.d, runs.map { Self.area($0, floor) }.joined())))
      }
      shapes.append(.element(.path, .classes(["line", color]), .geometry(.d, runs.map(Self.line).joined())))
    }
    return shapes
  }

  private typealias Point = (x: String, y: String)

  /// The values between gaps.
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

  private static func line(_ run: [Point]) -> String {
    let points = run.map { "\($0.x) \($0.y)" }
    // A single value is a dot: a line of no length with round ends.
    return "M" + points.joined(separator: "L") + (points.count == 1 ? "h0" : "")
  }

  private static func area(_ run: [Point], _ floor: String) -> String {
    guard let first = run.first, let last = run.last else { return "" }
    return "M\(first.x) \(floor)L" + run.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "L\(last.x) \(floor)Z"
  }

  /// Bars of one series; those of several stand beside each other.
  private func bars(_ figures: ChartFigures, _ index: Int) -> String {
    let series = figures.chart.series
    let slot = 100 / Double(max(1, figures.count))
    let width = slot * 0.72 / Double(series.count)
    let zero = CSSNumber.text(100 - 100 * figures.scale.fraction(0))
    var path = ""
    for (place, value) in series[index].values.enumerated() {
      guard let value else { continue }
      let x = slot * Double(place) + slot * 0.14 + width * Double(index)
      let top = CSSNumber.text(100 - 100 * figures.scale.fraction(value))
      path += "M\(CSSNumber.text(x)) \(zero)V\(top)H\(CSSNumber.text(x + width))V\(zero)Z"
    }
    return path
  }

  private mutating func pie(_ figures: ChartFigures) -> [Markup] {
    var shapes: [Markup] = []
    var start = 0.0
    for part in figures.parts {
      let path = Sector.path(from: start, to: start + part.fraction)
      shapes.append(.element(.path, .classes([add(.fill("color", part.color))]), .geometry(.d, path)))
      start += part.fraction
    }
    return shapes
  }
}
