import WidgetModel

/// Charts: shapes in a 100 by 100 box stretched to the available space, and unstretched texts around it.
extension HTMLViews {
  /// The most rows of the table for screen readers.
  private static let maximumRows = 200
  private static let maximumKeys = 12

  mutating func chart(_ chart: Chart, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place) -> Markup {
    if let view = place.layout { return placedChart(chart, view, style, classes) }
    let size = chartSize(chart, node)
    let axes = ChartAxes(chart, in: size, style: style, textSize: options.textSize)
    let summary = ChartSummary(chart, maximumTicks: axes.maximumTicks)
    let spare = node.style.width == nil && !hasFixedWidth ? max(0, cardWidth - Self.narrowCard) : 0
    let drawn = layout(chart, style, Size(width: max(1, size.width - spare), height: size.height))
    // With the reader's own names there may be less space than the axes were made for.
    let showsAxis = drawn.hasAxis || chart.type == .pie || drawn.series.isEmpty
    let showsLabels = drawn.texts.count > drawn.keys.count + drawn.ticks.count || drawn.series.isEmpty
    let isBar = chart.type == .pie && !drawn.isDisc && !drawn.slices.isEmpty
    var kind = ["chart"]
    switch chart.type {
    case .spark: kind.append("spark")
    case .pie: kind.append(isBar ? "parts" : "pie")
    case .line, .bar, .area: if axes.ticks.isEmpty || !showsAxis { kind.append("bare") }
    }
    if case .row = place, self.height != nil, node.expandsVertically(inRow: true) { kind.append("stretches") }
    if style.color != nil, node.tintsChartTexts { kind.append("tinted") }
    if node.style.aspectRatio != nil, node.style.height == nil { kind.append(add(.word("height", "auto"))) }
    let label = node.style.accessibility ?? summary.sentences.joined(separator: "; ")
    var children: [Markup] = []
    let (left, right) = (
      scale(axes.ticks), scale(axes.rightTicks, ["after"] + (axes.rightColor.map { [add(.color("color", $0))] } ?? []))
    )
    if !axes.ticks.isEmpty, showsAxis { children.append(left) }
    let hasFills = summary.chart.series.indices.contains { summary.chart.fill(of: $0) != nil }
    let lines = axes.lines.map(\.y)
    // The fills are above the lines at the ticks, as in an image.
    if hasFills, !lines.isEmpty {
      children.append(
        .element(
          .svg, .classes(["plot"]), .geometry(.viewBox, "0 0 100 100"), .word(.preserveAspectRatio, "none"),
          .word(.ariaHidden, "true"), children: [tickLines(lines)]))
    }
    let width = axes.plotWidth ?? size.width
    children += areas(summary, style) + barFills(summary, width: width)
    children.append(
      .element(
        .svg, .classes(["plot"] + (drawn.isDisc ? [side(drawn, size)].compactMap { $0 } : [])),
        .geometry(.viewBox, "0 0 100 100"), chart.type == .pie && !isBar ? nil : .word(.preserveAspectRatio, "none"),
        .word(.role, "img"), .text(.ariaLabel, take(label)),
        children: chart.type == .pie
          ? pie(summary, isBar: isBar) : plot(summary, style, ticks: hasFills ? [] : lines, hasAxis: !lines.isEmpty, width: width)
      ))
    if !axes.rightTicks.isEmpty, showsAxis { children.append(right) }
    if let labels = ruleLabels(axes) { children.append(labels) }
    if summary.isEmpty { children.append(.element(.p, .classes(["empty"]), text: "no data")) }
    if !axes.labels.isEmpty, case let labels = labels(axes), showsLabels { children.append(labels) }
    if let keys = keys(summary, style, drawn, axes) { children.append(keys) }
    children.append(table(summary))
    return element(.div, [.classes(kind + classes)] + identity(node) + action(node), children)
  }

  // MARK: Texts

  /// A chart's size: its own, or the default height and an estimate of the available width.
  private mutating func chartSize(_ chart: Chart, _ node: ViewNode) -> Size {
    if !chartSizes.isEmpty {
      let size = chartSizes.removeFirst()
      if node.style.height == nil, size.height > 0, size.width > 0 { return size }
    }
    let own = SurfaceMetrics.points.idealSize(of: chart.type)
    var size = Size(
      width: min(availableWidth, node.style.width.map(sane) ?? availableWidth), height: node.style.height.map(sane) ?? own.height)
    if let ratio = node.style.aspectRatio, ratio.isFinite, ratio > 0 {
      if node.style.height == nil { size.height = min(size.width / ratio, 4000) }
      if node.style.width == nil, node.style.height != nil { size.width = min(size.width, size.height * ratio) }
    }
    return size
  }

  /// The chart as in an image, with the keys for which there's space, even if the reader's letters are a little wider.
  private func layout(_ chart: Chart, _ style: ResolvedStyle, _ size: Size) -> ChartLayout {
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: options.textSize)
    return ChartBuilder(chart, style: style, context: context).layout(
      in: Frame(x: 0, y: 0, width: size.width * 0.92, height: size.height), allowsDisc: true)
  }

  /// The class of a disc that's lower than its chart, beside its keys.
  private func side(_ drawn: ChartLayout, _ size: Size) -> String? {
    Self.percent(drawn.plot.width / max(1, size.height) + 0.001).map { "side-\($0)" }
  }

  private mutating func scale(_ ticks: [ChartAxes.Tick], _ classes: [String] = []) -> Markup {
    let ticks = ticks.map { tick in
      Markup.element(.span, .classes([add(.percentage("--y", tick.y))]), text: tick.text)
    }
    return .element(.div, .classes(["scale"] + classes), .word(.ariaHidden, "true"), children: ticks)
  }

  private mutating func labels(_ axes: ChartAxes) -> Markup {
    let labels = axes.labels.map { label in
      var classes = [add(.percentage("--x", label.x))]
      if let edge = label.edge { classes.append(edge == .start ? "start" : "end") }
      if !label.isShown { classes.append("thinned") }
      if let width = label.maximumWidth { classes.append("most-\(width)") }
      return Markup.element(.span, .classes(classes), text: take(label.text))
    }
    return .element(.div, .classes(["labels"]), .word(.ariaHidden, "true"), children: labels)
  }

  /// The names of several series, or of a pie's parts; nil if there's only one.
  private mutating func keys(
    _ summary: ChartSummary, _ style: ResolvedStyle, _ drawn: ChartLayout, _ axes: ChartAxes
  ) -> Markup? {
    let chart = summary.chart
    var entries: [(color: Color, text: String)] = []
    var more = 0
    var classes = ["keys"]
    let shown = drawn.keys.map(\.index)
    if chart.type == .pie {
      guard summary.showsAxes else { return nil }
      entries = shown.filter(summary.parts.indices.contains).prefix(Self.maximumKeys).map { index in
        let part = summary.parts[index]
        return (part.color, part.name.isEmpty ? summary.percent(part) : part.name + " " + summary.percent(part))
      }
      more = entries.isEmpty ? 0 : summary.parts.count - entries.count
      // The keys of a pie get smaller before some of them are left out.
      let caption = style.captionFont(textSize: options.textSize).size
      if let font = drawn.texts.first?.font, let percent = Self.percent(font.size / caption + 0.01) {
        classes.append("at-\(percent)")
      }
    } else if chart.type != .spark {
      entries = chart.series.enumerated().compactMap { index, series in
        series.name.map { (color(index, of: chart, style), shown.contains(index) ? $0 : "") }
      }
      // Series are named before rules.
      if entries.allSatisfy({ !$0.text.isEmpty }) { entries += axes.ruleKeys.map { ($0.color, $0.name) } }
    }
    // A page's rules don't depend on its texts, so every colour has one.
    for color in summary.parts.map(\.color) + (chart.rules ?? []).map({ $0.color ?? .named(.secondary) }) {
      _ = add(.fill("color", color))
    }
    let colors = entries.map { add(.fill("color", $0.color)) }
    guard entries.contains(where: { !$0.text.isEmpty }) || more > 0 else { return nil }
    var keys: [Markup] = []
    for (entry, color) in zip(entries, colors) where !entry.text.isEmpty {
      let swatch = Markup.element(
        .svg, .classes(["swatch", color]), .geometry(.viewBox, "0 0 1 1"),
        children: [.element(.rect, .number(.width, 1), .number(.height, 1))])
      keys.append(.element(.span, children: [swatch, .element(.span, text: take(entry.text))]))
    }
    if more > 0 { keys.append(.element(.span, text: "+\(more) more")) }
    return .element(.div, .classes(classes), .word(.ariaHidden, "true"), children: keys)
  }

  /// The values, for screen readers.
  mutating func table(_ summary: ChartSummary) -> Markup {
    let chart = summary.chart
    let shown = min(Self.maximumRows, summary.count)
    var head: [Markup] = [.element(.th, .word(.scope, "col"), text: "Label")]
    for (index, series) in chart.series.enumerated() {
      head.append(.element(.th, .word(.scope, "col"), text: take(series.name ?? "Series \(index + 1)")))
    }
    let rows = (0..<shown).map { row -> Markup in
      let cells = chart.series.map { series -> Markup in
        let value = row < series.values.count ? series.values[row] : nil
        return .element(.td, text: value.map(ChartNumber.text) ?? "-")
      }
      return .element(.tr, children: [.element(.th, .word(.scope, "row"), text: take(summary.label(row)))] + cells)
    }
    let title = summary.count > shown ? "Values, the first \(shown) of \(summary.count)" : "Values"
    let table = Markup.element(
      .table,
      children: [
        .element(.caption, text: title), .element(.thead, children: [.element(.tr, children: head)]),
        .element(.tbody, children: rows),
      ])
    // A table is as high as its rows, whatever its height is, so the page would scroll below its end.
    return .element(.div, .classes(["spoken"]), children: [table])
  }
}
