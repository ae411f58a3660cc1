import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawChart(_ chart: ChartLayout, _ view: LaidOutView) {
    let opacity = view.style.opacity
    for tick in chart.tickLines {
      let y = Self.height(tick, chart.plot)
      canvas.fill(
        Frame(x: chart.plot.x, y: y - 0.25, width: chart.plot.width, height: 0.5), palette.separator.faded(0.7 * opacity))
    }
    switch chart.type {
    case .pie: chart.isDisc ? drawDisc(chart, opacity) : drawParts(chart, opacity)
    case .line, .bar, .area, .spark:
      for series in chart.series where series.type == .area { drawArea(series, chart, opacity) }
      if chart.hasBars { drawBars(chart, opacity) }
      drawLines(chart, opacity)
    }
    for rule in chart.rules {
      guard let color = palette.color(rule.color)?.faded(opacity) else { continue }
      let y = Self.height(rule.y, chart.plot)
      canvas.fill(Frame(x: chart.plot.x, y: y - 0.5, width: chart.plot.width, height: 1), color)
      guard let label = rule.label, let text = palette.text(rule.color) else { continue }
      draw(label, label.font ?? view.style.font, text.faded(opacity))
    }
    if let axis = chart.rightAxis {
      let color = axis.color.flatMap { palette.text($0)?.faded(opacity) }
      for text in axis.texts { draw(text, text.font ?? view.style.font, color ?? labelColor(text, view)) }
    }
    for key in chart.keys {
      guard let color = palette.color(key.color) else { continue }
      let side = min(8, key.frame.height, max(4, key.frame.width))
      canvas.fill(
        Frame(x: key.frame.x, y: key.frame.y + (key.frame.height - side) / 2, width: side, height: side), radius: 2,
        color.faded(opacity))
    }
    for text in chart.texts {
      draw(text, text.font ?? view.style.font, labelColor(text, view))
    }
  }

  private func labelColor(_ text: LaidOutText, _ view: LaidOutView) -> RGBA {
    let opacity = view.style.opacity
    return text.isSecondary ? palette.secondary.faded(opacity) : textColor(view) ?? palette.label.faded(opacity)
  }

  private func drawBars(_ chart: ChartLayout, _ opacity: Double) {
    for series in chart.series {
      let frames = series.bars.compactMap { $0.frame(in: chart.plot) }
      if let gradient = series.gradient {
        let shape = Self.shape(frames.map { [($0.x, $0.y), ($0.maxX, $0.y), ($0.maxX, $0.maxY), ($0.x, $0.maxY)] })
        canvas.fill(shape, colors(of: gradient, opacity: opacity), gradient.direction, of: chart.plot)
      } else if let color = palette.color(series.fill ?? series.color)?.faded(opacity) {
        for frame in frames { canvas.fill(frame, color) }
      }
    }
    if chart.hasAxis, chart.baseline > 0, chart.baseline < 1 {
      let zero = Self.height(chart.baseline, chart.plot)
      canvas.fill(
        Frame(x: chart.plot.x, y: zero - 0.25, width: chart.plot.width, height: 0.5), palette.secondary.faded(opacity))
    }
  }

  private func drawArea(_ series: ChartLayout.Series, _ chart: ChartLayout, _ opacity: Double) {
    let plot = chart.plot
    let outlines = series.areas.map { $0.map { (x: plot.x + $0.x * plot.width, y: Self.height($0.y, plot)) } }
    if let gradient = series.gradient {
      canvas.fill(Self.shape(outlines), colors(of: gradient, opacity: opacity), gradient.direction, of: plot)
    } else if let fill = series.fill {
      guard let color = palette.color(fill)?.faded(opacity) else { return }
      for outline in outlines { canvas.fill(outline, color) }
    } else if let color = palette.color(series.color)?.faded(opacity) {
      for outline in outlines {
        if series.isStacked {
          canvas.fill(outline, color.faded(Self.stackOpacity))
        } else {
          canvas.fillFading(outline, color, from: plot.y, to: plot.maxY)
        }
      }
    }
  }

  private static let stackOpacity = 0.6

  /// Closed outlines.
  private static func shape(_ outlines: [[(x: Double, y: Double)]]) -> VectorPath {
    var shape = VectorPath(svg: "")
    for outline in outlines {
      guard let first = outline.first else { continue }
      shape.elements.append(.move(first.x, first.y))
      shape.elements += outline.dropFirst().map { .line($0.x, $0.y) }
      shape.elements.append(.close)
    }
    return shape
  }

  private func drawLines(_ chart: ChartLayout, _ opacity: Double) {
    let isSpark = chart.type == .spark
    var chart = chart
    // The line and the dot stay inside the frame.
    if isSpark { chart.plot = chart.plot.inset(by: 2.5) }
    let width = isSpark ? 1.5 : 2
    for series in chart.series {
      guard let color = palette.color(series.color)?.faded(opacity) else { continue }
      for run in series.runs {
        let points = run.map { (x: chart.plot.x + $0.x * chart.plot.width, y: Self.height($0.y, chart.plot)) }
        if points.count == 1 {
          canvas.fillCircle(x: points[0].x, y: points[0].y, radius: width, color)
        } else {
          canvas.strokeLine(points, width: width, color)
        }
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

  private static func height(_ fraction: Double, _ plot: Frame) -> Double { plot.maxY - fraction * plot.height }

  /// The angle of a fraction of the whole, clockwise from the top, in radians from the right.
  private static func angle(_ fraction: Double) -> Double { (fraction - 0.25) * 2 * .pi }
}
