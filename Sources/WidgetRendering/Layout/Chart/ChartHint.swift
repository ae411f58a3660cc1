import WidgetModel
import WidgetSystem

/// The words of a chart about the place that's pointed at: the values there, or the part of a pie.
struct ChartHint: Sendable, Equatable {
  /// Fractions of the plot's width; of the whole for a pie.
  var start: Double
  var end: Double
  var text: String

  /// With more values, places share one.
  static let maximum = 200

  /// The hints from left to right, or clockwise.
  static func all(of chart: Chart) -> [ChartHint] {
    if chart.type == .pie {
      var start = 0.0
      return PiePart.parts(of: chart).map { part in
        defer { start = min(1, start + part.fraction) }
        return ChartHint(
          start: start, end: min(1, start + part.fraction),
          text: [part.name, "\(part.percent)%"].filter { !$0.isEmpty }.joined(separator: " "))
      }
    }
    let count = chart.valueCount
    let shown = stride(from: 0, to: count, by: max(1, (count + maximum - 1) / maximum)).filter { index in
      chart.series.contains { index < $0.values.count && $0.values[index] != nil }
    }
    return shown.enumerated().map { place, index in
      // To the middle between neighbours.
      let before = place > 0 ? (chart.position(of: shown[place - 1]) + chart.position(of: index)) / 2 : 0
      let after = place + 1 < shown.count ? (chart.position(of: index) + chart.position(of: shown[place + 1])) / 2 : 1
      return ChartHint(start: before, end: after, text: text(of: chart, at: index))
    }
  }

  /// `Mon: Load 3, Temperature 21`
  private static func text(of chart: Chart, at index: Int) -> String {
    let values = chart.series.enumerated().compactMap { place, series -> String? in
      guard index < series.values.count, let value = series.values[index] else { return nil }
      let name = series.name.flatMap { $0.isEmpty ? nil : $0 } ?? (chart.series.count > 1 ? "Series \(place + 1)" : nil)
      return (name.map { $0 + " " } ?? "") + ChartNumber.text(value)
    }
    let label = index < chart.labels.count ? chart.labels[index] : ""
    return (label.isEmpty ? "" : label + ": ") + values.joined(separator: ", ")
  }
}

extension LaidOutView {
  /// The words of a chart about a place, as for a tooltip; nil beside its plot.
  ///
  /// - Parameters:
  ///   - x, y: In the coordinates of ``frame``.
  public func chartHint(x: Double, y: Double) -> String? {
    guard case .chart(let content) = node.content, let chart, chart.plot.width > 0, chart.plot.height > 0 else { return nil }
    let plot = chart.isDisc ? chart.plot.square : chart.plot
    guard x >= plot.x, x <= plot.maxX, y >= plot.y, y <= plot.maxY else { return nil }
    var place = (x - plot.x) / plot.width
    if chart.isDisc {
      let (dx, dy) = (x - plot.x - plot.width / 2, y - plot.y - plot.height / 2)
      guard dx * dx + dy * dy <= plot.width * plot.width / 4 else { return nil }
      let turn = atan2(dx, -dy) / (2 * .pi)
      place = turn < 0 ? turn + 1 : turn
    }
    return ChartHint.all(of: content.limited).first { place <= $0.end }.map { terminalSafe($0.text, limit: 300) }
  }
}
