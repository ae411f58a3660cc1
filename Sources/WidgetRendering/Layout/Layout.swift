public import WidgetModel

/// Lays out views like SwiftUI's stacks: parents propose sizes, children choose them.
///
/// A view never takes more than its proposal; anything that can't shrink is clipped. Views in a stack never overlap. Numbers that
/// aren't lengths (NaN, negative, infinite) are clamped. The time is bounded by the number of views and the length of their text.
public struct Layout: Sendable {
  public var context: LayoutContext

  public init(_ context: LayoutContext) { self.context = context }

  /// The smallest scale of an `inline` card's row.
  public static let smallestRowScale = InlineLine.smallestScale

  /// A view's first line as one row, for a space too small to show any of the view.
  public func firstLine(of view: ViewNode) -> ViewNode { InlineLine.row(view) }

  /// The size of a view with an unlimited proposal.
  public func idealSize(of view: ViewNode) -> Size {
    var budget = LayoutElement.Budget()
    return root(view, &budget).measure(.ideal).size
  }

  private func root(_ view: ViewNode, _ budget: inout LayoutElement.Budget) -> LayoutElement {
    let view = context.metrics.quantum == nil ? view : view.besideItsBadge()
    return LayoutElement(view, inheriting: ResolvedStyle(textSize: context.textSize), in: nil, .init(context), &budget)
  }

  /// - Parameters:
  ///   - width: The width to fill, in points.
  ///   - height: The height to fill; nil is whatever the view needs, up to `maxHeight`.
  ///   - maxHeight: No limit if it isn't finite.
  ///   - x, y: The top left corner.
  public func layout(
    _ view: ViewNode, width: Double, height: Double? = nil, maxHeight: Double = .infinity, x: Double = 0, y: Double = 0
  ) -> LaidOutView {
    let metrics = context.metrics
    let width = metrics.floorWidth(width)
    let maxHeight = metrics.floorHeight(maxHeight)
    var budget = LayoutElement.Budget()
    let root = root(view, &budget)
    var proposal = Proposal(width: width, height: height.map { min(maxHeight, metrics.floorHeight($0)) })
    var result = root.measure(proposal)
    if proposal.height == nil, result.size.height > maxHeight {
      proposal.height = maxHeight
      result = root.measure(proposal)
    }
    var slack = metrics.floorWidth((width - result.size.width) * (view.style.align?.horizontalFactor ?? 0))
    if root.style.isRightToLeft { slack = width - result.size.width - slack }
    let fall = metrics.floorHeight(((proposal.height ?? 0) - result.size.height) * (view.style.align?.verticalFactor ?? 0))
    return root.place(result, x: x + slack, y: y + fall)
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
