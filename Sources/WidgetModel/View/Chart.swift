/// The content of a `chart` view: series of numbers on a common axis, or the parts of a whole.
public struct Chart: Sendable, Equatable {
  public var type: ChartType
  public var series: [ChartSeries]
  /// Along the horizontal axis, or next to the parts of a pie. There may be fewer labels than values.
  public var labels: [String]
  /// The end of the value axis; nil computes it from the values.
  public var minimum: Double?
  public var maximum: Double?
  /// Whether to draw axes and labels if there's space for them; nil is yes, except for `spark`.
  public var showsAxes: Bool?
  /// nil is ``ChartBaseline/zero`` for bars and areas, ``ChartBaseline/automatic`` for lines.
  public var baseline: ChartBaseline?
  /// Stacks the series of a `bar` or `area` chart on each other; nil is no.
  public var isStacked: Bool?
  /// Draws a dot for every value of a `line`, `area` or `spark` chart; nil is no.
  public var showsPoints: Bool?
  /// The values marked with a number and a line on the value axis; nil computes them.
  public var ticks: [Double]?
  /// Lines across the chart; nil means none.
  public var rules: [ChartRule]?
  /// The colour of areas and bars without a fill of their own; for a gradient, the nearest solid one.
  public var fill: Color?
  public var fillGradient: Gradient?
  /// The ends and the ticks of the axis at the right, as for the other one.
  public var rightMinimum: Double?
  public var rightMaximum: Double?
  public var rightTicks: [Double]?

  public init(
    _ type: ChartType, _ series: [ChartSeries], labels: [String] = [], minimum: Double? = nil, maximum: Double? = nil,
    showsAxes: Bool? = nil, baseline: ChartBaseline? = nil
  ) {
    self.type = type
    self.series = series
    self.labels = labels
    self.minimum = minimum
    self.maximum = maximum
    self.showsAxes = showsAxes
    self.baseline = baseline
  }

  public static let maximumSeries = 10
  public static let maximumTicks = 20
  public static let maximumRules = 10
  /// The most values of all series together, and the most labels.
  public static let maximumValues = 2000

  /// The chart within its limits, with a gap for every value that isn't finite. The decoder has limits too, but stored files can
  /// be edited.
  public var limited: Chart {
    var chart = self
    chart.series = series.prefix(Self.maximumSeries).map { series in
      var series = series
      series.values = series.values.prefix(Self.maximumValues).map { $0.flatMap { $0.isFinite ? $0 : nil } }
      return series
    }
    chart.labels = Array(labels.prefix(Self.maximumValues))
    chart.ticks = ticks.map { Array($0.filter(\.isFinite).prefix(Self.maximumTicks)) }
    chart.rightTicks = rightTicks.map { Array($0.filter(\.isFinite).prefix(Self.maximumTicks)) }
    chart.rules = rules.map { Array($0.filter { $0.value.isFinite }.prefix(Self.maximumRules)) }
    return chart
  }
}

/// Where the value axis starts.
public enum ChartBaseline: String, Sendable, Equatable, CaseIterable, FieldValue {
  /// The axis contains 0, and bars and areas grow from it.
  case zero
  /// The axis fits the data.
  case automatic = "auto"
}

extension Chart {
  /// Whether it uses extra height, as line, bar and area charts do.
  public var expandsVertically: Bool {
    switch type {
    case .line, .bar, .area: true
    case .spark, .pie: false
    }
  }
}

/// The types of chart, by their names in Lua.
public enum ChartType: String, Sendable, Equatable, CaseIterable, FieldValue { case line, bar, area, spark, pie }

/// The value axes of a chart, by the side they're on.
public enum ChartAxis: String, Sendable, Equatable, CaseIterable, FieldValue { case left, right }

/// A line, an area, a group of bars, or the parts of a pie.
public struct ChartSeries: Sendable, Equatable {
  public var name: String?
  public var color: Color?
  /// nil is a gap: a missing value or one that isn't finite.
  public var values: [Double?]
  /// How it's drawn: `line`, `bar` or `area`; nil is as the chart.
  public var type: ChartType?
  /// The colour of its area or bars, instead of its ``color``; for a gradient, the nearest solid one.
  public var fill: Color?
  public var fillGradient: Gradient?
  /// nil is the one at the left.
  public var axis: ChartAxis?

  public init(_ values: [Double?], name: String? = nil, color: Color? = nil) {
    self.values = values
    self.name = name
    self.color = color
  }
}

extension Chart: FieldCoded {
  public init() { self.init(.line, []) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("chart", &type)
    coder.code("series", &series)
    coder.code("labels", &labels)
    coder.code("min", &minimum)
    coder.code("max", &maximum)
    coder.code("axes", &showsAxes)
    coder.code("baseline", &baseline)
    coder.code("stacked", &isStacked)
    coder.code("points", &showsPoints)
    coder.code("ticks", &ticks)
    coder.code("rules", &rules)
    coder.code("fill", &fill)
    coder.code("fill_gradient", &fillGradient)
    coder.code("right_min", &rightMinimum)
    coder.code("right_max", &rightMaximum)
    coder.code("right_ticks", &rightTicks)
  }
}

extension ChartSeries: FieldCoded {
  public init() { self.init([]) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("name", &name)
    coder.code("color", &color)
    coder.code("values", &values)
    coder.code("type", &type)
    coder.code("fill", &fill)
    coder.code("fill_gradient", &fillGradient)
    coder.code("axis", &axis)
  }
}
