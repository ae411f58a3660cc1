import WidgetModel

/// What a chart says in figures: its ends, its ticks, and a sentence for those who do not see it.
struct ChartFigures: Sendable, Equatable {
  let chart: Chart
  /// Ends of the value axis: finite, the first less than the last.
  let lower: Double
  let upper: Double
  /// From the lower end to the upper, at equal distances.
  let ticks: [Double]

  init(_ chart: Chart) {
    self.chart = chart
    let values = chart.series.flatMap(\.values).compactMap { $0 }.filter(\.isFinite)
    var low = values.min() ?? 0
    var high = values.max() ?? 1
    // The length of a bar is its value: it starts at nothing.
    if chart.type == .bar || chart.type == .area {
      low = min(0, low)
      high = max(0, high)
    }
    if let minimum = chart.minimum, minimum.isFinite { low = minimum }
    if let maximum = chart.maximum, maximum.isFinite { high = maximum }
    if !(low < high) {
      let middle = low
      low = chart.minimum == nil ? middle - max(0.5, abs(middle) / 2) : low
      high = low < middle ? middle + max(0.5, abs(middle) / 2) : low + max(1, abs(low))
    }
    // Beyond these, differences are no longer finite.
    low = max(-1e300, low)
    high = min(1e300, high)
    let step = Self.step((high - low) / 3)
    if chart.type != .spark {
      // A hair's breadth beyond a step is that step, badly divided.
      if chart.minimum == nil { low = (low / step + 1e-9).rounded(.down) * step }
      if chart.maximum == nil { high = (high / step - 1e-9).rounded(.up) * step }
    }
    lower = low
    upper = high > low ? high : low + 1
    let count = min(6, max(1, Int(((upper - lower) / step).rounded())))
    let (lower, upper) = (lower, upper)
    ticks = (0...count).map { lower + (upper - lower) * Double($0) / Double(count) }
  }

  /// 1, 2 or 5 times a power of ten, not less than `length`.
  private static func step(_ length: Double) -> Double {
    guard length > 0, length.isFinite else { return 1 }
    var power = 1.0
    while power < length, power < 1e300 { power *= 10 }
    while power >= length * 10, power > 1e-300 { power /= 10 }
    for factor in [0.1, 0.2, 0.5, 1] where power * factor >= length { return power * factor }
    return power
  }

  /// 0 at the lower end, 1 at the upper.
  func fraction(_ value: Double) -> Double { min(1, max(0, (value - lower) / (upper - lower))) }

  /// The most values that a series has.
  var count: Int { chart.series.map(\.values.count).max() ?? 0 }

  /// The parts of a pie's ring, none of them negative.
  static func parts(_ series: ChartSeries) -> [Double] { series.values.map { $0.map { $0.isFinite ? max(0, $0) : 0 } ?? 0 } }

  // MARK: Words

  /// One sentence a series: `Load: from 0.2 to 1.8, last 0.7`, `Mon 30 %, Tue 70 %`.
  var sentences: [String] {
    chart.series.enumerated().map { index, series in
      let name = series.name.flatMap { $0.isEmpty ? nil : $0 } ?? (chart.series.count > 1 ? "Series \(index + 1)" : nil)
      return (name.map { $0 + ": " } ?? "") + (chart.type == .pie ? shares(series) : range(series))
    }
  }

  private func range(_ series: ChartSeries) -> String {
    let values = series.values.compactMap { $0 }.filter(\.isFinite)
    guard let low = values.min(), let high = values.max(), let last = values.last else { return "no values" }
    let count = values.count == 1 ? "1 value" : "\(values.count) values"
    return "\(count), min \(ChartNumber.text(low)), max \(ChartNumber.text(high)), last \(ChartNumber.text(last))"
  }

  private func shares(_ series: ChartSeries) -> String {
    let parts = Self.parts(series)
    let total = parts.reduce(0, +)
    guard total > 0, total.isFinite else { return "no values" }
    let shown = parts.enumerated().prefix(12).map { index, part in
      "\(label(index)) \(ChartNumber.text((part / total * 1000).rounded() / 10)) %"
    }
    return shown.joined(separator: ", ") + (parts.count > 12 ? " and \(parts.count - 12) more" : "")
  }

  /// The label of a place on the axis or of a part, else its number.
  func label(_ index: Int) -> String {
    index < chart.labels.count && !chart.labels[index].isEmpty ? chart.labels[index] : "\(index + 1)"
  }

  /// Eight heights of a bar for each value, a space for a gap; at most `limit`, the last ones.
  func sparkLine(_ series: ChartSeries, limit: Int = 60) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(
      series.values.suffix(limit).map { value in
        guard let value, value.isFinite else { return " " }
        return bars[min(7, Int(fraction(value) * 8))]
      })
  }
}
