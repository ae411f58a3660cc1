import WidgetModel

extension LayoutElement {
  func place(_ measurement: Measurement, x: Double, y: Double) -> LaidOutView {
    if let (inner, scale) = measurement.scaled { return LaidOutView(place(inner, x: 0, y: 0), scale: scale, x: x, y: y) }
    if let offset = node.style.effects?.offset {
      let (dx, dy) = context.metrics.moved(offset)
      return placeInLayout(measurement, x: x + dx, y: y + dy)
    }
    return placeInLayout(measurement, x: x, y: y)
  }

  private func placeInLayout(_ measurement: Measurement, x: Double, y: Double) -> LaidOutView {
    var style = self.style
    if let font = measurement.font { style.font = font }
    guard isRedacted || context.isRedacted || turnsAround else { return placed(measurement, style, x, y) }
    var view = placed(measurement, style, x, y)
    if turnsAround { view.mirrorContent(around: view.frame.x + view.frame.maxX) }
    guard isRedacted || context.isRedacted else { return view }
    // The node's own children may contain private content.
    if context.isRedacted { view.node.children = [] }
    if isRedacted { redact(&view) }
    return view
  }

  /// The view before redaction. Made all at once, because copying a view counts references to everything in it.
  private func placed(_ measurement: Measurement, _ style: ResolvedStyle, _ x: Double, _ y: Double) -> LaidOutView {
    let content = measurement.content.moved(x, y)
    return LaidOutView(
      node: isRedacted ? redactedNode : node,
      frame: Frame(x: x, y: y, width: measurement.size.width, height: measurement.size.height),
      contentFrame: content, style: style, lines: measurement.lines.map { $0.moved(x, y) },
      symbol: measurement.symbol?.moved(x, y), indicator: measurement.indicator?.moved(x, y),
      indicatorShape: measurement.indicatorShape, boxedChart: chart(in: content, style).map { .value($0) },
      isRedacted: isRedacted,
      isInRow: isDivider && parentAxis == .horizontal,
      children: measurement.children.map { $0.element.place($0.measurement, x: x + $0.x, y: y + $0.y) })
  }

  private func chart(in frame: Frame, _ style: ResolvedStyle) -> ChartLayout? {
    guard !isRedacted, case .chart(let chart) = node.content else { return nil }
    let tintsTexts = style.color != nil && node.tintsChartTexts
    return ChartBuilder(chart, style: style, context: context, tintsTexts: tintsTexts)
      .layout(in: frame, allowsDisc: context.metrics.quantum == nil || hasOwnHeight)
  }

  /// Whether it has an explicit height. Without one, cells are too coarse for a disc.
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
    if var effects = style.effects {
      (effects.backgroundImage, effects.interval) = (nil, nil)
      // How far an icon or a ring is filled is a value too.
      (effects.iconValue, effects.strokeStyle) = (nil, nil)
      style.effects = effects
    }
    // A field's value is in its parts too.
    let content = traits.contains(.field) ? ViewContent.hstack : traits.isStructure ? node.content : .private
    return ViewNode(content, style: style)
  }
}
