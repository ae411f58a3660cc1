import WidgetModel

extension LayoutElement {
  func place(_ measurement: Measurement, x: Double, y: Double) -> LaidOutView {
    var style = self.style
    if let font = measurement.font { style.font = font }
    var view = LaidOutView(
      node: isRedacted ? redactedNode : node,
      frame: Frame(x: x, y: y, width: measurement.size.width, height: measurement.size.height),
      contentFrame: measurement.content.moved(x, y), style: style, lines: measurement.lines.map { $0.moved(x, y) },
      symbol: measurement.symbol?.moved(x, y), indicator: measurement.indicator?.moved(x, y),
      indicatorShape: measurement.indicatorShape, isRedacted: isRedacted,
      children: measurement.children.map { $0.element.place($0.measurement, x: x + $0.x, y: y + $0.y) })
    view.isInRow = isDivider && parentAxis == .horizontal
    // The node's own children may contain private content.
    if context.isRedacted { view.node.children = [] }
    if isRedacted {
      redact(&view)
    } else if case .chart(let chart) = node.content {
      view.chart = ChartBuilder(chart, style: style, context: context)
        .layout(in: view.contentFrame, allowsDisc: context.metrics.quantum == nil || hasOwnHeight)
    }
    return view
  }

  /// Cells are too coarse for a disc without an explicit height.
  private var hasOwnHeight: Bool { node.style.height != nil || node.style.aspectRatio != nil }

  /// Removes the content and keeps the frames.
  private func redact(_ view: inout LaidOutView) {
    func mute(_ text: LaidOutText) -> LaidOutText { LaidOutText("", frame: text.frame, font: text.font) }
    view.lines = view.lines.map(mute)
    view.symbol = view.symbol.map(mute)
    if case .chart = node.content { view.indicator = view.contentFrame }
    view.indicatorShape = .bar
  }

  /// The node without texts, identity and action.
  private var redactedNode: ViewNode {
    var style = node.style
    style.id = nil
    style.accessibility = nil
    return switch node.content {
    case .hstack, .vstack, .zstack, .group, .grid, .spacer, .divider: ViewNode(node.content, style: style)
    case .text, .label, .icon, .date, .link, .image, .private, .progress, .gauge, .chart, .button, .toggle, .activityIndicator:
      ViewNode(.private, style: style)
    }
  }
}
