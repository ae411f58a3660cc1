import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawChart(_ chart: ChartLayout, _ view: LaidOutView) {
    let opacity = view.style.opacity
    if chart.showsAxis {
      for tick in chart.ticks {
        let y = Self.height(tick, chart.plot)
        canvas.fill(
          Frame(x: chart.plot.x, y: y - 0.25, width: chart.plot.width, height: 0.5), palette.separator.faded(0.7 * opacity))
      }
    }
    switch chart.type {
    case .bar: drawBars(chart, opacity)
    case .pie: chart.isDisc ? drawDisc(chart, opacity) : drawParts(chart, opacity)
    case .line, .area, .spark: drawLines(chart, opacity)
    }
    for rule in chart.rules {
      guard let color = palette.color(rule.color)?.faded(opacity) else { continue }
      let y = Self.height(rule.y, chart.plot)
      canvas.fill(Frame(x: chart.plot.x, y: y - 0.5, width: chart.plot.width, height: 1), color)
      guard let label = rule.label, let text = palette.text(rule.color) else { continue }
      draw(label, label.font ?? view.style.font, text.faded(opacity))
    }
    for key in chart.keys {
      guard let color = palette.color(key.color) else { continue }
      let side = min(8, key.frame.height, max(4, key.frame.width))
      canvas.fill(
        Frame(x: key.frame.x, y: key.frame.y + (key.frame.height - side) / 2, width: side, height: side), radius: 2,
        color.faded(opacity))
    }
    for text in chart.texts {
      draw(
        text, text.font ?? view.style.font,
        text.isSecondary ? palette.secondary.faded(opacity) : textColor(view) ?? palette.label.faded(opacity))
    }
  }

  private func drawBars(_ chart: ChartLayout, _ opacity: Double) {
    for series in chart.series {
      guard let color = palette.color(series.color)?.faded(opacity) else { continue }
      for bar in series.bars {
        let zero = Self.height(bar.base, chart.plot)
        let x = chart.plot.x + bar.left * chart.plot.width
        let width = max(0.5, (bar.right - bar.left) * chart.plot.width)
        let y = Self.height(bar.y, chart.plot)
        // A value at the baseline has no bar; a small one is still visible.
        guard y != zero else { continue }
        canvas.fill(Frame(x: x, y: min(y, zero), width: width, height: max(0.5, abs(zero - y))), color)
      }
    }
    if chart.showsAxis, chart.baseline > 0, chart.baseline < 1 {
      let zero = Self.height(chart.baseline, chart.plot)
      canvas.fill(
        Frame(x: chart.plot.x, y: zero - 0.25, width: chart.plot.width, height: 0.5), palette.secondary.faded(opacity))
    }
  }

  private func drawLines(_ chart: ChartLayout, _ opacity: Double) {
    let isSpark = chart.type == .spark
    var chart = chart
    // The line and the dot stay inside the frame.
    if isSpark { chart.plot = chart.plot.inset(by: 2.5) }
    let width = isSpark ? 1.5 : 2
    for series in chart.series {
      guard let color = palette.color(series.color)?.faded(opacity) else { continue }
      if chart.isStacked { fillStack(series, chart.plot, color) }
      for run in Self.runs(series.points) {
        let points = run.map { (x: chart.plot.x + $0.x * chart.plot.width, y: Self.height($0.y, chart.plot)) }
        guard let first = points.first, let last = points.last else { continue }
        if points.count == 1 {
          canvas.fillCircle(x: first.x, y: first.y, radius: width, color)
          continue
        }
        if chart.type == .area, !chart.isStacked {
          let zero = Self.height(chart.baseline, chart.plot)
          canvas.fillFading(points + [(last.x, zero), (first.x, zero)], color, from: chart.plot.y, to: chart.plot.maxY)
        }
        canvas.strokeLine(points, width: width, color)
      }
      if chart.showsPoints {
        for case let point? in series.points {
          canvas.fillCircle(
            x: chart.plot.x + point.x * chart.plot.width, y: Self.height(point.y, chart.plot), radius: isSpark ? 2 : 3, color)
        }
      }
      if isSpark, let last = series.points.last, let point = last {
        canvas.fillCircle(
          x: chart.plot.x + point.x * chart.plot.width, y: Self.height(point.y, chart.plot), radius: 2.5, color)
      }
    }
  }

  /// The part of a stacked area between its line and the one below.
  private func fillStack(_ series: ChartLayout.Series, _ plot: Frame, _ color: RGBA) {
    let edges = zip(series.points, series.floors).map { point, floor in point.flatMap { point in floor.map { (point, $0) } } }
    for run in edges.split(whereSeparator: { $0 == nil }) where run.count > 1 {
      let pairs = run.compactMap { $0 }
      let top = pairs.map { (x: plot.x + $0.0.x * plot.width, y: Self.height($0.0.y, plot)) }
      let bottom = pairs.map { (x: plot.x + $0.0.x * plot.width, y: Self.height($0.1, plot)) }
      canvas.fill(top + bottom.reversed(), color.faded(Self.stackOpacity))
    }
  }

  private static let stackOpacity = 0.6

  private func drawDisc(_ chart: ChartLayout, _ opacity: Double) {
    let square = Self.square(in: chart.plot)
    let (x, y, radius) = (square.x + square.width / 2, square.y + square.height / 2, square.width / 2)
    for slice in chart.slices {
      guard let color = palette.color(slice.color)?.faded(opacity) else { continue }
      canvas.fillSector(
        x: x, y: y, radius: radius, from: Self.angle(slice.start), to: Self.angle(slice.end), color)
    }
  }

  private func drawParts(_ chart: ChartLayout, _ opacity: Double) {
    canvas.clipped(to: chart.plot, radius: min(4, chart.plot.height / 2)) {
      for slice in chart.slices {
        guard let color = palette.color(slice.color)?.faded(opacity) else { continue }
        canvas.fill(
          Frame(
            x: chart.plot.x + slice.start * chart.plot.width, y: chart.plot.y,
            width: (slice.end - slice.start) * chart.plot.width, height: chart.plot.height), color)
      }
    }
  }

  /// The runs of points between gaps.
  private static func runs(_ points: [ChartLayout.Point?]) -> [[ChartLayout.Point]] {
    points.split(separator: nil).map { $0.compactMap { $0 } }
  }

  private static func height(_ fraction: Double, _ plot: Frame) -> Double { plot.maxY - fraction * plot.height }

  /// The angle of a fraction of the whole, clockwise from the top, in radians from the right.
  private static func angle(_ fraction: Double) -> Double { (fraction - 0.25) * 2 * .pi }
}
