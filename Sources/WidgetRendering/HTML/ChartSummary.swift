import WidgetModel

/// A summary of a chart: its scale, its parts, and a description for readers who can't see it.
struct ChartSummary: Sendable {
  /// The chart within its limits.
  let chart: Chart
  /// The scale of the main axis, and that of the one at the right.
  let scale: ChartScale
  let rightScale: ChartScale
  let showsAxes: Bool
  /// The parts of a pie; empty if nothing is positive.
  let parts: [PiePart]

  /// - Parameter maximumTicks: nil for a chart too low for an axis.
  init(_ chart: Chart, maximumTicks: Int? = 6) {
    let chart = chart.limited
    self.chart = chart
    showsAxes = chart.showsAxes ?? (chart.type != .spark)
    let isTight = !showsAxes || maximumTicks == nil
    func scale(_ axis: ChartAxis) -> ChartScale {
      let values = chart.values(on: axis)
      let includesZero = chart.startsAtZero(axis)
      var (low, high) = (values.min() ?? 0, values.max() ?? 0)
      if includesZero { (low, high) = (min(0, low), max(0, high)) }
      // Without an axis the values fill the height, and the ends aren't rounded to ticks.
      let isTight = isTight && low < high
      return ChartScale(
        values, minimum: chart.minimum(of: axis) ?? (isTight ? low : nil),
        maximum: chart.maximum(of: axis) ?? (isTight ? high : nil), includesZero: includesZero, maximumTicks: maximumTicks ?? 6,
        ticks: chart.ticks(of: axis))
    }
    self.scale = scale(chart.mainAxis)
    rightScale = chart.uses(.right) && chart.mainAxis == .left ? scale(.right) : self.scale
    parts = chart.type == .pie ? PiePart.parts(of: chart) : []
  }

  var count: Int { chart.valueCount }

  func scale(of series: Int) -> ChartScale { chart.axis(of: series) == .right ? rightScale : scale }

  var isEmpty: Bool { chart.type == .pie ? parts.isEmpty : !chart.series.contains { $0.values.contains { $0 != nil } } }

  // MARK: Description

  /// One sentence per series, `Load: 3 values, min 0.2, max 1.8, last 0.7`, or one for a pie: `Mon 30%, Tue 70%`.
  var sentences: [String] {
    if isEmpty { return ["no data"] }
    if chart.type == .pie {
      let shown = parts.prefix(12).enumerated().map { index, part in
        "\(part.name.isEmpty ? "part \(index + 1)" : part.name) \(percent(part))"
      }
      return [shown.joined(separator: ", ") + (parts.count > 12 ? " and \(parts.count - 12) more" : "")]
    }
    return chart.series.enumerated().map { index, series in
      let name = series.name.flatMap { $0.isEmpty ? nil : $0 } ?? (chart.series.count > 1 ? "Series \(index + 1)" : nil)
      return (name.map { $0 + ": " } ?? "") + range(series, chart.type(of: index))
    } + (chart.rules ?? []).map { "\($0.label.flatMap { $0.isEmpty ? nil : $0 } ?? "line") at \(ChartNumber.text($0.value))" }
  }

  func percent(_ part: PiePart) -> String { "\(part.percent)%" }

  private func range(_ series: ChartSeries, _ type: ChartType) -> String {
    let values = series.values.compactMap { $0 }
    guard let low = values.min(), let high = values.max(), let last = values.last else { return "no data" }
    let count = values.count == 1 ? "1 value" : "\(values.count) values"
    return "\(count), min \(ChartNumber.text(low)), max \(ChartNumber.text(high)), last \(ChartNumber.text(last))"
      + (trend(values, type).map { ", \($0)" } ?? "")
  }

  /// Where a line is going: its end compared with its start, in relation to its range. nil for bars, for too few values, and for a line
  /// that comes back to where it began.
  private func trend(_ values: [Double], _ type: ChartType) -> String? {
    guard type != .bar, values.count > 2, let low = values.min(), let high = values.max() else { return nil }
    guard high > low else { return "steady" }
    let change = (values[values.count - 1] / 2 - values[0] / 2) / (high / 2 - low / 2)
    return change > 0.25 ? "rising" : change < -0.25 ? "falling" : nil
  }

  /// A value's label, or else its number, which among labels is no label.
  func label(_ index: Int) -> String {
    if index < chart.labels.count, !chart.labels[index].isEmpty { return chart.labels[index] }
    return chart.labels.contains { !$0.isEmpty } ? "value \(index + 1)" : "\(index + 1)"
  }
}

/// The numbers in a chart's description: at most four significant digits.
enum ChartNumber {
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let size = abs(value)
    if size >= 1e15 || size > 0 && size < 1e-4 { return value.description }
    if size >= 1000 { return String(Int(saturating: value.rounded())) }
    // CSSNumber has three decimals; fewer are significant from 10 on.
    let places = size >= 10 ? 10.0 : size >= 1 ? 100.0 : 1000.0
    if size < 0.01, size > 0 { return String((value * 1e6).rounded() / 1e6) }
    return CSSNumber.text((value * places).rounded() / places)
  }
}
