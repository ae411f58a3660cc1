public import WidgetModel

/// The sizes of a surface's own parts in points: a button's insets, a divider's thickness.
public struct SurfaceMetrics: Sendable, Equatable {
  /// The size of a cell: every frame is a whole number of cells. nil on surfaces without cells.
  public var quantum: Size?
  public var horizontalSpacing: Double
  public var verticalSpacing: Double
  /// Between an icon, a spinner or a box and its text.
  public var iconGap: Double
  /// On each side of a button's title.
  public var buttonInset: Size
  /// The box or switch of a toggle.
  public var toggleWidth: Double
  public var dividerThickness: Size
  /// A progress bar's minimum width, ideal width and height.
  public var progressMinimum: Double
  public var progressIdeal: Double
  public var progressHeight: Double
  /// The ideal size of a circular progress.
  public var circle: Size
  /// The size of an image whose own size is unknown; nil shows alternative text instead.
  public var image: Size?
  /// The ring of a round gauge, without its text.
  public var gauge: Size
  /// The ideal sizes of a chart with axes and of a sparkline.
  public var chart: Size
  public var spark: Size
  /// The space a border takes on each side; zero where it's a hairline.
  public var border: Size

  /// `[ Title ]`, `[x] Label`, bars of one row.
  public static let cells = SurfaceMetrics(
    quantum: CellMeasurer.cell, horizontalSpacing: 8, verticalSpacing: 0, iconGap: 8, buttonInset: Size(width: 16, height: 0),
    toggleWidth: 24, dividerThickness: Size(width: 8, height: 16), progressMinimum: 24, progressIdeal: 80, progressHeight: 16,
    circle: Size(width: 120, height: 16), image: nil, gauge: Size(width: 80, height: 80), chart: Size(width: 320, height: 96),
    spark: Size(width: 80, height: 16), border: CellMeasurer.cell)

  /// Renderings and pages.
  public static let points = SurfaceMetrics(
    quantum: nil, horizontalSpacing: 8, verticalSpacing: 4, iconGap: 6, buttonInset: Size(width: 12, height: 6),
    toggleWidth: 38, dividerThickness: Size(width: 1, height: 1), progressMinimum: 16, progressIdeal: 120, progressHeight: 6,
    circle: Size(width: 32, height: 32), image: Size(width: 64, height: 64), gauge: Size(width: 64, height: 64),
    chart: Size(width: 240, height: 120), spark: Size(width: 80, height: 24), border: .zero)
}

extension SurfaceMetrics {
  func idealSize(of chart: ChartType) -> Size {
    switch chart {
    case .spark: spark
    case .line, .bar, .area, .pie: self.chart
    }
  }

  /// The least distance between views beside each other, unless the script wants less.
  var leastSpacing: Double { quantum?.width ?? 4 }

  /// The smallest ring with space for `100%`, in points.
  static let ringWithReading = 36.0

  /// The maximum length. Sums of these stay exact.
  static let largest = 1e6

  /// Maximum lengths from here on mean "all available space".
  static let everything = 1e5

  /// A script's length, made safe to compute with: not negative, not huge, `fallback` for NaN.
  package static func sane(_ length: Double, or fallback: Double = 0) -> Double {
    length.isNaN ? fallback : min(largest, max(0, length))
  }

  /// A horizontal length in whole cells: the nearest number, at least one unless the length is zero.
  func snapWidth(_ length: Double) -> Double { snap(Self.sane(length), quantum?.width, minimum: 1) }

  /// A vertical length in whole rows: the nearest number.
  func snapHeight(_ length: Double, minimum: Double = 0) -> Double { snap(Self.sane(length), quantum?.height, minimum: minimum) }

  /// The whole cells fitting into a length.
  func floorWidth(_ length: Double) -> Double { floor(length, quantum?.width) }
  func floorHeight(_ length: Double) -> Double { floor(length, quantum?.height) }

  /// How far an offset moves a view, in whole cells.
  func moved(_ offset: Size) -> (x: Double, y: Double) {
    func sane(_ length: Double, _ unit: Double?) -> Double {
      guard length.isFinite else { return 0 }
      let length = min(ViewEffects.furthestOffset, max(-ViewEffects.furthestOffset, length))
      return unit.map { (length / $0).rounded(.toNearestOrAwayFromZero) * $0 } ?? length
    }
    return (sane(offset.width, quantum?.width), sane(offset.height, quantum?.height))
  }

  private func snap(_ length: Double, _ unit: Double?, minimum: Double) -> Double {
    guard let unit, length > 0 else { return length }
    return max(minimum, (length / unit).rounded(.toNearestOrAwayFromZero)) * unit
  }

  private func floor(_ length: Double, _ unit: Double?) -> Double {
    let length = Self.sane(length)
    guard let unit else { return length }
    return (length / unit).rounded(.down) * unit
  }
}
