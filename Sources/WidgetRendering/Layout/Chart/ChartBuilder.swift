import WidgetModel

/// Lays out a chart in a frame.
struct ChartBuilder {
  let chart: Chart
  let style: ResolvedStyle
  let context: LayoutContext
  /// The font of axes and keys.
  private(set) var font: ResolvedFont
  private(set) var lineHeight: Double
  /// Whether the axes and keys have the view's colour.
  let tintsTexts: Bool
  /// Whether the plot has the space of its labels and numbers, and rules have their labels among the data: the layout of a page.
  var isForPage = false

  init(_ chart: Chart, style: ResolvedStyle, context: LayoutContext, tintsTexts: Bool = false) {
    self.tintsTexts = tintsTexts
    self.chart = chart.limited
    self.style = style
    self.context = context
    font = style.captionFont(textSize: context.textSize)
    lineHeight = context.measurer.measure("x", font: font).height
  }

  /// A builder with smaller letters on axes and keys.
  func scaled(by scale: Double) -> Self {
    var builder = self
    builder.font.size *= scale
    builder.lineHeight = context.measurer.measure("x", font: builder.font).height
    return builder
  }

  /// - Parameter allowsDisc: Whether a pie can be a disc.
  func layout(in frame: Frame, allowsDisc: Bool) -> ChartLayout {
    guard frame.width > 0, frame.height > 0 else { return ChartLayout(chart.type, plot: frame) }
    if chart.type == .pie { return pie(in: frame, allowsDisc: allowsDisc) }
    guard ChartAxis.allCases.contains(where: { !chart.values(on: $0).isEmpty }) else { return empty(in: frame) }
    var layout = plotted(in: frame)
    let crowded = crowdedRules(of: layout)
    guard !crowded.isEmpty else { return layout }
    // The names of rules without space among the data are beside those of the series, or nowhere.
    let keyed = plotted(in: frame, namingRules: crowded.map { ($0, layout.rules[$0]) })
    if keyed.keys.count > layout.keys.count { return keyed }
    for rule in crowded { layout.rules[rule].label = nil }
    return layout
  }

  /// - Parameter namingRules: The rules with a key instead of a label, as indices of the ones that are drawn.
  private func plotted(
    in frame: Frame, namingRules: [(index: Int, rule: ChartLayout.Rule)] = []
  ) -> ChartLayout {
    var layout = ChartLayout(chart.type, plot: frame)
    let names = chart.series.enumerated().compactMap { index, series in series.name.map { (index, $0) } }
    if chart.type != .spark {
      let keys = names.filter { !$0.1.isEmpty }.map { (index: $0.0, text: label($0.1), color: color(of: $0.0)) }
      addKeys(
        keys + namingRules.map { (chart.series.count + $0.index, label($0.rule.name), $0.rule.color) }, to: &layout)
    }
    let showsAxes = (chart.showsAxes ?? (chart.type != .spark)) && layout.plot.height >= 2 * lineHeight
    let labels = showsAxes ? chart.labels.prefix(valueCount).map(label) : []
    let hasLabelRow = labels.contains { !$0.isEmpty } && layout.plot.height >= 3 * lineHeight
    if hasLabelRow { layout.plot.height -= lineHeight }

    let main = chart.mainAxis
    var scale = self.scale(main, showsAxes: showsAxes, height: layout.plot.height)
    // One row less might have space for more ticks at equal distances.
    if showsAxes, let row = context.metrics.quantum?.height, layout.plot.height >= 5 * row {
      let lower = self.scale(main, showsAxes: showsAxes, height: layout.plot.height - row)
      if lower.ticks.count > scale.ticks.count {
        scale = lower
        layout.plot.y += row
        layout.plot.height -= row
      }
    }
    layout.baseline = scale.fraction(0)
    let right = chart.uses(.right) ? self.scale(.right, showsAxes: showsAxes, height: layout.plot.height) : scale
    if showsAxes {
      let shown =
        (main == .left ? scale.ticks.map(scale.fraction) : []) + (chart.uses(.right) ? right.ticks.map(right.fraction) : [])
      if !isForPage { makeRoom(for: shown, &layout, hasLabelRow: hasLabelRow) }
    }
    if showsAxes, main == .left { addTicks(scale, to: &layout) }
    if showsAxes, chart.uses(.right) { addRightTicks(right, to: &layout) }
    let extents = chart.extents
    let margin = ruleMargin(scale, extents, in: layout)
    layout.plot.width -= margin
    if hasLabelRow { addLabels(labels, to: &layout, in: frame) }
    (layout.isStacked, layout.showsPoints) = (chart.stacks, chart.showsPoints == true)
    layout.series = chart.series.enumerated().map { index, series in
      let scale = chart.axis(of: index) == .right ? right : scale
      var laidOut = ChartLayout.Series(type: chart.type(of: index), color: color(of: index), points: [], bars: [])
      let fill = chart.fill(of: index)
      (laidOut.fill, laidOut.gradient) = (fill?.color, fill?.gradient)
      (laidOut.baseline, laidOut.isStacked) = (scale.fraction(0), chart.stacks(index))
      if laidOut.type == .bar {
        laidOut.bars = bars(of: index, extents[index], scale, plot: layout.plot)
      } else {
        laidOut.points = extents[index].enumerated().map { position, extent in
          extent.map { ChartLayout.Point(x: chart.position(of: position), y: scale.fraction($0.to)) }
        }
        if laidOut.isStacked { laidOut.floors = extents[index].map { $0.map { scale.fraction($0.from) } } }
      }
      return laidOut
    }
    addRules(scale, to: &layout, margin: margin, without: Set(namingRules.map(\.index)))
    return layout
  }

  var valueCount: Int { chart.valueCount }

  func color(of series: Int) -> Color { chart.color(of: series, tint: style.color, accent: style.accent) }

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

  private func scale(_ axis: ChartAxis, showsAxes: Bool, height: Double) -> ChartScale {
    let values = chart.values(on: axis)
    let includesZero = chart.startsAtZero(axis)
    // In cells, ticks are in whole rows.
    let steps = context.metrics.quantum.map { Int(saturating: height / $0.height) - 1 }
    return ChartScale(
      values, minimum: chart.minimum(of: axis) ?? (showsAxes ? nil : end(of: values, includesZero, isLower: true)),
      maximum: chart.maximum(of: axis) ?? (showsAxes ? nil : end(of: values, includesZero, isLower: false)),
      includesZero: includesZero, maximumTicks: maximumTicks(height), ticks: chart.ticks(of: axis),
      allowsTicks: { count in count <= 2 || steps.map { $0 % (count - 1) == 0 } ?? true })
  }

  private func maximumTicks(_ height: Double) -> Int {
    let rows = height / lineHeight
    return max(2, min(5, Int(saturating: rows / 2)) + 1)
  }

  /// The axis end for these values. Without an axis the values fill the height, and the ends aren't rounded to ticks.
  private func end(of values: [Double], _ includesZero: Bool, isLower: Bool) -> Double? {
    var (low, high) = (values.min() ?? 0, values.max() ?? 0)
    if includesZero { (low, high) = (min(0, low), max(0, high)) }
    return low < high ? isLower ? low : high : nil
  }
}
