import WidgetModel

/// What a chart says in figures: its scale, its parts, and a sentence for those who do not see it.
struct ChartFigures: Sendable {
  /// A part of a pie.
  struct Part: Sendable, Equatable {
    var name: String
    var color: Color
    /// Of the whole.
    var fraction: Double
  }

  /// Cut to what a chart may have.
  let chart: Chart
  let scale: ChartScale
  let showsAxes: Bool
  /// Of a pie; empty when there is nothing to divide.
  let parts: [Part]

  /// - Parameter mostTicks: Of the axis; nil for a chart too low to have one.
  init(_ chart: Chart, mostTicks: Int? = 6) {
    // Whoever wrote the snapshot has counted too, but files can be edited.
    var chart = chart
    chart.series = chart.series.prefix(10).map { series in
      var series = series
      series.values = series.values.prefix(2000).map { $0.flatMap { $0.isFinite ? $0 : nil } }
      return series
    }
    chart.labels = Array(chart.labels.prefix(2000))
    self.chart = chart
    showsAxes = chart.showsAxes ?? (chart.type != .spark)
    let values = chart.series.flatMap { $0.values.compactMap { $0 } }
    let growsFromZero = chart.type == .bar || chart.type == .area
    var (low, high) = (values.min() ?? 0, values.max() ?? 0)
    if growsFromZero { (low, high) = (min(0, low), max(0, high)) }
    // Without an axis the numbers fill the height, and nothing is rounded to a tick.
    let isTight = (!showsAxes || mostTicks == nil) && low < high
    scale = ChartScale(
      values, minimum: chart.minimum ?? (isTight ? low : nil), maximum: chart.maximum ?? (isTight ? high : nil),
      includesZero: growsFromZero, mostTicks: mostTicks ?? 6)
    parts = chart.type == .pie ? Self.parts(chart) : []
  }

  /// The most values that a series has.
  var count: Int { chart.series.map(\.values.count).max() ?? 0 }

  var isEmpty: Bool { chart.type == .pie ? parts.isEmpty : !chart.series.contains { $0.values.contains { $0 != nil } } }

  /// The parts of one series are its values; of several series, each one's sum. What is not more than zero is no part.
  private static func parts(_ chart: Chart) -> [Part] {
    let isOne = chart.series.count == 1
    // Divided first: the sum of huge numbers would be none.
    let largest = max(1e-300, chart.series.flatMap { $0.values.compactMap { $0 } }.max() ?? 0)
    func scaled(_ value: Double?) -> Double { max(0, value ?? 0) / largest }
    let values = isOne ? chart.series[0].values.map(scaled) : chart.series.map { $0.values.reduce(0) { $0 + scaled($1) } }
    let total = values.reduce(0, +)
    guard total > 0 else { return [] }
    return values.enumerated().compactMap { index, value in
      guard value > 0 else { return nil }
      let name = isOne ? (chart.labels.indices.contains(index) ? chart.labels[index] : "") : chart.series[index].name ?? ""
      let own = isOne && values.count > 1 ? nil : chart.series[isOne ? 0 : index].color
      return Part(name: name, color: own ?? color(index), fraction: value / total)
    }
  }

  static func color(_ index: Int) -> Color { .named(ChartLayout.palette[index % ChartLayout.palette.count]) }

  // MARK: Words

  /// One sentence a series, `Load: 3 values, min 0.2, max 1.8, last 0.7`, or one for a pie: `Mon 30%, Tue 70%`.
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
      return (name.map { $0 + ": " } ?? "") + range(series)
    }
  }

  func percent(_ part: Part) -> String { "\(Int((part.fraction * 100).rounded()))%" }

  private func range(_ series: ChartSeries) -> String {
    let values = series.values.compactMap { $0 }
    guard let low = values.min(), let high = values.max(), let last = values.last else { return "no data" }
    let count = values.count == 1 ? "1 value" : "\(values.count) values"
    return "\(count), min \(ChartNumber.text(low)), max \(ChartNumber.text(high)), last \(ChartNumber.text(last))"
  }

  /// The label of a place on the axis, else its number.
  func label(_ index: Int) -> String {
    index < chart.labels.count && !chart.labels[index].isEmpty ? chart.labels[index] : "\(index + 1)"
  }

  /// Eight heights of a bar for each value, a space for a gap; at most `limit`, the last ones.
  func sparkLine(_ series: ChartSeries, limit: Int = 60) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(
      series.values.suffix(limit).map { value in
        guard let value, value.isFinite else { return " " }
        return bars[min(7, Int(scale.fraction(value) * 8))]
      })
  }
}
