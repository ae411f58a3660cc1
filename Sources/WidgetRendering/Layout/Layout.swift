public import WidgetModel

/// Lays out views like SwiftUI's stacks: parents propose sizes, children choose them.
///
/// A view never takes more than its proposal; anything that can't shrink is clipped. Views in a stack never overlap. Numbers that
/// aren't lengths (NaN, negative, infinite) are clamped. The time is bounded by the number of views and the length of their text.
public struct Layout: Sendable {
  public var context: LayoutContext

  public init(_ context: LayoutContext) { self.context = context }

  /// The smallest scale of an `inline` card's row: its letters get no smaller than at the usual text size.
  public static func smallestRowScale(at textSize: TextSize) -> Double {
    InlineLine.smallestScale / max(1, TextStyle.body.scale(at: textSize))
  }

  /// A view's first line as one row, for a space too small to show any of the view.
  public func firstLine(of view: ViewNode) -> ViewNode { InlineLine.row(view) }

  /// The size of a view with an unlimited proposal.
  public func idealSize(of view: ViewNode) -> Size { idealSize(of: view, MeasuringWork()) }

  func idealSize(of view: ViewNode, _ measuring: MeasuringWork) -> Size { root(view, Mode(), measuring).measure(.ideal).size }

  /// A notice in a lower space is one or two lines, in points.
  private static let lowestNotice = 72.0

  /// Cells have one size.
  var scalesContent: Bool { context.scalesContent && context.metrics.quantum == nil && context.measurer.scalesText }

  /// How views are measured, from the usual way to the last resort.
  struct Mode {
    /// Whether there's as little space between rows as there may be.
    var isTight = false
    /// Whether rows and grids of equal things get smaller than everything else.
    var scalesGroups = false
    /// That of the card, which scales of groups are relative to.
    var cardScale = Fitting.usualScale
    /// The smallest scale of a row that's too wide.
    var rowScale = 1.0
    /// The smallest scale of a number or a word that's too wide, on its own.
    var figureScale = 1.0
    /// The largest scale of equal rows.
    var largestRowScale = 1.0
  }

  func root(_ view: ViewNode, _ mode: Mode = Mode(), _ measuring: MeasuringWork = MeasuringWork()) -> LayoutElement {
    let view = context.metrics.quantum == nil ? view : view.besideItsBadge()
    var budget = LayoutElement.Budget()
    let root = LayoutElement(
      view, inheriting: ResolvedStyle(textSize: context.textSize), in: nil,
      .init(context, mode, scalesParts: mode.isTight && scalesContent, measuring), &budget)
    measuring.add(views: 2 * (LayoutElement.Budget().nodes - budget.nodes))
    root.pairGauges()
    return root
  }

  /// - Parameters:
  ///   - width: The width to fill, in points.
  ///   - height: The height to fill; nil is whatever the view needs, up to `maxHeight`.
  ///   - maxHeight: No limit if it isn't finite.
  ///   - x, y: The top left corner.
  public func layout(
    _ view: ViewNode, width: Double, height: Double? = nil, maxHeight: Double = .infinity, x: Double = 0, y: Double = 0
  ) -> LaidOutView {
    fitted(view, width: width, height: height, maxHeight: maxHeight, x: x, y: y).view
  }

  /// The layout, and what it had to leave out.
  ///
  /// A view that takes too much work (``MeasuringWork``) is replaced by a notice that says so.
  public func fitted(
    _ view: ViewNode, width: Double, height: Double? = nil, maxHeight: Double = .infinity, x: Double = 0, y: Double = 0
  ) -> FittedView {
    fitted(view, MeasuringWork(), width: width, height: height, maxHeight: maxHeight, x: x, y: y)
  }

  func fitted(
    _ view: ViewNode, _ measuring: MeasuringWork, width: Double, height: Double? = nil, maxHeight: Double = .infinity,
    x: Double = 0, y: Double = 0
  ) -> FittedView {
    let metrics = context.metrics
    var fitting = Fitting(
      view, self, width: SurfaceMetrics.sane(width), height: height.map { SurfaceMetrics.sane($0) },
      limit: metrics.floorHeight(maxHeight), measuring)
    let result = fitting.result()
    if measuring.isSpent {
      let notice = WorkNotice.view(context.clock.words, isLow: min(height ?? .infinity, maxHeight) < Self.lowestNotice)
      var fitted = fitted(notice, MeasuringWork(), width: width, height: height, maxHeight: maxHeight, x: x, y: y)
      fitted.isNotice = true
      return fitted
    }
    EqualSizes.apply(to: result.element, result.measurement)
    let (space, size) = (result.space, result.measurement.size)
    var slack = metrics.floorWidth(((space.width ?? 0) - size.width) * (view.style.align?.horizontalFactor ?? 0))
    if result.element.style.isRightToLeft { slack = (space.width ?? 0) - size.width - slack }
    let fall = metrics.floorHeight(((space.height ?? 0) - size.height) * (view.style.align?.verticalFactor ?? 0))
    let isScaled = result.scale < 1
    let placed = result.element.place(result.measurement, x: slack + (isScaled ? 0 : x), y: fall + (isScaled ? 0 : y))
    return FittedView(
      view: isScaled ? LaidOutView(placed, scale: result.scale, x: x, y: y) : placed, report: fitting.report)
  }
}

extension Alignment {
  /// The fraction of the free space to the left; nil for a vertical alignment.
  var horizontalFactor: Double? {
    switch self {
    case .leading, .topLeading, .bottomLeading: 0
    case .center: 0.5
    case .trailing, .topTrailing, .bottomTrailing: 1
    case .top, .bottom, .firstBaseline: nil
    }
  }

  /// The fraction of the free space above; nil for a horizontal alignment.
  var verticalFactor: Double? {
    switch self {
    case .top, .firstBaseline, .topLeading, .topTrailing: 0
    case .center: 0.5
    case .bottom, .bottomLeading, .bottomTrailing: 1
    case .leading, .trailing: nil
    }
  }
}

extension Layout {
  /// A view's height in points, from average letter widths, for a program without fonts.
  ///
  /// - Parameter width: The width to fill, in points.
  public static func estimatedHeight(of view: ViewNode, width: Double, textSize: TextSize) -> Double {
    Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: textSize)).layout(view, width: width)
      .frame.height
  }
}
