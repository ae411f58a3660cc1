import WidgetModel

extension ChartLayout {
  /// The heights of the lines across the plot: at the ticks of the left axis, or of the right one if there's no other.
  public var tickLines: [Double] { showsAxis ? ticks : rightAxis?.ticks ?? [] }

  /// Whether an axis is drawn.
  public var hasAxis: Bool { showsAxis || rightAxis != nil }

  /// Whether there are bars, which have a line at zero.
  public var hasBars: Bool { series.contains { $0.type == .bar } }
}

extension ChartLayout.Series {
  public typealias Point = ChartLayout.Point

  /// The lines between gaps.
  public var runs: [[Point]] { points.split(separator: nil).map { $0.compactMap { $0 } } }

  /// The outlines of an area, one for each run of two or more points.
  public var areas: [[Point]] {
    guard type == .area else { return [] }
    let edges = points.indices.map { index -> (Point, Double)? in
      guard let point = points[index], let floor = isStacked ? floors[index] : baseline else { return nil }
      return (point, floor)
    }
    return edges.split(whereSeparator: { $0 == nil }).compactMap { run in
      let pairs = run.compactMap { $0 }
      guard pairs.count > 1 else { return nil }
      // A stacked area's floor is a line too.
      let floor = isStacked ? pairs : [pairs[0], pairs[pairs.count - 1]]
      return pairs.map(\.0) + floor.reversed().map { Point(x: $0.0.x, y: $0.1) }
    }
  }
}

extension ChartLayout.Bar {
  /// The rectangle to draw; nil for a value at the baseline. A small one is still visible.
  public func frame(in plot: Frame) -> Frame? {
    let (top, bottom) = (plot.maxY - max(y, base) * plot.height, plot.maxY - min(y, base) * plot.height)
    guard top != bottom else { return nil }
    return Frame(
      x: plot.x + left * plot.width, y: top, width: max(0.5, (right - left) * plot.width), height: max(0.5, bottom - top))
  }
}
