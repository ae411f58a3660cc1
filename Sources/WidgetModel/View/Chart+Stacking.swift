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

  /// Whether series are stacked, which bars and areas can be.
  public var stacks: Bool { isStacked == true && series.count > 1 && (type == .bar || type == .area) }

  /// The extents of all values, by series. Stacked values begin where the one below ends; negative values stack downwards. nil is
  /// a gap.
  public var extents: [[Extent?]] {
    guard stacks else { return series.map { $0.values.map { $0.map { Extent(from: 0, to: $0) } } } }
    let count = series.map(\.values.count).max() ?? 0
    var above = [Double](repeating: 0, count: count)
    var below = above
    // Sums stay finite.
    func sane(_ sum: Double) -> Double { min(1e300, max(-1e300, sum)) }
    return series.map { series in
      series.values.enumerated().map { index, value in
        guard let value else { return nil }
        let from = value < 0 ? below[index] : above[index]
        let to = sane(from + value)
        if value < 0 { below[index] = to } else { above[index] = to }
        return Extent(from: from, to: to)
      }
    }
  }

  /// Everything the value axis has to contain: the ends of all marks, the ticks requested by the script, and the rules.
  public var axisValues: [Double] {
    let ends = stacks ? extents.flatMap { $0.compactMap { $0?.to } } : series.flatMap { $0.values.compactMap { $0 } }
    guard !ends.isEmpty else { return [] }
    return ends + (rules ?? []).map(\.value).filter(\.isFinite) + (ticks ?? []).filter(\.isFinite)
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
