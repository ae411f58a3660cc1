import WidgetModel

/// Lays out a chart in a frame.
struct ChartBuilder {
  let chart: Chart
  let style: ResolvedStyle
  let context: LayoutContext
  /// The font of axes and keys.
  let font: ResolvedFont
  let lineHeight: Double
  /// Whether the axes and keys have the view's colour.
  let tintsTexts: Bool

  init(_ chart: Chart, style: ResolvedStyle, context: LayoutContext, tintsTexts: Bool = false) {
    self.tintsTexts = tintsTexts
    self.chart = chart.limited
    self.style = style
    self.context = context
    font = style.captionFont(textSize: context.textSize)
    lineHeight = context.measurer.measure("x", font: font).height
  }

  /// - Parameter allowsDisc: Whether a pie can be a disc.
  func layout(in frame: Frame, allowsDisc: Bool) -> ChartLayout {
    guard frame.width > 0, frame.height > 0 else { return ChartLayout(chart.type, plot: frame) }
    if chart.type == .pie { return pie(in: frame, allowsDisc: allowsDisc) }
    let values = chart.axisValues
    guard !values.isEmpty else { return empty(in: frame) }

    var layout = ChartLayout(chart.type, plot: frame)
    let names = chart.series.enumerated().compactMap { index, series in series.name.map { (index, $0) } }
    if chart.type != .spark {
      let keys = names.filter { !$0.1.isEmpty }.map { (index: $0.0, text: label($0.1), color: color(of: $0.0)) }
      addKeys(keys, to: &layout)
    }
    let showsAxes = (chart.showsAxes ?? (chart.type != .spark)) && layout.plot.height >= 2 * lineHeight
    let labels = showsAxes ? chart.labels.prefix(valueCount).map(label) : []
    let hasLabelRow = labels.contains { !$0.isEmpty } && layout.plot.height >= 3 * lineHeight
    if hasLabelRow { layout.plot.height -= lineHeight }

    var scale = self.scale(values, showsAxes: showsAxes, height: layout.plot.height)
    // One row less might have space for more ticks at equal distances.
    if showsAxes, let row = context.metrics.quantum?.height, layout.plot.height >= 5 * row {
      let lower = self.scale(values, showsAxes: showsAxes, height: layout.plot.height - row)
      if lower.ticks.count > scale.ticks.count {
        scale = lower
        layout.plot.y += row
        layout.plot.height -= row
      }
    }
    layout.baseline = scale.fraction(0)
    if showsAxes { addTicks(scale, to: &layout) }
    if hasLabelRow { addLabels(labels, to: &layout, in: frame) }
    (layout.isStacked, layout.showsPoints) = (chart.stacks, chart.showsPoints == true && chart.type != .bar)
    let extents = chart.extents
    layout.series = chart.series.enumerated().map { index, series in
      var laidOut = ChartLayout.Series(color: color(of: index), points: [], bars: [])
      if chart.type == .bar {
        laidOut.bars = bars(of: index, extents[index], scale, plot: layout.plot)
      } else {
        let last = Double(max(1, valueCount - 1))
        laidOut.points = extents[index].enumerated().map { position, extent in
          extent.map { ChartLayout.Point(x: valueCount == 1 ? 0.5 : Double(position) / last, y: scale.fraction($0.to)) }
        }
        if chart.stacks { laidOut.floors = extents[index].map { $0.map { scale.fraction($0.from) } } }
      }
      return laidOut
    }
    addRules(scale, to: &layout)
    return layout
  }

  /// The length of the longest series.
  var valueCount: Int { chart.series.map(\.values.count).max() ?? 0 }

  func color(of series: Int) -> Color {
    if let color = chart.series[series].color { return color }
    if chart.series.count == 1 { return style.color ?? .named(.accent) }
    return .named(ChartLayout.palette[series % ChartLayout.palette.count])
  }

  func label(_ text: String) -> String { context.encoded(terminalSafe(text, limit: 60)) }

  func width(_ text: String) -> Double { context.measurer.measure(text, font: font).width }

  /// A label, cut to a width.
  func fitted(_ text: String, _ width: Double) -> TextLine {
    let full = self.width(text)
    if full <= width { return TextLine(text, width: full) }
    return LineBreaker(measurer: context.measurer, font: font, ellipsis: context.ellipsis).truncated(text, width: width, .tail)
  }

  func empty(in frame: Frame) -> ChartLayout {
    var layout = ChartLayout(chart.type, plot: frame)
    guard frame.height >= lineHeight else { return layout }
    let line = fitted("no data", frame.width)
    layout.texts = [
      text(
        line, x: frame.x + context.metrics.floorWidth((frame.width - line.width) / 2),
        y: frame.y + context.metrics.floorHeight((frame.height - lineHeight) / 2))
    ]
    return layout
  }

  func text(_ line: TextLine, x: Double, y: Double) -> LaidOutText {
    LaidOutText(
      line.text, frame: Frame(x: x, y: y, width: line.width, height: lineHeight), font: font, isSecondary: !tintsTexts)
  }

  private func scale(_ values: [Double], showsAxes: Bool, height: Double) -> ChartScale {
    // In cells, ticks are in whole rows.
    let steps = context.metrics.quantum.map { Int(saturating: height / $0.height) - 1 }
    return ChartScale(
      values, minimum: chart.minimum ?? (showsAxes ? nil : end(of: values, isLower: true)),
      maximum: chart.maximum ?? (showsAxes ? nil : end(of: values, isLower: false)), includesZero: chart.startsAtZero,
      maximumTicks: maximumTicks(height), ticks: chart.ticks,
      allowsTicks: { count in count <= 2 || steps.map { $0 % (count - 1) == 0 } ?? true })
  }

  private func maximumTicks(_ height: Double) -> Int {
    let rows = height / lineHeight
    return max(2, min(5, Int(saturating: rows / 2)) + 1)
  }

  /// The axis end for these values. Without an axis the values fill the height, and the ends aren't rounded to ticks.
  private func end(of values: [Double], isLower: Bool) -> Double? {
    var (low, high) = (values.min() ?? 0, values.max() ?? 0)
    if chart.startsAtZero { (low, high) = (min(0, low), max(0, high)) }
    return low < high ? isLower ? low : high : nil
  }
}
