public import WidgetModel

/// Lays views out as SwiftUI's stacks do: a size is proposed on the way down, chosen on the way up.
///
/// A view never takes more than it is offered; what cannot shrink is cut. Views of one stack never overlap. Numbers that are no
/// lengths (NaN, negative, infinite) are clamped. The work is bounded by the number of views and the length of their text.
public struct Layout: Sendable {
  public var context: LayoutContext

  public init(_ context: LayoutContext) { self.context = context }

  /// - Parameters:
  ///   - width: The width to fill, in points.
  ///   - height: The height to fill; nil takes what the view needs, up to `maxHeight`.
  ///   - maxHeight: Not finite is no limit.
  ///   - origin: Where the top left corner goes.
  public func layout(
    _ view: ViewNode, width: Double, height: Double? = nil, maxHeight: Double = .infinity, x: Double = 0, y: Double = 0
  ) -> LaidOutView {
    let metrics = context.metrics
    let width = metrics.floorWidth(width)
    let maxHeight = metrics.floorHeight(maxHeight)
    var budget = LayoutElement.Budget()
    let root = LayoutElement(view, inheriting: ResolvedStyle(textSize: context.textSize), in: nil, context, &budget)
    var proposal = Proposal(width: width, height: height.map { min(maxHeight, metrics.floorHeight($0)) })
    var result = root.measure(proposal)
    if proposal.height == nil, result.size.height > maxHeight {
      proposal.height = maxHeight
      result = root.measure(proposal)
    }
    let slack = metrics.floorWidth((width - result.size.width) * (view.style.align?.horizontalFactor ?? 0))
    let fall = metrics.floorHeight(((proposal.height ?? 0) - result.size.height) * (view.style.align?.verticalFactor ?? 0))
    return root.place(result, x: x + slack, y: y + fall)
  }
}

extension Alignment {
  /// The part of the free room that goes to the left; nil for an alignment that says nothing about it.
  var horizontalFactor: Double? {
    switch self {
    case .leading: 0
    case .center: 0.5
    case .trailing: 1
    case .top, .bottom, .firstBaseline: nil
    }
  }

  /// The part of the free room that goes above.
  var verticalFactor: Double? {
    switch self {
    case .top, .firstBaseline: 0
    case .center: 0.5
    case .bottom: 1
    case .leading, .trailing: nil
    }
  }
}
