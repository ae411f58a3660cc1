import WidgetModel

extension LayoutElement {
  /// The smallest size at which the view still shows something.
  ///
  /// - Parameter yields: Whether to ignore fixed and minimum widths.
  func computeMinimum(yields: Bool = false) -> Size {
    let style = node.style
    let metrics = context.metrics
    var size: Size
    if let axis {
      let present = node.content.kind == .overlay ? Array(present.prefix(1)) : present
      let widths = present.map { yields ? $0.compressedMinimumWidth : $0.minimum.width }
      let heights = present.map(\.minimum.height)
      size =
        switch axis {
        case .horizontal:
          Size(width: widths.reduce(minimumGaps(axis).reduce(0, +), +), height: heights.max() ?? 0)
        case .vertical: Size(width: widths.max() ?? 0, height: heights.reduce(minimumGaps(axis).reduce(0, +), +))
        case .depth: Size(width: widths.max() ?? 0, height: heights.max() ?? 0)
        case .alternatives: Size(width: widths.min() ?? 0, height: heights.min() ?? 0)
        case .grid: gridMinimum(yields: yields) { yields ? $0.compressedMinimumWidth : $0.minimum.width }
        }
    } else {
      size = minimumContentSize
    }
    size.width += leastPadding.width
    size.height += leastPadding.height
    if let width = style.width, !yields { size.width = metrics.snapWidth(width) }
    if let height = style.height {
      let fixed = metrics.snapHeight(height, minimum: 1)
      size.height = isLowerIfNeeded ? min(size.height, fixed) : fixed
    }
    if let width = style.minWidth, style.width == nil, !yields { size.width = max(size.width, metrics.snapWidth(width)) }
    if let height = style.minHeight, style.height == nil { size.height = max(size.height, metrics.snapHeight(height)) }
    if let width = style.maxWidth, style.width == nil { size.width = min(size.width, metrics.snapWidth(width)) }
    if let height = style.maxHeight, style.height == nil { size.height = min(size.height, metrics.snapHeight(height)) }
    if isScaledFirst, scalesAsOne {
      // It can get smaller as a whole.
      let scale = leastScale(Fitting.usualScale)
      size = Size(width: size.width * scale, height: size.height * scale)
    } else if isWholeRow {
      size.height *= Self.lowestRow
    }
    if rowScale < 1, isUnit { size = Size(width: size.width * rowScale, height: size.height * rowScale) }
    return Size(width: SurfaceMetrics.sane(size.width), height: SurfaceMetrics.sane(size.height))
  }

  /// The smallest size of a view without children; usually a letter's.
  private var minimumContentSize: Size {
    let metrics = context.metrics
    let isInRow = parentAxis == .horizontal
    if isSpacer { return isInRow ? Size(width: spacerLength, height: 0) : Size(width: 0, height: spacerLength) }
    if isDivider {
      let thickness = metrics.dividerThickness
      return isInRow ? Size(width: thickness.width, height: 0) : Size(width: 0, height: thickness.height)
    }
    if case .progress(_, let shape) = node.content {
      return Size(width: metrics.progressMinimum, height: shape == .bar ? metrics.progressHeight : metrics.circle.height)
    }
    if case .gauge = node.content { return Size(width: metrics.progressMinimum, height: line.height) }
    if case .chart = node.content { return Size(width: metrics.progressMinimum, height: metrics.spark.height) }
    if case .image(let source, _) = node.content { return minimumImageSize(source) }
    if case .shape = node.content { return metrics.quantum ?? Size(width: 1, height: 1) }
    return minimumTextSize
  }

  private var minimumTextSize: Size {
    Size(width: text?.text == "" ? 0 : line.width, height: isShrinkingIcon ? line.height * Self.smallestIcon : line.height)
  }

  /// Whether it's an icon below other views, which gets smaller before they're left out.
  var isShrinkingIcon: Bool {
    guard case .icon = node.content else { return false }
    return parentAxis == .vertical && context.metrics.quantum == nil && context.measurer.scalesText
  }

  private static let smallestIcon = 0.6

  private func minimumImageSize(_ source: ImageSource) -> Size {
    guard let own = context.idealSize(of: source) else { return minimumTextSize }
    // Smaller images aren't recognizable.
    let side = 32.0
    return Size(
      width: context.metrics.snapWidth(min(side, SurfaceMetrics.sane(own.width))),
      height: context.metrics.snapHeight(min(side, SurfaceMetrics.sane(own.height))))
  }

  /// The minimum length of a spacer along its stack.
  var spacerLength: Double {
    guard case .spacer(let length) = node.content else { return 0 }
    let metrics = context.metrics
    if parentAxis == .horizontal { return metrics.snapWidth(length ?? metrics.horizontalSpacing) }
    return metrics.snapHeight(length ?? metrics.verticalSpacing)
  }

  func computeExpandsHorizontally() -> Bool {
    if node.style.width != nil { return false }
    if let effects = node.style.effects, effects.relativeWidth != nil { return true }
    if let most = node.style.maxWidth { return most >= SurfaceMetrics.everything }
    switch axis {
    case .grid: return node.content.columns.contains { $0.width == .flexible }
    case .depth where node.content == .overlay: return children.first?.expandsHorizontally ?? false
    case .horizontal, .vertical, .depth, .alternatives: return children.contains(where: \.expandsHorizontally)
    case nil: break
    }
    if isSpacer { return parentAxis == .horizontal }
    if isDivider { return parentAxis != .horizontal }
    return traits.contains(.fillsWidth) ? node.content.fillsWidth : fillsColumn
  }

  func computeExpandsVertically() -> Bool {
    if node.style.height != nil { return false }
    if let effects = node.style.effects, effects.relativeHeight != nil { return true }
    if let most = node.style.maxHeight { return most >= SurfaceMetrics.everything }
    if node.content == .overlay { return children.first?.expandsVertically ?? false }
    if case .shape = node.content { return true }
    if axis != nil { return children.contains(where: \.expandsVertically) }
    if case .chart(let chart) = node.content { return chart.expandsVertically }
    return isSpacer && parentAxis == .vertical
  }

  /// Whether its `height` is what it has where there's space: a chart says more when it's low than when it's left out.
  private var isLowerIfNeeded: Bool {
    if case .chart = node.content { node.style.width == nil } else { false }
  }

  func computeMeasurement(_ proposal: Proposal) -> Measurement {
    countMeasurement()
    let style = node.style
    let metrics = context.metrics
    var fixed = (width: style.width.map(metrics.snapWidth), height: style.height.map { metrics.snapHeight($0, minimum: 1) })
    if let effects = style.effects {
      if let part = effects.relativeWidth, let whole = container.width ?? proposal.width {
        fixed.width = metrics.snapWidth(whole * part)
      }
      if let part = effects.relativeHeight, let whole = container.height ?? proposal.height {
        fixed.height = metrics.snapHeight(whole * part)
      }
    }
    if isLowerIfNeeded, let height = fixed.height, let offered = proposal.height {
      fixed.height = min(height, max(offered, minimum.height))
    }
    let horizontal = Limits(
      fixed: fixed.width, minimum: style.minWidth.map(metrics.snapWidth),
      most: style.maxWidth.map(metrics.snapWidth), offered: proposal.width)
    let vertical = Limits(
      fixed: fixed.height, minimum: style.minHeight.map { metrics.snapHeight($0) },
      most: style.maxHeight.map { metrics.snapHeight($0) }, offered: proposal.height)
    var pads = paddingInside(Proposal(width: horizontal.proposal, height: vertical.proposal))
    func content(_ width: Double?, _ height: Double?) -> Measurement {
      measureContent(Proposal(width: width.map { max(0, $0 - pads.width) }, height: height.map { max(0, $0 - pads.height) }))
    }
    var inner = content(horizontal.proposal, vertical.proposal)
    // Content whose ideal size exceeds the view's maximum is measured again with the maximum.
    let tooWide = horizontal.proposal == nil && horizontal.most.map { inner.size.width + pads.width > $0 } == true
    let tooHigh = vertical.proposal == nil && vertical.most.map { inner.size.height + pads.height > $0 } == true
    if tooWide || tooHigh {
      let space = Proposal(
        width: tooWide ? horizontal.most : horizontal.proposal, height: tooHigh ? vertical.most : vertical.proposal)
      pads = paddingInside(space)
      inner = content(space.width, space.height)
    }
    if inner.showsNothing { return .nothing }
    var size = Size(
      width: horizontal.chosen(inner.size.width + pads.width), height: vertical.chosen(inner.size.height + pads.height))
    if let ratio { size = fitted(size, ratio, offered: proposal) }
    // Expanding content is measured again with the extra space from the view's size fields.
    let isWider = expandsInside(\.expandsHorizontally) && size.width > inner.size.width + pads.width
    let isHigher = expandsInside(\.expandsVertically) && size.height > inner.size.height + pads.height
    let isSmaller = ratio != nil && (size.width < inner.size.width + pads.width || size.height < inner.size.height + pads.height)
    if isWider || isHigher || isSmaller {
      inner = content(
        isWider || isSmaller ? size.width : horizontal.proposal, isHigher || isSmaller ? size.height : vertical.proposal)
    }
    // In a narrow frame the padding is compressed before the content.
    let (start, above) = paddingBefore(pads)
    let left = min(start, max(0, size.width - inner.size.width))
    let top = min(above, max(0, size.height - inner.size.height))
    let free = Size(
      width: max(0, size.width - max(pads.width, left) - inner.size.width),
      height: max(0, size.height - max(pads.height, top) - inner.size.height))
    inner.shift(
      x: left + metrics.floorWidth(free.width * (style.align?.horizontalFactor ?? (axis == .depth ? 0.5 : 0))),
      y: top + metrics.floorHeight(free.height * (style.align?.verticalFactor ?? (axis == .depth ? 0.5 : 0))))
    if isCutWhateverTheSpace(inner, fixed.width, offered: proposal, height: inner.size.height, content) { inner.isCut = false }
    inner.isCut =
      inner.isCut || size.width + 0.001 < (style.width ?? style.minWidth).map(metrics.snapWidth) ?? 0
      || !isLowerIfNeeded && size.height + 0.001 < style.height.map { metrics.snapHeight($0, minimum: 1) } ?? 0
      || size.width + 0.001 < inner.size.width + pads.width || size.height + 0.001 < inner.size.height + pads.height
      || (node.content == .overlay ? Array(inner.children.prefix(1)) : inner.children).contains { $0.measurement.isCut }
    inner.size = size
    inner.pads = pads
    return inner
  }

  /// Whether text is too large for the width the script gives it, and not for the card: a smaller card scale wouldn't help.
  private func isCutWhateverTheSpace(
    _ inner: Measurement, _ width: Double?, offered: Proposal, height: Double,
    _ content: (_ width: Double?, _ height: Double?) -> Measurement
  ) -> Bool {
    guard inner.isCut, let width, context.measurer.scalesText, node.style.height == nil, axis != .depth,
      width <= offered.width ?? .infinity
    else { return false }
    let natural = content(width, nil)
    return natural.isCut && natural.size.height <= height + 0.001
  }

  /// Whether the content expands, whatever the view's own size fields.
  private func expandsInside(_ expands: (LayoutElement) -> Bool) -> Bool {
    axis == nil ? traits.contains(.scales) : children.contains(where: expands)
  }

  /// Width divided by height; nil unless it's a positive number.
  var ratio: Double? {
    guard let ratio = node.style.aspectRatio, ratio.isFinite, ratio > 0 else { return nil }
    return min(1000, max(0.001, ratio))
  }

  /// A size with the aspect ratio: as wide as without it, unless that would be too high.
  private func fitted(_ size: Size, _ ratio: Double, offered: Proposal) -> Size {
    let metrics = context.metrics
    let style = node.style
    // A fixed height without a fixed width determines the width.
    let wanted = style.height != nil && style.width == nil ? size.height * ratio : size.width
    let highest = min(
      offered.height ?? SurfaceMetrics.largest, style.maxHeight.map { SurfaceMetrics.sane($0) } ?? SurfaceMetrics.largest)
    let width = min(wanted, offered.width ?? wanted, highest * ratio)
    // At least one line of the content is visible.
    let minimum = axis == nil || width == 0 ? 0 : minimumLineHeight
    let height = max(metrics.snapHeight(width / ratio, minimum: width > 0 ? 1 : 0), minimum)
    return Size(
      width: min(metrics.snapWidth(width), offered.width ?? .infinity), height: min(height, offered.height ?? .infinity))
  }

  func computeMinimumLineHeight() -> Double {
    let present = children.filter { !$0.isAbsent }
    let inner = present.map { $0.axis == nil ? $0.minimum.height : $0.minimumLineHeight }.max() ?? 0
    return inner + padding.top + padding.bottom
  }

  func measureContent(_ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    func sized(_ width: Double, _ height: Double) -> Measurement {
      Measurement(size: Size(width: min(width, proposal.width ?? width), height: min(height, proposal.height ?? height)))
    }
    switch node.content {
    case .hstack:
      if becomesColumn(proposal) { return measureColumn(rowAsColumn, proposal, alignment: 0) }
      let row = measureRow(proposal)
      return gaugesAsBars(insteadOf: row, proposal) ?? row
    case .field: return measureRow(proposal)
    case .vstack, .group, .card, .private: return measureColumn(present, proposal, alignment: node.style.align?.horizontalFactor)
    case .zstack: return measureZStack(proposal)
    case .overlay: return measureOverlay(proposal)
    case .shape(let shape): return measureShape(shape, proposal)
    case .fits: return measureAlternatives(proposal)
    case .grid: return measureGrid(proposal)
    case .gauge(let gauge): return measureGauge(gauge, proposal)
    case .chart(let chart): return measureChart(chart, proposal)
    case .spacer:
      return parentAxis == .horizontal
        ? sized(max(spacerLength, proposal.width ?? 0), 0) : sized(0, max(spacerLength, proposal.height ?? 0))
    case .divider:
      let thickness = metrics.dividerThickness
      return parentAxis == .horizontal
        ? sized(thickness.width, proposal.height ?? 0) : sized(proposal.width ?? 0, thickness.height)
    case .progress(let value, .circle): return measureCircle(value, proposal)
    case .progress(_, .bar):
      let bar = sized(proposal.width ?? metrics.progressIdeal, metrics.progressHeight)
      bar.baseline = bar.size.height
      bar.indicator = bar.content
      return bar
    case .image(let source, let mode):
      guard let own = context.idealSize(of: source) else { return measureText(proposal) }
      let size = snapped(imageSize(own, mode, proposal))
      let image = sized(size.width, size.height)
      image.isCut = image.size.width + 0.001 < minimum.width || image.size.height + 0.001 < minimum.height
      image.baseline = image.size.height
      image.indicator = image.content
      return image
    case .text, .label, .icon, .date, .link, .button, .toggle, .activityIndicator: return measureText(proposal)
    }
  }
}

/// A view's size fields along one axis, and the proposal they limit.
private struct Limits {
  var fixed: Double?
  var minimum: Double?
  var most: Double?
  var offered: Double?

  /// The proposal for the content.
  var proposal: Double? {
    if let fixed { return min(fixed, offered ?? fixed) }
    guard let offered else { return nil }
    return min(offered, most ?? offered)
  }

  func chosen(_ wanted: Double) -> Double {
    var size = fixed ?? max(wanted, minimum ?? 0)
    if fixed == nil, let most {
      // An infinite maximum takes all available space.
      size = most >= SurfaceMetrics.everything ? max(size, offered ?? size) : min(size, most)
    }
    return min(size, offered ?? size)
  }
}
