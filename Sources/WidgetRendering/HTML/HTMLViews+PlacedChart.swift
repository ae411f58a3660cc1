import WidgetModel

/// Charts from their layout: the same shapes at the same places as in a rendering.
extension HTMLViews {
  mutating func placedChart(_ chart: Chart, _ view: LaidOutView, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    guard let layout = view.chart else { return .element(.div, .classes(classes)) }
    let summary = ChartSummary(chart)
    var children: [Markup] = []
    if chart.type == .area, !layout.isStacked { children += fadingAreas(layout, view) }
    let label = view.node.style.accessibility ?? summary.sentences.joined(separator: "; ")
    children.append(
      .element(
        .svg, .classes(["drawing"] + plotBox(layout, view)), .geometry(.viewBox, viewBox(layout)), .word(.role, "img"),
        .text(.ariaLabel, take(label)), children: shapes(layout)))
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

  /// The shapes, in points from the corner of the plot.
  private mutating func shapes(_ layout: ChartLayout) -> [Markup] {
    let size = Size(width: layout.plot.width, height: layout.plot.height)
    var shapes: [Markup] = []
    func across(_ heights: [Double]) -> String {
      heights.map { "M0 \(CSSNumber.text((1 - $0) * size.height))H\(CSSNumber.text(size.width))" }.joined()
    }
    if layout.showsAxis, !layout.ticks.isEmpty {
      shapes.append(.element(.path, .classes(["rule"]), .geometry(.d, across(layout.ticks))))
    }
    switch layout.type {
    case .pie: shapes += slices(layout, size)
    case .bar:
      for series in layout.series {
        shapes.append(
          .element(
            .path, .classes([add(.fill("fill", series.color))]),
            .geometry(.d, series.bars.map { Self.bar($0, size) }.joined())))
      }
      if layout.showsAxis, layout.baseline > 0, layout.baseline < 1 {
        shapes.append(.element(.path, .classes(["zero"]), .geometry(.d, across([layout.baseline]))))
      }
    case .line, .area, .spark:
      for series in layout.series { shapes += lines(series, layout, size) }
    }
    for rule in layout.rules {
      shapes.append(
        .element(
          .path, .classes([add(.fill("stroke", rule.color)), add(.length("stroke-width", 1))]), .geometry(.d, across([rule.y]))))
    }
    return shapes
  }

  private static func bar(_ bar: ChartLayout.Bar, _ size: Size) -> String {
    let (top, base) = ((1 - bar.y) * size.height, (1 - bar.base) * size.height)
    // A value at the baseline has no bar; a small one is still visible.
    guard top != base else { return "" }
    return rectangle(
      x: bar.left * size.width, y: min(top, base), width: max(0.5, (bar.right - bar.left) * size.width),
      height: max(0.5, abs(top - base)))
  }

  private static func rectangle(x: Double, y: Double, width: Double, height: Double) -> String {
    "M\(CSSNumber.text(x)) \(CSSNumber.text(y))h\(CSSNumber.text(width))v\(CSSNumber.text(height))h\(CSSNumber.text(-width))Z"
  }

  private mutating func slices(_ layout: ChartLayout, _ size: Size) -> [Markup] {
    layout.slices.map { slice in
      let path =
        layout.isDisc
        ? Sector.path(from: slice.start, to: slice.end)
        : Self.rectangle(x: slice.start * size.width, y: 0, width: (slice.end - slice.start) * size.width, height: size.height)
      return .element(.path, .classes([add(.fill("fill", slice.color))]), .geometry(.d, path))
    }
  }

  /// A line with its stacked area and its dots.
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
    if layout.isStacked {
      let edges = zip(series.points, series.floors).map { point, floor in point.flatMap { point in floor.map { (point, $0) } } }
      for run in edges.split(whereSeparator: { $0 == nil }) where run.count > 1 {
        let pairs = run.compactMap { $0 }
        let points = pairs.map { text($0.0.x, $0.0.y) } + pairs.reversed().map { text($0.0.x, $0.1) }
        shapes.append(
          .element(
            .path, .classes([add(.fill("fill", series.color)), add(.number("fill-opacity", 0.6))]),
            .geometry(.d, "M" + points.joined(separator: "L") + "Z")))
      }
    }
    let runs = series.points.split(separator: nil).map { $0.compactMap { $0 } }
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

  /// The areas below the lines, fading from the top of the plot to the bottom.
  private mutating func fadingAreas(_ layout: ChartLayout, _ view: LaidOutView) -> [Markup] {
    var areas: [Markup] = []
    for series in layout.series {
      for run in series.points.split(separator: nil).map({ $0.compactMap { $0 } }) {
        guard run.count > 1, let first = run.first, let last = run.last else { continue }
        let line = run.map { VectorPath.Point(x: $0.x, y: 1 - $0.y) }
        let floor = [last, first].map { VectorPath.Point(x: $0.x, y: 1 - layout.baseline) }
        let classes = ["fading", add(.fill("color", series.color)), add(.clip(to: line + floor))]
        areas.append(.element(.div, .classes(classes + box(layout.plot, in: view.frame)), .word(.ariaHidden, "true")))
      }
    }
    return areas
  }
}
