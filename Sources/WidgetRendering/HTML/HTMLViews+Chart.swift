import WidgetModel

/// Charts: shapes in a box of 100 by 100 that is stretched to its place, with words beside it that are not.
extension HTMLViews {
  /// More rows than these are not read aloud.
  private static let mostRows = 200
  private static let mostLabels = 8
  private static let mostParts = 12

  mutating func chart(_ chart: Chart, _ node: ViewNode, _ classes: [String]) -> Markup {
    let figures = ChartFigures(chart)
    let showsAxes = chart.showsAxes ?? (chart.type != .spark) && chart.type != .pie
    var kind = ["chart"]
    if chart.type == .spark { kind.append("spark") }
    if chart.type == .pie { kind.append("pie") }
    if !showsAxes, chart.type == .line || chart.type == .bar || chart.type == .area { kind.append("bare") }

    let label = node.style.accessibility ?? figures.sentences.joined(separator: "; ")
    var children: [Markup] = []
    if showsAxes { children.append(scale(figures)) }
    children.append(
      .element(
        .svg, .classes(["plot"]), .geometry(.viewBox, chart.type == .pie ? "0 0 100 100" : "0 0 100 100"),
        chart.type == .pie ? nil : .word(.preserveAspectRatio, "none"), .word(.role, "img"), .text(.ariaLabel, take(label)),
        children: chart.type == .pie ? pie(figures) : plot(figures, showsAxes: showsAxes)))
    if showsAxes, !chart.labels.isEmpty { children.append(labels(figures)) }
    if let legend = legend(figures) { children.append(legend) }
    children.append(table(figures))
    return element(.div, [.classes(kind + classes)] + identity(node) + tap(node), children)
  }

  // MARK: Words beside the shapes

  private func scale(_ figures: ChartFigures) -> Markup {
    .element(
      .div, .classes(["scale"]), .word(.ariaHidden, "true"),
      children: figures.ticks.reversed().map { .element(.span, text: ChartNumber.text($0)) })
  }

  private mutating func labels(_ figures: ChartFigures) -> Markup {
    let count = min(figures.chart.labels.count, max(1, figures.count))
    let step = max(1, (count + Self.mostLabels - 1) / Self.mostLabels)
    return .element(
      .div, .classes(["labels"] + (figures.chart.type == .bar ? ["centered"] : [])), .word(.ariaHidden, "true"),
      children: stride(from: 0, to: count, by: step).map { .element(.span, text: take(figures.chart.labels[$0])) })
  }

  /// The names of several series, or of the parts of a pie; nil when there is nothing to tell apart.
  private mutating func legend(_ figures: ChartFigures) -> Markup? {
    let chart = figures.chart
    var entries: [(color: Color, text: String)] = []
    if chart.type == .pie {
      let count = min(Self.mostParts, chart.series.first?.values.count ?? 0)
      if !chart.labels.isEmpty { entries = (0..<count).map { (partColor($0, of: chart), figures.label($0)) } }
    } else if chart.type != .spark, chart.series.count > 1 {
      entries = chart.series.enumerated().map { (seriesColor($0, of: chart), $1.name ?? "Series \($0 + 1)") }
    }
    guard !entries.isEmpty else { return nil }
    return .element(
      .div, .classes(["legend"]), .word(.ariaHidden, "true"),
      children: entries.map { entry in
        .element(
          .span,
          children: [
            .element(
              .svg, .classes(["swatch", add(.color("color", entry.color))]), .geometry(.viewBox, "0 0 1 1"),
              children: [.element(.rect, .number(.width, 1), .number(.height, 1))]),
            .element(.span, text: take(entry.text)),
          ])
      })
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

  private func seriesColor(_ index: Int, of chart: Chart) -> Color {
    chart.series[index].color ?? (chart.series.count == 1 ? .named(.accent) : .named(Self.color(index)))
  }

  private func partColor(_ index: Int, of chart: Chart) -> Color { .named(Self.color(index)) }

  private static func color(_ index: Int) -> ColorName { HTMLPalette.sequence[index % HTMLPalette.sequence.count] }

  private mutating func plot(_ figures: ChartFigures, showsAxes: Bool) -> [Markup] {
    let chart = figures.chart
    var shapes: [Markup] = []
    func y(_ value: Double) -> Double { 100 - 100 * figures.fraction(value) }
    if showsAxes {
      let rules = figures.ticks.map { "M0 \(CSSNumber.text(y($0)))H100" }.joined()
      shapes.append(.element(.path, .classes(["rule"]), .geometry(.d, rules)))
    }
    for (index, series) in chart.series.enumerated() {
      let color = add(.color("color", seriesColor(index, of: chart)))
      switch chart.type {
      case .bar: shapes.append(.element(.path, .classes(["bars", color]), .geometry(.d, bars(figures, index))))
      case .line, .spark, .area, .pie:
        let runs = Self.runs(series, count: figures.count, y: y)
        if chart.type == .area || chart.type == .spark {
          let floor = CSSNumber.text(chart.type == .spark ? 100 : y(0))
          shapes.append(.element(.path, .classes(["area", color]), .geometry(.d, runs.map { Self.area($0, floor) }.joined())))
        }
        shapes.append(.element(.path, .classes(["line", color]), .geometry(.d, runs.map(Self.line).joined())))
      }
    }
    return shapes
  }

  private typealias Point = (x: String, y: String)

  /// The values between gaps.
  private static func runs(_ series: ChartSeries, count: Int, y: (Double) -> Double) -> [[Point]] {
    var runs: [[Point]] = [[]]
    for (index, value) in series.values.enumerated() {
      if let value, value.isFinite {
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
    let zero = 100 - 100 * figures.fraction(0)
    var path = ""
    for (place, value) in series[index].values.enumerated() {
      guard let value, value.isFinite else { continue }
      let x = slot * Double(place) + slot * 0.14 + width * Double(index)
      let top = 100 - 100 * figures.fraction(value)
      path +=
        "M\(CSSNumber.text(x)) \(CSSNumber.text(zero))V\(CSSNumber.text(top))H\(CSSNumber.text(x + width))V\(CSSNumber.text(zero))Z"
    }
    return path
  }

  /// Each series is a ring; the first is the outermost, and a single one is a whole disc.
  private mutating func pie(_ figures: ChartFigures) -> [Markup] {
    let chart = figures.chart
    let width = 50 / Double(max(1, chart.series.count))
    var shapes: [Markup] = []
    for (ring, series) in chart.series.enumerated() {
      let parts = ChartFigures.parts(series)
      let total = parts.reduce(0, +)
      var start = 0.0
      for (index, part) in parts.enumerated() where part > 0 && total > 0 && total.isFinite {
        let color = add(.color("color", partColor(index, of: chart)))
        let outer = 50 - width * Double(ring)
        let path = Sector.path(
          from: start / total, to: (start + part) / total, outer: outer, inner: chart.series.count > 1 ? outer - width * 0.9 : 0)
        shapes.append(.element(.path, .classes([color]), .geometry(.d, path)))
        start += part
      }
    }
    return shapes
  }
}
