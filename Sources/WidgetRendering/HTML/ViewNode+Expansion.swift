import WidgetModel

extension ViewNode {
  private static let deepest = 64

  /// Takes more width than it needs if it's offered, as in a layout.
  ///
  /// - Parameter isBeside: Whether it's inside a row, a grid or a layer.
  func expandsHorizontally(inRow: Bool, isBeside: Bool = false, depth: Int = 0) -> Bool {
    if style.width != nil || depth > Self.deepest { return false }
    if let effects = style.effects, effects.relativeWidth != nil { return true }
    if let most = style.maxWidth { return most >= SurfaceMetrics.everything }
    switch content.traits.axis {
    case .horizontal: return children.contains { $0.expandsHorizontally(inRow: true, isBeside: true, depth: depth + 1) }
    case .depth where content == .overlay:
      return children.first?.expandsHorizontally(inRow: false, isBeside: true, depth: depth + 1) ?? false
    case .vertical, .depth, .alternatives:
      let isBeside = isBeside || inRow || content.traits.axis == .depth
      return children.contains { $0.expandsHorizontally(inRow: false, isBeside: isBeside, depth: depth + 1) }
    case .grid: return content.columns.contains { $0.width == .flexible }
    case nil: break
    }
    if isSpacer { return inRow }
    if content.traits.contains(.separator) { return !inRow }
    if case .shape(let shape) = content { return shape != .circle || style.height == nil }
    if case .image = content { return !inRow && style.aspectRatio != nil && style.height == nil }
    guard content.traits.contains(.text), !isControl else { return content.fillsWidth }
    guard !inRow else { return false }
    if let factor = style.align?.horizontalFactor, factor > 0 { return true }
    // Right-to-left text is at the right of a column, so it takes its width. Beside other views, its column is no wider than its
    // views.
    guard !isBeside || style.align?.horizontalFactor != nil, style.layoutDirection == nil else { return false }
    return text.map { TextDirection.isRightToLeft($0[...]) } == true
  }

  func expandsVertically(inRow: Bool, depth: Int = 0) -> Bool {
    if style.height != nil || depth > Self.deepest { return false }
    if let effects = style.effects, effects.relativeHeight != nil { return true }
    if let most = style.maxHeight { return most >= SurfaceMetrics.everything }
    switch content.traits.axis {
    case .horizontal: return children.contains { $0.expandsVertically(inRow: true, depth: depth + 1) }
    case .depth where content == .overlay: return children.first?.expandsVertically(inRow: false, depth: depth + 1) ?? false
    case .vertical, .depth, .alternatives, .grid:
      return children.contains { $0.expandsVertically(inRow: false, depth: depth + 1) }
    case nil: break
    }
    if case .shape(let shape) = content { return shape != .circle || style.width == nil }
    if case .chart(let chart) = content { return chart.expandsVertically }
    return isSpacer && !inRow
  }

  var hasCharts: Bool {
    if case .chart = content { return true }
    return children.contains { $0.hasCharts }
  }

  /// Takes no space, not even spacing: a container without children.
  func isAbsent(depth: Int = 0) -> Bool {
    guard isContainer, depth <= Self.deepest else { return false }
    return style.width == nil && style.height == nil && style.minWidth == nil && style.minHeight == nil
      && effectivePadding(sparesFixedSides: true) == .zero && children.allSatisfy { $0.isAbsent(depth: depth + 1) }
  }
}
