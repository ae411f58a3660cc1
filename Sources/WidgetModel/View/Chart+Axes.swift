extension Chart {
  /// The types that a series of a chart can have: those that share axes.
  public static let seriesTypes: [ChartType] = [.line, .bar, .area]

  /// How a series is drawn. Sparklines and pies don't mix with others.
  public func type(of series: Int) -> ChartType {
    guard Self.seriesTypes.contains(type), let own = self.series[series].type, Self.seriesTypes.contains(own) else { return type }
    return own
  }

  /// The axis of a series. Sparklines and pies have only one.
  public func axis(of series: Int) -> ChartAxis {
    Self.seriesTypes.contains(type) ? self.series[series].axis ?? .left : .left
  }

  /// Whether there are bars, so that each value has a slot and lines run through the middles of the slots.
  public var hasBars: Bool { series.isEmpty ? type == .bar : series.indices.contains { type(of: $0) == .bar } }

  /// The length of the longest series.
  public var valueCount: Int { series.map(\.values.count).max() ?? 0 }

  /// Where a value is: 0 to 1, from the left of the plot.
  public func position(of value: Int) -> Double {
    let count = valueCount
    if hasBars { return (Double(value) + 0.5) / Double(max(1, count)) }
    return count <= 1 ? 0.5 : Double(value) / Double(count - 1)
  }

  /// Whether a series is at one of the axes.
  public func uses(_ axis: ChartAxis) -> Bool { series.indices.contains { self.axis(of: $0) == axis } }

  /// The axis of the rules and of the lines at the ticks: the left one, if any series is there.
  public var mainAxis: ChartAxis { uses(.left) ? .left : uses(.right) ? .right : .left }

  /// Whether a value axis contains 0.
  public func startsAtZero(_ axis: ChartAxis) -> Bool {
    if let baseline { return baseline == .zero }
    return series.indices.contains { self.axis(of: $0) == axis && (type(of: $0) == .bar || type(of: $0) == .area) }
  }

  public func minimum(of axis: ChartAxis) -> Double? { axis == .left ? minimum : rightMinimum }
  public func maximum(of axis: ChartAxis) -> Double? { axis == .left ? maximum : rightMaximum }
  public func ticks(of axis: ChartAxis) -> [Double]? { axis == .left ? ticks : rightTicks }

  /// Everything a value axis has to contain: the ends of all marks, the ticks requested by the script, and the rules.
  public func values(on axis: ChartAxis) -> [Double] {
    let extents = extents
    let own = series.indices.filter { self.axis(of: $0) == axis }
    let ends = own.flatMap { extents[$0].compactMap { $0?.to } }
    guard !ends.isEmpty else { return [] }
    let rules = axis == mainAxis ? rules ?? [] : []
    return ends + rules.map(\.value).filter(\.isFinite) + (ticks(of: axis) ?? []).filter(\.isFinite)
  }

  /// The fill of an area or of bars: its own, or the chart's. nil is the series' colour.
  public func fill(of series: Int) -> (color: Color, gradient: Gradient?)? {
    let own = self.series[series]
    if let fill = own.fill ?? own.fillGradient?.likeness { return (fill, own.fillGradient) }
    // A colour is nearer than the chart's fill.
    guard own.color == nil else { return nil }
    return (fill ?? fillGradient?.likeness).map { ($0, fillGradient) }
  }
}
