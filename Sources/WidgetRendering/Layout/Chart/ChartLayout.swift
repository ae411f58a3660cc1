public import WidgetModel

/// A chart that's been laid out: values are fractions of the plot, texts are lines with frames.
///
/// It doesn't depend on the surface: cells and vectors draw the same thing. Fractions are 0...1, from the left and the bottom;
/// frames are absolute, in points.
public struct ChartLayout: Sendable, Equatable {
  /// A position, as fractions of the plot.
  public struct Point: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A bar above or below its base.
  public struct Bar: Sendable, Equatable {
    public var left: Double
    public var right: Double
    public var y: Double
    /// The ``ChartLayout/baseline``, or the end of the bar below in a stack.
    public var base: Double
  }

  /// A line across the plot.
  public struct Rule: Sendable, Equatable {
    public var y: Double
    public var color: Color
    public var label: LaidOutText?
    /// The words of the label, wherever they are.
    var name = ""
  }

  /// The shapes of one series.
  public struct Series: Sendable, Equatable {
    public var type: ChartType
    public var color: Color
    /// The fill of its area or its bars; nil is its colour. A gradient spans the plot.
    public var fill: Color?
    public var gradient: Gradient?
    /// The height of zero on its axis, or of the axis end nearest to it.
    public var baseline = 0.0
    /// Whether it's on others of its type.
    public var isStacked = false
    /// The points of a `line`, `area` or `spark`, in order; nil is a gap.
    public var points: [Point?]
    /// The heights below a stacked area's points; empty if it's above the baseline.
    public var floors: [Double?] = []
    /// The bars of a `bar` chart. Several values share one if there isn't enough space for each.
    public var bars: [Bar]
  }

  /// The numbers of the axis at the right of the plot.
  public struct RightAxis: Sendable, Equatable {
    /// The heights of its ticks.
    public var ticks: [Double]
    public var texts: [LaidOutText]
    /// The colour of its only series; nil if there are several.
    public var color: Color?
  }

  /// A part of a pie: from one fraction of the whole to another, clockwise from the top, or from the left of a bar.
  public struct Slice: Sendable, Equatable {
    public var color: Color
    public var start: Double
    public var end: Double
  }

  /// A square of colour showing which series or slice a text describes.
  public struct Key: Sendable, Equatable {
    public var color: Color
    public var frame: Frame
    /// The index of the series or slice.
    public var index: Int
  }

  public var type: ChartType
  /// Where the data is drawn. For a pie it's a square (``isDisc``) or a bar.
  public var plot: Frame
  public var series: [Series] = []
  public var slices: [Slice] = []
  public var isDisc = false
  /// Whether any series are stacked.
  public var isStacked = false
  /// Whether every point has a dot.
  public var showsPoints = false
  public var rules: [Rule] = []
  /// The heights of the value axis' ticks.
  public var ticks: [Double] = []
  /// The height of zero, or of the axis end nearest to it.
  public var baseline = 0.0
  /// Whether the value axis is drawn, at the left of the plot.
  public var showsAxis = false
  public var rightAxis: RightAxis?
  /// How far the numbers of an axis reach beyond the ends of the plot, in points.
  var tickOverhang = 0.0
  public var keys: [Key] = []
  /// Labels of both axes and of the keys, or `no data`.
  public var texts: [LaidOutText] = []

  init(_ type: ChartType, plot: Frame) {
    self.type = type
    self.plot = plot
  }

  /// The colours of series and slices without an explicit one.
  static let palette: [ColorName] = [.blue, .green, .orange, .purple, .red, .teal, .yellow, .pink, .indigo, .mint]
}

extension Chart {
  /// The colour of a series: its own, that of its fill, or one of the palette.
  func color(of index: Int, tint: Color?, accent: Color = .named(.accent)) -> Color {
    if let color = series[index].color { return color }
    func visible(_ gradient: Gradient) -> Color? { gradient.colors.first { $0 != .named(.clear) } }
    if let color = series[index].fillGradient.flatMap(visible) ?? series[index].fill { return color }
    guard series.count == 1 else { return .named(ChartLayout.palette[index % ChartLayout.palette.count]) }
    return tint ?? fillGradient.flatMap(visible) ?? fill ?? accent
  }
}
