import WidgetModel

extension LayoutElement {
  /// The width below which words are broken and controls truncated. Rows give their views at least this if they can.
  ///
  /// - Parameter yields: Whether to ignore fixed and minimum widths.
  func computePreferredMinimumWidth(yields: Bool = false) -> Double {
    let style = node.style
    let metrics = context.metrics
    let minimum = yields ? compressedMinimumWidth : minimum.width
    if style.width != nil && !yields { return minimum }
    var width = yields && !isFieldValueInCells ? leastPadding.width : padding.left + padding.right
    if let axis {
      let widths = present.map { yields ? $0.compressedPreferredMinimumWidth : $0.preferredMinimumWidth }
      switch axis {
      case .horizontal: width += widths.reduce(gaps.reduce(0, +), +)
      case .vertical: width += widths.max() ?? 0
      case .depth:
        width += layerWidths { yields ? $0.compressedPreferredMinimumWidth : $0.preferredMinimumWidth }.max() ?? 0
      case .alternatives: width += widths.min() ?? 0
      case .grid:
        width += gridMinimum(yields: yields) { yields ? $0.compressedPreferredMinimumWidth : $0.preferredMinimumWidth }.width
      }
    } else {
      if let chart = legibleChartWidth { return SurfaceMetrics.sane(max(minimum, chart)) }
      guard traits.contains(.text) || node.content.kind == .image else { return minimum }
      // One-line text is meant to be truncated; numbers and control titles aren't.
      if style.lineLimit == 1, !isFigure, !isFieldValueInCells, !traits.contains(.control) { return max(minimum, legibleWidth) }
      width += unbrokenWidth
    }
    if isScalingGroup { width *= leastScale(Fitting.usualScale) }
    if !yields { width = max(width, style.minWidth.map(metrics.snapWidth) ?? 0) }
    return SurfaceMetrics.sane(min(width, style.maxWidth.map(metrics.snapWidth) ?? width))
  }

  /// The width of a figure at its smallest, of three letters of other text with an ellipsis, or of a button's icon. For a row,
  /// that of the view omitted last.
  func computeLegibleWidth() -> Double {
    // The frame around a field's text stays.
    let pads = isFieldValueInCells ? padding.left + padding.right : leastPadding.width
    var width: Double
    switch axis {
    case .horizontal:
      let views = present.filter { !$0.isSpacer && !$0.isDivider }
      let first = views.indices.max { (views[$0].priority, -$0) < (views[$1].priority, -$1) }
      width = first.map { views[$0].legibleWidth } ?? 0
    case .depth where node.content == .overlay: width = present.first?.legibleWidth ?? 0
    case .alternatives: width = present.map(\.legibleWidth).min() ?? 0
    case .vertical, .depth: width = present.map(\.legibleWidth).max() ?? 0
    case .grid: width = gridMinimum(yields: true, \.legibleWidth).width
    case nil: width = legibleLeafWidth
    }
    width += pads
    if isScalingGroup { width *= leastScale(Fitting.usualScale) }
    if let most = node.style.maxWidth, node.style.width == nil { width = min(width, context.metrics.snapWidth(most)) }
    if let fixed = node.style.width { width = min(width, context.metrics.snapWidth(fixed)) }
    return SurfaceMetrics.sane(width)
  }

  /// The least width of a chart, of what it asks for: a narrower one shows nothing, so it's left out. nil for anything else.
  var legibleChartWidth: Double? {
    guard case .chart = node.content, context.metrics.quantum == nil else { return nil }
    let wanted = node.style.width ?? node.style.minWidth ?? context.metrics.spark.width
    return Fitting.usualScale * SurfaceMetrics.sane(min(wanted, node.style.maxWidth ?? wanted))
  }

  private var legibleLeafWidth: Double {
    if let chart = legibleChartWidth { return chart }
    if case .image(let source, _) = node.content { return context.idealSize(of: source) == nil ? legibleTextWidth : 0 }
    if case .gauge(let gauge) = node.content, let value = gauge.valueText, !value.isEmpty {
      return min(4 * line.width, breaker.width(value))
    }
    return traits.contains(.text) ? legibleTextWidth : 0
  }

  /// Whether it's the chosen one of a picker's segments: the field's value.
  var isChosenSegment: Bool {
    guard isInField, case .button(let title, let icon) = node.content else { return false }
    return icon == "checkmark" && !title.isEmpty
  }

  /// Whether it's the text or the choice of an input field, which stays longer than the field's name.
  var isFieldValue: Bool { isInField && !isFieldName && node.content.kind == .text }

  /// Whether it's one that can't get smaller.
  var isFieldValueInCells: Bool { isFieldValue && context.metrics.quantum != nil }

  /// The width of a field's value, or of the first words of a long one.
  var valueWidth: Double { text?.text.map { min(breaker.width($0), Self.lettersOfValue * line.width) } ?? 0 }

  private static let lettersOfValue = 16.0

  private var legibleTextWidth: Double {
    guard let text else { return 0 }
    let scales = context.measurer.scalesText
    let symbol = symbolExtent?.width ?? 0
    guard let string = text.text, !string.isEmpty else { return symbol }
    // A button's letters, or a word, get smaller before they're cut.
    let letters = min(breaker.longestLine(string), 4 * line.width)
    if case .button = node.content {
      let inset = 2 * (scales ? LayoutElement.leastButtonInset : context.metrics.buttonInset.width)
      let scale = scales ? LayoutElement.buttonScale : 1
      if isChosenSegment { return inset + context.metrics.iconGap + (symbol + breaker.width(string)) * scale }
      // A font's smaller letters can be relatively wider.
      return inset + (symbol > 0 ? symbol : letters * (scales ? min(1, scale * 1.08) : 1))
    }
    if case .toggle = node.content {
      // A switch without its title says nothing.
      let word = min(longestWord?.width ?? 0, 4 * line.width) * (scales ? leastTitleScale : 1)
      return toggleWidth(line.height) + context.metrics.iconGap + word
    }
    if isFigure {
      let word = node.style.lineLimit == 1 ? breaker.width(string) : longestWord?.width ?? 0
      // A little more, because the font shrinks in steps.
      return (symbol > 0 ? symbol + context.metrics.iconGap : 0) + word * (scales ? figureScale * 1.08 : 1)
    }
    if symbol > 0 { return symbol }
    if isFieldValueInCells { return valueWidth }
    // A field's name is whole or left out.
    if isFieldName, scales { return (longestWord?.width ?? 0) * min(1, leastTitleScale * 1.08) }
    return scales && isShortWord ? min(letters, breaker.width(string) * figureScale * 1.08) : letters
  }
}
