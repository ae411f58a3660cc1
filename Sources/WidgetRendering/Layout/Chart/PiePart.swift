import WidgetModel

/// A part of a pie, the same in every format.
struct PiePart: Sendable, Equatable {
  var name: String
  var color: Color
  /// Of the whole, 0 to 1.
  var fraction: Double
  /// In whole percent. All parts add up to 100.
  var percent = 0

  /// The parts of one series are its values, those of several series their sums. Values that are not positive are ignored.
  ///
  /// - Returns: No parts if nothing is positive.
  static func parts(of chart: Chart) -> [PiePart] {
    let isOne = chart.series.count == 1
    // Divided first: the sum of huge numbers is infinite.
    let largest = max(1e-300, chart.series.flatMap { $0.values.compactMap { $0 } }.max() ?? 0)
    func scaled(_ value: Double?) -> Double { max(0, value ?? 0) / largest }
    let values = isOne ? chart.series[0].values.map(scaled) : chart.series.map { $0.values.reduce(0) { $0 + scaled($1) } }
    let total = values.reduce(0, +)
    guard total > 0 else { return [] }
    var parts: [PiePart] = values.enumerated().compactMap { index, value in
      guard value > 0 else { return nil }
      let name = isOne ? (chart.labels.indices.contains(index) ? chart.labels[index] : "") : chart.series[index].name ?? ""
      let own = isOne && values.count > 1 ? nil : chart.series[isOne ? 0 : index].color
      let color = own ?? .named(ChartLayout.palette[index % ChartLayout.palette.count])
      return PiePart(name: name, color: color, fraction: value / total)
    }
    // The rest from rounding down goes to the parts that lost most.
    let exact = parts.map { min(1, max(0, $0.fraction)) * 100 }
    for index in parts.indices { parts[index].percent = Int(exact[index]) }
    let order = exact.indices.sorted {
      (Double(parts[$0].percent) - exact[$0], $0) < (Double(parts[$1].percent) - exact[$1], $1)
    }
    for index in order.prefix(max(0, 100 - parts.reduce(0) { $0 + $1.percent })) { parts[index].percent += 1 }
    return parts
  }
}
