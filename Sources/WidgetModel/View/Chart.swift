/// What a `chart` view shows: series of numbers on a common axis, or the parts of a whole.
public struct Chart: Sendable, Equatable, Codable {
  public var type: ChartType
  public var series: [ChartSeries]
  /// Along the horizontal axis, or beside the parts of a pie; fewer than values is not an error.
  public var labels: [String]
  /// Ends of the value axis; nil is found from the values.
  public var minimum: Double?
  public var maximum: Double?
  /// Whether axes and labels are drawn where there is room; nil is the type's own (not for `spark`).
  public var showsAxes: Bool?

  public init(
    _ type: ChartType, _ series: [ChartSeries], labels: [String] = [], minimum: Double? = nil, maximum: Double? = nil,
    showsAxes: Bool? = nil
  ) {
    self.type = type
    self.series = series
    self.labels = labels
    self.minimum = minimum
    self.maximum = maximum
    self.showsAxes = showsAxes
  }

  private enum CodingKeys: String, CodingKey {
    case type = "chart", series, labels
    case minimum = "min"
    case maximum = "max"
    case showsAxes = "axes"
  }
}

public enum ChartType: String, Sendable, Equatable, CaseIterable, Codable { case line, bar, area, spark, pie }

/// One line, area, group of bars, or ring of parts.
public struct ChartSeries: Sendable, Equatable, Codable {
  public var name: String?
  public var color: Color?
  /// nil is a gap: a value that is missing, or was not a finite number.
  public var values: [Double?]

  public init(_ values: [Double?], name: String? = nil, color: Color? = nil) {
    self.values = values
    self.name = name
    self.color = color
  }
}
