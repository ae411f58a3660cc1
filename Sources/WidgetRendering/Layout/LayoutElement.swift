import WidgetModel

/// A view while it is being laid out. It answers the same proposal with the same measurement, and works that out once.
final class LayoutElement {
  /// What is left of the views and the text that one layout takes on. Whoever made the snapshot has counted too, but files can be
  /// edited.
  struct Budget {
    var nodes = 4000
    var depth = 64
    /// Bytes.
    var text = 512 * 1024
  }

  enum Axis { case horizontal, vertical }

  let node: ViewNode
  let style: ResolvedStyle
  let context: LayoutContext
  /// The axis of the stack around it; nil for the root.
  let parentAxis: Axis?
  let children: [LayoutElement]
  let text: ViewText?
  let padding: EdgeInsets

  private var measured: [Proposal: Measurement] = [:]
  private(set) lazy var minimum = computeMinimum()
  private(set) lazy var comfortableWidth = max(minimum.width, computeComfortableWidth())
  /// Takes what it is offered, beyond its ideal size.
  private(set) lazy var expandsHorizontally = computeExpandsHorizontally()
  private(set) lazy var expandsVertically = computeExpandsVertically()

  init(
    _ node: ViewNode, inheriting parent: ResolvedStyle, in parentAxis: Axis?, _ context: LayoutContext, _ budget: inout Budget
  ) {
    self.node = node
    self.context = context
    self.parentAxis = parentAxis
    style = parent.inherited(by: node.style, textSize: context.textSize)
    text = ViewText(node, context, budget: &budget.text)
    let metrics = context.metrics
    let wanted = node.style.padding ?? .zero
    padding = EdgeInsets(
      top: metrics.snapHeight(wanted.top), left: metrics.snapWidth(wanted.left), bottom: metrics.snapHeight(wanted.bottom),
      right: metrics.snapWidth(wanted.right))
    var children: [LayoutElement] = []
    if let axis = node.content.axis, budget.depth > 0 {
      budget.depth -= 1
      for child in node.children where budget.nodes > 0 {
        budget.nodes -= 1
        children.append(LayoutElement(child, inheriting: style, in: axis, context, &budget))
      }
      budget.depth += 1
    }
    self.children = children
  }

  var axis: Axis? { node.content.axis }
  var isSpacer: Bool { if case .spacer = node.content { true } else { false } }
  var isDivider: Bool { if case .divider = node.content { true } else { false } }
  var priority: Double {
    guard let priority = node.style.priority, !priority.isNaN else { return 0 }
    return priority
  }

  /// Leaves no trace, not even spacing: a container without children.
  var isAbsent: Bool {
    axis != nil && children.allSatisfy(\.isAbsent) && node.style.width == nil && node.style.height == nil
      && node.style.minWidth == nil && node.style.minHeight == nil && padding == .zero
  }

  /// A text that says where it stands, in a column: it takes the column's width to stand in.
  var fillsColumn: Bool {
    guard parentAxis == .vertical, axis == nil, !isDivider, !isSpacer else { return false }
    return (node.style.align?.horizontalFactor ?? 0) > 0
  }

  func measure(_ proposal: Proposal) -> Measurement {
    if let known = measured[proposal] { return known }
    let result = computeMeasurement(proposal)
    measured[proposal] = result
    return result
  }
}

extension ViewContent {
  var axis: LayoutElement.Axis? {
    switch self {
    case .hstack: .horizontal
    case .vstack, .group, .zstack, .grid, .private: .vertical
    default: nil
    }
  }
}

/// What a view answered to a proposal, everything inside it included. Frames are relative to the view's own top left corner.
final class Measurement {
  var size: Size
  /// From the top to the first line's baseline.
  var baseline: Double
  var content: Frame
  var lines: [LaidOutText] = []
  var symbol: LaidOutText?
  var indicator: Frame?
  var children: [(element: LayoutElement, x: Double, y: Double, measurement: Measurement)] = []

  init(size: Size, baseline: Double = 0) {
    self.size = size
    self.baseline = baseline
    content = Frame(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Moves all that is inside, for padding and alignment.
  func shift(x: Double, y: Double) {
    guard x != 0 || y != 0 else { return }
    content = content.moved(x, y)
    baseline += y
    lines = lines.map { LaidOutText($0.text, frame: $0.frame.moved(x, y)) }
    symbol = symbol.map { LaidOutText($0.text, frame: $0.frame.moved(x, y)) }
    indicator = indicator?.moved(x, y)
    for index in children.indices {
      children[index].x += x
      children[index].y += y
    }
  }
}

extension Frame {
  func moved(_ x: Double, _ y: Double) -> Frame { Frame(x: self.x + x, y: self.y + y, width: width, height: height) }
}
