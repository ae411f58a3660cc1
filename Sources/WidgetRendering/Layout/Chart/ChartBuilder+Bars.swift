import WidgetModel

extension ChartBuilder {
  /// The bars of one series. Every value has a slot, shared by series that aren't stacked. In cells, a bar's width is whole
  /// cells.
  func bars(of series: Int, _ extents: [Chart.Extent?], _ scale: ChartScale, plot: Frame) -> [ChartLayout.Bar] {
    let groups = chart.barGroups
    let member = Double(groups.firstIndex { $0.contains(series) } ?? 0)
    let unit = context.metrics.quantum?.width ?? 1
    let columns = max(1, (plot.width / unit).rounded(.down))
    let group = Double(max(1, groups.count))
    // With more values than columns, a bar is the mean of its neighbours.
    let slots = max(1, min(valueCount, Int(saturating: columns / group)))
    var bars: [ChartLayout.Bar] = []
    for slot in 0..<slots {
      let range = (slot * valueCount / slots)..<((slot + 1) * valueCount / slots)
      let present = range.clamped(to: 0..<extents.count).compactMap { extents[$0] }
      guard !present.isEmpty else { continue }
      // Divided first: the sum of two huge numbers is infinite.
      let count = Double(present.count)
      let top = present.reduce(0) { $0 + $1.to / count }
      let base = present.reduce(0) { $0 + $1.from / count }
      let (left, width) = place(slot, of: slots, series: member, group: group, columns: columns)
      bars.append(
        .init(
          left: min(1, left * unit / plot.width), right: min(1, (left + width) * unit / plot.width), y: scale.fraction(top),
          base: scale.fraction(base)))
    }
    return bars
  }

  /// The widest bar, in points.
  static let maximumBarWidth = 64.0

  /// Left side and width of a bar, in columns.
  private func place(
    _ slot: Int, of slots: Int, series: Double, group: Double, columns: Double
  ) -> (left: Double, width: Double) {
    let start = Double(slot) * columns / Double(slots)
    let end = Double(slot + 1) * columns / Double(slots)
    guard context.metrics.quantum != nil else {
      let inset = (end - start) * 0.12
      let width = min(Self.maximumBarWidth, (end - start - 2 * inset) / group)
      return ((start + end - width * group) / 2 + series * width, width)
    }
    let (first, last) = (start.rounded(), end.rounded())
    // At least one free cell between groups if possible.
    let free = last - first > group ? max(1, ((last - first) / 4).rounded(.down)) : 0
    let width = min(8, max(1, ((last - first - free) / group).rounded(.down)))
    let margin = ((last - first - width * group) / 2).rounded(.down)
    return (first + max(0, margin) + series * width, width)
  }
}
