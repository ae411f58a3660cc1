/// A line across a chart at a value: a goal, a limit, an average.
public struct ChartRule: Sendable, Equatable {
  public var value: Double
  /// Above the line, at its end.
  public var label: String?
  public var color: Color?

  public init(_ value: Double, label: String? = nil, color: Color? = nil) {
    self.value = value
    self.label = label
    self.color = color
  }
}

extension Chart {
  /// Where a value's mark begins and ends on the value axis.
  public struct Extent: Sendable, Equatable {
    public var from: Double
    public var to: Double
  }

  /// Whether a series is stacked with others, which bars and areas on the same axis can be.
  public func stacks(_ series: Int) -> Bool {
    guard isStacked == true, type(of: series) == .bar || type(of: series) == .area else { return false }
    return self.series.indices.contains { $0 != series && isBeside($0, series) }
  }

  /// Whether any series are stacked.
  public var stacks: Bool { series.indices.contains(where: stacks) }

  /// Whether two series have the same type and axis.
  private func isBeside(_ one: Int, _ other: Int) -> Bool { type(of: one) == type(of: other) && axis(of: one) == axis(of: other) }

  /// The groups of bars that share the slots, each with the indices of the series: one that isn't stacked is its own.
  public var barGroups: [[Int]] {
    var groups: [[Int]] = []
    for index in series.indices where type(of: index) == .bar {
      if stacks(index), let group = groups.firstIndex(where: { isBeside($0[0], index) }) {
        groups[group].append(index)
      } else {
        groups.append([index])
      }
    }
    return groups
  }

  /// The extents of all values, by series. Stacked values begin where the one below ends; negative values stack downwards. nil is
  /// a gap.
  public var extents: [[Extent?]] {
    let plain = series.map { $0.values.map { $0.map { Extent(from: 0, to: $0) } } }
    guard stacks else { return plain }
    let count = valueCount
    // Sums stay finite.
    func sane(_ sum: Double) -> Double { min(1e300, max(-1e300, sum)) }
    return series.indices.map { index in
      guard stacks(index) else { return plain[index] }
      let lower = series.indices.prefix(index).filter { isBeside($0, index) }
      var (above, below) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
      for other in lower {
        for (place, value) in series[other].values.enumerated() {
          guard let value else { continue }
          if value < 0 { below[place] = sane(below[place] + value) } else { above[place] = sane(above[place] + value) }
        }
      }
      return series[index].values.enumerated().map { place, value in
        value.map { value in
          let from = value < 0 ? below[place] : above[place]
          return Extent(from: from, to: sane(from + value))
        }
      }
    }
  }
}

extension ChartRule: FieldCoded {
  public init() { self.init(0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("value", &value)
    coder.code("label", &label)
    coder.code("color", &color)
  }
}
