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
    // A node brings all that is inside it, and somewhere in there may be what is not shown.
    if context.isRedacted { view.node.children = [] }
    if isRedacted {
      redact(&view)
    } else if case .chart(let chart) = node.content {
      view.chart = ChartBuilder(chart, style: style, context: context)
        .layout(in: view.contentFrame, allowsDisc: context.metrics.quantum == nil || hasOwnHeight)
    }
    return view
  }

  /// Cells are too coarse for a disc that nobody asked for.
  private var hasOwnHeight: Bool { node.style.height != nil || node.style.aspectRatio != nil }

  /// The frames stay, what they show goes.
  private func redact(_ view: inout LaidOutView) {
    func mute(_ text: LaidOutText) -> LaidOutText { LaidOutText("", frame: text.frame, font: text.font) }
    view.lines = view.lines.map(mute)
    view.symbol = view.symbol.map(mute)
    if case .chart = node.content { view.indicator = view.contentFrame }
    view.indicatorShape = .bar
  }

  /// A node that says nothing, and that nothing can be done with.
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
