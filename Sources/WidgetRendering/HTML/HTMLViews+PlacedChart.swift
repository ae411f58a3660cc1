import WidgetModel

/// Charts from their layout: the same shapes at the same places as in a rendering.
extension HTMLViews {
  mutating func placedChart(_ chart: Chart, _ view: LaidOutView, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    guard let layout = view.chart else { return .element(.div, .classes(classes)) }
    let summary = ChartSummary(chart)
    var children: [Markup] = []
    // The fills are above the lines at the ticks, as in an image.
    let hasFills = layout.series.contains { $0.fill != nil }
    if hasFills, let lines = tickLines(layout) {
      children.append(
        .element(
          .svg, .classes(["drawing"] + plotBox(layout, view)), .geometry(.viewBox, viewBox(layout)), .word(.ariaHidden, "true"),
          children: [lines]))
    }
    children += fills(layout, view)
    let label = view.node.style.accessibility ?? summary.sentences.joined(separator: "; ")
    children.append(
      .element(
        .svg, .classes(["drawing"] + plotBox(layout, view)), .geometry(.viewBox, viewBox(layout)), .word(.role, "img"),
        .text(.ariaLabel, take(label)), children: shapes(layout, summary.chart, hasTickLines: !hasFills)))
    for rule in layout.rules {
      if let label = rule.label { children.append(placedLabel(label, view, color: rule.color)) }
    }
    for key in layout.keys {
      let side = min(8, key.frame.height, max(4, key.frame.width))
      let square = Frame(x: key.frame.x, y: key.frame.y + (key.frame.height - side) / 2, width: side, height: side)
      children.append(
        .element(
          .span, .classes(["swatch", add(.fill("background", key.color))] + box(square, in: view.frame)),
          .word(.ariaHidden, "true")))
    }
    children += layout.texts.map { placedLabel($0, view) }
    if let axis = layout.rightAxis { children += axis.texts.map { placedLabel($0, view, color: axis.color) } }
    children.append(table(summary))
    return element(.div, [.classes(classes)] + identity(view.node) + action(view.node), children)
  }

  /// Where the shapes are drawn: a disc in a square, the line of a sparkline inside its frame.
  private func plot(_ layout: ChartLayout) -> Frame { layout.isDisc ? layout.plot.square : layout.plot }

  private mutating func plotBox(_ layout: ChartLayout, _ view: LaidOutView) -> [String] {
    let bar = layout.type == .pie && !layout.isDisc
    return box(plot(layout), in: view.frame)
      + (bar ? [add(.length("border-radius", min(4, layout.plot.height / 2))), "clips"] : [])
  }

  private func viewBox(_ layout: ChartLayout) -> String {
    if layout.isDisc { return "0 0 100 100" }
    return "0 0 \(CSSNumber.text(layout.plot.width)) \(CSSNumber.text(layout.plot.height))"
  }

  private func across(_ heights: [Double], _ layout: ChartLayout) -> String {
    let plot = layout.plot
    return heights.map { "M0 \(CSSNumber.text((1 - $0) * plot.height))H\(CSSNumber.text(plot.width))" }.joined()
  }

  private func tickLines(_ layout: ChartLayout) -> Markup? {
    let lines = layout.tickLines
    return lines.isEmpty ? nil : .element(.path, .classes(["rule"]), .geometry(.d, across(lines, layout)))
  }

  /// The shapes, in points from the corner of the plot.
  private mutating func shapes(_ layout: ChartLayout, _ chart: Chart, hasTickLines: Bool) -> [Markup] {
    let size = Size(width: layout.plot.width, height: layout.plot.height)
    var shapes: [Markup] = []
    if hasTickLines, let lines = tickLines(layout) { shapes.append(lines) }
    if layout.type == .pie { return shapes + slices(layout, chart, size) }
    for series in layout.series where series.isStacked && series.fill == nil {
      for area in series.areas {
        let points = area.map { "\(CSSNumber.text($0.x * size.width)) \(CSSNumber.text((1 - $0.y) * size.height))" }
        shapes.append(
          .element(
            .path, .classes([add(.fill("fill", series.color)), add(.number("fill-opacity", 0.6))]),
            .geometry(.d, "M" + points.joined(separator: "L") + "Z")))
      }
    }
    for series in layout.series where series.type == .bar && series.gradient == nil {
      shapes.append(
        .element(
          .path, .classes([add(.fill("fill", series.fill ?? series.color))]),
          .geometry(.d, series.bars.map { Self.bar($0, size) }.joined())))
    }
    if layout.hasBars, layout.hasAxis, layout.baseline > 0, layout.baseline < 1 {
      shapes.append(.element(.path, .classes(["zero"]), .geometry(.d, across([layout.baseline], layout))))
    }
    for series in layout.series where series.type != .bar { shapes += lines(series, layout, size) }
    for rule in layout.rules {
      shapes.append(
        .element(
          .path, .classes([add(.fill("stroke", rule.color)), add(.length("stroke-width", 1))]),
          .geometry(.d, across([rule.y], layout))))
    }
    return shapes + (layout.series.isEmpty ? [] : hits(chart, width: size.width, height: size.height))
  }

  private static func bar(_ bar: ChartLayout.Bar, _ size: Size) -> String {
    guard let frame = bar.frame(in: Frame(x: 0, y: 0, width: size.width, height: size.height)) else { return "" }
    return rectangle(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }

  private static func rectangle(x: Double, y: Double, width: Double, height: Double) -> String {
    "M\(CSSNumber.text(x)) \(CSSNumber.text(y))h\(CSSNumber.text(width))v\(CSSNumber.text(height))h\(CSSNumber.text(-width))Z"
  }

  private mutating func slices(_ layout: ChartLayout, _ chart: Chart, _ size: Size) -> [Markup] {
    zip(layout.slices, partTitles(chart)).map { slice, title in
      let path =
        layout.isDisc
        ? Sector.path(from: slice.start, to: slice.end)
        : Self.rectangle(x: slice.start * size.width, y: 0, width: (slice.end - slice.start) * size.width, height: size.height)
      return .element(.path, .classes([add(.fill("fill", slice.color))]), .geometry(.d, path), children: [title])
    }
  }

  /// A line with its dots.
  private mutating func lines(_ series: ChartLayout.Series, _ layout: ChartLayout, _ size: Size) -> [Markup] {
    let isSpark = layout.type == .spark
    // The line and the dot of a sparkline stay inside the frame.
    let inset = isSpark ? 2.5 : 0
    let inner = Size(width: max(0, size.width - 2 * inset), height: max(0, size.height - 2 * inset))
    func text(_ x: Double, _ y: Double) -> String {
      "\(CSSNumber.text(inset + x * inner.width)) \(CSSNumber.text(inset + (1 - y) * inner.height))"
    }
    func dots(_ points: [ChartLayout.Point], radius: Double) -> Markup {
      // Lines without length but with round ends.
      .element(
        .path, .classes([add(.fill("stroke", series.color)), add(.length("stroke-width", 2 * radius))]),
        .geometry(.d, points.map { "M\(text($0.x, $0.y))h0" }.joined()))
    }
    let width = isSpark ? 1.5 : 2
    var shapes: [Markup] = []
    let runs = series.runs
    let path = runs.filter { $0.count > 1 }.map { "M" + $0.map { text($0.x, $0.y) }.joined(separator: "L") }.joined()
    if !path.isEmpty {
      shapes.append(
        .element(.path, .classes([add(.fill("stroke", series.color)), add(.length("stroke-width", width))]), .geometry(.d, path)))
    }
    let single = runs.filter { $0.count == 1 }.joined()
    if !single.isEmpty { shapes.append(dots(Array(single), radius: width)) }
    if layout.showsPoints { shapes.append(dots(series.points.compactMap { $0 }, radius: isSpark ? 2 : 3)) }
    if isSpark, let last = series.points.last, let point = last { shapes.append(dots([point], radius: 2.5)) }
    return shapes
  }

  /// The areas below the lines, fading from the top of the plot to the bottom, and everything filled with a gradient.
  private mutating func fills(_ layout: ChartLayout, _ view: LaidOutView) -> [Markup] {
    var fills: [Markup] = []
    func fill(_ series: ChartLayout.Series, _ outline: [VectorPath.Point]) {
      guard !outline.isEmpty else { return }
      let look =
        fillClasses(series.fill.map { ($0, series.gradient) }) ?? ["fading", add(.fill("color", series.color))]
      let classes = look + [add(.clip(to: outline))] + box(layout.plot, in: view.frame)
      fills.append(.element(.div, .classes(classes), .word(.ariaHidden, "true")))
    }
    for series in layout.series where series.fill != nil || !series.isStacked {
      for area in series.areas { fill(series, area.map { VectorPath.Point(x: $0.x, y: 1 - $0.y) }) }
    }
    for series in layout.series where series.gradient != nil {
      let plot = Size(width: max(1e-9, layout.plot.width), height: max(1e-9, layout.plot.height))
      let bars = series.bars.compactMap { $0.frame(in: Frame(x: 0, y: 0, width: plot.width, height: plot.height)) }
      fill(
        series,
        Self.outline(
          bars.map {
            Frame(
              x: $0.x / plot.width, y: $0.y / plot.height, width: $0.width / plot.width, height: $0.height / plot.height)
          }))
    }
    return fills
  }
}
