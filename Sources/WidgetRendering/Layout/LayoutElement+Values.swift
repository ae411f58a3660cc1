import WidgetModel

extension LayoutElement {
  func measureChart(_ chart: Chart, _ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    var ideal = chart.type == .spark ? metrics.spark : metrics.chart
    let width = proposal.width ?? ideal.width
    if chart.type == .pie, metrics.quantum != nil {
      // A bar with its keys. With an explicit height, a disc.
      ideal.height = ChartBuilder(chart, style: style, context: context).pieBarHeight(width: width)
    }
    // It expands, so it takes the whole proposal.
    let fills = expandsVertically || node.style.height != nil
    let height = fills ? proposal.height ?? ideal.height : min(ideal.height, proposal.height ?? ideal.height)
    let result = Measurement(size: Size(width: width, height: max(0, height)))
    result.baseline = result.size.height
    result.isCut = width + 0.001 < legibleChartWidth ?? metrics.progressMinimum || height < metrics.spark.height
    return result
  }

  /// A progress as a ring, or as a bar with a number if there's no space for a ring.
  ///
  /// A ring shows no number in a zstack, where another view is inside it.
  func measureCircle(_ value: Double, _ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    var size = metrics.circle
    var shape = IndicatorShape.ring
    if let row = metrics.quantum?.height {
      let ownHeight = parentAxis == .depth ? min(metrics.gauge.height, proposal.height ?? .infinity) : 0
      let side = metrics.floorHeight(
        min(proposal.width ?? .infinity, node.style.height == nil ? ownHeight : proposal.height ?? 0))
      if side >= 3 * row || parentAxis == .depth && side > 0, context.hasCurves {
        size = Size(width: side, height: side)
      } else {
        shape = .bar
      }
    } else if node.style.width != nil || node.style.height != nil {
      let side = min(proposal.width ?? .infinity, proposal.height ?? .infinity)
      size = Size(width: side, height: side)
    }
    let width = min(size.width, proposal.width ?? size.width)
    let height = min(size.height, proposal.height ?? size.height)
    let ring = Measurement(size: Size(width: width, height: height))
    ring.baseline = height
    ring.indicator = ring.content
    ring.indicatorShape = shape
    ring.isCut = width < size.width || height < size.height
    if shape == .ring, parentAxis != .depth, metrics.quantum != nil || min(width, height) >= SurfaceMetrics.ringWithReading {
      func line(_ text: String) -> TextLine { TextLine(text, width: context.measurer.measure(text, font: style.font).width) }
      let percent = line(PercentText.text(value))
      // Rings of one size have numbers of one size. Cells have no sizes.
      let template = metrics.quantum == nil ? line("100%") : nil
      if let font = font(of: percent, insideRing: min(width, height), template: template) {
        ring.lines = [reading(percent.text, font: font, inRing: ring.content)]
      }
    }
    return ring
  }

  /// An image's size for a proposal. Fitted images keep their aspect ratio; filling ones take their size fields.
  func imageSize(_ own: Size, _ mode: ImageMode, _ proposal: Proposal) -> Size {
    var size = uncroppedSize(own, mode, proposal)
    guard mode == .fill else { return size }
    size.width = max(size.width, SurfaceMetrics.sane(node.style.minWidth ?? 0))
    size.height = max(size.height, SurfaceMetrics.sane(node.style.minHeight ?? 0))
    return size
  }

  private func uncroppedSize(_ own: Size, _ mode: ImageMode, _ proposal: Proposal) -> Size {
    let own = Size(width: max(1, SurfaceMetrics.sane(own.width, or: 1)), height: max(1, SurfaceMetrics.sane(own.height, or: 1)))
    let style = node.style
    let fills = mode == .fill && (style.maxWidth ?? 0) >= SurfaceMetrics.everything
    let grows = mode == .fill && (style.maxHeight ?? 0) >= SurfaceMetrics.everything
    let width = style.width != nil || style.effects?.relativeWidth != nil || fills ? proposal.width : nil
    let height = style.height != nil || style.effects?.relativeHeight != nil || grows ? proposal.height : nil
    if ratio != nil { return Size(width: proposal.width ?? own.width, height: proposal.height ?? own.height) }
    let isKnown = context.imageSize != nil
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil): return Size(width: width, height: isKnown ? width * own.height / own.width : own.height)
    case (nil, let height?) where grows: return Size(width: min(own.width, proposal.width ?? .infinity), height: height)
    case (nil, let height?): return Size(width: isKnown ? height * own.width / own.height : own.width, height: height)
    case (nil, nil):
      // It fills the space it may take, and crops whatever is outside.
      guard mode == .fit else { return Size(width: min(own.width, proposal.width ?? .infinity), height: own.height) }
      let scale = min(1, (proposal.width ?? .infinity) / own.width, (proposal.height ?? .infinity) / own.height)
      return Size(width: own.width * scale, height: own.height * scale)
    }
  }

  /// An image's size in whole cells: the nearest width, and the height following from it unless that's fixed, so no row stays
  /// empty.
  func snapped(_ size: Size) -> Size {
    let metrics = context.metrics
    guard metrics.quantum != nil else { return size }
    let width = metrics.snapWidth(size.width)
    let follows = ratio == nil && node.style.height == nil && size.width > 0
    let height = follows ? size.height * width / size.width : size.height
    return Size(width: width, height: metrics.snapHeight(height, minimum: height > 0 ? 1 : 0))
  }
}
