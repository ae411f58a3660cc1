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

  /// How a container arranges its views: in a row, in a column, on top of each other, in rows and columns.
  enum Axis { case horizontal, vertical, depth, grid }

  let node: ViewNode
  let style: ResolvedStyle
  let context: LayoutContext
  /// The axis of the container around it; nil for the root.
  let parentAxis: Axis?
  /// The horizontal alignment that the container around it gives to its views.
  let parentAlignment: Double?
  let children: [LayoutElement]
  let text: ViewText?
  /// With the room of its border, where a border takes room.
  let padding: EdgeInsets
  /// Stands inside a `private` view on a redacted surface.
  let isRedacted: Bool

  private var measured = MeasurementCache()
  /// What is there of the children: those that take no room at all are passed over.
  private(set) lazy var present: [LayoutElement] = children.filter { !$0.isAbsent }
  private(set) lazy var gaps: [Double] = computeGaps()
  /// Of any text in its own font.
  private(set) lazy var line: TextExtent = context.measurer.measure("x", font: style.font)
  private(set) lazy var symbolExtent: TextExtent? = text?.symbol.map { context.measurer.measureSymbol($0, font: style.font) }
  private(set) lazy var minimum = computeMinimum()
  private(set) lazy var preferredMinimumWidth = max(minimum.width, computePreferredMinimumWidth())
  /// The minimum and the comfortable width when no width that was asked for counts.
  private(set) lazy var compressedMinimumWidth = min(minimum.width, computeMinimum(yields: true).width)
  private(set) lazy var compressedPreferredMinimumWidth = max(compressedMinimumWidth, min(preferredMinimumWidth, computePreferredMinimumWidth(yields: true)))
  /// Takes what it is offered, beyond its ideal size.
  private(set) lazy var expandsHorizontally = computeExpandsHorizontally()
  private(set) lazy var expandsVertically = computeExpandsVertically()

  /// Its first line does.
  private(set) lazy var isRightToLeft = text?.text.map { TextDirection.isRightToLeft($0[...]) } ?? false

  init(
    _ node: ViewNode, inheriting parent: ResolvedStyle, in parentAxis: Axis?, aligned parentAlignment: Double? = nil,
    isRedacted: Bool = false, _ context: LayoutContext, _ budget: inout Budget
  ) {
    self.node = node
    self.context = context
    self.parentAxis = parentAxis
    self.parentAlignment = parentAlignment
    self.isRedacted = isRedacted || (context.isRedacted && node.content == .private)
    style = parent.inherited(by: node.style, textSize: context.textSize)
    text = ViewText(node, context, budget: &budget.text)
    let metrics = context.metrics
    let wanted = node.style.padding ?? .zero
    var border = node.style.hasBorder ? metrics.border : Size.zero
    // Letters do not touch a line.
    if node.style.padding == nil { border.width *= 2 }
    // Cells are twice as high as wide: above and below, a border stands in the room of the padding, at the sides beside it.
    padding = EdgeInsets(
      top: max(border.height, metrics.snapHeight(wanted.top)), left: border.width + metrics.snapWidth(wanted.left),
      bottom: max(border.height, metrics.snapHeight(wanted.bottom)), right: border.width + metrics.snapWidth(wanted.right))
    var children: [LayoutElement] = []
    if let axis = node.content.axis, budget.depth > 0 {
      budget.depth -= 1
      for child in node.children where budget.nodes > 0 {
        budget.nodes -= 1
        children.append(
          LayoutElement(
            child, inheriting: style, in: axis, aligned: node.style.align?.horizontalFactor, isRedacted: self.isRedacted, context,
            &budget))
      }
      budget.depth += 1
    }
    self.children = children
  }

  var axis: Axis? { node.content.axis }
  var isSpacer: Bool { node.isSpacer }
  var isDivider: Bool { node.content == .divider }
  var priority: Double {
    guard let priority = node.style.priority, !priority.isNaN else { return 0 }
    return priority
  }

  /// Leaves no trace, not even spacing: a container without children.
  private(set) lazy var isAbsent: Bool =
    axis != nil && children.allSatisfy(\.isAbsent) && node.style.width == nil && node.style.height == nil
    && node.style.minWidth == nil && node.style.minHeight == nil && padding == .zero

  /// A text that says where it stands, in a column: it takes the column's width to stand in. So does one that reads from the
  /// right and stands where lines begin.
  var fillsColumn: Bool {
    guard axis == nil, !isDivider, !isSpacer else { return false }
    let own = node.style.align?.horizontalFactor
    if parentAxis == .vertical, own ?? 0 > 0 { return true }
    return parentAxis != .horizontal && parentAxis != .depth && own ?? parentAlignment ?? 0 == 0 && isRightToLeft
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
    case .vstack, .group, .private: .vertical
    case .zstack: .depth
    case .grid: .grid
    case .text, .label, .icon, .date, .link, .image, .spacer, .divider, .progress, .gauge, .chart, .button, .toggle,
      .activityIndicator:
      nil
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
  var indicatorShape = IndicatorShape.bar
  /// The view's own, made smaller to fit.
  var font: ResolvedFont?
  var children: [Child] = []

  /// A view inside, and where it stands.
  struct Child {
    let element: LayoutElement
    var x: Double
    var y: Double
    let measurement: Measurement
  }

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
    lines = lines.map { $0.moved(x, y) }
    symbol = symbol?.moved(x, y)
    indicator = indicator?.moved(x, y)
    for index in children.indices {
      children[index].x += x
      children[index].y += y
    }
  }
}

extension ViewStyle {
  var hasBorder: Bool { border != nil && border != .named(.clear) }
}

extension Frame {
  func moved(_ x: Double, _ y: Double) -> Frame { Frame(x: self.x + x, y: self.y + y, width: width, height: height) }
}
